"""Cells and segments in the browser: which were refused, and why a segment died."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cellwise as cw
from cellwise.losses import sentence

Visit = Callable[..., Any]

SCENARIO: dict[str, Any] = {
    "title": "losses",
    "duration": "400 ms",
    "topology": {"template": "n-source", "sources": 3},
    "switch": {"buffer": "200 cells"},
    "tcp": {"timer_tick": "50 ms"},
}


#: Has thousands of segments before the last one that dies.
LONG: dict[str, Any] = {
    "title": "long",
    "duration": "10 s",
    "topology": {"template": "n-source", "sources": 15},
    "switch": {"buffer": "1000 cells", "drop": {"policy": "epd", "threshold": "800 cells"}},
    "tcp": {"timer_tick": "100 ms"},
}


def recorded(scenario: dict[str, Any], flow: str) -> cw.Run:
    probes = {"losses": {"port": "*"}, "segments": {"flow": flow}}
    return cw.run(cw.Scenario.from_dict({**scenario, "probes": probes}))


def died_and_again(scenario: dict[str, Any], flow: str) -> tuple[list[str], int]:
    """Why each segment of a flow died, and how many were sent again, as the run's own probes have it."""
    run = recorded(scenario, flow)
    losses = run.columns("losses")
    died: list[str] = []
    for row in np.flatnonzero((losses["flow"] == flow) & (losses["kind"] == "data")):
        why = sentence({name: values[row] for name, values in losses.items()})
        if losses["first_loss"][row]:
            died.append(why)
        else:
            died[-1] += f"\n{why}"
    return died, int((run.columns("segments")["event"] == "sent-again").sum())


@pytest.fixture
def at_losses(server: Any, visit: Visit) -> Any:
    visitor = visit(server)
    visitor.open_scenario(SCENARIO)
    visitor.wait_for_runs(1)
    return visitor


def cells_of(scenario: dict[str, Any], port: str, from_s: float, to_s: float) -> cw.Run:
    """Run it with a probe that notes the cells that arrive at a port."""
    probe = {"port": port, "from": f"{round(from_s * 1e12)} ps", "until": f"{round(to_s * 1e12)} ps"}
    return cw.run(cw.Scenario.from_dict({**scenario, "probes": {"cells": {**probe, "limit": 20_000}}}))


def test_lost_segments_are_listed_with_their_reason(at_losses: Any) -> None:
    from playwright.sync_api import expect

    at_losses.see("strip-sequence").locator("select").select_option("tcp1")
    died, again = died_and_again(SCENARIO, "tcp1")
    assert 0 < len(died) < 100
    at_losses.see("losses").locator("summary").click()
    shown = at_losses.see("segments").locator("tr")
    expect(shown).to_have_count(len(died))
    expect(shown.first.locator(".why")).to_have_text(died[0])
    note = at_losses.see("strip-sequence").get_by_test_id("marks-note")
    expect(note).to_contain_text(f"{len(died)} segments lost cells (crosses), {again} were retransmitted")


