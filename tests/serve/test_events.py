"""Single events of a run: what the page tells is what the run's own probes say."""

from typing import Any

import numpy as np
import pytest
from tests.serve.units import network_in_brief

import cellwise as cw
from cellwise.losses import sentences

Document = dict[str, Any]


@pytest.fixture(scope="module")
def lossy(page: Any) -> tuple[str, Document]:
    """A run with losses, and its scenario."""
    document = {
        "duration": "300 ms",
        "topology": {"template": "n-source"},
        "switch": {"buffer": "1000 cells"},
        "tcp": {"timer_tick": "10 ms", "delayed_ack": False},
    }
    return page.run(document)["id"], document


def recorded(document: Document, **probes: Any) -> cw.Run:
    return cw.run(cw.Scenario.from_dict({**document, "probes": probes}))


def test_losses_are_those_of_the_probe_with_their_sentences(page: Any, lossy: tuple[str, Document]) -> None:
    run, document = lossy
    expected = recorded(document, losses={"port": "*"})
    found = page.get(f"/api/runs/{run}/losses?limit=20000")
    assert not found["truncated"]
    assert [row["why"] for row in found["rows"]] == list(sentences(expected))
    assert [row["time_s"] for row in found["rows"]] == expected.columns("losses")["time_s"].tolist()
    first = found["rows"][0]["time_s"]
    part = page.get(f"/api/runs/{run}/losses?from={first}&to={first + 1e-5}&limit=1")
    assert part["rows"] == found["rows"][:1]
    assert part["truncated"]


def test_segments_carry_what_became_of_their_cells(page: Any, lossy: tuple[str, Document]) -> None:
    run, document = lossy
    expected = recorded(document, losses={"port": "*"}, segments={"flow": "tcp2"})
    found = page.get(f"/api/runs/{run}/segments?flow=tcp2&limit=20000")
    assert not found["truncated"]
    rows, events = found["rows"], expected.columns("segments")
    assert [row["seq"] for row in rows] == events["octet"].tolist()
    assert [row["kind"] for row in rows] == events["event"].tolist()
    losses = expected.columns("losses")
    mine = (losses["flow"] == "tcp2") & (losses["kind"] == "data")
    assert sum(row["lost_cells"] for row in rows) == losses["cells"][mine].sum() > 0
    assert {row["cells"] for row in rows if row["length"] == 512} == {12}
    for row in rows:
        assert bool(row["why"]) == bool(row["lost_cells"])
        assert row["lost_cells"] <= row["cells"]


def test_marked_segments_are_all_told_however_many_others_there_are(
    page: Any, lossy: tuple[str, Document]
) -> None:
    run, document = lossy
    expected = recorded(document, losses={"port": "*"}, segments={"flow": "tcp2"})
    losses, segments = expected.columns("losses"), expected.columns("segments")
    died = (losses["flow"] == "tcp2") & (losses["kind"] == "data") & losses["first_loss"]
    again = int((segments["event"] == "sent-again").sum())
    found = page.get(f"/api/runs/{run}/segments?flow=tcp2&only=marked&limit=200")
    assert len(segments["event"]) > 200 > len(found["rows"])
    assert (found["truncated"], found["until_s"]) == (False, 0.3)
    assert sum(row["lost_cells"] > 0 for row in found["rows"]) == died.sum() > 0
    assert sum(row["kind"] == "sent-again" for row in found["rows"]) == again > 0
    few = page.get(f"/api/runs/{run}/segments?flow=tcp2&only=marked&limit=3")
    assert few["rows"] == found["rows"][:3]
    assert (few["truncated"], few["until_s"]) == (True, few["rows"][-1]["time_s"])


def test_cells_that_a_policer_discards_are_counted_at_the_ports_behind_it(page: Any) -> None:
    document = {"topology": {"template": "policed-vc"}, "duration": "2 s"}
    run = page.run(document)["id"]
    policers = recorded(document).columns("policers")
    name, discarded = str(policers["policer"][0]), int(policers["discarded_cells"][0])
    assert discarded > 0
    for port, policed in (("sw1.h2", {name: discarded}), ("h1.nic", {}), ("sw1.h1", {})):
        assert page.get(f"/api/runs/{run}/cells?port={port}&from=0&to=2")["policed"] == policed, port
    first = recorded(document, losses={"port": "*"}).columns("losses")["time_s"][0]
    assert page.get(f"/api/runs/{run}/cells?port=sw1.h2&from=0&to={first / 2}")["policed"] == {}


