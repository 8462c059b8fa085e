"""Plots of virtual connections: lost cells and rates."""

import numpy as np
import pytest
from tests.api.plotted import abr_run, brief_run, rows_of

import cellwise as cw
from cellwise.plots.marks import Bars, Line


@pytest.fixture(scope="module")
def run() -> cw.Run:
    return brief_run()


@pytest.fixture(scope="module")
def abr() -> cw.Run:
    return abr_run()


def test_losses_by_reason_add_up_to_the_lost_cells(run: cw.Run) -> None:
    drawing = run.plot("loss")
    total = sum(float(mark.length.sum()) for mark in drawing.marks if isinstance(mark, Bars))
    assert total == run.columns("vcs")["cells_lost"].sum() > 0
    longest = [float(row["lost_cells"]) for row in rows_of(drawing)]
    assert longest == sorted(longest, reverse=True)


def test_a_run_without_losses_says_so() -> None:
    run = cw.run(cw.Scenario.from_template("n-source").with_(duration="20 ms"))
    assert "no cell of data was lost" in run.plot("loss").to_svg()


def test_a_network_of_packets_is_not_said_to_have_lost_nothing() -> None:
    run = cw.run(cw.Scenario.from_template("ethernet-bottleneck").with_(duration="10 ms"))
    assert "no connection carries cells here" in run.plot("loss").to_svg()
    assert "no port of cells is shared by flows" in run.plot("efficiency-fairness").to_svg()


def test_current_rates_stand_beside_the_allowed_ones() -> None:
    probes = {"acr": {"vc": "vc1"}, "ccr": {"vc": "*"}, "er": {"port": "sw1.trunk", "vc": "vc1"}}
    settings = {
        "duration": "2 s",
        "atm.category": "abr",
        "switch.rate_rule.rule": "erica",
        "probes": probes,
    }
    run = cw.run(cw.Scenario.from_template("n-source").with_(settings))
    drawing = run.plot("rates")
    assert [mark.name for mark in drawing.marks] == ["vc1 ACR", "vc1 CCR", "vc1 ER at sw1.trunk"]
    assert {mark.like for mark in drawing.marks} == {"vc1 ACR"}
    # A source says in an RM cell what it is allowed then.
    allowed, current = run.series("acr", vc="vc1"), run.series("ccr", vc="vc1")
    held = np.searchsorted(allowed.time_ps, current.time_ps, side="right") - 1
    known = held >= 0
    assert known.sum() > 3
    assert current.value[known] == pytest.approx(allowed.value[held[known]], rel=1 / 512)


def test_rates_are_in_bits_of_cells_with_explicit_rates_beside_them(abr: cw.Run) -> None:
    drawing = abr.plot("rates")
    assert [mark.name for mark in drawing.marks] == ["vc1 ACR", "vc2 ACR", "vc2 ER at sw1.trunk"]
    assert drawing.marks[2].like == "vc2 ACR"
    first = drawing.marks[0]
    assert isinstance(first, Line)
    assert first.y[0] == pytest.approx(abr.series("acr", vc="vc1").value[0] * 424 / 1e6)
    assert [mark.name for mark in abr.plot("rates", vc="vc1").marks] == ["vc1 ACR"]


def test_the_longest_bar_ends_before_the_picture_does(run: cw.Run) -> None:
    drawing = run.plot("loss")
    longest = max(float((mark.base + mark.length).max()) for mark in drawing.marks if isinstance(mark, Bars))
    assert drawing.x.high is not None
    assert drawing.x.high > longest
