"""ABR connections in the results of a run: columns, series, models, warnings."""

import numpy as np
import pytest

import cellwise as cw
from cellwise.bottleneck import abr_adapters

CELL_BITS = 424


@pytest.fixture(scope="module")
def abr() -> cw.Scenario:
    """Two ABR connections and a stream of VBR, with a probe at a source, a port and an adapter."""
    return cw.Scenario.from_template("two-node").with_(
        {
            "duration": "600 ms",
            "warmup": "100 ms",
            "topology": {"sources": 2, "background": {}},
            "atm.category": "abr",
            "switch": {"rate_rule": {"rule": "erica"}, "scheduler": "priority"},
            "probes": {
                "acr": {"vc": "vc1"},
                "er": {"port": "sw1.trunk", "vc": "vc1"},
                "adapter": {"vc": "vc1", "every": "1 ms"},
            },
        }
    )


@pytest.fixture(scope="module")
def run(abr: cw.Scenario) -> cw.Run:
    return cw.run(abr)


def rows(run: cw.Run, table: str, **where: str) -> list[dict[str, object]]:
    columns = run.columns(table)
    listed = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return [row for row in listed if all(row[key] == value for key, value in where.items())]


def test_a_connection_has_its_category_and_an_abr_one_its_rate(run: cw.Run) -> None:
    categories = {row["vc"]: row["category"] for row in rows(run, "vcs")}
    assert categories == {"vc1": "abr", "vc2": "abr", "background": "nrt-vbr"}
    for row in rows(run, "vcs"):
        assert np.isfinite(row["acr_mean_cells_per_s"]) == (row["category"] == "abr")


def test_one_cell_in_32_of_a_busy_source_is_a_forward_rm_cell(run: cw.Run) -> None:
    (adapter,) = rows(run, "ports", port="s1.vc1")
    (forward,) = rows(run, "vcs", vc="vc1", direction="forward")
    (backward,) = rows(run, "vcs", vc="vc1", direction="backward")
    in_rate = adapter["transmitted_cells"] + forward["forward_rm_cells"] + forward["backward_rm_cells"]
    assert forward["forward_rm_cells"] == pytest.approx(in_rate / 32, rel=0.02)
    # Each is answered; those under way at the edges of the measured time make the difference.
    assert backward["backward_rm_cells"] == pytest.approx(forward["forward_rm_cells"], rel=0.1)
    assert forward["lost_rm_cells"] == backward["lost_rm_cells"] == 0


def test_a_source_sends_no_more_than_its_mean_acr_allows(run: cw.Run) -> None:
    for vc in ("vc1", "vc2"):
        (row,) = rows(run, "vcs", vc=vc, direction="forward")
        sent = row["cells_delivered"] + row["forward_rm_cells"]
        assert 0 < sent / run.summary["measured_s"] <= row["acr_mean_cells_per_s"] * 1.02


def test_cells_of_background_traffic_have_no_rm_cells(run: cw.Run) -> None:
    for row in rows(run, "vcs", vc="background"):
        assert row["forward_rm_cells"] == row["backward_rm_cells"] == row["lost_rm_cells"] == 0


def test_acr_er_and_adapter_are_series_with_their_units(run: cw.Run) -> None:
    acr, er, adapter = (run.series(name) for name in ("acr", "er", "adapter"))
    assert [one.unit for one in (acr, er, adapter)] == ["cells/s", "cells/s", "cells"]
    pcr = 149.76e6 / CELL_BITS
    for one in (acr, er):
        assert len(one) > 10
        known = one.value[np.isfinite(one.value)]
        assert known.min() >= 0
        assert known.max() <= pcr * 1.000001
    assert adapter.value.max() > 0
    assert run.series("er", port="sw1.trunk", vc="vc1").probe == er.probe


def test_acr_follows_er_within_a_round_trip(run: cw.Run) -> None:
    acr, er = run.series("acr"), run.series("er")
    # RIF is 1/16 by default: ACR may stay below the last ER, but not above it for long.
    late = er.time_s > 0.4
    assert acr.value[acr.time_s > 0.45].max() <= er.value[late].max() * 1.000001


