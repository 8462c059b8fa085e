import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cellwise.study.compare import Comparison, compare, count, half_unit, is_inside
from cellwise.study.definition import Number


def compared(printed: str, ours: list[float], **more: object) -> Comparison:
    return compare("table", ("row",), "column", Number(printed, "case", "efficiency", **more), ours)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("printed", "half"), [("0.49", 0.005), ("1.00", 0.005), ("7591", 0.5), ("1", 0.5), ("0.9", 0.05)]
)
def test_a_printed_number_stands_for_half_a_unit_around_it(printed: str, half: float) -> None:
    assert half_unit(printed) == pytest.approx(half)


@pytest.mark.parametrize("printed", ["", "much", "1e3", "0.5x"])
def test_what_is_not_a_plain_number_is_refused(printed: str) -> None:
    with pytest.raises(ValueError, match="not allowed"):
        half_unit(printed)


def test_a_number_is_inside_if_some_value_of_the_range_would_be_printed_like_it() -> None:
    assert compared("0.49", [0.4949, 0.60]).inside
    assert compared("0.49", [0.40, 0.486]).inside
    assert not compared("0.49", [0.4951, 0.60]).inside
    assert not compared("0.49", [0.40, 0.4849]).inside


def test_the_narrow_range_leaves_out_the_extremes() -> None:
    ours = [0.10, *np.linspace(0.40, 0.60, 99), 0.90]
    assert compared("0.50", ours).verdict == "inside_5_95"
    assert compared("0.88", ours).verdict == "inside_min_max"
    assert compared("0.95", ours).verdict == "outside"


def test_a_stated_tolerance_replaces_the_half_unit() -> None:
    assert compared("0.75", [0.760], tolerance=0.01).inside
    assert not compared("0.75", [0.7601], tolerance=0.01).inside
    assert not compared("7591", [7592.0], tolerance=0.25).inside


def test_an_inconsistent_number_is_never_inside_or_outside() -> None:
    for ours in ([0.88], [0.10]):
        one = compared("0.88", ours, inconsistent="another table has 0.66")
        assert one.verdict == "inconsistent"
        assert not one.inside


def test_one_replication_gives_a_range_of_one_value() -> None:
    one = compared("0.50", [0.42])
    assert (one.median, one.low, one.high, one.least, one.most) == (0.42,) * 5
    assert one.replications == 1


def test_nothing_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="at least one"):
        compared("0.50", [])


@given(
    st.lists(st.floats(0, 1), min_size=1, max_size=40),
    st.integers(0, 100).map(lambda hundredths: f"{hundredths / 100:.2f}"),
)
def test_every_number_has_exactly_one_verdict_and_the_ranges_nest(ours: list[float], printed: str) -> None:
    one = compared(printed, ours)
    assert one.least <= one.low <= one.median <= one.high <= one.most
    assert count([one], "inside_5_95", "inside_min_max", "near", "outside") == 1
    if one.verdict == "inside_5_95":
        assert is_inside(one.published, one.least, one.most, half_unit(printed))


@given(st.integers(0, 1000), st.integers(0, 100))
def test_what_prints_like_the_number_is_inside(thousandths: int, spread: int) -> None:
    value = thousandths / 1000
    assert compared(f"{value:.2f}", [value, value + spread / 1000]).inside


def test_a_number_outside_is_near_within_a_fraction_of_itself_of_our_median() -> None:
    assert compared("100", [85.5, 86, 86.5], near=0.15).verdict == "near"
    assert compared("100", [84, 84.5, 84.9], near=0.15).verdict == "outside"
    assert compared("100", [85.5, 86, 86.5]).verdict == "outside"
    assert not compared("100", [85.5, 86, 86.5], near=0.15).inside


def test_a_number_inside_or_inconsistent_is_not_called_near() -> None:
    assert compared("100", [99, 101], near=0.15).verdict == "inside_5_95"
    assert compared("100", [90, 91], near=0.15, inconsistent="it says so").verdict == "inconsistent"
