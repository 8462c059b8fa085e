"""Replications of a scenario: a number of them, or as many as a precision takes."""

import numpy as np
import pytest

import cellwise as cw
from cellwise.experiments.precision import relative_of_difference
from cellwise.intervals import mean_interval


@pytest.fixture
def scenario(brief: cw.Scenario) -> cw.Scenario:
    return brief.with_({"tie": "random"}, duration="60 ms")


def efficiencies(runs: list[cw.Run]) -> list[float]:
    return [cw.metrics.value(run, "efficiency@sw1.trunk") for run in runs]


def test_replications_are_added_until_the_mean_is_known(scenario: cw.Scenario) -> None:
    exact = cw.Precision(0.000001, least=2, most=5)
    assert len(cw.replicate(scenario, exact)) == 5
    wide = cw.replicate(scenario, cw.Precision(0.9, least=2, most=5))
    assert len(wide) < 5
    interval = mean_interval(efficiencies(wide))
    assert interval.half_width <= 0.9 * interval.mean


def test_added_replications_are_those_that_a_number_gives(scenario: cw.Scenario) -> None:
    added = cw.replicate(scenario, cw.Precision(0.000001, least=2, most=4), jobs=2)
    given = cw.replicate(scenario, 4)
    assert [run.fingerprint for run in added] == [run.fingerprint for run in given]


def test_auto_is_two_per_cent_from_five_to_fifty_runs() -> None:
    # Nothing is left to chance: five runs are the least, and all are alike.
    quiet = cw.Scenario.from_template("n-source").with_({"topology.sources": 1}, duration="20 ms")
    runs = cw.replicate(quiet, "auto", metrics=["flows.throughput_bps:sum"])
    assert len(runs) == 5
    assert len(set(np.round([run.columns("flows")["throughput_bps"][0] for run in runs], 12))) == 1


def test_what_has_to_be_known_is_named(scenario: cw.Scenario) -> None:
    with pytest.raises(ValueError, match="efficiency"):
        cw.replicate(scenario, "auto", metrics=["speed"])
    with pytest.raises(ValueError, match="metrics: none is named"):
        cw.replicate(scenario, "auto", metrics=[])
    with pytest.raises(ValueError, match="replications: 0 is not allowed"):
        cw.replicate(scenario, 0)


@pytest.mark.parametrize("seed", range(5))
def test_the_half_width_of_a_difference_is_a_share_of_the_larger_mean(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = rng.normal(10, 1, 8), rng.normal(30, 2, 8)
    share = mean_interval(b - a).half_width / b.mean()
    assert relative_of_difference([a, b], 0.95) == pytest.approx(share)
    assert relative_of_difference([b, a], 0.95) == pytest.approx(share)


def test_sides_that_are_alike_are_known_and_what_has_no_value_is_not() -> None:
    # The difference is 0 except for noise. Runs until the interval is a share of it would never end.
    noisy = [10.0, 10.1, 9.9, 10.0], [10.1, 10.0, 10.0, 9.9]
    assert relative_of_difference(noisy, 0.95) < 0.03
    assert relative_of_difference([[0.0] * 4, [0.0] * 4], 0.95) == 0
    assert relative_of_difference([[1.0, 2.0], [4.0, 5.0]], 0.95) == 0
    assert relative_of_difference([[1.0, float("inf")], [4.0, float("inf")]], 0.95) == float("inf")
    assert relative_of_difference([[1.0, -1.0], [-1.0, 1.0]], 0.95) == float("inf")


def test_runs_of_this_process_are_whole(scenario: cw.Scenario) -> None:
    found = cw.replicate(scenario, 2)
    assert all(run.cpu_s > 0 and run.wall_s > 0 for run in found)
    assert found[1] is found[1]
