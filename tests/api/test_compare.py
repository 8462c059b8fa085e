"""Paired comparison: its pairs, its intervals, and the mistakes that it refuses."""

import math
from pathlib import Path

import numpy as np
import pytest

import cellwise as cw
from cellwise.experiments.compare import METRICS
from cellwise.intervals import mean_interval, student_t


@pytest.mark.parametrize(
    ("confidence", "degrees", "printed"),
    # Tables of Student's distribution, two-sided.
    [
        (0.95, 1, 12.706),
        (0.95, 2, 4.303),
        (0.95, 5, 2.571),
        (0.95, 19, 2.093),
        (0.99, 10, 3.169),
        (0.9, 30, 1.697),
        (0.999, 15, 4.073),
        (0.95, 1000, 1.962),
    ],
)
def test_quantiles_of_student_are_those_of_the_tables(
    confidence: float, degrees: int, printed: float
) -> None:
    assert student_t(confidence, degrees) == pytest.approx(printed, abs=6e-4)


def test_the_interval_covers_the_mean_as_often_as_it_says() -> None:
    rng = np.random.default_rng(5)
    covered = [abs(mean_interval(rng.normal(3, 2, 6), 0.9).mean - 3) for _ in range(2000)]
    rng = np.random.default_rng(5)
    widths = [mean_interval(rng.normal(3, 2, 6), 0.9).half_width for _ in range(2000)]
    share = np.mean([apart <= width for apart, width in zip(covered, widths, strict=True)])
    assert share == pytest.approx(0.9, abs=0.025)


def test_one_value_has_no_interval() -> None:
    with pytest.raises(ValueError, match="at least 2 replications"):
        mean_interval([1.0])


def policy(scenario: cw.Scenario, name: str) -> cw.Scenario:
    return scenario.with_({"switch.drop.policy": name})


def test_differences_are_taken_pair_by_pair(brief: cw.Scenario) -> None:
    a, b = cw.replicate(brief, 3), cw.replicate(policy(brief, "epd"), 3)
    found = cw.compare(a, b[::-1], metrics=["flows.throughput_bps:sum"])["flows.throughput_bps:sum"]
    apart = [
        two.columns("flows")["throughput_bps"].sum() - one.columns("flows")["throughput_bps"].sum()
        for one, two in zip(a, b, strict=True)
    ]
    assert found.difference == pytest.approx(np.mean(apart))
    assert found.interval is not None
    assert found.interval.half_width == pytest.approx(
        student_t(0.95, 2) * np.std(apart, ddof=1) / math.sqrt(3)
    )


def test_a_scenario_against_itself_is_equal_in_everything(brief: cw.Scenario) -> None:
    found = cw.compare(brief, brief, replications=2)
    assert found.settings == []
    assert {one.verdict for one in found.differences} == {"equal"}
    assert {"efficiency", "vcs.cells_lost:sum"} <= {one.metric for one in found.differences} <= set(METRICS)


def test_one_pair_gives_a_difference_and_no_interval(brief: cw.Scenario) -> None:
    found = cw.compare(cw.run(brief), cw.run(policy(brief, "epd")), metrics=["efficiency"])
    assert (found.pairs, found.settings) == (1, ["switch.drop.policy"])
    assert found["efficiency"].interval is None
    assert found["efficiency"].verdict == "one pair"
    assert found.why_no_interval is not None


def test_runs_without_a_partner_are_counted_and_left_out(brief: cw.Scenario) -> None:
    runs = cw.replicate(brief, 3)
    found = cw.compare(runs, runs[1:], metrics=["efficiency"])
    assert (found.pairs, found.unpaired) == (2, 1)


def test_runs_of_other_seeds_cannot_be_paired(brief: cw.Scenario) -> None:
    with pytest.raises(ValueError, match=r"A has seed 1 replication 0, B has seed 7 replication 0"):
        cw.compare(cw.run(brief), cw.run(brief.with_(seed=7)))


def test_runs_that_are_no_replications_are_not_mixed(brief: cw.Scenario) -> None:
    mixed = [cw.run(brief), cw.run(policy(brief, "epd"))]
    with pytest.raises(ValueError, match=r"switch\.drop\.policy"):
        cw.compare(mixed, mixed)


def test_unknown_metrics_name_the_known_ones(brief: cw.Scenario) -> None:
    run = cw.run(brief)
    with pytest.raises(ValueError, match="efficiency, fairness"):
        cw.compare(run, run, metrics=["speed"])
    with pytest.raises(ValueError, match="mean, sum, min, max"):
        cw.compare(run, run, metrics=["flows.timeouts:median"])


def test_a_results_folder_is_a_side(brief: cw.Scenario, tmp_path: Path) -> None:
    cw.run(brief).save(tmp_path / "run")
    assert cw.compare(tmp_path / "run", brief, replications=1)["efficiency"].difference == 0


@pytest.fixture
def drawn(brief: cw.Scenario) -> cw.Scenario:
    """Replications differ, so that a difference has an interval."""
    return brief.with_({"tie": "random"}, duration="60 ms")


def test_pairs_are_added_until_the_difference_is_known(drawn: cw.Scenario) -> None:
    epd, rule = policy(drawn, "epd"), cw.Precision(0.006, least=2, most=40)
    found = cw.compare(drawn, epd, metrics=["efficiency"], replications=rule)
    one = found["efficiency"]
    assert 2 < found.pairs < 40
    assert one.interval is not None
    assert one.interval.half_width <= 0.006 * max(one.a, one.b)
    assert f"0.6 % of the larger mean of A and B, from 2 up to 40: {found.pairs} were used" in found.note
    # They are the pairs that this number gives.
    given = cw.compare(drawn, epd, metrics=["efficiency"], replications=found.pairs)
    assert (one, given.note) == (given["efficiency"], "")


def test_pairs_end_at_the_most_that_are_allowed_and_it_is_said(drawn: cw.Scenario) -> None:
    rule = cw.Precision(0.000001, least=2, most=3, confidence=0.99)
    found = cw.compare(drawn, policy(drawn, "epd"), metrics=["efficiency"], replications=rule)
    assert found.pairs == 3
    assert "1 difference is still wider (efficiency)" in found.note
    assert found.confidence == 0.99


def test_auto_of_a_scenario_against_itself_takes_the_least(drawn: cw.Scenario) -> None:
    found = cw.compare(drawn, drawn, metrics=["efficiency"], replications="auto")
    assert (found.pairs, found["efficiency"].verdict) == (5, "equal")


def test_a_precision_is_of_named_metrics_of_two_scenarios(drawn: cw.Scenario) -> None:
    with pytest.raises(ValueError, match="a precision needs two scenarios"):
        cw.compare(drawn, cw.run(drawn), metrics=["efficiency"], replications="auto")
    with pytest.raises(ValueError, match="metrics: none is named"):
        cw.compare(drawn, drawn, replications="auto")
    with pytest.raises(ValueError, match="efficiency, fairness"):
        cw.compare(drawn, drawn, metrics=["speed"], replications="auto")
