"""The widget: its traits and answers in Python, and the same module in a real browser."""

import base64
import functools
import http.server
import importlib.util
import json
import os
import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cellwise as cw
from cellwise import widget


@pytest.fixture(scope="module")
def run() -> cw.Run:
    scenario = cw.Scenario.from_template("n-source").with_(
        {
            "title": "two sources",
            "duration": "500 ms",
            "topology.sources": 2,
            "switch.buffer": "300 cells",
            "switch.drop.policy": "epd",
            "tcp.timer_tick": "50 ms",
            "probes.queue": {"port": "sw1.trunk"},
            "probes.cwnd": [{"flow": "tcp1"}, {"flow": "tcp2"}],
        }
    )
    return cw.run(scenario)


def shown(run: cw.Run) -> Any:
    if importlib.util.find_spec("anywidget") is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("anywidget is not installed")
    return widget.show(run)


def test_the_widget_knows_what_the_run_recorded(run: cw.Run) -> None:
    strips = shown(run)
    assert strips.title == "two sources"
    assert strips.end_s == 0.5
    assert [one["name"] for one in strips.series] == ["queue sw1.trunk", "cwnd tcp1", "cwnd tcp2"]
    queue = strips.series[0]
    assert queue["points"] == len(run.series("queue", port="sw1.trunk"))
    assert {"name": "buffer", "value": 300.0} in queue["thresholds"]
    # All of it crosses to the browser as JSON.
    json.dumps(strips.get_state(["title", "end_s", "series"]))


def test_points_are_thinned_without_losing_a_peak(run: cw.Run) -> None:
    queue = run.series("queue", port="sw1.trunk")
    question = {"index": 0, "from_s": 0.0, "to_s": 0.5, "columns": 50}
    time_s, value = (np.frombuffer(part, dtype="<f8") for part in widget.points(run, question))
    assert len(time_s) == len(value) <= 4 * 50 < len(queue)
    assert value.max() == queue.value.max()
    assert time_s.min() >= 0.0


