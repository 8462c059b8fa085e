"""Replications of a scenario: a number of them, or as many as a precision takes."""

import numpy as np
import pytest

import cellwise as cw
from cellwise.intervals import mean_interval


@pytest.fixture
def scenario(brief: cw.Scenario) -> cw.Scenario:
    return brief.with_({"tie": "random"}, duration="60 ms")


def efficiencies(runs: list[cw.Run]) -> list[float]:
    return [cw.metrics.port_efficiency(run, "sw1.trunk") for run in runs]


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
    with pytest.raises(ValueError, match="metrics: none is not allowed"):
        cw.replicate(scenario, "auto", metrics=[])
    with pytest.raises(ValueError, match="replications: 0 is not allowed"):
        cw.replicate(scenario, 0)
