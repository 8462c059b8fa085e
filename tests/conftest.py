"""Helpers that several tests share."""

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import settings

import cellwise as cw

# A busy machine is no reason to fail, nor is a case that was never drawn before: `make laws` looks for those.
settings.register_profile("same-cases", deadline=None, derandomize=True)
settings.register_profile("new-cases", deadline=None, max_examples=1000)
settings.load_profile("same-cases")


#: The command line in a test: its arguments, `stdin=` and `cwd=`.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    """The command line, run in a folder of its own, within this process: a new one mostly starts."""

    def call(*arguments: str, stdin: str = "", cwd: Path = tmp_path) -> "subprocess.CompletedProcess[str]":
        from cellwise.cli import main

        streams = [Stream(stdin.encode()), Stream(), Stream()]
        with as_program(["cellwise", *map(str, arguments)], streams, cwd), pytest.raises(SystemExit) as ended:
            main()
        out, err = (stream.text() for stream in streams[1:])
        code = ended.value.code
        return subprocess.CompletedProcess(arguments, code if isinstance(code, int) else bool(code), out, err)

    return call


@pytest.fixture
def process(tmp_path: Path) -> Cli:
    """The command line as a process: for signals, real streams, limits of the system, start and end."""

    def call(*arguments: str, stdin: str = "", cwd: Path = tmp_path) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-W", "error", "-m", "cellwise", *arguments]
        return subprocess.run(
            command, input=stdin, capture_output=True, text=True, cwd=cwd, timeout=300, check=False
        )

    return call


class Stream(io.TextIOWrapper):
    """A standard stream in memory."""

    def __init__(self, octets: bytes = b"") -> None:
        super().__init__(io.BytesIO(octets), encoding="utf-8", write_through=True)

    def text(self) -> str:
        """All that was written, with the ends of lines as a process is read."""
        self.flush()
        return self.buffer.getvalue().decode().replace("\r\n", "\n")  # type: ignore[attr-defined]


@contextmanager
def as_program(arguments: list[str], streams: list[Stream], folder: Path) -> Iterator[None]:
    """Let this process be a program for a while: its arguments, streams, folder and way to be interrupted."""
    names = ("stdin", "stdout", "stderr")
    kept = {name: getattr(sys, name) for name in (*names, "argv", "unraisablehook")}
    handler, before = signal.getsignal(signal.SIGINT), Path.cwd()
    try:
        for name, stream in zip(names, streams, strict=True):
            setattr(sys, name, stream)
        sys.argv = arguments
        os.chdir(folder)
        yield
    finally:
        os.chdir(before)
        signal.signal(signal.SIGINT, handler)
        for name, value in kept.items():
            setattr(sys, name, value)


@pytest.fixture
def brief() -> cw.Scenario:
    """Five sources for a moment: quick, and long enough to lose cells."""
    return cw.Scenario.from_template("n-source").with_(
        {
            "title": "five sources for a moment",
            "duration": "200 ms",
            "switch.buffer": "1000 cells",
            "tcp.timer_tick": "10 ms",
            "tcp.delayed_ack": False,
        }
    )


@pytest.fixture
def real_hosts() -> Iterator[None]:
    """Wait for other tests with real hosts: all see the namespaces of this machine, and remove old ones."""
    import fcntl  # not on Windows

    folder = os.open("/run", os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the repository."""
    return Path(__file__).parent.parent
