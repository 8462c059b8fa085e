"""The page in a real browser: open, change, compare, play, zoom, save, mistakes."""

import base64
import csv
import json
import re
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Callable
from typing import Any

import pytest

import cellwise as cw

#: Loses cells, and takes a moment.
EPD: dict[str, Any] = {
    "title": "EPD in a LAN",
    "duration": "2 s",
    "topology": {"template": "n-source", "sources": 5},
    "switch": {"buffer": "1000 cells", "drop": {"policy": "epd", "threshold": "800 cells"}},
    "tcp": {"timer_tick": "100 ms"},
}

Visit = Callable[..., Any]


@pytest.fixture
def at_run(server: Any, visit: Visit) -> Any:
    """A user who sees a run."""
    visitor = visit(server)
    visitor.open_scenario(EPD)
    visitor.wait_for_runs(1)
    return visitor


def saved(visitor: Any, button: str) -> tuple[str, bytes]:
    with visitor.page.expect_download() as download:
        visitor.see(button).click()
    return download.value.suggested_filename, download.value.path().read_bytes()


def test_a_run_is_given_up_at_once_while_the_page_answers(at_run: Any) -> None:
    from playwright.sync_api import expect

    at_run.open_scenario({**EPD, "title": "long", "duration": "100000 s"})
    expect(at_run.see("run")).to_have_attribute("data-state", "running")
    expect(at_run.see("status")).to_contain_text("Running")
    # Meanwhile the user opens another run.
    at_run.page.get_by_role("link", name="Gallery").click()
    at_run.page.get_by_label("Compare EPD in a LAN").click()
    at_run.wait_for_runs(1)
    at_run.page.get_by_label("Remove long").click()
    expect(at_run.see("run")).to_have_count(1)
    assert "long" not in {one["label"] for one in at_run.runs()}
    # The worker is free for the next one.
    at_run.field("switch.buffer").locator('input[type="number"]').fill("900")
    at_run.page.keyboard.press("Enter")


def test_a_scenario_that_wants_more_memory_than_it_gives_is_refused_with_a_clear_word(
    server: Any, visit: Visit
) -> None:
    from playwright.sync_api import expect

    visitor = visit(server)
    many = {"template": "n-source", "sources": 2000}
    visitor.open_scenario({**EPD, "topology": many, "limits": {"memory": "2 MB"}})
    expect(visitor.see("issues")).to_contain_text("limits.memory")
    expect(visitor.see("issues")).to_contain_text('"2 MB" is not enough')


