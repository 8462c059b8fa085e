"""Cells and segments in the browser: which were refused, and why a segment died."""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

Visit = Callable[..., Any]

SCENARIO: dict[str, Any] = {
    "title": "losses",
    "duration": "400 ms",
    "topology": {"template": "n-source", "sources": 3},
    "switch": {"buffer": "200 cells"},
    "tcp": {"timer_tick": "50 ms"},
}


@pytest.fixture
def at_losses(server: Any, visit: Visit) -> Any:
    visitor = visit(server)
    visitor.open_scenario(SCENARIO)
    visitor.wait_for_runs(1)
    return visitor


def run_of(visitor: Any) -> str:
    return str(visitor.server.get("api/runs")[0]["id"])


def test_lost_segments_are_listed_with_their_reason(at_losses: Any) -> None:
    from playwright.sync_api import expect

    at_losses.see("strip-sequence").locator("select").select_option("tcp1")
    rows = at_losses.server.get(f"api/runs/{run_of(at_losses)}/segments?flow=tcp1&from=0&to=0.4")["rows"]
    died = [row for row in rows if row["lost_cells"]]
    assert died
    at_losses.see("losses").locator("summary").click()
    shown = at_losses.see("segments").locator("tr")
    expect(shown).to_have_count(min(len(died), 100))
    expect(shown.first.locator(".why")).to_have_text(died[0]["why"])


def test_pointing_at_a_lost_segment_tells_why_it_died(at_losses: Any) -> None:
    from playwright.sync_api import expect

    strip = at_losses.see("strip-sequence")
    strip.locator("select").select_option("tcp1")
    rows = at_losses.server.get(f"api/runs/{run_of(at_losses)}/segments?flow=tcp1&from=0&to=0.4")["rows"]
    first = next(row for row in rows if row["lost_cells"])
    at_losses.see("losses").locator("summary").click()
    expect(at_losses.see("segments").locator("tr").first).to_be_visible()
    # The mark stands at its time; its height is found by going up and down there.
    over = strip.locator(".u-over")
    over.scroll_into_view_if_needed()
    box = over.bounding_box()
    x = box["x"] + first["time_s"] / 0.4 * box["width"]
    tip = strip.locator(".tip")
    for step in range(int(box["height"] / 6)):
        at_losses.page.mouse.move(x, box["y"] + box["height"] - 2 - 6 * step)
        if tip.is_visible():
            break
    expect(tip).to_contain_text("cell")


def test_cells_at_the_bottleneck_are_drawn_with_the_reason_of_those_refused(at_losses: Any) -> None:
    from playwright.sync_api import expect

    run = run_of(at_losses)
    losses = at_losses.server.get(f"api/runs/{run}/losses?from=0&to=0.4&limit=10")["rows"]
    at_s = round(losses[0]["time_s"] / 0.4 * 1000) - 1
    at_losses.see("scrub").fill(str(at_s))
    at_losses.page.get_by_label("for", exact=True).select_option("0.002")
    with at_losses.page.expect_response(lambda answer: "/cells?" in answer.url) as told:
        at_losses.see("show-cells").click()
    rows = json.loads(told.value.body())["rows"]
    expect(at_losses.see("lanes")).to_be_visible()
    refused = Counter(fate for fate in rows["fate"] if fate != "taken")
    assert refused
    summary = at_losses.see("lane-summary")
    expect(summary).to_contain_text(f"{len(rows['fate'])} cells came; refused: ")
    for reason, count in refused.items():
        expect(summary).to_contain_text(f"{count} {reason}")

    # The keyboard goes from cell to cell, and what it is at is said.
    at_losses.see("lanes").focus()
    at_losses.page.keyboard.press("ArrowRight")
    said = at_losses.page.locator(".tipline")
    expect(said).to_contain_text("frame")
    before = said.inner_text()
    at_losses.page.keyboard.press("ArrowRight")
    expect(said).not_to_have_text(before)
