import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cellwise.intervals import differences, mean_interval
from cellwise.rounding import SHARE, alone, decimals_of, fixed, with_half_width, with_range

FINITE = st.floats(-1e15, 1e15, allow_nan=False)
WIDTHS = st.floats(1e-12, 1e12, allow_nan=False)


@pytest.mark.parametrize(
    ("value", "half_width", "written"),
    [
        (0.4983, 0.1467, "0.50 ± 0.15"),
        (0.4983, 0.0996, "0.50 ± 0.10"),
        (61374.2, 1234.0, "61400 ± 1200"),
        (-0.004, 0.15, "0.00 ± 0.15"),
        (0.25, 0.0, "0.25 ± 0"),
        (0.25, math.nan, "0.25"),
        (math.nan, math.nan, "–"),
        (3.7e-8, 1.2e-9, "(3.70 ± 0.12) × 10⁻⁸"),
        (5e10, 3e8, "(5.000 ± 0.030) × 10¹⁰"),
    ],
)
def test_a_number_ends_where_its_interval_does(value: float, half_width: float, written: str) -> None:
    assert with_half_width(value, half_width) == written


@given(FINITE, WIDTHS)
def test_what_is_written_is_off_by_less_than_the_interval_says(value: float, half_width: float) -> None:
    plain = with_half_width(value, half_width).translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
    ten = r"(?: × 10(-?\d+))?"
    found = re.fullmatch(rf"(\()?(\S+) ± ([^\s)]+)\)?{ten}", plain)
    assert found
    power = 10.0 ** int(found[4] or 0)
    both = power if found[1] else 1.0
    assert abs(both * float(found[2]) - value) <= 0.06 * half_width + 1e-12 * abs(value)
    assert power * float(found[3]) == pytest.approx(half_width, rel=0.06)


def test_ends_of_a_range_have_the_digits_of_its_width() -> None:
    assert with_range(0.87123, 0.85177, 0.90312) == "0.871 (0.852–0.903)"
    assert with_range(5.0, 5.0, 5.0) == "5 (5–5)"


def test_a_number_without_an_interval_has_four_digits_and_whole_thousands_all_of_theirs() -> None:
    assert [alone(one) for one in (0.123456, 65535.4, 1234.5678, 2e9)] == ["0.1235", "65535", "1235", "2e+09"]
    assert fixed(1.25, 1, signed=True) == "+1.2"
    for wrong in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(ValueError, match="is not allowed; give one above 0"):
            decimals_of(wrong)


@pytest.mark.parametrize(
    ("value", "half_width", "written"),
    [
        (0.9999898, 0.0000015, "0.9999898 ± 0.0000015"),
        (0.498312345678, 1.2e-11, "0.498312345678 ± 1.2 × 10⁻¹¹"),
        (0.00015, 0.00002, "0.000150 ± 0.000020"),
    ],
)
def test_an_ordinary_number_is_written_without_a_power_of_ten(
    value: float, half_width: float, written: str
) -> None:
    assert with_half_width(value, half_width) == written


def test_the_interval_of_a_share_ends_at_0_and_1() -> None:
    assert with_half_width(0.39, 0.72, SHARE) == "0.39 (0.00–1.00)"
    assert with_half_width(0.99, 0.02, SHARE) == "0.990 (0.970–1.000)"
    assert with_half_width(0.5, 0.1, SHARE) == "0.50 ± 0.10"
    assert with_half_width(1.5, 0.72, SHARE) == "1.50 ± 0.72", "no share at all"
    assert with_half_width(0.0, 0.0, SHARE) == "0 ± 0"


def test_sums_of_floats_that_are_equal_but_for_rounding_have_no_width() -> None:
    values = [0.1 + 0.2, 0.3, 0.1 + 0.2, 0.3]
    assert mean_interval(values).half_width == 0
    assert mean_interval(differences(values, values[::-1])).mean == 0
    assert mean_interval([1.0, 1.0 + 1e-12]).half_width > 0
