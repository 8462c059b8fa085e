"""A function of a run is a metric wherever metrics are named, and is held to what metrics promise."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cellwise as cw
from cellwise.experiments.sweep_stored import gather_sweep, read_cases
from cellwise.metrics.by_name import known_of, metric
from cellwise.points.store import load
from cellwise.source import Source

GRID = {"switch.drop.policy": ["tail", "epd"]}


def slowest_share(run: cw.Run) -> float:
    """What the slowest flow gets of an equal share."""
    rates = run.columns("flows")["throughput_bps"]
    return float(rates.min() / rates.mean())


def lost(run: cw.Run) -> int:
    return int(run.columns("vcs")["cells_lost"].sum())


@pytest.fixture
def base(brief: cw.Scenario) -> cw.Scenario:
    return brief.with_(duration="60 ms")


def test_a_comparison_takes_a_function_beside_names(base: cw.Scenario) -> None:
    epd = base.with_({"switch.drop.policy": "epd"})
    found = cw.compare(base, epd, metrics=["vcs.cells_lost:sum", lost, slowest_share], replications=2)
    assert [one.metric for one in found.differences] == ["vcs.cells_lost:sum", "lost", "slowest_share"]
    named, own = found["vcs.cells_lost:sum"], found["lost"]
    assert own.interval is not None
    assert (own.a, own.b, own.interval) == (named.a, named.b, named.interval)


def test_a_precision_is_reached_for_a_function(base: cw.Scenario) -> None:
    wanted = cw.Precision(0.5, 2, 4)
    assert len(cw.replicate(base, wanted, metrics=[slowest_share])) >= 2
    found = cw.compare(base, base, metrics=[slowest_share], replications=wanted)
    assert found["slowest_share"].verdict == "equal"


def test_a_sweep_tabulates_a_function_and_its_report_needs_no_code(base: cw.Scenario, tmp_path: Path) -> None:
    made = cw.sweep(base, grid=GRID)
    names: list[Any] = ["vcs.cells_lost:sum", lost]
    table = made.run(tmp_path, replications=2, metrics=names).numbers
    for row in table.runs():
        assert row["lost"] == row["vcs.cells_lost:sum"]
    stored = read_cases(tmp_path)
    assert stored is not None
    outcome = gather_sweep(stored, tmp_path, pytest.fail)
    assert outcome.numbers.rows() == table.rows()
    assert gather_sweep(stored, tmp_path, pytest.fail, metrics=["lost"]).numbers.runs()[0]["lost"] > 0
    with pytest.raises(ValueError, match="'slowest_share' is not known"):
        gather_sweep(stored, tmp_path, pytest.fail, metrics=["slowest_share"])


def test_a_sweep_without_functions_is_stored_as_before(base: cw.Scenario, tmp_path: Path) -> None:
    cw.sweep(base, grid=GRID).run(tmp_path, replications=1, metrics=["efficiency"])
    assert "functions" not in json.loads((tmp_path / "sweep.json").read_text())


def test_a_search_takes_a_function_as_its_goal_and_as_what_it_minimises(base: cw.Scenario) -> None:
    ranges = {"switch.buffer": "3000..9000 cells"}
    named = cw.find(base, ranges, "vcs.cells_lost:sum <= 800", replications=2)
    own = cw.find(base, ranges, "lost <= 800", metrics=[lost, "efficiency"], replications=2)
    assert own.value == named.value
    assert list(own.metrics) == ["lost", "efficiency"]
    best = cw.find(base, {"switch.buffer": ["300 cells", "9000 cells"]}, minimise=lost, trials=2)
    assert best.answer is not None
    assert best.says()[0].startswith("the switch.buffer with the least mean of lost")


def test_a_stored_point_is_the_run_that_it_was(base: cw.Scenario, tmp_path: Path) -> None:
    cw.sweep(base, grid={"seed": [3]}).run(tmp_path, replications=1)
    scenario = base.with_(seed=3).replications(1)[0]
    stored = load(tmp_path, scenario.id)
    assert stored is not None
    run, again = cw.run(scenario), stored.source(scenario).run()
    assert again.fingerprint == run.fingerprint
    assert (again.audit, again.bottleneck, again.models) == (run.audit, run.bottleneck, run.models)
    assert again.flows.fetchall() == run.flows.fetchall()
    assert np.isnan(again.cpu_s)


def case(run: cw.Run) -> float:
    return float(run.cells)


def seed(run: cw.Run) -> float:
    return float(run.cells)


def efficiency(run: cw.Run) -> float:
    return float(run.cells)


@pytest.mark.parametrize(
    ("metrics", "reported"),
    [
        ([lambda run: 1.0], "<lambda> has no name; give a function that `def` has named"),
        ([lost, _other := type("Other", (), {"__call__": lambda self, run: 1.0})()], "has no name"),
        ([3], "3 is neither the name of a metric nor a function of a run"),
        ([efficiency], "'efficiency' means something else here"),
        ([case], "'case' means something else here"),
        ([seed], "'seed' is varied; give the function another name"),
    ],
)
def test_a_function_without_a_name_of_its_own_is_refused(
    base: cw.Scenario, metrics: list[Any], reported: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=reported):
        cw.sweep(base, grid={"seed": [1, 2]}).run(tmp_path / "none", replications=1, metrics=metrics)
    assert not (tmp_path / "none").exists()


def test_two_functions_of_one_name_are_refused(base: cw.Scenario) -> None:
    def other() -> Any:
        def lost(run: cw.Run) -> float:
            return float(run.cells)

        return lost

    with pytest.raises(ValueError, match="two metrics are called 'lost'"):
        cw.compare(base, base, metrics=[lost, other()], replications=2)
    assert list(known_of([lost, lost, "efficiency", "efficiency"], [])) == ["lost", "efficiency"]


@pytest.mark.parametrize("given", [float("nan"), float("inf"), None, "1.5", np.zeros(2)])
def test_what_is_no_finite_number_is_refused_with_the_run_that_gave_it(
    base: cw.Scenario, given: object
) -> None:
    def odd(run: cw.Run) -> Any:
        return given

    with pytest.raises(
        ValueError, match=r"odd gave .* of a run \(seed 1, replication 0\); it must give a fin"
    ):
        cw.compare(base, base, metrics=[odd], replications=2)


@pytest.mark.parametrize("given", [True, np.bool_(0), np.float64(2.5), np.int64(3), 4])
def test_a_number_of_any_kind_is_one(base: cw.Scenario, given: Any) -> None:
    def plain(run: cw.Run) -> Any:
        return given

    assert metric(plain).of(Source.of_run(cw.run(base))) == float(given)
