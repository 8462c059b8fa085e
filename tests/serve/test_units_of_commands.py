"""Every number that `why`, `overhead` and `explain` print as JSON has the unit that its name says.

Each test walks every key with a unit in its name and compares it with a run's count or with the scenario. An
unknown key fails, so that you add a comparison for each new one.
"""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.serve.units import DOCUMENT, UNIT, with_units

import cellwise as cw
from cellwise import _core
from cellwise.explain import explain
from cellwise.quantity import rate_bps, span_s

Cli = Callable[..., "subprocess.CompletedProcess[str]"]

#: Octets and bits of a cell, and the octets of it that carry a frame.
CELL_BYTES, CELL_BITS, PAYLOAD_BYTES = 53, 424, 48


@pytest.fixture(scope="module")
def run() -> cw.Run:
    return cw.run(cw.Scenario.from_dict(DOCUMENT))


def reported_by(cli: Cli, *words: str) -> Any:
    done = cli(*words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_why_tells_what_the_run_has_lost(run: cw.Run, cli: Cli, tmp_path: Path) -> None:
    run.save(tmp_path / "run")
    reported = reported_by(cli, "why", "run", "--first", "100000")
    losses = run.columns("losses")
    known: dict[tuple[str, ...], float] = {}
    for number, row in enumerate(reported["by_reason"]):
        here = (losses["place"] == row["place"]) & (losses["reason"] == row["reason"])
        in_vain = int(losses["wasted_cells"][here].sum())
        at = ("by_reason", str(number))
        known[*at, "lost_cells"] = int(losses["cells"][here].sum())
        known[*at, "wasted_cells"] = in_vain
        known[*at, "wasted_bps"] = in_vain * CELL_BITS / 0.15
    assert dict(with_units(reported)) == pytest.approx(known)
    # All of it by the statistics of the connections, which do not know of the probe.
    assert (
        sum(row["lost_cells"] for row in reported["by_reason"]) == run.columns("vcs")["cells_lost"].sum() > 0
    )
    times_s = [float(line.split(" s ")[0]) for line in reported["losses"]]
    assert times_s == pytest.approx(losses["time_s"].tolist(), abs=1e-6)


def frame_cells(encapsulation: str, payload_bytes: int) -> float:
    """Send datagrams and give the cells of a frame, as the run counts them."""
    document = {
        "duration": "20 ms",
        "topology": {"template": "n-source", "sources": 1},
        "atm": {"encapsulation": encapsulation},
        "flow": {"kind": "udp"},
        "udp": {"payload": f"{payload_bytes} bytes", "rate": "1 Mbit/s"},
    }
    vcs = cw.run(cw.Scenario.from_dict(document)).columns("vcs")
    return float(vcs["cells_sent"][0] / vcs["frames_sent"][0])


def test_overhead_tells_the_cells_that_a_run_sends(cli: Cli) -> None:
    rows = reported_by(cli, "overhead", "40", "1500")
    assert {path[-1] for path, _ in with_units(rows)} == {"packet_bytes", "sdu_bytes", "line_bytes"}
    for row in rows:
        # A datagram has 28 octets before its payload.
        assert row["cells"] == frame_cells(row["encapsulation"], row["packet_bytes"] - 28), row
        assert row["cells"] == len(_core.encode_frame(bytes(row["sdu_bytes"]))), row
        assert row["line_bytes"] == CELL_BYTES * row["cells"]
        assert row["efficiency"] == row["packet_bytes"] / row["line_bytes"]


def test_overhead_by_the_keywords_of_tc_has_the_same_units(cli: Cli) -> None:
    for row in reported_by(cli, "overhead", "40", "1500", "--keywords"):
        assert {key for key in row if UNIT.search(key)} == {"packet_bytes", "sdu_bytes", "line_bytes"}
        assert row["efficiency"] == row["packet_bytes"] / row["line_bytes"] <= 1
        if row["cells"] is not None:
            assert row["line_bytes"] == CELL_BYTES * row["cells"]
            assert 0 <= row["cells"] * PAYLOAD_BYTES - row["sdu_bytes"] - 8 < PAYLOAD_BYTES


#: By family: where a scenario has the settings of its members, the key that chooses one, and a scenario.
SETTINGS: dict[str, tuple[str, str, cw.Scenario]] = {
    "drop-policies": ("switch.drop", "policy", cw.Scenario.from_template("n-source")),
    "rate-rules": (
        "switch.rate_rule",
        "rule",
        cw.Scenario.from_template("n-source").with_({"atm.category": "abr"}),
    ),
    "cell-sources": ("cells.source", "pattern", cw.Scenario.from_template("n-source")),
    "tcp-variants": ("tcp", "variant", cw.Scenario.from_template("n-source")),
    "policers": (
        "topology.policing",
        "kind",
        cw.Scenario.from_template("policed-vc").with_({"atm.max_sdu": "9180 bytes"}),
    ),
    "error-models": ("topology.noise", "model", cw.Scenario.from_template("adsl")),
}


def at(document: Any, path: str) -> Any:
    for key in path.split("."):
        document = document[key]
    return document


def chosen(family: str, name: str) -> dict[str, Any]:
    """Give the settings that a scenario has when it says no more than which member it wants."""
    path, key, scenario = SETTINGS[family]
    table, _, last = path.rpartition(".")
    outer = at(scenario.to_dict(), table) if table else {}
    whole = {last: {key: name}} if path != "tcp" else {last: {**scenario["tcp"], key: name}}
    document = {**scenario.to_dict(), **({table: {**outer, **whole}} if table else whole)}
    made = cw.Scenario.from_dict(document)
    found: dict[str, Any] = at((made if table == "topology" else made.expanded()).to_dict(), path)
    return found


@pytest.mark.parametrize("family", SETTINGS)
def test_explain_tells_the_defaults_that_a_scenario_has(cli: Cli, family: str) -> None:
    compared = 0
    for entry in cw.catalogue(family):
        (reported,) = reported_by(cli, "explain", f"{family}/{entry.name}")
        assert list(with_units(reported)) == []
        own = chosen(family, entry.name)
        for parameter in reported["parameters"]:
            name = parameter["path"].rpartition(".")[2]
            if name in own and parameter["default"]:
                assert json.loads(parameter["default"]) == own[name], parameter
                compared += 1
    assert compared >= len(cw.catalogue(family))


#: What is written for a quantity of a kind, and a setting whose name has a unit.
WRITTEN = {
    "time": r"(ps|ns|us|ms|s)",
    "bit rate": r"([kMGT]?bit/s)",
    "cells": r"cells",
    "bytes": r"([kMG]?B|bytes)",
}


def test_explain_tells_quantities_with_units_and_numbers_with_units_in_their_names() -> None:
    named, walked = {}, 0
    for entry in cw.catalogue():
        (reported,) = explain(f"{entry.family}/{entry.name}")
        for parameter in reported.parameters:
            if UNIT.search(parameter.path):
                named[parameter.path] = parameter.kind
            if parameter.kind in WRITTEN and parameter.default:
                walked += 1
                written = json.loads(parameter.default)
                assert re.fullmatch(rf"[\d.e+-]+ {WRITTEN[parameter.kind]}", written), parameter
    assert walked > 20
    assert named == {
        "cells.source.frames_per_s": "number",
        "links.NAME.errors.mean_burst_cells": "number",
        "topology.errored_cells": "ErroredCells",
        "switch.rate_rule.interval_cells": "cells",
        "links.NAME.errors.codeword_octets": "whole number",
        "links.NAME.errors.check_octets": "whole number",
        "links.NAME.jitter.delays_ms": "array",
        "links.NAME.line.opportunities_ms": "array",
        "links.NAME.queue.classic_percent": "whole number",
        "tcp.pacing.slow_start_percent": "whole number",
        "links.NAME.queue.overhead_bytes": "whole number",
        "links.NAME.queue.data_after_ack_octets": "bytes",
        "web.request_octets": "Distribution",
        "web.main_object_octets": "Distribution",
        "web.embedded_object_octets": "Distribution",
        "web.active_off_s": "Distribution",
        "web.think_time_s": "Distribution",
        "web.server_delay_s": "Distribution",
    }


def test_the_partition_tells_its_lookahead_in_seconds(cli: Cli) -> None:
    changes = {"topology.trunk_delay": "5 ms"}
    words = [word for path, value in changes.items() for word in ("--set", f"{path}={value!r}")]
    reported = reported_by(cli, "explain", "partition", "--template", "parking-lot", *words, "--threads", "2")
    links = cw.Scenario.from_template("parking-lot").with_(changes).expanded().to_dict()["links"]
    cut = [links[name] for name in reported["cut_links"]]
    # What enters a link is at its end a cell's time and the link's delay later.
    least_s = min(span_s(link["delay"]) + CELL_BITS / rate_bps(link["rate"]) for link in cut)
    assert dict(with_units(reported)) == {("lookahead_s",): pytest.approx(least_s, abs=1e-12)}
    assert np.isclose(least_s, 5e-3, rtol=1e-3)
