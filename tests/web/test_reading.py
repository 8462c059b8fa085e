"""A user reads names of runs, the bottleneck, axes, pictures, settings and reports on the page."""

import base64
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
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
UPLOAD: dict[str, Any] = {
    "title": "An upload",
    "duration": "10 s",
    "topology": {"template": "adsl", "lines": 1, "uploads": True},
    "tcp": {"receive_window": "256 KiB"},
}
#: An access line whose queue drops.
HOME: dict[str, Any] = {
    "title": "A home",
    "duration": "10 s",
    "topology": {
        "template": "dsl",
        "queue": {"discipline": "tail", "limit": "20 packets"},
        "bras_queue": {"discipline": "tail", "limit": "20 packets"},
    },
}
NARROW = {"width": 390, "height": 844}
SVG = "{http://www.w3.org/2000/svg}"

#: How many pixels of a picture have a colour, of how many that it is wide and high.
COUNT = """async ([address, red, green, blue]) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const sheet = document.createElement("canvas");
  [sheet.width, sheet.height] = [image.width, image.height];
  const ctx = sheet.getContext("2d");
  ctx.drawImage(image, 0, 0);
  const { data } = ctx.getImageData(0, 0, sheet.width, sheet.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4)
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count += 1;
  return [sheet.width, sheet.height, count];
}"""
#: Colours of the light page: of marks, and of the second run.
ALARM, SECOND = (0xA8, 0x3A, 0x14), (0xE6, 0x9F, 0x00)

Visit = Callable[..., Any]


def change(visitor: Any, path: str, value: str, runs: int) -> None:
    visitor.field(path).locator('input[type="number"]').fill(value)
    visitor.page.keyboard.press("Enter")
    visitor.wait_for_runs(runs)


def names(visitor: Any) -> list[str]:
    return [one.input_value() for one in visitor.see("run").locator('input[type="text"]').all()]


def is_in_sight(visitor: Any, place: Any) -> bool:
    box, window = place.bounding_box(), visitor.page.viewport_size
    return bool(box["y"] >= 0 and box["y"] + min(box["height"], 60) <= window["height"])


def saved(visitor: Any, button: str) -> bytes:
    with visitor.page.expect_download() as download:
        visitor.see(button).click()
    content: bytes = download.value.path().read_bytes()
    return content


def test_runs_are_named_by_what_was_changed_since_the_first(server: Any, visit: Visit) -> None:
    visitor = visit(server)
    visitor.open_scenario(EPD)
    visitor.wait_for_runs(1)
    change(visitor, "switch.buffer", "2188", 2)
    change(visitor, "switch.drop.threshold", "700", 3)
    change(visitor, "switch.buffer", "1000", 4)
    both = "buffer 2188 cells, threshold 700 cells"
    assert names(visitor) == ["EPD in a LAN", "buffer 2188 cells", both, "threshold 700 cells"]
    key = visitor.see("strip-queue").locator(".legend button").nth(1).locator("span").first
    assert key.inner_text() == "sw1.trunk · buffer 2188 cells"
    assert key.evaluate("one => one.scrollWidth <= one.clientWidth")
    # Among the runs of all scenarios, the label names the scenario of this one.
    labels = {one["label"] for one in visitor.runs()}
    assert "EPD in a LAN: buffer 2188 cells" in labels
    visitor.page.get_by_label("Remove buffer 2188 cells", exact=True).click()
    visitor.page.get_by_role("link", name="Gallery").click()
    visitor.page.get_by_label("Compare EPD in a LAN: buffer 2188 cells", exact=True).click()
    visitor.wait_for_runs(4)
    assert names(visitor)[-1] == "buffer 2188 cells"