def test_adapters_fabrics_and_router_queues_are_ports(abr: cw.Scenario) -> None:
    changes = {"topology.routers": True, "switch.architecture": {"kind": "two-stage"}, "probes": None}
    run = cw.run(abr.with_(changes, duration="150 ms"))
    ports = set(run.columns("ports")["port"].tolist())
    assert {"r1.vc1", "q1.vc1", "r1.fifo", "r1.r1", "sw1.fabric", "sw2.fabric", "sw1.trunk"} <= ports
    assert not any(port.startswith(("s1.", "d1.")) for port in ports), "LANs carry packets"
    (path,) = [row["path"] for row in rows(run, "vcs", vc="vc1", direction="forward")]
    ways = "r1.fifo > r1.vc1 > r1.r1 > sw1.fabric > sw1.trunk > sw2.fabric > sw2.q1"
    assert path == ways


def test_a_virtual_source_has_an_adapter_for_each_direction(abr: cw.Scenario) -> None:
    run = cw.run(abr.with_({"switch.vs_vd": True, "probes": None}, duration="150 ms"))
    ports = run.columns("ports")["port"].tolist()
    assert len(ports) == len(set(ports))
    adapters = abr_adapters(run.columns("ports"), run.columns("vcs"))
    assert {"s1.vc1", "sw1.vc1", "sw1.vc1.backward", "sw2.vc1", "sw2.vc1.backward", "d1.vc1"} <= adapters
    assert not {"sw1.trunk", "s1.nic", "b1.nic"} & adapters


def test_every_model_that_takes_part_is_named_with_its_status(abr: cw.Scenario) -> None:
    changes = {
        "switch.architecture": {"kind": "shared-memory", "sharing": "dynamic-thresholds"},
        "switch.drop": {"policy": "epd"},
        "adapter.drop": {"policy": "ppd"},
        "adapter.buffer": "1000 cells",
        "switch.buffer": "8192 cells",
    }
    run = cw.run(abr.with_(changes, duration="110 ms"))
    used = {(model["family"], model["name"]) for model in run.models}
    assert used == {
        ("encapsulations", "llc-snap"),
        ("drop-policies", "epd"),
        ("drop-policies", "ppd"),
        ("schedulers", "priority"),
        ("memory-sharing", "dynamic-thresholds"),
        ("abr", "abr-end-systems"),
        ("rate-rules", "erica"),
        ("cell-sources", "constant"),
        ("tcp-variants", "reno"),
    }
    known = {(entry.family, entry.name): entry.status for entry in cw.catalogue()}
    assert all(known[model["family"], model["name"]] == model["status"] for model in run.models)


def test_a_network_without_abr_names_none_of_its_models(brief: cw.Scenario) -> None:
    families = {model["family"] for model in cw.run(brief.with_(duration="10 ms")).models}
    assert families == {"encapsulations", "drop-policies", "schedulers", "tcp-variants"}


ILLEGAL = """topology = { template = "two-node" }
atm.category = "abr"
switch.rate_rule.rule = "erica"
abr.rif = 0.1
"""


def test_a_warning_has_path_value_rule_and_place() -> None:
    (warning,) = cw.Scenario.from_toml(ILLEGAL).warnings()
    assert (warning["path"], warning["value"], warning["line"], warning["column"]) == (
        "abr.rif",
        "0.1",
        4,
        11,
    )
    assert "powers of two" in warning["rule"]
    assert "^^^" in warning["message"]


def test_a_changed_scenario_keeps_its_warning_but_not_the_place() -> None:
    scenario = cw.Scenario.from_toml(ILLEGAL)
    for changed in (scenario.set("seed", "2"), scenario.with_(seed=2), scenario.expanded()):
        (warning,) = changed.warnings()
        assert (warning["path"], warning["line"]) == ("abr.rif", None)
    assert scenario.set("abr.rif", "0.125").warnings() == []


def test_a_scenario_with_mistakes_has_no_warnings() -> None:
    broken = cw.Scenario.from_toml(ILLEGAL).set("warmup", "1000 s")
    assert broken.check() != []
    assert broken.warnings() == []


def test_abr_that_nothing_controls_is_warned_about() -> None:
    (warning,) = cw.Scenario.from_template("two-node").with_({"atm.category": "abr"}).warnings()
    assert warning["path"] == "switch.rate_rule"
    assert "vc5" in warning["rule"]


def test_a_warning_does_not_change_what_a_scenario_is() -> None:
    text, document = cw.Scenario.from_toml(ILLEGAL), cw.Scenario.from_toml(ILLEGAL).to_dict()
    assert text == cw.Scenario.from_dict(document)
    assert text.id == cw.Scenario.from_dict(document).id