def test_no_segment_that_died_is_left_out_of_a_long_run(server: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    visitor = visit(server)
    visitor.open_scenario(LONG)
    visitor.wait_for_runs(1)
    died, again = died_and_again(LONG, "tcp1")
    assert len(died) > 100
    strip = visitor.see("strip-sequence")
    strip.locator("select").select_option("tcp1")
    note = strip.get_by_test_id("marks-note")
    expect(note).to_contain_text(f"{len(died)} segments lost cells (crosses), {again} were retransmitted")
    expect(note).not_to_contain_text("zoom in")
    # The list is of the first hundred, and says so.
    visitor.see("losses").locator("summary").click()
    expect(visitor.see("segments").locator("tr")).to_have_count(100)
    expect(visitor.see("losses")).to_contain_text("The first 100 crosses are listed.")


def test_marks_that_are_cut_off_say_where_they_end(server: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    # The mark after the last that is shown is of a run whose marks are more than are asked for.
    visitor = visit(server)
    visitor.open_scenario(LONG)
    visitor.wait_for_runs(1)
    ask = "id => cellwise.runs().runner.marked(id, 'tcp1', 0, 10, 50)"
    cut = visitor.page.evaluate(ask, visitor.newest()["id"])
    assert cut["truncated"]
    assert len(cut["rows"]) == 50
    visitor.page.evaluate("""() => {
      const runner = cellwise.runs().runner;
      const whole = runner.marked.bind(runner);
      runner.marked = (key, flow, from_s, to_s) => whole(key, flow, from_s, to_s, 50);
    }""")
    strip = visitor.see("strip-sequence")
    strip.locator("select").select_option("tcp1")
    end_s = f"{cut['until_s']:.6g} s"
    expect(strip.get_by_test_id("marks-note")).to_contain_text(f"The marks end at {end_s}; zoom in")


def test_pointing_at_a_lost_segment_tells_why_it_died(at_losses: Any) -> None:
    from playwright.sync_api import expect

    strip = at_losses.see("strip-sequence")
    strip.locator("select").select_option("tcp1")
    run = recorded(SCENARIO, "tcp1")
    losses, segments = run.columns("losses"), run.columns("segments")
    octet = losses["first_octet"][(losses["flow"] == "tcp1") & (losses["kind"] == "data")][0]
    first_s = float(segments["time_s"][segments["octet"] == octet][0])
    at_losses.see("losses").locator("summary").click()
    expect(at_losses.see("segments").locator("tr").first).to_be_visible()
    # The mark is at its time; the mouse moves up and down there to find its height.
    over = strip.locator(".u-over")
    over.scroll_into_view_if_needed()
    box = over.bounding_box()
    x = box["x"] + first_s / 0.4 * box["width"]
    tip = strip.locator(".tip")
    for step in range(int(box["height"] / 6)):
        at_losses.page.mouse.move(x, box["y"] + box["height"] - 2 - 6 * step)
        # The browser looks where the pointer is once a frame.
        at_losses.page.evaluate("new Promise((seen) => requestAnimationFrame(() => setTimeout(seen)))")
        if tip.is_visible():
            break
    expect(tip).to_contain_text("cell")


def test_cells_at_the_bottleneck_are_drawn_with_the_reason_of_those_refused(at_losses: Any) -> None:
    from playwright.sync_api import expect

    first_s = float(recorded(SCENARIO, "tcp1").columns("losses")["time_s"][0])
    place = round(first_s / 0.4 * 1000) - 1
    at_losses.see("scrub").fill(str(place))
    at_losses.page.get_by_label("for", exact=True).select_option("0.002")
    at_losses.see("show-cells").click()
    from_s = place / 1000 * 0.4
    rows = cells_of(SCENARIO, "sw1.trunk", from_s, from_s + 0.002).columns("cells")
    expect(at_losses.see("lanes")).to_be_visible()
    refused = Counter(fate for fate in rows["fate"] if fate != "taken")
    assert refused
    summary = at_losses.see("lane-summary")
    expect(summary).to_contain_text(f"{len(rows['fate'])} cells arrived; refused: ")
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


def test_at_the_end_of_a_run_the_last_cells_are_shown(at_losses: Any) -> None:
    from playwright.sync_api import expect

    at_losses.see("scrub").press("End")
    at_losses.see("show-cells").click()
    expect(at_losses.see("lanes")).to_be_visible()
    count = len(cells_of(SCENARIO, "sw1.trunk", 0.3995, 0.4).columns("cells")["time_s"])
    expect(at_losses.see("lane-summary")).to_contain_text(f"{count} cells arrived")


def test_cells_that_a_policer_kept_away_are_reported_with_their_number(server: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    visitor = visit(server)
    scenario = {"title": "policed", "duration": "2 s", "topology": {"template": "policed-vc"}}
    visitor.open_scenario(scenario)
    visitor.wait_for_runs(1)
    run = cw.run(cw.Scenario.from_dict({**scenario, "probes": {"losses": {"port": "*"}}}))
    losses = run.columns("losses")
    policed = np.flatnonzero(losses["reason"] == "policed")
    first_s = losses["time_s"][policed[0]]
    place = int(first_s / 2 * 1000)
    visitor.see("scrub").fill(str(place))
    visitor.see("lane-port").select_option("sw1.h2")
    visitor.page.get_by_label("for", exact=True).select_option("0.005")
    visitor.see("show-cells").click()
    from_s = place / 1000 * 2
    inside = (losses["time_s"][policed] >= from_s) & (losses["time_s"][policed] <= from_s + 0.005)
    count = int(losses["cells"][policed][inside].sum())
    assert count > 0
    expect(visitor.see("lane-summary")).to_contain_text(
        f"policers discarded {count} at {losses['place'][policed[0]]}"
    )


#: Two flows that share a slow packet link with a short queue.
PACKETS: dict[str, Any] = {
    "title": "packets",
    "duration": "2 s",
    "tcp": {"mss": "1460 bytes"},
    "nodes": {
        "a": {"kind": "host"},
        "b": {"kind": "host"},
        "c": {"kind": "host"},
        "r": {"kind": "router"},
    },
    "links": {
        "a": {"ends": ["a", "r"], "kind": "ethernet", "rate": "100 Mbit/s", "delay": "1 ms"},
        "b": {"ends": ["b", "r"], "kind": "ethernet", "rate": "100 Mbit/s", "delay": "1 ms"},
        "c": {
            "ends": ["r", "c"],
            "kind": "ethernet",
            "rate": "10 Mbit/s",
            "delay": "5 ms",
            "queue": {"discipline": "tail", "limit": "20 packets"},
        },
    },
    "flows": {"f1": {"from": "a", "to": "c"}, "f2": {"from": "b", "to": "c"}},
}


def test_packets_at_a_packet_link_are_drawn_with_their_drops(server: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    run = cw.run(cw.Scenario.from_dict({**PACKETS, "probes": {"packets": {"port": "r.c"}}}))
    packets = run.columns("packets")
    first_s = float(packets["time_s"][packets["fate"] == "queue-limit"][0])
    place = round(first_s / 2 * 1000) - 5
    from_s, to_s = place / 1000 * 2, place / 1000 * 2 + 0.1
    came, ends = packets["time_s"], packets["ends_s"]
    shown = (came < to_s) & ((came >= from_s) | (ends >= from_s))
    visitor = visit(server)
    visitor.open_scenario(PACKETS)
    expect(visitor.see("lane-port")).to_have_value("r.c")
    # As many packets of 10 Mbit/s as a user can distinguish.
    expect(visitor.page.get_by_label("for", exact=True)).to_have_value("0.1")
    visitor.see("scrub").fill(str(place))
    visitor.see("show-cells").click()
    summary = visitor.see("lane-summary")
    expect(summary).to_contain_text(f"{np.count_nonzero(shown)} packets came or were sent; not sent on: ")
    dropped = np.count_nonzero(packets["fate"][shown] == "queue-limit")
    expect(summary).to_contain_text(f"{dropped} queue-limit")
    expect(visitor.see("lanes")).to_be_visible()
    visitor.see("lanes").focus()
    visitor.page.keyboard.press("ArrowRight")
    said = visitor.page.locator(".tipline")
    expect(said).to_contain_text("1500 bytes, came at")
    # A dropped packet is above the others; point at it, and the page says why it was dropped.
    row = int(np.flatnonzero(packets["fate"] == "queue-limit")[0])
    lane = ["f1", "f2"].index(packets["flow"][row])
    canvas = visitor.see("lanes")
    width = int(canvas.evaluate("canvas => canvas.clientWidth"))
    x = 64 + (came[row] - from_s) / 0.1 * (width - 64 - 8) + 1
    canvas.hover(position={"x": float(x), "y": 6 + 38 * lane + 12})
    expect(said).to_contain_text(": queue-limit")
    expect(said).to_contain_text(f"{packets['flow'][row]}, data")


def test_lanes_begin_with_the_bottleneck_also_where_a_router_makes_cells_of_packets(
    server: Any, visit: Visit
) -> None:
    from playwright.sync_api import expect

    visitor = visit(server)
    visitor.open_scenario({"duration": "3 s", "topology": {"template": "dsl"}})
    expect(visitor.see("lane-port")).to_have_value("modem.line")
    visitor.see("scrub").fill("900")
    visitor.see("show-cells").click()
    came = re.compile(r"What came to modem.line: \d+ cells")
    expect(visitor.see("lanes")).to_have_attribute("aria-label", came)
