"""The widget: its traits in Python, and in a real browser a notebook that was exported to HTML."""

import gzip
import importlib.util
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.web.conftest import PATIENCE_MS

import cellwise as cw
from cellwise import widget
from cellwise.page.browser_run import run_bytes
from cellwise.widget import simulator as simulators
from cellwise.widget import strips as showing

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from tests.web.conftest import Wasm

BUFFER, POLICY = "switch.buffer", "switch.drop.policy"
CONTROLS = {BUFFER: ["300 cells", "600 cells"], POLICY: ["epd", "tail"]}

SCENARIO = cw.Scenario.from_template("n-source").with_(
    {
        "title": "two sources",
        "duration": "500 ms",
        "topology.sources": 2,
        BUFFER: "300 cells",
        POLICY: "epd",
        "tcp.timer_tick": "50 ms",
        "probes.queue": {"port": "sw1.trunk"},
        "probes.cwnd": [{"flow": "tcp1"}, {"flow": "tcp2"}],
    }
)


@pytest.fixture(scope="module")
def run() -> cw.Run:
    return cw.run(SCENARIO)


@pytest.fixture
def shown(wasm: "Wasm") -> Callable[..., Any]:
    """Show something as a notebook does."""
    if importlib.util.find_spec("anywidget") is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("anywidget is not installed")
    assert wasm.module.exists()
    return widget.show


def test_the_widget_has_what_the_page_needs(run: cw.Run, shown: Callable[..., Any], wasm: "Wasm") -> None:
    strips = shown(run, CONTROLS)
    assert strips.title == "two sources"
    assert json.loads(strips.scenario) == SCENARIO.to_dict()
    assert strips.value == {BUFFER: "300 cells", POLICY: "epd"}
    assert [one["kind"] for one in strips.controls] == ["slider", "choice"]
    assert gzip.decompress(strips.simulator.octets) == wasm.module.read_bytes()
    # One model has the simulator for all widgets of a notebook.
    assert shown(SCENARIO).simulator is strips.simulator
    assert shown(SCENARIO).results == b""


def test_python_has_the_choice_and_runs_it_when_asked(shown: Callable[..., Any]) -> None:
    strips = shown(SCENARIO, CONTROLS)
    strips.value = {BUFFER: "600 cells"}
    assert strips.value == {BUFFER: "600 cells", POLICY: "epd"}
    assert strips.scenario_now() == SCENARIO.with_({BUFFER: "600 cells"})
    assert strips.run().fingerprint == cw.run(SCENARIO.with_({BUFFER: "600 cells"})).fingerprint


def test_what_cannot_be_chosen_is_refused_by_name(shown: Callable[..., Any]) -> None:
    strips = shown(SCENARIO, CONTROLS)
    with pytest.raises(ValueError, match=r"value\.switch\.buffer: '7 cells' is not allowed; the values"):
        strips.value = {BUFFER: "7 cells"}
    with pytest.raises(ValueError, match=r"value\.seed: is no control; the controls are switch\.buffer"):
        strips.value = {"seed": "2"}
    with pytest.raises(ValueError, match=r"controls\.switch\.buffer: the scenario has none of these"):
        shown(SCENARIO, {BUFFER: ["600 cells"]})
    with pytest.raises(cw.ConfigError, match=r"switch\.bufer"):
        shown(SCENARIO, {"switch.bufer": ["300 cells"]})
    with pytest.raises(cw.ConfigError, match="300 apples"):
        shown(SCENARIO, {BUFFER: ["300 cells", "300 apples"]})


def test_a_run_of_very_many_points_goes_along_thinned(run: cw.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = gzip.decompress(showing.packed(run))
    assert whole == run_bytes(run, records=())
    monkeypatch.setattr(showing, "MOST_POINTS", 100)
    monkeypatch.setattr(showing, "COLUMNS", 50)
    thin = gzip.decompress(showing.packed(run))
    head = json.loads(thin[8 : 8 + int.from_bytes(thin[4:8], "little")])
    queue = run.series("queue", port="sw1.trunk")
    kept = showing._thinned(queue, run.simulated_s)
    assert head["series"][0]["value"]["length"] == len(kept) <= 4 * 50 < len(queue)
    assert kept.value.max() == queue.value.max()


def test_after_all_widgets_were_closed_there_is_a_new_simulator(shown: Callable[..., Any]) -> None:
    from ipywidgets import Widget

    first = shown(SCENARIO)
    Widget.close_all()
    assert shown(SCENARIO).simulator is not first.simulator


def test_without_anywidget_the_message_says_what_to_install(
    run: cw.Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    showing._widget_class.cache_clear()
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(ImportError, match=r"cellwise\[notebook\]"):
        widget.show(run)


@pytest.fixture
def exported(browser: Any, tmp_path: Path) -> Iterator[Callable[..., "Page"]]:
    """Export a widget to HTML and open the file, far from any network and any kernel."""
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE_MS)
    contexts, complaints = [], []

    def opened(strips: Any, before: str = "", lost: str = "", **context: Any) -> "Page":
        from ipywidgets.embed import dependency_state, embed_minimal_html

        file = tmp_path / "exported.html"
        script = Path(__file__).with_name("notebook.js").as_uri()
        state = dependency_state(strips, drop_defaults=False)
        state.pop(lost, None)
        given = {"state": state, "embed_url": script, "requirejs": False, "cors": False}
        embed_minimal_html(file, views=[strips], drop_defaults=False, **given)
        there = browser.new_context(viewport={"width": 900, "height": 700}, offline=True, **context)
        contexts.append(there)
        page = there.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console", lambda reported: complaints.extend([reported.text] if reported.type == "error" else [])
        )
        page.add_init_script(before)
        page.goto(file.as_uri())
        return page  # type: ignore[no-any-return]

    yield opened
    for one in contexts:
        one.close()
    assert complaints == []


