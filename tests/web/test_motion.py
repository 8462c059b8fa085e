"""Packets and cells that move along the links are those that the simulator has there; both can be saved."""

from collections.abc import Callable
from typing import Any

import numpy as np
from tests.web.test_cells import PACKETS

import cellwise as cw

Visit = Callable[..., Any]

DELAYS_S = {"r.c": 5e-3, "c.nic": 5e-3}


def on_links(at_s: float) -> int:
    """How many packets are on links at an instant, by the simulator's own table."""
    run = cw.run(cw.Scenario.from_dict({**PACKETS, "probes": {"packets": {"port": "*"}}}))
    packets = run.columns("packets")
    delays_s = np.array([DELAYS_S.get(str(port), 1e-3) for port in packets["port"]])
    return int(np.count_nonzero((packets["begins_s"] <= at_s) & (packets["ends_s"] + delays_s >= at_s)))


def follow(visitor: Any, scenario: dict[str, Any], place: int) -> None:
    from playwright.sync_api import expect

    visitor.open_scenario(scenario)
    expect(visitor.page.locator('[data-testid="run"][data-state="done"]')).to_have_count(1)
    visitor.see("scrub").fill(str(place))
    visitor.see("motion").click()
    expect(visitor.see("save-frame")).to_be_visible()


def test_as_many_packets_are_on_links_as_the_simulator_has_there(server: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    visitor = visit(server, reduced_motion="reduce")
    follow(visitor, PACKETS, 800)
    expect(visitor.see("motion-said")).to_contain_text("packets on links from 1.6 s to ")
    count = on_links(1.6)
    assert count > 5
    expect(visitor.see("moving")).to_have_attribute("data-drawn", str(count))
    # The plots show the same part of the run, and the bar moves across it.
    expect(visitor.see("clock")).to_have_text("1.6 s")
    visitor.see("scrub").fill("500")
    at_s = visitor.see("clock").inner_text()
    assert 1.6 < float(at_s.split()[0]) < 1.7
    expect(visitor.see("moving")).to_have_attribute("data-drawn", str(on_links(float(at_s.split()[0]))))


def test_what_moves_is_saved_as_a_picture_and_as_a_clip(server: Any, visit: Visit) -> None:
    visitor = visit(server, reduced_motion="reduce")
    follow(visitor, PACKETS, 800)
    with visitor.page.expect_download() as frame:
        visitor.see("save-frame").click()
    assert frame.value.suggested_filename.endswith(".png")
    assert frame.value.path().read_bytes().startswith(b"\x89PNG")
    visitor.page.get_by_label("speed").select_option("0.1")
    with visitor.page.expect_download() as clip:
        visitor.see("save-clip").click()
    # An EBML document, as WebM is.
    assert clip.value.path().read_bytes().startswith(b"\x1a\x45\xdf\xa3")


def test_cells_move_too_and_begin_to_by_themselves(server: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    visitor = visit(server)
    scenario = {"title": "cells", "duration": "1 s", "topology": {"template": "n-source", "sources": 2}}
    follow(visitor, scenario, 500)
    expect(visitor.see("motion")).to_have_text("Follow each cell from here")
    expect(visitor.see("motion-said")).to_contain_text("cells on links from 500 ms")
    expect(visitor.see("play")).to_have_text("Pause")
    expect(visitor.see("moving")).not_to_have_attribute("data-drawn", "0")
