"""Whatever is sent as a scenario is answered: with its mistakes, or with its network; never with a fault."""

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cellwise as cw

TEMPLATES = [cw.Scenario.from_template(entry.name).to_dict() for entry in cw.catalogue("templates")]

QUANTITIES = [
    "0 s",
    "1 ps",
    "1 s",
    "-1 s",
    "1000 cells",
    "0 cells",
    "unlimited",
    "1 kbit/s",
    "1 GB",
    "all but 3 cells",
]
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.sampled_from([*QUANTITIES, "epd", "abr", "*", "sw1.trunk", "tcp1", "vc1"])
    | st.text(st.characters(codec=None), max_size=5)
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@st.composite
def changed(draw: st.DrawFn) -> dict[str, Any]:
    """A template, or its whole graph, with one or two values replaced by others."""
    document = copy.deepcopy(draw(st.sampled_from(TEMPLATES)))
    if draw(st.booleans()):
        document = cw.Scenario.from_dict(document).expanded().to_dict()
    for _ in range(draw(st.integers(1, 2))):
        here: Any = document
        key = draw(st.sampled_from(sorted(here)))
        while isinstance(here[key], dict) and here[key] and draw(st.booleans()):
            here = here[key]
            key = draw(st.sampled_from(sorted(here)))
        here[key] = draw(VALUES)
    return document


@settings(max_examples=60)
@given(document=changed() | st.dictionaries(st.text(max_size=5), VALUES, max_size=3))
def test_every_scenario_is_answered(page: Any, document: dict[str, Any]) -> None:
    answer = page.ask("POST", "/api/check", {"scenario": document})
    if answer.status == 422:
        assert answer.json["kind"] in ("memory", "time")
        return
    assert answer.status == 200, answer.body
    told = answer.json
    assert told["ok"] != bool(told["issues"])
    assert all(issue["text"] for issue in told["issues"])
    if told["ok"]:
        assert {"nodes", "links", "vcs", "flows"} <= set(told["topology"])


@pytest.mark.parametrize(
    "text", ["", "\x00", "=", "a" * 10_000, "[" * 5000, '"""', "x = 1e999", "title = 'é'"]
)
def test_every_text_is_answered(page: Any, text: str) -> None:
    answer = page.ask("POST", "/api/check", {"toml": text})
    assert answer.status == 200
    assert answer.json["issues"]


@settings(max_examples=25)
@given(document=changed())
def test_every_scenario_that_can_run_comes_to_an_end(page: Any, document: dict[str, Any]) -> None:
    document["duration"] = "5 ms"
    answer = page.ask("POST", "/api/runs", {"scenario": document})
    assert answer.status in (202, 422), answer.body
    if answer.status == 202:
        name, told = page.follow(answer.json["id"])
        assert name == "done" or told["error"]
        assert "fault" not in told.get("error", "")
        if name == "done":
            played = page.get(f"/api/runs/{told['id']}/playback?steps=3")
            assert len(played["times_s"]) == 3
            page.ask("DELETE", f"/api/runs/{told['id']}")