def peak_of(run: cw.Run) -> str:
    peak = int(run.series("queue", port="sw1.trunk").value.max())
    return f"Queue, cells, from 0 s to 500 ms: sw1.trunk from 0 to {peak}"


def queue_of(page: "Page") -> Any:
    return page.get_by_test_id("strip-queue").locator(".plot")


def saved(page: "Page") -> dict[str, np.ndarray]:
    """Give what is drawn, by target, as the widget saves it: times in s, and values."""
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV").click()
    rows = [row.split(",") for row in Path(download.value.path()).read_text().splitlines()[1:]]
    targets = dict.fromkeys(f"{row[1]} {row[2]}" for row in rows)
    return {one: np.array([row[4:] for row in rows if f"{row[1]} {row[2]}" == one], float) for one in targets}


def test_an_exported_notebook_answers_its_sliders_with_the_numbers_of_python(
    run: cw.Run, shown: Callable[..., Any], exported: Callable[..., "Page"]
) -> None:
    from playwright.sync_api import expect

    page = exported(shown(run, CONTROLS))
    box = page.locator(".cellwise-widget")
    expect(box).to_have_attribute("data-state", "done")
    expect(queue_of(page)).to_have_attribute("aria-label", peak_of(run))
    page.get_by_label(BUFFER).press("ArrowRight")
    other = cw.run(SCENARIO.with_({BUFFER: "600 cells"}))
    assert peak_of(other) != peak_of(run)
    expect(queue_of(page)).to_have_attribute("aria-label", peak_of(other))
    assert page.evaluate("window.model.values.value") == {BUFFER: "600 cells", POLICY: "epd"}
    # Every point that is drawn is one that Python has.
    drawn = saved(page)
    for name, series in {
        "queue sw1.trunk": other.series("queue", port="sw1.trunk"),
        "cwnd tcp1": other.series("cwnd", flow="tcp1"),
    }.items():
        points = set(zip(series.time_s.tolist(), series.value.tolist(), strict=True))
        assert len(drawn[name]) > 10
        assert {tuple(one) for one in drawn[name].tolist()} <= points
    page.get_by_label(POLICY).select_option("tail")
    third = cw.run(SCENARIO.with_({BUFFER: "600 cells", POLICY: "tail"}))
    reported = third.columns("flows")["throughput_bps"].sum()
    expect(page.get_by_test_id("said")).to_contain_text(f"{reported / 1e6:.4g}")


def test_a_scenario_runs_in_the_page_and_follows_what_python_chooses(
    run: cw.Run, shown: Callable[..., Any], exported: Callable[..., "Page"]
) -> None:
    from playwright.sync_api import expect

    page = exported(shown(SCENARIO, CONTROLS))
    expect(queue_of(page)).to_have_attribute("aria-label", peak_of(run))
    page.evaluate("value => window.model.notify('value', value)", {BUFFER: "600 cells", POLICY: "epd"})
    other = cw.run(SCENARIO.with_({BUFFER: "600 cells"}))
    expect(queue_of(page)).to_have_attribute("aria-label", peak_of(other))
    expect(page.get_by_label(BUFFER)).to_have_attribute("aria-valuetext", "600 cells")


def test_the_strips_zoom_and_go(
    run: cw.Run, shown: Callable[..., Any], exported: Callable[..., "Page"]
) -> None:
    from playwright.sync_api import expect

    page = exported(shown(run))
    for name in ("queue", "cwnd"):
        expect(page.locator(f'[data-testid="strip-{name}"][data-state="drawn"]')).to_be_visible()
    expect(page.get_by_role("group", name="Settings")).to_have_count(0)
    page.get_by_test_id("zoom-in").click()
    expect(queue_of(page)).to_have_attribute("aria-label", re.compile("from 125 ms to 375 ms"))
    page.evaluate("window.end()")
    expect(page.get_by_test_id("strip-queue")).to_have_count(0)


