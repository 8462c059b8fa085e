"""The parts of `cellwise.find`, each alone: goals, the values that a setting may have, and bisection."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
import pytest

import cellwise as cw
from cellwise.experiments.bisect import bisect
from cellwise.experiments.goals import MOST_REPORTED, Goal, Verdict, replications_for, verdict_of
from cellwise.experiments.spaces import Choices, Range, space_of
from cellwise.intervals import mean_interval
from cellwise.metrics.by_name import metric
from cellwise.source import Source


@pytest.mark.parametrize(
    ("text", "name", "threshold", "above"),
    [
        ("efficiency >= 0.95", "efficiency", 0.95, True),
        ("efficiency>=95 %", "efficiency", 0.95, True),
        ("flows.delay_max_s@call < 50 ms", "flows.delay_max_s@call", 0.05, False),
        ("flows.throughput_bps:sum >= 1.5 Mbit/s", "flows.throughput_bps:sum", 1.5e6, True),
        ("flows.throughput_bps:sum >= 1500000", "flows.throughput_bps:sum", 1.5e6, True),
        ("vcs.cells_lost:sum <= 0", "vcs.cells_lost:sum", 0.0, False),
        ("flows.delay_max_s@call < 2 * 20 ms + 10 ms", "flows.delay_max_s@call", 0.05, False),
    ],
)
def test_a_goal_is_read_in_the_unit_of_its_metric(
    text: str, name: str, threshold: float, above: bool
) -> None:
    goal = Goal.of(text)
    assert (goal.metric, goal.threshold, goal.above) == (name, threshold, above)


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("efficiency", "write METRIC >= VALUE or METRIC <= VALUE"),
        ("0.5 <= efficiency <= 1", "write METRIC >= VALUE"),
        ("speed > 3", "'speed' is not known"),
        ("efficiency >= 5 ms", "its metric has no unit"),
        ("efficiency >= fast", "its metric has no unit"),
        ("flows.delay_max_s <= 5 cells", "give a value in s, or in another unit of that kind"),
        ("flows.delay_max_s@ <= 5 ms", "behind @ give the name of a row"),
    ],
)
def test_what_is_no_goal_is_refused(text: str, reported: str) -> None:
    with pytest.raises(ValueError, match=reported):
        Goal.of(text)


def test_a_goal_holds_where_the_whole_interval_is_on_its_side() -> None:
    values = [0.94, 0.96, 0.95, 0.97, 0.93]
    found = mean_interval(values)
    for threshold, verdict in (
        (found.low - 1e-9, "holds"),
        (found.low + 1e-9, "undecided"),
        (found.high - 1e-9, "undecided"),
        (found.high + 1e-9, "fails"),
    ):
        assert Goal.of(f"efficiency >= {threshold!r}").verdict(values, 0.95) == verdict
    opposite = {"holds": "fails", "fails": "holds", "undecided": "undecided"}
    for threshold in (found.low - 1e-9, found.mean, found.high + 1e-9):
        above, below = (Goal.of(f"efficiency {sign} {threshold!r}") for sign in (">=", "<="))
        assert below.verdict(values, 0.95) == opposite[above.verdict(values, 0.95)]
    assert Goal.of("efficiency >= 0").verdict([0.9], 0.95) == "undecided", "one run decides nothing"
    assert Goal.of("efficiency >= 0").verdict([0.9, float("nan")], 0.95) == "no value"


def test_of_several_goals_all_must_hold_and_one_that_fails_is_enough() -> None:
    goals = [Goal.of("efficiency >= 0.5"), Goal.of("fairness >= 0.5")]
    good, bad, open_ = [0.9, 0.91], [0.1, 0.11], [0.1, 0.9]

    def judged(efficiency: list[float], fairness: list[float]) -> Verdict:
        return verdict_of(goals, {"efficiency": efficiency, "fairness": fairness}, 0.95)

    assert judged(good, good) == "holds"
    assert judged(good, bad) == judged(open_, bad) == "fails"
    assert judged(good, open_) == "undecided"


def test_as_many_replications_as_are_estimated_give_the_wanted_interval() -> None:
    values = np.random.default_rng(4).normal(0.9, 0.05, 4000)
    for half_width in (0.05, 0.01, 0.003):
        count = replications_for(values, half_width, 0.95)
        assert mean_interval(values[:count]).half_width == pytest.approx(half_width, rel=0.35)
    assert replications_for([0.5, 0.5, 0.5], 0.01, 0.95) == 2
    assert replications_for([0.5, 0.6], 0.0, 0.95) == MOST_REPORTED


def test_a_metric_of_one_row_is_that_of_the_row(brief: cw.Scenario) -> None:
    run = cw.run(brief)
    source = Source.of_run(run)
    throughput = run.columns("flows")["throughput_bps"]
    assert metric("flows.throughput_bps@tcp3").of(source) == throughput[2]
    assert metric("flows.throughput_bps@tcp3").display.label == "throughput of tcp3, Mbit/s"
    assert metric("efficiency@sw1.trunk").of(source) == metric("efficiency").of(source)
    with pytest.raises(ValueError, match="flows has no row 'tcp9'; its rows are tcp1, tcp2"):
        metric("flows.throughput_bps@tcp9").of(source)
    both = cw.compare(run, run, metrics=["flows.throughput_bps@tcp3"])
    assert both["flows.throughput_bps@tcp3"].a == throughput[2]


def of_range(text: str, within: float = 0.02) -> Range:
    found = space_of("a.b", text, within)
    assert isinstance(found, Range)
    return found


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("100..20000 cells", ["100 cells", "1410 cells", "20000 cells"]),
        ("100cells..20000cells", ["100 cells", "1410 cells", "20000 cells"]),
        ("50packets..500packets", ["50 packets", "158 packets", "500 packets"]),
        ("500 us..2 ms", ["0.5 ms", "1.25 ms", "2 ms"]),
        ("0.5..0.9", [0.5, 0.7, 0.9]),
        ("2..9", [2, 6, 9]),
        ("500..1200kbit/s", ["500 kbit/s", "850 kbit/s", "1200 kbit/s"]),
        ("1..1000 ms", ["1 ms", "31.6 ms", "1000 ms"]),
    ],
)
def test_a_range_has_values_that_can_be_typed(text: str, values: list[object]) -> None:
    space = of_range(text)
    spread = space.spread(3)
    assert [space.value(one) for one in spread] == values
    assert [space.number(space.value(one)) for one in spread] == spread


@pytest.mark.parametrize(
    "given", ["5", "9..2 cells", "1 ms..5 cells", "a..b", "1..2 parsec", ["tail"], ["a", "a"], 5, ""]
)
def test_what_is_neither_a_range_nor_a_list_is_refused(given: object) -> None:
    with pytest.raises(ValueError, match=r"^vary: a\.b"):
        space_of("a.b", given, 0.02)


def test_a_list_of_values_is_a_choice() -> None:
    assert space_of("a.b", ["tail", np.int64(3)], 0.02) == Choices(("tail", 3))


def judge(rule: Mapping[str, object]) -> tuple[list[Fraction], object]:
    """A judge of numbers that notes what it was asked about."""
    asked: list[Fraction] = []

    def look(numbers: Sequence[Fraction]) -> Mapping[Fraction, Verdict]:
        asked.extend(numbers)
        return {one: rule["verdict"](one) for one in numbers}  # type: ignore[operator]

    return asked, look


@pytest.mark.parametrize("limit", [101, 137, 3999, 19_999])
def test_bisection_comes_as_near_as_is_asked_for_in_few_steps(limit: int) -> None:
    space = of_range("100..20000 cells", 0.01)
    asked, look = judge({"verdict": lambda one: "holds" if one >= limit else "fails"})
    found = bisect(space, 5, look)  # type: ignore[arg-type]
    assert found.answer is not None
    assert found.beyond is not None
    assert found.beyond < limit <= found.answer
    assert found.answer - found.beyond <= max(1, 0.01 * found.answer)
    assert (found.which, found.counter) == ("least", None)
    assert len(asked) == len(set(asked)) <= 5 + 8


def test_the_greatest_value_is_found_where_only_the_low_end_holds() -> None:
    space = of_range("1..100 ms", 0.01)
    _, look = judge({"verdict": lambda one: "holds" if one <= 42 else "undecided"})
    found = bisect(space, 5, look)  # type: ignore[arg-type]
    assert found.which == "greatest"
    assert found.answer is not None
    assert found.beyond is not None
    assert found.answer <= 42 < found.beyond
    assert found.beyond - found.answer <= Fraction("0.01") * found.beyond


def test_what_is_not_monotone_is_noticed_where_it_fails_again() -> None:
    space = of_range("0..100", 0.01)
    _, look = judge({"verdict": lambda one: "holds" if 20 <= one <= 60 or one > 90 else "fails"})
    found = bisect(space, 11, look, "least")  # type: ignore[arg-type]
    assert found.answer is not None
    assert 19 < found.answer <= 21
    assert found.counter == 70
    assert bisect(space, 11, look, "greatest").counter == 90  # type: ignore[arg-type]


def test_an_end_of_the_range_and_nothing_at_all_are_answers_too() -> None:
    space = of_range("0..100", 0.01)
    _, all_hold = judge({"verdict": lambda _one: "holds"})
    assert (bisect(space, 5, all_hold).answer, bisect(space, 5, all_hold).beyond) == (0, None)  # type: ignore[arg-type]
    asked, none_holds = judge({"verdict": lambda _one: "undecided"})
    assert bisect(space, 5, none_holds).answer is None  # type: ignore[arg-type]
    assert len(asked) == 5