def test_a_run_that_ends_in_waiting_warns_on_the_page(server: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    scenario = {
        "title": "ends in waiting",
        "duration": "1 s",
        "topology": {"template": "n-source"},
        "switch": {"buffer": "2000 cells"},
    }
    (reported,) = cw.run(scenario).warnings()
    visitor = visit(server)
    visitor.open_scenario(scenario)
    visitor.wait_for_runs(1)
    expect(visitor.see("warnings")).to_have_text(f"Warning: {reported}.")
    visitor.field("duration").locator('input[type="number"]').fill("5")
    visitor.page.keyboard.press("Tab")
    visitor.wait_for_runs(2)
    expect(visitor.see("warnings").locator("p")).to_have_count(1)
    expect(visitor.see("warnings")).to_contain_text("Warning of “")


def test_what_check_warns_of_stands_on_the_page(server: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    scenario = {"duration": "100 ms", "topology": {"template": "n-source"}, "atm": {"category": "abr"}}
    (reported,) = cw.Scenario.from_dict(scenario).warnings()
    visitor = visit(server)
    visitor.open_scenario(scenario)
    visitor.wait_for_runs(1)
    expect(visitor.see("warnings")).to_contain_text(f"Warning: {reported['path']}: {reported['rule']}.")


def test_mistakes_are_in_sight_on_a_narrow_screen(server: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    visitor = visit(server, viewport=NARROW)
    visitor.open_scenario({"duration": "100 ms", "topology": {"template": "n-source", "sources": 0}})
    expect(visitor.see("issues").locator("li")).to_have_count(1)
    assert is_in_sight(visitor, visitor.see("issues"))


def test_the_page_begins_with_the_bottleneck_and_its_numbers_are_of_it(server: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    visitor = visit(server)
    visitor.open_scenario(UPLOAD)
    visitor.wait_for_runs(1)
    summary = visitor.newest()["summary"]
    found = summary["bottleneck"]
    assert found["port"] == "client1.nic"
    expect(visitor.see("busiest")).to_contain_text("Busiest: adapter client1.nic, ")
    expect(visitor.see("busiest")).to_contain_text(f"{found['queue_max_waiting_cells']} at most")
    expect(visitor.see("numbers-port")).to_have_text("· efficiency, fairness and queue of port client1.nic")
    assert visitor.numbers(0)["Max queue"] == f"{found['queue_max_waiting_cells']} cells"
    first = visitor.see("strip-queue").locator(".legend button span").first
    assert first.inner_text() == "client1.nic"


def test_a_home_shows_latency_and_throughput_over_time_and_no_number_that_it_has_not(
    server: Any, visit: Visit
) -> None:
    from playwright.sync_api import expect

    visitor = visit(server)
    visitor.open_scenario(HOME)
    visitor.wait_for_runs(1)
    run = cw.run(HOME)
    pings, flows = run.columns("pings"), run.columns("flows")
    ms = 1e3 * np.nanquantile(pings["rtt_s"], [0.5, 0.95, 0.99])
    more_ms = 1e3 * cw.metrics.bloat_s(pings, flows)
    numbers = visitor.numbers(0)
    reported = [numbers[name] for name in ("Ping p50", "Ping p95", "Ping p99", "Under load")]
    assert reported == [f"{one:.3g} ms" for one in ms] + [f"+{more_ms:.3g} ms"]
    assert numbers["Greatest wait"] == f"{1e3 * run.columns('queues')['sojourn_max_s'].max():.3g} ms"
    assert "–" not in numbers.values()
    shared = cw.metrics.shared_ports(flows, run.columns("vcs"), run.columns("ports"))["modem.line"]
    assert [numbers["Efficiency"], numbers["Fairness"]] == [f"{one:.4f}" for one in shared.values()]
    assert "Max queue" not in numbers
    expect(visitor.see("numbers-port")).to_have_text("· efficiency, fairness and queue of port modem.line")
    trips = visitor.see("strip-rtt")
    expect(trips.get_by_test_id("marks-note")).to_contain_text(
        f"p50 {reported[0]}, p95 {reported[1]}, p99 {reported[2]}"
    )
    # What arrives is never more than the line carries, though repairs are acknowledged all at once.
    assert run.columns("flows")["fast_retransmits"].sum() > 0
    goodput = visitor.see("strip-goodput")
    goodput.locator("select").select_option("*")
    goodput.get_by_text("As a table").click()
    rows = goodput.locator("table tbody tr").all_inner_texts()
    greatest = [float(row.split("\t")[2]) for row in rows]
    assert len(greatest) == 8
    assert 1 < max(greatest) < 6


def test_every_axis_of_time_says_its_unit(server: Any, visit: Visit) -> None:
    visitor = visit(server)
    visitor.has_scripts = True
    visitor.page.add_init_script("""
        const write = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
            (this.canvas.written ??= []).push(text);
            return write.call(this, text, ...place);
        };
    """)
    visitor.open_scenario(EPD)
    visitor.wait_for_runs(1)
    written = visitor.page.eval_on_selector_all(
        ".strip canvas", "all => all.map(one => (one.written ?? []).includes('time, s'))"
    )
    assert len(written) >= 3
    assert all(written)


def test_pictures_have_the_legends_axes_and_marks_that_are_seen(server: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    visitor = visit(server, color_scheme="light")
    visitor.open_scenario(EPD)
    visitor.wait_for_runs(1)
    change(visitor, "switch.buffer", "1200", 2)
    sequence = visitor.see("strip-sequence")
    marked, choice = sequence.get_by_test_id("marks-note"), sequence.locator("select")
    # Of two runs a single flow is drawn, and then marked: only after that nothing comes late.
    expect(marked).to_contain_text("segments lost cells")
    choice.select_option("*")
    expect(marked).to_be_hidden()
    before = saved(visitor, "save-png")
    choice.select_option("tcp1")
    expect(marked).to_contain_text("segments lost cells")
    strips = visitor.see("strips").locator("section")
    keys = strips.locator(".legend .key span:not(.value)").all_inner_texts()

    root = ET.fromstring(saved(visitor, "save-svg"))
    assert [one.text for one in root.iter(f"{SVG}text") if one.get("class") == "key"] == keys
    texts = [one.text or "" for one in root.iter(f"{SVG}text")]
    assert texts.count("time, s") == strips.count()
    assert {"buffer 1000", "threshold 800"} <= set(texts)
    lost = [one for one in root.iter(f"{SVG}path") if one.get("class") == "lost"]
    note = marked.inner_text()
    assert note.startswith(f"{len(lost)} segments lost cells")
    assert note in texts

    after = saved(visitor, "save-png")
    (width, height, _), counts = (
        shape(visitor, after),
        [shape(visitor, one, ALARM)[2] for one in (before, after)],
    )
    assert width == 2 * round(visitor.see("strips").evaluate("one => one.clientWidth"))
    assert height > width / 2
    assert counts[0] == 0
    assert counts[1] > 10 * len(lost)
    assert shape(visitor, after, SECOND)[2] > 1000


def shape(visitor: Any, picture: bytes, colour: tuple[int, int, int] = SECOND) -> tuple[int, int, int]:
    """Width and height of a PNG file, and how many of its pixels have a colour."""
    address = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
    width, height, count = visitor.page.evaluate(COUNT, [address, *colour])
    return width, height, count


@pytest.mark.parametrize("width", [1280, 820, 390])
def test_settings_stay_beside_what_they_change(width: int, server: Any, visit: Visit) -> None:
    visitor = visit(server, viewport={"width": width, "height": 844})
    visitor.open_scenario(EPD)
    visitor.wait_for_runs(1)
    summary = visitor.page.locator("details.side > summary")
    strip = visitor.see("strip-cwnd").locator(".plot")
    visitor.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert visitor.page.evaluate("scrollY") > 200
    assert is_in_sight(visitor, summary)
    if width <= 900:
        summary.click()
        strip.evaluate("one => one.scrollIntoView({ block: 'end' })")
    field = visitor.field("topology.sources").locator('input[type="number"]')
    assert is_in_sight(visitor, field)
    assert is_in_sight(visitor, strip)
    # Neither covers the other.
    side, plot = visitor.page.locator("details.side").bounding_box(), strip.bounding_box()
    assert side["x"] + side["width"] <= plot["x"] or side["y"] + side["height"] <= plot["y"]
    assert visitor.is_as_wide_as_its_window()


@pytest.mark.parametrize("viewport", [NARROW, {"width": 1280, "height": 600}])
def test_a_study_opens_at_its_top(viewport: dict[str, int], server: Any, visit: Visit) -> None:
    from playwright.sync_api import expect

    visitor = visit(server, viewport=viewport)
    visitor.open()
    link = visitor.see("study-calgary")
    link.scroll_into_view_if_needed()
    assert visitor.page.evaluate("scrollY") > 200
    link.click()
    expect(visitor.see("study")).to_be_visible()
    assert visitor.page.evaluate("scrollY") == 0
    assert is_in_sight(visitor, visitor.page.get_by_role("heading", name="calgary"))
    assert visitor.is_as_wide_as_its_window()


def test_a_report_is_as_wide_as_a_narrow_screen(tmp_path: Path, browser: Any) -> None:
    command = [
        sys.executable,
        "-m",
        "cellwise",
        "study",
        "goyal96",
        "--only",
        "table1",
        "--replications",
        "1",
    ]
    more = ["--out", str(tmp_path / "goyal96"), "--report", str(tmp_path / "report.html")]
    subprocess.run([*command, *more], check=True, capture_output=True, timeout=300)
    page = browser.new_context(viewport=NARROW).new_page()
    page.goto((tmp_path / "report.html").as_uri())
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    # A wide table of the report scrolls by itself.
    assert page.locator(".scroll").count() > 3
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    # The page is dark for users who prefer that, except figures. On paper everything is light.
    light = _brightness(page, "body", "backgroundColor")
    assert light > _brightness(page, "body", "color")
    page.emulate_media(color_scheme="dark")
    assert _brightness(page, "body", "backgroundColor") < _brightness(page, "body", "color")
    page.emulate_media(color_scheme="dark", media="print")
    assert _brightness(page, "body", "backgroundColor") == light
    page.context.close()


def _brightness(page: Any, element: str, style: str) -> int:
    """How bright a colour of an element is, from 0 to 765."""
    script = "([element, style]) => getComputedStyle(document.querySelector(element))[style]"
    return sum(map(int, re.findall(r"\d+", page.evaluate(script, [element, style]))[:3]))