def test_a_scenario_is_in_the_address(at_run: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    at_run.see("save-link").click()
    expect(at_run.see("status")).to_contain_text("The address of this page has the scenario")
    other = visit(at_run.server)
    other.open()
    other.page.goto(at_run.page.url)
    other.wait_for_runs(1)
    assert other.newest()["scenario"] == EPD
    assert other.numbers(0) == at_run.numbers(0)
    other.page.goto(at_run.page.url[:-20])
    expect(other.page.get_by_role("alert").filter(has_text="cut off")).to_be_visible()


def test_what_the_page_computes_is_what_the_command_computes(at_run: Any) -> None:
    reported = at_run.newest()["summary"]
    run = cw.run(cw.Scenario.from_dict(EPD))
    assert reported["cells"] == run.cells
    assert reported["bottleneck"] == run.bottleneck
    shared = cw.metrics.shared_ports(*(run.columns(name) for name in ("flows", "vcs", "ports")))
    assert reported["shared_ports"] == shared
    assert reported["losses"] == {
        reason: cells for reason, cells in cw.metrics.losses_of(run).items() if cells
    }


def test_numbers_of_runs_are_of_one_port_or_each_names_its_own(server: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    visitor = visit(server)
    lot = {"duration": "2 s", "topology": {"template": "parking-lot"}}
    small = {**lot, "title": "small", "switch": {"buffer": "500 cells"}}
    for scenario in ({**EPD, "title": "lan"}, {**lot, "title": "large"}, small):
        visitor.open_scenario(scenario)
        visitor.wait_for_runs(1)
        visitor.page.goto(f"{server.address}#/")
    reported = {one["label"]: one["info"] for one in visitor.runs()}
    shared = {name: one["summary"]["shared_ports"] for name, one in reported.items()}
    busiest = {name: one["summary"]["bottleneck"]["port"] for name, one in reported.items()}
    # With small buffers another port is the most loaded, but the page still compares one port.
    assert len(set(busiest.values())) == 3
    visitor.page.get_by_role("link", name="Run", exact=True).click()
    visitor.page.get_by_role("link", name="Gallery").click()
    visitor.page.get_by_label("Compare large").click()
    visitor.wait_for_runs(2)
    expect(visitor.see("numbers-port")).to_have_text(
        f"· efficiency, fairness and queue of port {busiest['small']}"
    )
    expect(visitor.see("row-port")).to_have_count(0)
    for row, name in enumerate(("small", "large")):
        port = shared[name][busiest["small"]]
        assert visitor.numbers(row)["Efficiency"] == f"{port['efficiency']:.4f}"
    # A network that has no such port.
    visitor.page.get_by_role("link", name="Gallery").click()
    visitor.page.get_by_label("Compare lan").click()
    visitor.wait_for_runs(3)
    expect(visitor.see("numbers-port")).to_have_text(
        "· efficiency, fairness and queue of the port named in each run"
    )
    for row, name in enumerate(("small", "large", "lan")):
        expect(visitor.see("run").nth(row).get_by_test_id("row-port")).to_have_text(f"port {busiest[name]}")
        assert visitor.numbers(row)["Efficiency"] == f"{shared[name][busiest[name]]['efficiency']:.4f}"


def test_the_gallery_has_every_template_and_study_and_opens_one(server: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    visitor = visit(server)
    visitor.open()
    for entry in cw.catalogue("templates"):
        expect(visitor.see(f"template-{entry.name}")).to_be_visible()
    for study in ("goyal96", "kansas", "anansari", "bonaventure96", "calgary"):
        expect(visitor.see(f"study-{study}")).to_be_visible()
    visitor.see("template-n-source").click()
    visitor.wait_for_runs(1)
    expect(visitor.see("network").locator("svg")).to_have_attribute(
        "aria-label", "Network of 2 switches, 0 routers and 10 hosts, 11 links and 5 flows"
    )


@pytest.mark.parametrize("template", [entry.name for entry in cw.catalogue("templates")])
def test_every_template_opens_with_its_network_and_plots(template: str, server: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    visitor = visit(server)
    visitor.open()
    visitor.see(f"template-{template}").click()
    expect(visitor.page.locator('[data-testid="run"][data-state="done"]')).to_have_count(1)
    strips = visitor.see("strips").locator("section")
    expect(strips.first).to_have_attribute("data-state", "drawn")
    for strip in strips.all():
        expect(strip).to_have_attribute("data-state", "drawn")
    expect(visitor.see("network").locator("svg")).to_be_visible()
    expect(visitor.see("issues")).to_be_empty()


def test_letting_go_of_a_slider_lays_a_new_run_over_the_old_one(at_run: Any) -> None:
    from playwright.sync_api import expect

    before = at_run.numbers(0)
    slider = at_run.field("switch.drop.threshold").locator('input[type="range"]')
    slider.press("PageDown")
    at_run.wait_for_runs(2)
    after = at_run.numbers(1)
    assert before == at_run.numbers(0)
    assert after["Max queue"] != before["Max queue"]
    # The numbers are those of the newest run, whose scenario has the slider's value.
    reported = at_run.newest()
    assert reported["scenario"]["switch"]["drop"]["threshold"] != "800 cells"
    assert after["Efficiency"] == f"{reported['summary']['shared_ports']['sw1.trunk']['efficiency']:.4f}"
    # Both are in the plot of the queue.
    keys = at_run.see("strip-queue").locator(".legend button")
    expect(keys).to_have_count(2)
    assert "threshold " in keys.nth(1).inner_text()


def test_runs_are_renamed_hidden_and_removed(at_run: Any) -> None:
    from playwright.sync_api import expect

    at_run.field("switch.buffer").locator('input[type="number"]').fill("900")
    at_run.page.keyboard.press("Enter")
    at_run.wait_for_runs(2)
    name = at_run.see("run").nth(1).locator('input[type="text"]')
    name.fill("smaller")
    name.press("Enter")
    keys = at_run.see("strip-queue").locator(".legend button")
    expect(keys.nth(1)).to_contain_text("smaller")
    at_run.see("run").nth(0).locator('input[type="checkbox"]').uncheck()
    expect(keys.nth(0)).to_contain_text("sw1.trunk")
    at_run.page.get_by_label("Remove smaller").click()
    expect(at_run.see("run")).to_have_count(1)


def test_models_are_chosen_with_their_parameters(at_run: Any) -> None:
    at_run.field("switch.drop").locator("select").first.select_option("fba")
    at_run.wait_for_runs(2)
    at_run.field("switch.drop.z").locator('input[type="number"]').fill("0.5")
    at_run.page.keyboard.press("Enter")
    at_run.wait_for_runs(3)
    assert at_run.newest()["scenario"]["switch"]["drop"] == {"policy": "fba", "z": 0.5}


def test_any_setting_is_found_by_searching(at_run: Any) -> None:
    from playwright.sync_api import expect

    at_run.see("search").fill("delayed_ack_timer")
    found = at_run.page.locator('.results [data-path="tcp.delayed_ack_timer"]')
    expect(found).to_be_visible()
    found.locator('input[type="number"]').fill("50")
    found.locator('input[type="number"]').press("Enter")
    at_run.wait_for_runs(2)


def test_play_moves_simulated_time_and_fills_the_queues(at_run: Any) -> None:
    from playwright.sync_api import expect

    expect(at_run.see("clock")).to_have_text("0 s")
    at_run.see("play").click()
    expect(at_run.see("play")).to_have_text("Pause")
    expect(at_run.see("clock")).not_to_have_text("0 s")
    at_run.see("play").click()
    expect(at_run.see("play")).to_have_text("Play")
    at_run.see("scrub").fill("800")
    expect(at_run.see("clock")).to_have_text("1.6 s")
    expect(at_run.see("topology").locator("figcaption")).to_contain_text("waiting at sw1.trunk")
    bar = at_run.page.locator('[data-port="sw1.trunk"] .fillbar')
    assert float(bar.get_attribute("width")) > 0


def times_of(text: str) -> list[float]:
    return [float(row["time_s"]) for row in csv.DictReader(text.splitlines())]


def drag(visitor: Any) -> None:
    """Drag over the middle of the plot of the queue, from a fifth to two fifths of it."""
    over = visitor.see("strip-queue").locator(".u-over")
    over.scroll_into_view_if_needed()
    box = over.bounding_box()
    y = box["y"] + box["height"] / 2
    visitor.page.mouse.move(box["x"] + 0.2 * box["width"], y)
    visitor.page.mouse.down()
    visitor.page.mouse.move(box["x"] + 0.3 * box["width"], y)
    visitor.page.mouse.move(box["x"] + 0.4 * box["width"], y)
    visitor.page.mouse.up()


def test_dragging_zooms_all_plots_and_a_button_goes_back(at_run: Any) -> None:
    from playwright.sync_api import expect

    drag(at_run)
    label = re.compile(r"from (39\d|40\d)(\.\d+)? ms to (79\d|80\d)(\.\d+)? ms")
    expect(at_run.see("strip-queue").locator(".plot")).to_have_attribute("aria-label", label)
    expect(at_run.see("strip-cwnd").locator(".plot")).to_have_attribute("aria-label", label)
    _, text = saved(at_run, "save-csv")
    times = times_of(text.decode())
    assert min(times) > 0.38
    assert max(times) < 0.82
    at_run.see("zoom-reset").click()
    whole = re.compile(r"from 0 s to 2 s")
    expect(at_run.see("strip-queue").locator(".plot")).to_have_attribute("aria-label", whole)


def test_buttons_zoom_as_well(at_run: Any) -> None:
    from playwright.sync_api import expect

    plot = at_run.see("strip-queue").locator(".plot")
    at_run.see("zoom-in").click()
    expect(plot).to_have_attribute("aria-label", re.compile("from 500 ms to 1.5 s"))
    at_run.see("later").click()
    expect(plot).to_have_attribute("aria-label", re.compile("from 1 s to 2 s"))
    at_run.see("zoom-out").click()
    expect(plot).to_have_attribute("aria-label", re.compile("from 0 s to 2 s"))


def test_what_is_seen_is_saved_as_csv_svg_and_png(at_run: Any) -> None:
    name, text = saved(at_run, "save-csv")
    assert name == "epd-in-a-lan.csv"
    rows = list(csv.DictReader(text.decode().splitlines()))
    peak = max(float(row["value"]) for row in rows if row["target"] == "sw1.trunk")
    (queue,) = (one for one in at_run.newest()["series"] if one["name"] == "queue sw1.trunk")
    assert peak == queue["max"]

    _, text = saved(at_run, "save-svg")
    root = ET.fromstring(text)
    titles = [one.text for one in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "EPD in a LAN: queue of sw1.trunk" in titles

    _, picture = saved(at_run, "save-png")
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert len(picture) > 10_000


def test_a_scenario_is_shared_as_a_file_and_opened_again(at_run: Any) -> None:
    name, text = saved(at_run, "save-toml")
    assert name == "epd-in-a-lan.toml"
    scenario = cw.Scenario.from_toml(text.decode())
    assert scenario["switch"]["drop"]["threshold"] == "800 cells"
    _, document = saved(at_run, "save-json")
    assert json.loads(document) == EPD

    at_run.page.goto(f"{at_run.server.address}#/")
    file = {"name": name, "mimeType": "application/toml", "buffer": text}
    at_run.see("open-file").set_input_files(file)
    at_run.wait_for_runs(1)
    assert at_run.page.locator("h2").inner_text() == "EPD in a LAN"


def test_results_of_the_command_line_are_opened_and_changed(
    mortal: Any, visit: Visit, brief: cw.Scenario
) -> None:
    from playwright.sync_api import expect

    cw.run(brief.with_({"probes.queue": {"port": "sw1.trunk"}})).save(mortal.folder / "kept")
    visitor = visit(mortal)
    visitor.open()
    visitor.see("stored-kept").click()
    visitor.wait_for_runs(1)
    buffer = visitor.field("switch.buffer").locator('input[type="number"]')
    expect(buffer).to_have_value("1000")
    buffer.fill("500")
    buffer.press("Enter")
    visitor.wait_for_runs(2)
    assert visitor.numbers(0)["Max queue"] == "1000 cells"
    assert visitor.numbers(1)["Max queue"] == "500 cells"


def test_runs_of_the_gallery_are_laid_over_each_other(server: Any, visit: Visit) -> None:
    visitor = visit(server)
    visitor.open_scenario({**EPD, "title": "first", "switch": {"buffer": "500 cells"}})
    visitor.wait_for_runs(1)
    visitor.page.goto(f"{server.address}#/")
    visitor.open_scenario({**EPD, "title": "second"})
    visitor.wait_for_runs(1)
    visitor.page.goto(f"{server.address}#/")
    visitor.page.get_by_label("Compare first").click()
    visitor.wait_for_runs(2)
    assert [visitor.numbers(run)["Max queue"] for run in (0, 1)] == ["811 cells", "500 cells"]


def test_a_dropped_file_is_opened(at_run: Any) -> None:
    from playwright.sync_api import expect

    drop = """text => {
        const data = new DataTransfer();
        data.items.add(new File([text], "dropped.json"));
        window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    }"""
    at_run.page.evaluate(drop, json.dumps({**EPD, "title": "dropped"}))
    expect(at_run.page.locator("h2")).to_have_text("dropped")
    at_run.wait_for_runs(1)


@pytest.mark.parametrize(
    ("address", "reported"),
    [
        (base64.urlsafe_b64encode(zlib.compress(b" " * (1 << 27), wbits=-15)).decode().rstrip("="), "4 MiB"),
        ("AAAA", "cut off"),
        ("%", "cut off"),
        ("%E0%A4", "cut off"),
    ],
    ids=["inflates to 128 MiB", "no scenario", "a broken %", "half a letter"],
)
def test_an_address_that_has_no_scenario_is_refused_with_a_word(
    at_run: Any, address: str, reported: str
) -> None:
    from playwright.sync_api import expect

    at_run.page.evaluate("address => { location.hash = `#/scenario/${address}`; }", address)
    expect(at_run.page.locator("h2")).to_have_text("This cannot be shown")
    expect(at_run.page.get_by_role("alert").first).to_contain_text(reported)
    # The page still works.
    at_run.page.get_by_role("link", name="Gallery").click()
    expect(at_run.page.get_by_test_id("open-file")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "content", "reported"),
    [
        ("big.toml", "new Uint8Array(5 << 20)", "big.toml is larger than 4 MiB"),
        ("packed.toml", "new Uint8Array([0x1f, 0x8b, 8, 0])", "packed.toml: packed by gzip or zip"),
    ],
)
def test_a_dropped_file_that_is_too_large_or_packed_is_refused_with_a_word(
    at_run: Any, name: str, content: str, reported: str
) -> None:
    from playwright.sync_api import expect

    at_run.page.evaluate(f"""() => {{
        const data = new DataTransfer();
        data.items.add(new File([{content}], "{name}"));
        window.dispatchEvent(new DragEvent("drop", {{ dataTransfer: data, cancelable: true }}));
    }}""")
    expect(at_run.page.get_by_text(reported).first).to_be_visible()


def test_a_broken_scenario_shows_all_its_mistakes_each_at_its_field(at_run: Any) -> None:
    from playwright.sync_api import expect

    broken = {**EPD, "topology": {"template": "n-source", "sources": 0}, "tcp": {"mss": "512 parsecs"}}
    at_run.open_scenario(broken)
    issues = at_run.see("issues")
    expect(issues.locator("li")).to_have_count(2)
    expect(at_run.field("topology.sources").locator("[data-error]")).to_contain_text("1 to 100000")
    issues.get_by_role("button", name="tcp.mss").click()
    mss = at_run.page.locator('.groups [data-path="tcp.mss"]')
    expect(mss.locator("[data-error]")).to_contain_text("parsecs")
    assert mss.locator("[aria-invalid]").count() == 1
    # The scenario runs once both mistakes are corrected.
    mss.locator("select").select_option("bytes")
    expect(issues.locator("li")).to_have_count(1)
    at_run.field("topology.sources").locator('input[type="number"]').fill("3")
    at_run.page.keyboard.press("Enter")
    at_run.wait_for_runs(1)
    expect(issues).to_be_empty()


def test_a_file_that_is_no_scenario_says_what_is_wrong(at_run: Any) -> None:
    from playwright.sync_api import expect

    at_run.page.goto(f"{at_run.server.address}#/")
    file = {"name": "x.toml", "mimeType": "application/toml", "buffer": b'switch.bufer = "1 cells"\n'}
    at_run.see("open-file").set_input_files(file)
    mistakes = at_run.see("issues").locator("li")
    expect(mistakes.filter(has_text="switch.bufer is not a known key; did you mean")).to_contain_text(
        "line 1, column 8"
    )
    expect(at_run.see("status")).to_have_text(
        "x.toml was not opened: its mistakes are shown in the settings."
    )
    at_run.page.goto(f"{at_run.server.address}#/")
    at_run.see("open-file").set_input_files({**file, "name": "x.json"})
    expect(at_run.see("status")).to_contain_text("x.json: not JSON")


def test_a_run_of_many_sources_has_all_its_numbers_and_says_how_many_rows_are_shown(
    server: Any, visit: Visit
) -> None:
    from playwright.sync_api import expect

    visitor = visit(server)
    visitor.open_scenario(
        {
            "duration": "1 s",
            "topology": {"template": "n-source", "sources": 300},
            "switch": {"buffer": "5000 cells"},
            "tcp": {"timer_tick": "10 ms"},
        }
    )
    visitor.wait_for_runs(1)
    numbers = visitor.numbers(0)
    assert set(numbers) == {"Efficiency", "Fairness", "Cell loss", "Goodput", "Max queue", "Timeouts"}
    assert "–" not in numbers.values()
    assert numbers["Max queue"] == "5000 cells"
    visitor.see("rows").locator("summary").click()
    expect(visitor.see("rows-note")).to_have_text("200 of 300 rows shown; the CSV has all.")
    expect(visitor.see("rows").locator("tbody tr")).to_have_count(200)
    with visitor.page.expect_download() as download:
        visitor.see("rows").get_by_role("link", name="CSV").click()
    assert len(download.value.path().read_text().splitlines()) == 301
    visitor.see("rows-of").select_option("ports")
    expect(visitor.see("rows-note")).to_contain_text("200 of 1202 rows shown")


def test_no_place_of_the_scrub_bar_and_no_speed_misses_the_peak_of_a_queue(at_run: Any) -> None:
    from playwright.sync_api import expect

    run = at_run.newest()
    peak = int(run["summary"]["queue_max"]["sw1.trunk"])
    played = at_run.page.evaluate("id => cellwise.runs().playback(id, 1001, 0, 2)", run["id"])
    place = played["ports"]["sw1.trunk"].index(peak)
    at_run.see("scrub").fill(str(place))
    reported = at_run.see("topology").locator("figcaption")
    expect(reported).to_contain_text(re.compile(rf"waiting at sw1.trunk (\d+ to )?{peak} cells"))
    expect(at_run.page.locator('[data-port="sw1.trunk"] title')).to_contain_text(f"{peak} cells")
    # As fast as can be, the whole run is between a few pictures, as the machine is fast: one has the peak.
    at_run.see("scrub").fill("0")
    at_run.page.locator(".cw-player select").select_option("100")
    at_run.see("topology").evaluate("""picture => {
        window.captions = [];
        const note = () => captions.push(picture.querySelector("figcaption").textContent);
        new MutationObserver(note).observe(picture, { childList: true, characterData: true, subtree: true });
    }""")
    at_run.see("play").click()
    expect(at_run.see("clock")).to_have_text("2 s")
    expect(reported).to_contain_text("At 2 s:")
    captions = at_run.page.evaluate("captions")
    assert any(re.search(rf"waiting at sw1.trunk (\d+ to )?{peak} cells", one) for one in captions), captions