def test_a_question_is_answered_by_its_number(run: cw.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    strips = shown(run)
    sent: list[tuple[Any, Any]] = []
    monkeypatch.setattr(strips, "send", lambda content, buffers=None: sent.append((content, buffers)))
    good = {"ask": 7, "index": 1, "from_s": 0.0, "to_s": 0.5, "columns": 100}
    strips._handle_custom_msg(good, [])
    strips._handle_custom_msg({**good, "ask": 8, "index": 99}, [])
    strips._handle_custom_msg({**good, "ask": 9, "columns": 0}, [])
    assert sent[0] == ({"ask": 7}, widget.points(run, good))
    assert [one[0]["ask"] for one in sent] == [7, 8, 9]
    assert "there are 3 series" in sent[1][0]["error"]
    assert "columns: 0 is not allowed" in sent[2][0]["error"]


def test_without_anywidget_the_message_says_what_to_install(
    run: cw.Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    widget._widget_class.cache_clear()
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(ImportError, match=r"cellwise\[notebook\]"):
        widget.show(run)


HARNESS = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<link rel="stylesheet" href="widget.css"><div id="place"></div><script type="module">
import widget from "./widget.js";
const state = STATE;
const listeners = [];
const octets = text => new DataView(Uint8Array.from(atob(text), one => one.charCodeAt(0)).buffer);
const model = {
  get: name => state[name],
  on: (event, listener) => event === "msg:custom" && listeners.push(listener),
  off: () => listeners.splice(0),
  send: async question => {
    const [content, buffers] = JSON.parse(await window.answer(JSON.stringify(question)));
    for (const listener of listeners) listener(content, buffers.map(octets));
  },
};
window.end = widget.render({ model, el: document.getElementById("place") });
</script>"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Files without a word about each."""

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def notebook(run: cw.Run, tmp_path: Path) -> Iterator[str]:
    """A page that shows the widget as a notebook would."""
    strips = shown(run)
    (tmp_path / "widget.js").write_text(strips._esm if isinstance(strips._esm, str) else str(strips._esm))
    (tmp_path / "widget.css").write_text(strips._css if isinstance(strips._css, str) else str(strips._css))
    state = json.dumps({name: getattr(strips, name) for name in ("title", "end_s", "series")})
    (tmp_path / "index.html").write_text(HARNESS.replace("STATE", state))
    handler = functools.partial(Quiet, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as serving:
        thread = threading.Thread(target=serving.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{serving.server_port}/"
        serving.shutdown()
        thread.join()


def test_the_module_draws_the_strips_and_zooms(run: cw.Run, notebook: str, browser: Any) -> None:
    from playwright.sync_api import expect

    questions: list[dict[str, Any]] = []

    def answer(text: str) -> str:
        question = json.loads(text)
        questions.append(question)
        parts = [base64.b64encode(part).decode() for part in widget.points(run, question)]
        return json.dumps([{"ask": question["ask"]}, parts])

    context = browser.new_context(viewport={"width": 900, "height": 700})
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda told: complaints.extend([told.text] if told.type == "error" else []))
    page.expose_function("answer", answer)
    page.goto(notebook)
    for name in ("queue", "cwnd"):
        expect(page.locator(f'[data-testid="strip-{name}"][data-state="drawn"]')).to_be_visible()
    peak = int(run.series("queue", port="sw1.trunk").value.max())
    plot = page.get_by_test_id("strip-queue").locator(".plot")
    expect(plot).to_have_attribute(
        "aria-label", f"Queue, cells, from 0 s to 500 ms: sw1.trunk from 0 to {peak}"
    )
    asked = len(questions)
    page.get_by_test_id("zoom-in").click()
    expect(plot).to_have_attribute("aria-label", re.compile("from 125 ms to 375 ms"))
    assert {(one["from_s"], one["to_s"]) for one in questions[asked:]} == {(0.125, 0.375)}
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV").click()
    assert download.value.suggested_filename == "cellwise.csv"
    page.evaluate("window.end()")
    expect(page.get_by_test_id("strip-queue")).to_have_count(0)
    context.close()
    assert complaints == []


def test_the_widget_keeps_its_keys_and_follows_the_notebook(run: cw.Run, notebook: str, browser: Any) -> None:
    from playwright.sync_api import expect

    def answer(text: str) -> str:
        question = json.loads(text)
        parts = [base64.b64encode(part).decode() for part in widget.points(run, question)]
        return json.dumps([{"ask": question["ask"]}, parts])

    context = browser.new_context(viewport={"width": 900, "height": 700})
    page = context.new_page()
    page.expose_function("answer", answer)
    page.goto(notebook)
    expect(page.locator('[data-testid="strip-queue"][data-state="drawn"]')).to_be_visible()
    # Notebooks listen before anybody else, and leave alone the keys of elements that say so.
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
    context.close()


def test_a_kernel_that_does_not_answer_is_told_until_it_does(
    run: cw.Run, notebook: str, browser: Any
) -> None:
    from playwright.sync_api import expect

    context = browser.new_context(viewport={"width": 900, "height": 700})
    page = context.new_page()
    page.add_init_script(
        "window.asked = []; window.answer = text => new Promise(done => window.asked.push({text, done}))"
    )
    page.goto(notebook)
    told = page.get_by_role("alert")
    expect(told).to_have_text(re.compile("The kernel is busy or gone"), timeout=20_000)
    for place, text in enumerate(page.evaluate("window.asked.map(one => one.text)")):
        question = json.loads(text)
        parts = [base64.b64encode(part).decode() for part in widget.points(run, question)]
        answer = json.dumps([{"ask": question["ask"]}, parts])
        page.evaluate("([place, answer]) => window.asked[place].done(answer)", [place, answer])
    expect(page.locator('[data-testid="strip-queue"][data-state="drawn"]')).to_be_visible()
    expect(told).to_be_empty()
    context.close()


def test_what_is_printed_of_the_widget_says_what_it_is(run: cw.Run) -> None:
    assert repr(shown(run)) == "<Strips of 'two sources': 3 series, to be seen in a live notebook>"
