import math

import pytest

from cellwise.study.compare import compare
from cellwise.study.definition import Number, Row, Table
from cellwise.study.ranking import Ranking, kendall_tau_b, rankings


def rank(printed: list[str], ours: list[float]) -> list[Ranking]:
    numbers = {str(at): Number(text, f"case {at}", "efficiency") for at, text in enumerate(printed)}
    row = Row(("LAN",), numbers)
    table = Table("t", "T", ("network",), {name: name for name in numbers}, [row])
    found = [
        compare("t", row.labels, name, numbers[name], [value])
        for name, value in zip(numbers, ours, strict=True)
    ]
    return rankings(table, found)


def test_tau_is_what_the_definition_gives() -> None:
    assert kendall_tau_b([1, 2, 3, 4], [1, 2, 3, 4]) == 1
    assert kendall_tau_b([1, 2, 3, 4], [4, 3, 2, 1]) == -1
    # 12 of 15 pairs agree and 3 do not; then one tie on one side.
    assert kendall_tau_b([1, 2, 3, 4, 5, 6], [3, 1, 2, 4, 5, 6][:6]) == pytest.approx((13 - 2) / 15)
    assert kendall_tau_b([1, 2, 2, 3], [1, 2, 3, 4]) == pytest.approx(5 / math.sqrt(5 * 6))
    assert math.isnan(kendall_tau_b([1, 1], [1, 2]))


def test_the_same_order_agrees_however_far_the_values_are() -> None:
    (one,) = rank(["0.1", "0.2", "0.3"], [0.7, 0.8, 0.9])
    assert (one.tau, one.agrees) == (1, True)


def test_a_pair_the_other_way_round_disagrees() -> None:
    (one,) = rank(["0.1", "0.2", "0.3"], [0.7, 0.9, 0.8])
    assert not one.agrees
    assert one.tau == pytest.approx(1 / 3)


def test_what_is_printed_alike_is_not_ranked() -> None:
    (one,) = rank(["0.1", "0.2", "0.2"], [0.7, 0.9, 0.8])
    assert one.agrees


def test_two_numbers_or_several_measures_rank_nothing() -> None:
    assert rank(["0.1", "0.2"], [0.7, 0.9]) == []
    numbers = {name: Number("1", "one case", name) for name in ("efficiency", "fairness", "timeouts")}
    table = Table("t", "T", (), dict.fromkeys(numbers, ""), [Row((), numbers)])
    found = [compare("t", (), name, number, [1.0]) for name, number in numbers.items()]
    assert rankings(table, found) == []
