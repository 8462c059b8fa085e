"""Settings that are not single values: lists, entries of a graph, shapes; and ways back to defaults."""

from collections.abc import Callable
from typing import Any

import pytest

Visit = Callable[..., Any]

BRIEF: dict[str, Any] = {
    "title": "brief",
    "duration": "200 ms",
    "topology": {"template": "n-source", "sources": 2},
    "switch": {"buffer": "500 cells"},
    "probes": {"queue": {"port": "sw1.trunk"}},
}


@pytest.fixture
def at_form(server: Any, visit: Visit) -> Any:
    visitor = visit(server)
    visitor.open_scenario(BRIEF)
    visitor.wait_for_runs(1)
    return visitor


def group(visitor: Any, path: str) -> Any:
    """A group among all settings, opened."""
    found = visitor.page.locator(f'.groups [data-path="{path}"]').first
    found.locator("summary").first.click()
    return found


def newest(visitor: Any) -> Any:
    return visitor.newest()["scenario"]


def test_the_settings_of_the_scenario_come_first_and_those_of_switches_only_where_one_is(
    at_form: Any,
) -> None:
    from playwright.sync_api import expect

    usual = at_form.page.locator(".usual > [data-path]")
    expect(usual.locator("visible=true").first).to_have_attribute("data-path", "topology.sources")
    expect(at_form.page.locator('.usual [data-path="switch.buffer"]')).to_be_visible()
    at_form.open_scenario({"title": "home", "duration": "3 s", "topology": {"template": "dsl"}})
    expect(usual.first).to_have_attribute("data-path", "topology.queue")
    paths = [one.get_attribute("data-path") for one in usual.all()]
    rates = ["topology.downstream", "topology.upstream", "topology.encapsulation"]
    assert paths[:4] == ["topology.queue", *rates]
    assert not [path for path in paths if path.startswith("switch")]
    switch = at_form.page.locator('.groups [data-path="switch"] > summary')
    expect(switch).to_contain_text("this network has no switch")
    # The search for a switch's setting also says so.
    at_form.see("search").fill("switch buffer")
    found = at_form.page.locator(".found", has=at_form.page.locator('[data-path="switch.buffer"]'))
    expect(found.locator(".path").first).to_have_text("switch.buffer: this network has no switch")


def test_a_list_grows_by_an_entry_and_loses_it_again(at_form: Any) -> None:
    group(at_form, "probes")
    queue = group(at_form, "probes.queue")
    # The one table that the scenario has is the first entry of a list.
    queue.get_by_role("button", name="Add to queue").click()
    group(at_form, "probes.queue[1]")
    port = at_form.page.locator('.groups [data-path="probes.queue[1].port"] input')
    port.fill("sw2.trunk")
    port.press("Enter")
    at_form.wait_for_runs(2)
    assert newest(at_form)["probes"]["queue"] == [{"port": "sw1.trunk"}, {"port": "sw2.trunk"}]
    queue.get_by_role("button", name="Remove probes.queue[0]").click()
    at_form.wait_for_runs(3)
    assert newest(at_form)["probes"]["queue"] == [{"port": "sw2.trunk"}]


def test_a_single_table_is_changed_in_place(at_form: Any) -> None:
    group(at_form, "probes")
    group(at_form, "probes.queue")
    group(at_form, "probes.queue[0]")
    every = at_form.page.locator('.groups [data-path="probes.queue[0].every"] input[type="number"]')
    every.fill("20")
    every.press("Enter")
    at_form.wait_for_runs(2)
    assert newest(at_form)["probes"]["queue"] == [{"port": "sw1.trunk", "every": "20 us"}]


def test_an_entry_of_the_graph_is_added_and_changed(at_form: Any) -> None:
    from playwright.sync_api import expect

    links = group(at_form, "links")
    links.get_by_label("Name of a new entry of links").fill("trunk")
    links.get_by_role("button", name="Add").click()
    group(at_form, "links.trunk")
    rate = at_form.page.locator('.groups [data-path="links.trunk.rate"]')
    # What an entry leaves out follows from elsewhere: no default is claimed.
    expect(rate.locator('input[type="number"]')).to_have_value("")
    rate.locator("select").select_option("Mbit/s")
    at_form.wait_for_runs(2)
    rate.locator('input[type="number"]').fill("34")
    rate.locator('input[type="number"]').press("Enter")
    at_form.wait_for_runs(3)
    assert newest(at_form)["links"] == {"trunk": {"rate": "34 Mbit/s"}}


def test_a_value_with_several_shapes_takes_another(at_form: Any) -> None:
    group(at_form, "host")
    sending = at_form.page.locator('.groups [data-path="host.send_processing"]')
    sending.locator("select").first.select_option(label="A time drawn uniformly for every packet.")
    at_form.wait_for_runs(2)
    at_form.page.locator('.groups [data-path="host.send_processing.max"] input[type="number"]').fill("9")
    at_form.page.keyboard.press("Enter")
    at_form.wait_for_runs(3)
    assert newest(at_form)["host"]["send_processing"] == {"min": "5 us", "max": "9 us"}


def test_a_setting_goes_back_to_its_default(at_form: Any) -> None:
    from playwright.sync_api import expect

    at_form.field("switch.buffer").get_by_role("button", name="back to the default").click()
    at_form.wait_for_runs(2)
    assert "buffer" not in newest(at_form).get("switch", {})
    expect(at_form.field("switch.buffer").locator("select")).to_have_value("unlimited")


def test_a_setting_that_is_shown_twice_is_one(at_form: Any) -> None:
    from playwright.sync_api import expect

    group(at_form, "switch")
    other = at_form.page.locator('.groups [data-path="switch.buffer"] input[type="number"]')
    expect(other).to_have_value("500")
    at_form.field("switch.buffer").locator('input[type="number"]').fill("700")
    at_form.page.keyboard.press("Enter")
    expect(other).to_have_value("700")


def test_a_threshold_is_a_part_of_the_buffer_or_so_many_cells(at_form: Any) -> None:
    at_form.field("switch.drop").locator("select").first.select_option("epd")
    at_form.wait_for_runs(2)
    unit = at_form.field("switch.drop.threshold").locator("select")
    unit.select_option("of the buffer")
    at_form.wait_for_runs(3)
    assert newest(at_form)["switch"]["drop"] == {"policy": "epd", "threshold": 0.9}
    at_form.field("switch.drop.threshold").locator("select").select_option("cells below full")
    at_form.wait_for_runs(4)
    at_form.field("switch.drop.threshold").locator('input[type="number"]').fill("50")
    at_form.page.keyboard.press("Enter")
    at_form.wait_for_runs(5)
    assert newest(at_form)["switch"]["drop"]["threshold"] == "all but 50 cells"
