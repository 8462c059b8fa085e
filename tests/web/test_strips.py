"""What strips and the table of runs say of two runs, and what is drawn where lines would be a scribble."""

import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import Any

import pytest

Visit = Callable[..., Any]

HOME: dict[str, Any] = {"title": "home", "duration": "5 s", "topology": {"template": "dsl"}}


@pytest.fixture
def at_home(server: Any, visit: Visit) -> Any:
    """A user who sees the run of an access line that is loaded both ways."""
    visitor = visit(server)
    visitor.open_scenario(HOME)
    visitor.wait_for_runs(1)
    return visitor


def test_two_runs_are_in_every_strip_and_their_differences_below_the_numbers(at_home: Any) -> None:
    from playwright.sync_api import expect

    changes = at_home.see("run").locator(".change")
    expect(changes).to_have_count(0)
    at_home.field("topology.queue").locator("select").first.select_option("cake")
    at_home.wait_for_runs(2)
    strips = at_home.see("strips").locator("section.strip")
    names = [one.get_attribute("data-testid") for one in strips.all()]
    assert {"strip-rtt", "strip-goodput", "strip-queue", "strip-backlog", "strip-cwnd"} <= set(names)
    for strip in strips.all():
        expect(strip).to_have_attribute("data-state", "drawn")
        first, second = (key.inner_text() for key in strip.locator(".legend button").all())
        assert first.split(" · ")[0] == second.split(" · ")[0]
        assert "home" in first
        assert "cake" in second
    expect(at_home.see("numbers-from")).to_have_text("· differences from “home” below them")
    reported = [one["info"] for one in reversed(at_home.runs())][-2:]
    shares = [one["summary"]["goodput_bps"] / 1e6 for one in reported]
    (change,) = at_home.see("run").nth(1).locator('td[data-measure="Goodput"] .change').all_inner_texts()
    assert change.endswith(" Mbit/s")
    assert float(change.split()[0].replace("−", "-")) == pytest.approx(shares[1] - shares[0], rel=1e-3)
    expect(at_home.see("run").nth(0).locator(".change")).to_have_count(0)
    # Of a run that is not shown nothing is said, and nothing differs from it.
    at_home.page.get_by_label("Show home").uncheck()
    expect(changes).to_have_count(0)
    expect(at_home.see("numbers-from")).to_have_text("")


def test_a_queue_that_flickers_is_a_band_until_it_is_looked_at_closely(at_home: Any) -> None:
    from playwright.sync_api import expect

    queue = at_home.see("strip-queue").get_by_test_id("shaded")
    expect(queue).to_be_visible()
    expect(queue).to_have_text("shaded: least to greatest in each column of pixels; line: mean of eight")
    expect(at_home.see("strip-sequence").get_by_test_id("shaded")).to_be_hidden()
    assert bands(at_home) > 0
    # Under the mouse the page still shows the greatest value, not the mean.
    over = at_home.see("strip-queue").locator(".u-over")
    over.scroll_into_view_if_needed()
    box = over.bounding_box()
    at_home.page.mouse.move(box["x"] + 0.8 * box["width"], box["y"] + box["height"] / 2)
    expect(at_home.see("strip-queue").locator(".legend .value").first).to_have_text("12")
    at_home.see("scrub").fill("800")
    for _ in range(8):
        at_home.see("zoom-in").click()
    expect(queue).to_be_hidden()
    assert bands(at_home) == 0


def bands(visitor: Any) -> int:
    """How many bands the saved picture has."""
    with visitor.page.expect_download() as download:
        visitor.see("save-svg").click()
    root = ET.fromstring(download.value.path().read_bytes())
    return len([one for one in root.iter("{http://www.w3.org/2000/svg}path") if one.get("class") == "band"])