@pytest.mark.parametrize(
    ("before", "reported"),
    [
        ("delete window.Worker", "this page or browser allows it no worker"),
        # What a page does to whose worker scripts its policy forbids.
        ("window.Worker = class { constructor() { throw new Error('forbidden'); } }", "allows it no worker"),
        (
            """const From = Blob;
            window.Blob = class extends From {
              constructor(parts, given) {
                const isScript = given?.type === "text/javascript";
                super(isScript ? ["delete globalThis.WebAssembly;", ...parts] : parts, given);
              }
            }""",
            "This page has no WebAssembly",
        ),
    ],
)
def test_where_nothing_may_be_computed_the_widget_says_so(
    before: str, reported: str, run: cw.Run, shown: Callable[..., Any], exported: Callable[..., "Page"]
) -> None:
    from playwright.sync_api import expect

    page = exported(shown(run, CONTROLS), before)
    expect(page.get_by_role("alert")).to_contain_text(reported)
    expect(page.locator(".cellwise-widget")).to_have_attribute("data-state", "failed")


def test_a_widget_without_its_simulator_says_so(
    shown: Callable[..., Any], exported: Callable[..., "Page"], monkeypatch: pytest.MonkeyPatch
) -> None:
    from playwright.sync_api import expect

    strips = shown(SCENARIO)
    page = exported(strips, lost=strips.simulator.model_id)
    expect(page.get_by_role("alert")).to_contain_text("The simulator is not in this notebook")
    monkeypatch.setattr(simulators, "_MODULE", "none.wasm")
    for made in (simulators._made, simulators._packed):
        made.cache_clear()
    page = exported(shown(SCENARIO))
    expect(page.get_by_role("alert")).to_contain_text("The simulator for browsers is not built")
    for made in (simulators._made, simulators._packed):
        made.cache_clear()


def test_the_widget_keeps_its_keys_and_follows_the_notebook(
    run: cw.Run, shown: Callable[..., Any], exported: Callable[..., "Page"]
) -> None:
    from playwright.sync_api import expect

    page = exported(shown(run, CONTROLS))
    expect(page.locator('[data-testid="strip-queue"][data-state="drawn"]')).to_be_visible()
    # Notebooks hear keys before all other parts of a page, and ignore those of elements that say so.
    page.evaluate(
        """window.taken = [];
        document.addEventListener("keydown", event =>
            event.target.hasAttribute("data-lm-suppress-shortcuts") || window.taken.push(event.key), true)"""
    )
    page.get_by_test_id("scrub").focus()
    for key in ("d", "d", "ArrowRight", "Control+s"):
        page.keyboard.press(key)
    assert page.evaluate("window.taken") == ["Control", "s"]
    expect(page.get_by_test_id("clock")).to_have_text("500 µs")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("d")
    assert page.evaluate("window.taken") == ["Control", "s", "d"]
    box = page.locator(".cellwise-widget")
    for light, classes in (("false", "cellwise-widget dark"), ("true", "cellwise-widget")):
        page.evaluate("light => document.body.dataset.jpThemeLight = light", light)
        expect(box).to_have_attribute("class", classes)
    # Colours that change while nothing is to be seen leave plots as wide as their place.
    page.evaluate(
        """() => {
            document.body.style.display = "none";
            document.body.dataset.jpThemeLight = "false";
            setTimeout(() => document.body.style.display = "", 0);
        }"""
    )
    expect(box).to_have_attribute("class", "cellwise-widget dark")
    page.wait_for_function(
        """[...document.querySelectorAll(".plot")].every(
            one => one.querySelector(".uplot").clientWidth === one.clientWidth && one.clientWidth > 700)"""
    )


def test_on_a_telephone_nothing_is_wider_than_it_and_all_has_a_name(
    run: cw.Run, shown: Callable[..., Any], exported: Callable[..., "Page"]
) -> None:
    from playwright.sync_api import expect

    page = exported(shown(run, CONTROLS), color_scheme="dark")
    page.set_viewport_size({"width": 390, "height": 800})
    expect(page.locator(".cellwise-widget")).to_have_attribute("data-state", "done")
    expect(page.locator(".cellwise-widget")).to_have_class("cellwise-widget dark")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    for control in page.locator(".cellwise-widget :is(button, select, input)").all():
        expect(control).to_have_accessible_name(re.compile("."))


def test_what_is_printed_of_the_widget_says_what_it_is(run: cw.Run, shown: Callable[..., Any]) -> None:
    assert repr(shown(run)) == "<Strips of 'two sources', to be seen in a notebook or its HTML>"
