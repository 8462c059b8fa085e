"""A real server and a real browser, without a window and with an empty profile."""

import json
import os
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.ports import held_port

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Request

#: Nothing here takes so long unless it hangs; in milliseconds, as the browser counts.
PATIENCE_MS = 60_000
PATIENCE_S = 60
BUILD_TIMEOUT_S = 900

TOKEN = "a-token-of-the-tests"


def missing(what: str) -> None:
    """Skip a test for want of something; where everything should be, fail."""
    if os.environ.get("CI"):
        pytest.fail(f"{what}; with CI set that is a failure")
    pytest.skip(what)


@dataclass
class Server:
    """A server in a process of its own, that can go and come back."""

    folder: Path
    port: int = 0
    process: "subprocess.Popen[str] | None" = None
    #: What the command printed: the address with the token.
    entrance: str = ""

    def start(self, *, keeps_token: bool = True) -> None:
        """Start the command on the same port as before, by default with the same token."""
        command = [sys.executable, "-W", "error", "-m", "cellwise", "serve", str(self.folder)]
        command += ["--no-browser", "--port", str(self.port)]
        if keeps_token:
            # Not in the folder: it is not a result.
            file = self.folder.with_name(f"{self.folder.name}-token")
            file.write_text(TOKEN)
            file.chmod(0o600)
            command += ["--token-file", str(file)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        self.entrance = self.process.stdout.readline().split()[-1]
        self.port = self.port or int(self.entrance.rpartition(":")[2].partition("/")[0])
        assert self.entrance.startswith(f"{self.address}?token=")

    def stop(self) -> None:
        if self.process is None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.communicate(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
        self.process = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def get(self, path: str) -> Any:
        request = urllib.request.Request(self.address + path, headers={"X-Cellwise-Token": TOKEN})
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return json.load(answer)


@dataclass(frozen=True)
class Wasm:
    """The simulator for browsers, and what calls it in JavaScript."""

    module: Path
    glue: Path


@pytest.fixture(scope="session")
def wasm(repository: Path) -> Wasm:
    """The module as `make build` leaves it."""
    module = repository / "python" / "cellwise" / "_core.wasm"
    if not module.exists():
        missing(f"{module.name} is not built: make build says why")
    return Wasm(module, repository / "crates" / "wasm" / "cellwise.mjs")


@pytest.fixture(scope="session")
def site(repository: Path, wasm: Wasm, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder, built once; CELLWISE_SITE names one that was built."""
    if given := os.environ.get("CELLWISE_SITE"):
        return Path(given)
    folder = tmp_path_factory.mktemp("built") / "site"
    command = [sys.executable, str(repository / "tools" / "build_site.py"), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=BUILD_TIMEOUT_S, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def run_in(folder: Path, *command: str, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, env={**os.environ, **environment}, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def web(repository: Path) -> Path:
    """The sources with the tools that build them, or the reason why a tool is missing."""
    folder = repository / "web"
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        # Node may be missing anywhere: using and changing the Python parts does not need it.
        pytest.skip("node is not installed: what needs the packages of web is not checked")
    if not (folder / "node_modules").is_dir():
        if not os.environ.get("CI"):
            pytest.skip("web/node_modules is missing: run `npm ci` in web to check the page")
        run_in(folder, "npm", "ci", "--no-audit", "--no-fund")
    return folder


@pytest.fixture(scope="session")
def node() -> str:
    """Node, which runs modules as Chromium does."""
    found = shutil.which("node")
    if found is None:
        missing("node is not installed")
    assert found is not None
    return found


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests that do not change it."""
    serving = Server(tmp_path_factory.mktemp("results"))
    serving.start()
    yield serving
    serving.stop()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server for a test that ends it; until it is back, nothing else takes its port."""
    with held_port() as port:
        serving = Server(tmp_path, port)
        serving.start()
        yield serving
        serving.stop()


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """Chromium, as the system has it."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        missing("chromium is not installed")
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        missing("playwright is not installed")
    with sync_playwright() as driver:
        arguments = ["--headless", "--no-sandbox", "--disable-gpu"]
        found = driver.chromium.launch(executable_path=chromium, args=arguments)
        yield found
        found.close()


@dataclass
class Visitor:
    """A user at the page."""

    page: "Page"
    server: Server
    complaints: list[str] = field(default_factory=list)
    forgiven: tuple[str, ...] = ()
    """Parts of complaints that a test expects; some come when it is over."""
    has_scripts: bool = False
    """Whether a test added scripts to every page of this window, which then is not used again."""

    def see(self, name: str) -> "Locator":
        """What has a test id."""
        return self.page.get_by_test_id(name)

    def open(self, screen: str = "") -> None:
        """Come in by the address that the server printed, then go to a screen."""
        self.page.goto(f"{self.server.address}?token={TOKEN}")
        if screen:
            self.page.goto(f"{self.server.address}#/{screen}")

    def open_scenario(self, scenario: dict[str, Any], name: str = "given.json") -> None:
        """Open a scenario as a file; a page that is open stays, with its runs."""
        if self.page.url.startswith(self.server.address):
            self.page.goto(f"{self.server.address}#/")
        else:
            self.open()
        content = json.dumps(scenario).encode()
        file = {"name": name, "mimeType": "application/json", "buffer": content}
        self.see("open-file").set_input_files(file)  # type: ignore[arg-type]

    def wait_for_runs(self, count: int) -> None:
        """Wait until so many runs are finished and their plots drawn."""
        from playwright.sync_api import expect

        expect(self.page.locator('[data-testid="run"][data-state="done"]')).to_have_count(count)
        expect(self.page.locator('[data-testid="strip-queue"][data-state="drawn"]')).to_be_visible()

    def runs(self) -> list[dict[str, Any]]:
        """All runs that the page keeps, the newest first."""
        found: list[dict[str, Any]] = self.page.evaluate("cellwise.runs().list()")
        return found

    def newest(self) -> dict[str, Any]:
        """What the page knows of its newest run."""
        info: dict[str, Any] = self.runs()[0]["info"]
        return info

    def numbers(self, run: int) -> dict[str, str]:
        """What the table of runs says of one."""
        cells = self.see("run").nth(run).locator("td[data-measure]")
        return {
            str(cell.get_attribute("data-measure")): cell.locator("span").first.inner_text()
            for cell in cells.all()
        }

    def field(self, path: str) -> "Locator":
        """The first place where a setting is shown."""
        return self.page.locator(f'[data-path="{path}"]').first

    def listen(self) -> None:
        """Begin to note complaints."""
        self.page.on("pageerror", self.fail)
        self.page.on("console", self.hear)
        self.page.on("request", self.watch)

    def leave(self) -> None:
        """Note nothing more: the window is for another user."""
        self.page.remove_listener("pageerror", self.fail)
        self.page.remove_listener("console", self.hear)
        self.page.remove_listener("request", self.watch)

    def unexpected(self) -> list[str]:
        """Give the complaints that the test does not expect."""
        return [one for one in self.complaints if not any(part in one for part in self.forgiven)]

    def fail(self, error: "Error") -> None:
        """Note what a script of the page does not catch."""
        self.complaints.append(f"error: {error}")

    def hear(self, reported: "ConsoleMessage") -> None:
        """Note what the browser complains of."""
        if reported.type == "error":
            self.complaints.append(reported.text)

    def watch(self, asked: "Request") -> None:
        """Note what is fetched from elsewhere."""
        if not asked.url.startswith((self.server.address, "blob:")):
            self.complaints.append(f"fetched from outside: {asked.url}")

    def is_as_wide_as_its_window(self) -> bool:
        """Whether nothing must be scrolled sideways to be seen."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


@dataclass
class Tabs:
    """Windows of the browser that tests use in turn: opening one costs more than most tests do in it."""

    browser: "Browser"
    idle: dict[str, list["Page"]] = field(default_factory=dict)

    def take(self, given: dict[str, Any]) -> "Page":
        """Give a window with these properties in which no test is, with an empty profile."""
        waiting = self.idle.get(json.dumps(given, sort_keys=True))
        if waiting:
            return waiting.pop()
        page = self.browser.new_context(**given).new_page()
        page.set_default_timeout(PATIENCE_MS)
        return page

    def give_back(self, page: "Page", given: dict[str, Any]) -> None:
        """Leave nothing of a test behind: no stored values, no other tabs, no emulated colours or sizes."""
        if page.url.startswith("http"):
            page.evaluate("localStorage.clear(), sessionStorage.clear()")
        page.goto("about:blank")
        page.context.clear_cookies()
        for other in page.context.pages:
            if other is not page:
                other.close()
        page.set_viewport_size(given["viewport"])
        page.emulate_media(
            media="null",
            color_scheme=given.get("color_scheme", "light"),
            reduced_motion=given.get("reduced_motion", "no-preference"),
        )
        self.idle.setdefault(json.dumps(given, sort_keys=True), []).append(page)


@pytest.fixture(scope="session")
def tabs(browser: "Browser") -> Tabs:
    """Tabs for the tests of the page."""
    return Tabs(browser)


@pytest.fixture
def visit(tabs: Tabs) -> Iterator[Callable[..., Visitor]]:
    """Let users open the page. At the end, each complaint of a browser fails the test."""
    visitors: list[tuple[Visitor, dict[str, Any]]] = []

    def come(server: Server, **context: Any) -> Visitor:
        from playwright.sync_api import expect

        given = {"viewport": {"width": 1280, "height": 900}, **context}
        page = tabs.take(given)
        expect.set_options(timeout=PATIENCE_MS)
        visitor = Visitor(page, server)
        visitor.listen()
        visitors.append((visitor, given))
        return visitor

    yield come
    for visitor, given in visitors:
        if visitor.has_scripts:
            visitor.page.context.close()
        else:
            tabs.give_back(visitor.page, given)
        visitor.leave()
    complaints = [visitor.unexpected() for visitor, _ in visitors]
    assert [one for one in complaints if one] == []