def test_a_loss_is_of_the_last_sending_before_it() -> None:
    from cellwise.page.segments import _fates

    segments = {"time_s": np.array([1.0, 2.0]), "octet": np.array([0, 0])}
    row = {"time_s": 2.5, "flow": "f", "kind": "data", "first_octet": 0, "cells": 3, "packet": 1}
    row |= {"reason": "overflow", "place": "p", "first_cell": 1, "frame_cells": 12, "wasted_cells": 9}
    losses = {name: np.array([value]) for name, value in row.items()}
    lost, why = _fates(segments, losses, np.array([True, True]), "f")
    assert lost.tolist() == [0, 3]
    assert why[0] == ""
    assert "buffer full" in why[1]


def test_cells_are_those_of_the_probe(page: Any, lossy: tuple[str, Document]) -> None:
    run, document = lossy
    begin = page.get(f"/api/runs/{run}/losses?limit=1")["rows"][0]["time_s"]
    probe = {"port": "sw1.trunk", "from": f"{round(begin * 1e12)} ps"}
    probe["until"] = f"{round((begin + 0.0005) * 1e12)} ps"
    expected = recorded(document, cells=probe).columns("cells")
    found = page.get(f"/api/runs/{run}/cells?from={begin}&to={begin + 0.0005}")
    assert found["port"] == "sw1.trunk"
    rows = found["rows"]
    assert rows["time_s"] == expected["time_s"].tolist()
    assert rows["fate"] == expected["fate"].tolist()
    assert [found["vcs"][lane] for lane in rows["vc"]] == expected["vc"].tolist()
    assert {"taken", "overflow"} <= set(rows["fate"])
    assert found["left_out"] == 0
    few = page.get(f"/api/runs/{run}/cells?from={begin}&to={begin + 0.0005}&limit=10")
    assert len(few["rows"]["time_s"]) == 10
    assert few["left_out"] == len(rows["time_s"]) - 10


def test_cells_of_the_way_back_have_lanes_of_their_own(page: Any, lossy: tuple[str, Document]) -> None:
    found = page.get(f"/api/runs/{lossy[0]}/cells?port=sw2.trunk&from=0.1&to=0.11")
    assert found["vcs"]
    assert all(name.endswith(" back") for name in found["vcs"])
    assert set(found["rows"]["kind"]) == {"acknowledgment"}


@pytest.mark.parametrize("template", [entry.name for entry in cw.catalogue("templates")])
def test_a_shorter_run_has_the_events_of_the_longer_one(template: str) -> None:
    from cellwise.serve.work.records import record

    document = {"topology": network_in_brief(template), "duration": "1 s", "switch": {"buffer": "200 cells"}}
    whole = recorded(document, losses={"port": "*"}).columns("losses")
    text = cw.Scenario.from_dict(document).to_json()
    given = {"scenario": text, "probe": "losses", "target": "*", "until_s": 0.6, "memory_bytes": 1 << 30}
    part = record(given, lambda _fraction: None)
    assert part["until_s"] == 0.6
    count = int(np.searchsorted(whole["time_s"], 0.6, side="right"))
    for name, values in part["table"].items():
        # What a frame had carried in vain at the end of the shorter run may be less.
        if name != "wasted_cells":
            assert values.tolist() == whole[name][:count].tolist()


def test_what_begins_later_makes_the_run_a_whole_one() -> None:
    from cellwise.serve.work.records import record

    document = {"topology": {"template": "n-source", "start_stagger": "50 ms"}, "duration": "300 ms"}
    text = cw.Scenario.from_dict({**document, "switch": {"buffer": "300 cells"}}).to_json()
    given = {"scenario": text, "probe": "losses", "target": "*", "until_s": 0.1, "memory_bytes": 1 << 30}
    assert record(given, lambda _fraction: None)["until_s"] == 0.3


@pytest.mark.parametrize(
    ("path", "status", "told"),
    [
        ("segments?flow=nobody", 404, "nobody"),
        ("segments", 404, "flow"),
        ("segments?flow=tcp1&only=lost", 400, "all or marked"),
        ("cells?port=nowhere", 404, "nowhere"),
        ("cells?from=2&to=1", 400, "give a part of the run"),
        ("losses?from=9&to=10", 400, "0 to 0.3 s"),
        ("losses?limit=0", 400, "limit"),
        ("cells?limit=1e9", 400, "50000"),
    ],
)
def test_wrong_questions_are_answered_with_what_is_right(
    page: Any, lossy: tuple[str, Document], path: str, status: int, told: str
) -> None:
    answer = page.ask("GET", f"/api/runs/{lossy[0]}/{path}")
    assert answer.status == status
    assert told in answer.json["error"]
