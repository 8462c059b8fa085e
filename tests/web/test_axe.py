"""axe-core finds nothing wrong with the page, the site and reports, wide and narrow, in light and in dark."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.web import screens
from tests.web.conftest import PATIENCE_MS, missing
from tests.web.static_host import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Visit = Callable[..., Any]

#: A desk's window and a telephone's.
WIDTHS = (1280, 390)
HEIGHT = 900

#: What is found, as text: the rule, and the places.
FOUND = """async () => {
  const places = (nodes) => nodes.slice(0, 4).map((one) => `${one.html.slice(0, 160)} ${one.failureSummary}`);
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${places(nodes).join(" | ")}`);
}"""


@pytest.fixture(scope="session")
def axe(web: Path) -> str:
    """The script, as npm installs it."""
    script = web / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        missing("axe-core is not installed: run `npm ci` in web")
    return script.read_text(encoding="utf-8")


def test_axe_is_pinned_and_no_part_of_the_page(repository: Path) -> None:
    package = json.loads((repository / "web" / "package.json").read_text())
    assert package["devDependencies"]["axe-core"][0].isdigit()


def finds_nothing(page: "Page", axe: str) -> None:
    """Look over a page at both widths in both schemes. A driver may run what its own policy forbids."""
    found = []
    page.evaluate(axe)
    for width in WIDTHS:
        # The same page is made narrow: to load it again would take most of the time.
        page.set_viewport_size({"width": width, "height": HEIGHT})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.wait_for_timeout(200)
            found += [f"{width} px, {scheme}: {one}" for one in page.evaluate(FOUND)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("screen", screens.PAGE)
def test_the_page_is_for_everybody(screen: str, axe: str, server: Any, visit: Visit) -> None:
    visitor = visit(server)
    screens.PAGE[screen](visitor)
    finds_nothing(visitor.page, axe)


@pytest.fixture
def page(browser: "Browser") -> "Any":
    """A page of a file or of a host of files."""
    context = browser.new_context(viewport={"width": WIDTHS[0], "height": HEIGHT})
    shown = context.new_page()
    shown.set_default_timeout(PATIENCE_MS)
    yield shown
    context.close()


@pytest.mark.parametrize("screen", screens.SITE)
def test_the_site_is_for_everybody(screen: str, axe: str, site: Path, page: "Page") -> None:
    with serving(site) as host:
        screens.open_site(page, host.address, screen)
        finds_nothing(page, axe)


def test_reports_are_for_everybody(axe: str, page: "Page", tmp_path: Path) -> None:
    for file in screens.reports(tmp_path).values():
        page.goto(file.as_uri())
        finds_nothing(page, axe)
