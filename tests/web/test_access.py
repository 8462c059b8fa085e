"""The page without a mouse, on a narrow screen, in the dark, and without its server."""

from collections.abc import Callable
from typing import Any

import pytest

Visit = Callable[..., Any]

BRIEF: dict[str, Any] = {
    "title": "brief",
    "duration": "300 ms",
    "topology": {"template": "n-source", "sources": 2},
    "switch": {"buffer": "500 cells"},
}

#: The browser itself reports each request without a server, or to one that ends or never had the run.
GONE = (
    "ERR_CONNECTION_REFUSED",
    "ERR_INCOMPLETE_CHUNKED_ENCODING",
    "ERR_CONNECTION_RESET",
    "status of 404",
    "status of 500",
)

#: Controls that have no name for those who do not see the page.
NAMELESS = """() => [...document.querySelectorAll("button, input, select, a, canvas, [role=img], summary")]
  .filter(one => one.checkVisibility() && !one.parentElement.closest("[role=img]"))
  .filter(one => !(one.getAttribute("aria-label") || one.textContent.trim() || one.title
    || [...(one.labels || [])].some(label => label.textContent.trim())))
  .map(one => one.outerHTML.slice(0, 200))"""


def test_everything_is_done_with_the_keyboard_alone(server: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    visitor = visit(server)
    visitor.open()
    page = visitor.page
    expect(visitor.see("template-n-source")).to_be_visible()
    page.locator("body").press("Tab")
    reached = []
    for _ in range(40):
        reached.append(
            page.evaluate("document.activeElement.dataset.testid || document.activeElement.textContent")
        )
        if reached[-1] == "template-adsl":
            break
        page.keyboard.press("Tab")
    assert reached[0] == "Skip to the content"
    assert {"Gallery", "Studies", "theme", "template-n-source"} <= set(reached)
    visitor.see("template-n-source").focus()
    page.keyboard.press("Enter")
    visitor.wait_for_runs(1)
    # The heading of the new screen has the focus; the scrub bar obeys the keys.
    expect(page.locator("h2")).to_be_focused()
    scrub = visitor.see("scrub")
    scrub.press("End")
    expect(visitor.see("clock")).to_have_text("10 s")
    scrub.press("ArrowLeft")
    expect(visitor.see("clock")).to_have_text("9.99 s")
    scrub.press("Escape")
    expect(visitor.see("clock")).to_have_text("0 s")
    scrub.press(" ")
    expect(visitor.see("play")).to_have_text("Pause")
    scrub.press(" ")
    expect(visitor.see("play")).to_have_text("Play")
    # A slider runs the scenario, and keeps the focus for the next step.
    slider = visitor.field("topology.sources").locator('input[type="range"]')
    slider.press("ArrowRight")
    visitor.wait_for_runs(2)
    expect(slider).to_be_focused()
    # What the plots show is there as a table as well.
    visitor.see("strip-queue").get_by_text("As a table").press("Enter")
    expect(visitor.see("strip-queue").locator("table tbody tr")).to_have_count(2)


@pytest.mark.parametrize("screen", ["", "studies", "study/goyal96", "run"])
def test_every_control_has_a_name(screen: str, server: Any, visit: Visit) -> None:
    visitor = visit(server)
    if screen == "run":
        visitor.open_scenario(BRIEF)
        visitor.wait_for_runs(1)
        for group in ("switch", "tcp", "links", "probes", "host"):
            visitor.page.locator(f'.groups [data-path="{group}"] > summary').click()
    else:
        visitor.open(screen)
        visitor.page.locator("main h2").wait_for()
    assert visitor.page.evaluate(NAMELESS) == []


@pytest.mark.parametrize("screen", ["", "studies", "study/goyal96", "run"])
def test_a_narrow_screen_needs_no_scrolling_sideways(screen: str, server: Any, visit: Visit) -> None:
    visitor = visit(server, viewport={"width": 360, "height": 740})
    if screen == "run":
        visitor.open_scenario(BRIEF)
        visitor.wait_for_runs(1)
        visitor.page.locator(".side > summary").click()
        for group in ("switch", "tcp", "nodes"):
            visitor.page.locator(f'.groups [data-path="{group}"] > summary').click()
    else:
        visitor.open(screen)
        visitor.page.locator("main h2").wait_for()
    assert visitor.is_as_wide_as_its_window()


def test_dark_and_light_follow_the_system_until_somebody_chooses(server: Any, visit: Visit) -> None:
    visitor = visit(server, color_scheme="dark")
    visitor.open()
    back = "getComputedStyle(document.body).backgroundColor"
    visitor.page.locator("main h2").wait_for()
    assert visitor.page.evaluate(back) == "rgb(22, 25, 29)"
    visitor.see("theme").click()
    assert visitor.page.evaluate(back) == "rgb(255, 255, 255)"
    visitor.page.reload()
    visitor.page.locator("main h2").wait_for()
    assert visitor.page.evaluate(back) == "rgb(255, 255, 255)"


def test_a_server_that_is_gone_is_shown_and_runs_go_on(mortal: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    visitor = visit(mortal)
    visitor.open_scenario(BRIEF)
    visitor.wait_for_runs(1)
    mortal.stop()
    banner = visitor.see("banner")
    expect(banner).to_have_attribute("data-state", "gone")
    # The browser simulates: a run needs no server.
    visitor.field("topology.sources").locator('input[type="range"]').press("ArrowRight")
    visitor.wait_for_runs(2)
    mortal.start()
    expect(banner).to_have_attribute("data-state", "back")
    visitor.forgiven = GONE


def test_a_server_with_another_token_is_known_again_once_its_address_is_opened_in_any_tab(
    mortal: Any, visit: Visit
) -> None:
    from playwright.sync_api import expect

    visitor = visit(mortal)
    visitor.open()
    mortal.stop()
    mortal.start(keeps_token=False)
    banner = visitor.see("banner")
    expect(banner).to_have_attribute("data-state", "refused")
    other = visitor.page.context.new_page()
    other.goto(mortal.entrance)
    other.close()
    expect(banner).to_have_attribute("data-state", "back")
    visitor.forgiven = (*GONE, "status of 403")


def test_a_wrong_token_is_reported(mortal: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    visitor = visit(mortal)
    visitor.page.goto(mortal.address)
    expect(visitor.see("banner")).to_have_attribute("data-state", "refused")
    expect(visitor.see("banner")).to_contain_text("open the address that cellwise serve printed")
    visitor.forgiven = ("status of 403",)
