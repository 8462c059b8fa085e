"""A real server in a process of its own, and a browser's requests to it without a browser."""

import http.client
import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

#: Nothing here takes so long unless it hangs.
PATIENCE_S = 120

# A shell that runs the tests in the background may ignore interrupts, and children inherit that.
INTERRUPTIBLE = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
#: Before it is asked, a server reads all studies and packs the simulator: three seconds of processor time.
#: Of all servers of the tests, only the one that they share does so.
NOTHING_AHEAD = (
    "import asyncio; from cellwise.serve import static, state; static.prepare = bool; "
    "state.State.read_studies = lambda _: asyncio.sleep(0); "
)
#: What the process then does, after what a test wants changed.
MAIN = "from cellwise.cli import main; main()"


@dataclass(frozen=True)
class Answer:
    """What the server answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Page:
    """A server, as its page sees it."""

    port: int
    token: str
    folder: Path
    process: "subprocess.Popen[str]"

    def ask(self, method: str, path: str, content: Any = None, **headers: str) -> Answer:
        """Ask with the token, unless `headers` say otherwise; underscores stand for hyphens."""
        given = {
            "X-Cellwise-Token": self.token,
            **{key.replace("_", "-"): one for key, one in headers.items()},
        }
        body = content if isinstance(content, bytes) or content is None else json.dumps(content)
        return self.raw(method, path, {key: one for key, one in given.items() if one}, body)

    def raw(self, method: str, path: str, headers: dict[str, str], body: Any = None) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def get(self, path: str) -> Any:
        answer = self.ask("GET", path)
        assert answer.status == 200, answer.body
        return answer.json

    def raw_events(self, path: str) -> Iterator[tuple[str, Any]]:
        """Follow a stream while it comes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            connection.request("GET", path, None, {"X-Cellwise-Token": self.token})
            answer = connection.getresponse()
            block = b""
            while line := answer.readline():
                block += line
                if line == b"\n":
                    if block.startswith(b"event: "):
                        yield _event(block.decode().strip())
                    block = b""
        finally:
            connection.close()

    def events(self, path: str) -> list[tuple[str, Any]]:
        """Follow a stream to its end."""
        blocks = self.ask("GET", path).body.decode().split("\n\n")
        return [_event(block) for block in blocks if block.startswith("event: ")]

    def results(self, name: str) -> Answer:
        """Ask for the results of a folder."""
        return self.ask("GET", f"/api/stored/{name}/results")


def _event(block: str) -> tuple[str, Any]:
    name, _, data = block.partition("\ndata: ")
    return name.removeprefix("event: "), json.loads(data)


@contextmanager
def serving(folder: Path, *options: str, changed: str = "") -> Iterator[Page]:
    """Start a server on a results folder, after some program text if given, and end it."""
    command = [
        sys.executable,
        "-W",
        "error",
        "-c",
        INTERRUPTIBLE + changed + MAIN,
        "serve",
        str(folder),
        "--no-browser",
        *options,
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "http://" in line, process.communicate(timeout=PATIENCE_S)
        where, _, token = line.split()[-1].partition("/?token=")
        yield Page(int(where.rpartition(":")[2]), token, folder, process)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.communicate(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A server that tests share."""
    with serving(tmp_path_factory.mktemp("results"), "--jobs", "2") as shared:
        yield shared


@pytest.fixture
def emptied(page: Page) -> Iterator[Page]:
    """The server that tests share, with an empty results folder."""
    _empty(page.folder)
    yield page
    _empty(page.folder)


def _empty(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


@pytest.fixture
def served(tmp_path: Path) -> Callable[..., Any]:
    """Start a server for one test, with options."""

    def start(*options: str, folder: Path | None = None, changed: str = "") -> Any:
        return serving(folder or tmp_path / "results", *options, changed=NOTHING_AHEAD + changed)

    return start


@pytest.fixture
def brief_document() -> dict[str, Any]:
    """Five sources for a moment: quick, and long enough to lose cells."""
    return {
        "title": "five sources for a moment",
        "duration": "300 ms",
        "topology": {"template": "n-source"},
        "switch": {"buffer": "1000 cells", "drop": {"policy": "epd", "threshold": "800 cells"}},
        "tcp": {"timer_tick": "10 ms", "delayed_ack": False},
    }
