"""Numbers written with as many digits as their interval says something about."""

import math

#: Significant digits of a half-width: one could be wrong by a half, a third says nothing.
_DIGITS = 2

#: Numbers as large as this are written with a power of ten, and those that are small with many decimals.
_LARGE, _SMALL, _MANY_DECIMALS = 1e9, 1e-3, 6

#: A half-width with more decimals than this is written with a power of ten of its own.
_MOST_DECIMALS = 9

#: The range of a number that has no bounds, and that of a share.
UNBOUNDED, SHARE = (-math.inf, math.inf), (0.0, 1.0)

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

#: Numbers without an interval have so many digits; whole numbers from here on have all of theirs.
_ALONE, _WHOLE = 4, 10_000


def counted(count: int, what: str) -> str:
    """Write how many things there are.

    Examples
    --------
    >>> counted(1, "case"), counted(2, "case")
    ('1 case', '2 cases')
    """
    return f"{count} {what}{'' if count == 1 else 's'}"


def with_half_width(value: float, half_width: float, within: tuple[float, float] = UNBOUNDED) -> str:
    """Write a number and the half-width of its interval, both rounded by the half-width.

    The half-width, at least 0, has two significant digits, and the number ends where it does; not-a-number is
    for no interval: the number is then alone. Of a number that can only be `within` bounds, an interval that
    goes beyond one is written by its ends, cut off there.

    Examples
    --------
    >>> with_half_width(0.4983, 0.1467), with_half_width(61374.2, 1234.0)
    ('0.50 ± 0.15', '61400 ± 1200')
    >>> with_half_width(0.4983, float("nan")), with_half_width(3.7e-8, 1.2e-9)
    ('0.4983', '(3.70 ± 0.12) × 10⁻⁸')
    >>> with_half_width(0.9999898, 0.0000015), with_half_width(0.39, 0.72, within=(0.0, 1.0))
    ('0.9999898 ± 0.0000015', '0.39 (0.00–1.00)')
    """
    if not math.isfinite(half_width) or not math.isfinite(value):
        return alone(value)
    if half_width == 0:
        return f"{alone(value)} ± 0"
    low, high = value - half_width, value + half_width
    least, most = within
    if least <= value <= most and not least <= low <= high <= most:
        decimals = decimals_of(half_width)
        middle, *ends = (fixed(one, decimals) for one in (value, max(low, least), min(high, most)))
        return f"{middle} ({'–'.join(ends)})"
    power = _power(max(abs(value), half_width), half_width)
    scale = 10.0**-power
    decimals = decimals_of(scale * half_width)
    width = fixed(scale * half_width, decimals)
    if not power and decimals > _MOST_DECIMALS:
        digits, _, small = f"{half_width:.{_DIGITS - 1}e}".partition("e")
        width = f"{digits} × {_ten(int(small))}"
    reported = f"{fixed(scale * value, decimals)} ± {width}"
    return f"({reported}) × {_ten(power)}" if power else reported


def with_range(middle: float, low: float, high: float) -> str:
    """Write a number and the ends of the range around it, all rounded by half the width of the range.

    Examples
    --------
    >>> with_range(0.87123, 0.85177, 0.90312)
    '0.871 (0.852–0.903)'
    """
    ends = (middle, low, high)
    half_width = (high - low) / 2
    if not math.isfinite(half_width) or half_width == 0 or _power(max(map(abs, ends)), half_width):
        written = [alone(one) for one in ends]
    else:
        written = [fixed(one, decimals_of(half_width)) for one in ends]
    return f"{written[0]} ({written[1]}–{written[2]})"


def alone(value: float) -> str:
    """Write a number without an interval: four significant digits, and whole thousands in full.

    Examples
    --------
    >>> alone(0.123456), alone(65535.4), alone(float("nan"))
    ('0.1235', '65535', '–')
    """
    if math.isnan(value):
        return "–"
    return fixed(value, 0) if _WHOLE <= abs(value) < _LARGE else f"{value:.{_ALONE}g}"


def decimals_of(half_width: float) -> int:
    """Give the digits after the point that a half-width says something about; below 0, those before it.

    Raises `ValueError` if it is not above 0, or not finite.
    """
    if not 0 < half_width < math.inf:
        raise ValueError(f"half-width: {half_width} is not allowed; give one above 0")
    # Rounding first: 0.0996 is 0.10, which has one decimal less.
    exponent = int(f"{half_width:.{_DIGITS - 1}e}".partition("e")[2])
    return _DIGITS - 1 - exponent


def fixed(value: float, decimals: int, *, signed: bool = False) -> str:
    """Write a number with so many digits after the point; below 0, with zeros for so many before it."""
    rounded = round(value, decimals) + 0.0  # no negative zero
    return f"{rounded:{'+' if signed else ''}.{max(decimals, 0)}f}"


def _power(largest: float, half_width: float) -> int:
    """Give the power of ten that is written apart; 0 for none."""
    is_small = largest < _SMALL and decimals_of(half_width) > _MANY_DECIMALS
    return math.floor(math.log10(largest)) if largest >= _LARGE or is_small else 0


def _ten(power: int) -> str:
    return f"10{str(power).translate(_RAISED)}"
