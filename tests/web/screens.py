"""The screens of the page, the site and reports by name, and how to reach each."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from tests.web.conftest import Visitor

BRIEF: dict[str, Any] = {
    "title": "brief",
    "duration": "300 ms",
    "topology": {"template": "n-source", "sources": 2},
    "switch": {"buffer": "500 cells"},
}
HOME = {"title": "a home's line", "duration": "4 s", "topology": {"template": "dsl"}}


def _gallery(visitor: "Visitor") -> None:
    visitor.open()
    visitor.see("template-dsl").wait_for()
    visitor.page.get_by_text("goyal96", exact=False).first.wait_for()


def _home(visitor: "Visitor") -> None:
    visitor.open_scenario(HOME)
    _drawn(visitor, 1)
    visitor.page.locator('[data-port="modem.line"]').wait_for()


def _run(visitor: "Visitor") -> None:
    visitor.open_scenario(BRIEF)
    _drawn(visitor, 1)


def _comparison(visitor: "Visitor") -> None:
    _run(visitor)
    _open_settings(visitor)
    visitor.field("topology.sources").locator('input[type="range"]').press("ArrowRight")
    _drawn(visitor, 2)
    visitor.page.evaluate("scrollTo(0, 0)")


def _settings(visitor: "Visitor") -> None:
    _run(visitor)
    _open_settings(visitor)
    for group in ("switch", "tcp", "links"):
        visitor.page.locator(f'.groups [data-path="{group}"] > summary').click()
    visitor.page.evaluate("scrollTo(0, 0)")


def _moving(visitor: "Visitor") -> None:
    _home(visitor)
    visitor.see("scrub").fill("500")
    visitor.see("motion").click()
    visitor.see("save-frame").wait_for()
    if visitor.see("play").inner_text() == "Pause":
        visitor.see("play").click()


def _mistakes(visitor: "Visitor") -> None:
    visitor.open_scenario({**BRIEF, "switch": {"bufer": "500 cells"}, "tcp": {"mss": "many"}})
    visitor.page.get_by_role("alert").filter(has_text="bufer").first.wait_for()


def _studies(visitor: "Visitor") -> None:
    visitor.open("studies")
    visitor.page.locator("main h2").wait_for()
    visitor.page.get_by_text("goyal96", exact=True).first.wait_for()


def _study(visitor: "Visitor") -> None:
    visitor.open("study/goyal96")
    visitor.see("table-table1").wait_for()


#: Screens of `cellwise serve`.
PAGE: dict[str, Callable[["Visitor"], None]] = {
    "gallery": _gallery,
    "run": _run,
    "home": _home,
    "moving": _moving,
    "comparison": _comparison,
    "settings": _settings,
    "mistakes": _mistakes,
    "studies": _studies,
    "study": _study,
}

#: Pages of the site, with whether their live figure is run.
SITE: dict[str, tuple[str, bool]] = {
    "front": ("index.html", False),
    "front-live": ("index.html", True),
    "access-lines": ("access-lines.html", True),
    "bufferbloat": ("how-to/bufferbloat.html", True),
    "latency": ("how-to/latency.html", True),
    "shaper-rate": ("how-to/shaper-rate.html", True),
    "real-hosts": ("how-to/real-hosts.html", True),
    "settings": ("settings/switch.html", False),
}


def _drawn(visitor: "Visitor", runs: int) -> None:
    visitor.page.locator('[data-testid="run"][data-state="done"]').nth(runs - 1).wait_for()
    visitor.page.locator('.cw-strips [data-state="drawn"]').first.wait_for()


def _open_settings(visitor: "Visitor") -> None:
    side = visitor.page.locator(".side")
    if side.get_attribute("open") is None:
        side.locator("> summary").click()


def open_site(page: "Page", address: str, screen: str) -> None:
    """Open a page of the site on a host."""
    path, is_run = SITE[screen]
    page.goto(address + path)
    if is_run:
        run_figure(page)


def run_figure(page: "Page", figure: int = 0) -> None:
    """Run the example of a live figure and wait until it is drawn."""
    place = page.locator(".cw-live").nth(figure)
    place.get_by_test_id("live-run").click()
    place.locator(".u-wrap canvas").first.wait_for()


def reports(folder: Path) -> dict[str, Path]:
    """Write a report of each kind, as commands write them."""
    scenario = folder / "home.toml"
    scenario.write_text('title = "A home\'s line"\nduration = "3 s"\ntopology = { template = "dsl" }\n')
    study = ["study", "goyal96", "--only", "table1", "--only", "figure1", "--replications", "2"]
    _cellwise(folder, "run", str(scenario), "--out", "run")
    _cellwise(folder, "report", "run", "--out", "run.html")
    _cellwise(
        folder,
        "compare",
        str(scenario),
        str(scenario),
        "--set-b",
        "tcp.variant=bbr-v3",
        "--report",
        "pair.html",
    )
    _cellwise(folder, *study, "--out", "study", "--report", "study.html")
    return {name: folder / f"{name}.html" for name in ("run", "pair", "study")}


def _cellwise(folder: Path, *arguments: str) -> None:
    command = [sys.executable, "-m", "cellwise", *arguments]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
