"""Lines of numbers, as most traces are: read exactly, every mistake with its line."""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from cellwise.traces.table import MOST_LINES, Rates, TraceError, refused

Line = TypeVar("Line")
Row = TypeVar("Row")

#: A longer number is a mistake, and would take long to read.
_NUMBER = re.compile(r"(?=.{1,40}$)[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,2})?", re.ASCII)

#: For each kind of number, the least and the most that a scenario takes, and how that is written.
_BOUNDS = {
    "time": (0, 10**19, "0 to 10000000 s"),
    "rate": (0, 10**13, "0 to 10000 Gbit/s"),
    "size": (1, 65_507, "1 to 65507 octets of data"),
}


def first_line(text: str) -> str:
    """Give the first line with content before a ``#``, stripped; empty without one."""
    return next((line.strip() for line in text.splitlines() if line.partition("#")[0].strip()), "")


def number(text: str, unit: int = 1) -> Fraction:
    """Read a number, at least 0, and multiply it by the size of its unit.

    Raises `ValueError` if it is not a number or is below 0; the message is the value and the rule.
    """
    written = text.strip()
    if _NUMBER.fullmatch(written) is None:
        raise ValueError(refused(text, "give a number"))
    value = Fraction(written) * unit
    if value < 0:
        raise ValueError(refused(text, "give a number of at least 0"))
    return value


def bounded(value: Fraction, what: str, text: str) -> Fraction:
    """Give a time in ps, a rate in bit/s or a size in octets unchanged.

    Raises `ValueError` if no scenario takes it; the message is the text and the rule.
    """
    least, most, shown = _BOUNDS[what]
    if not least <= round(value) <= most:
        raise ValueError(refused(text, f"give {shown}"))
    return value


def lines_of(text: str) -> list[tuple[int, str]]:
    """Give the lines that are neither empty nor a comment after ``#``, each with its number from 1."""
    kept = ((place, line.partition("#")[0].strip()) for place, line in enumerate(text.splitlines(), 1))
    return [(place, line) for place, line in kept if line]


def each_line(lines: Sequence[tuple[int, Line]], read: Callable[[Line], Row]) -> list[Row]:
    """Read line after line.

    Raises `TraceError` with every line for which `read` raised a ValueError; if there are no lines, or too
    many.
    """
    if len(lines) > MOST_LINES:
        raise TraceError([(lines[MOST_LINES][0], f"has more than {MOST_LINES} values; cut the trace")])
    rows: list[Row] = []
    issues: list[tuple[int | None, str]] = []
    for place, line in lines:
        try:
            rows.append(read(line))
        except ValueError as error:
            issues.append((place, str(error)))
    if issues or not rows:
        raise TraceError(issues or [(None, "has no values")])
    return rows


def words_of(line: str, count: int, example: str) -> list[str]:
    """Split a line into words at white space; raises ValueError if it has another number of words."""
    words = line.split()
    if len(words) != count:
        raise ValueError(refused(line, f"give {count} numbers, such as {example!r}"))
    return words


def in_order(places: Sequence[int], instants: Sequence[Fraction | int], *, strictly: bool) -> None:
    """Require instants in ps to be in order.

    Raises `TraceError` with each line whose instant is before that of the line in front of it, or is the same
    if `strictly`; if the last is more than 10 000 000 s after the first.
    """
    rule = "not after" if strictly else "before"
    issues: list[tuple[int | None, str]] = [
        (
            place,
            f"its instant is {rule} that of the line in front of it; sort the lines, and leave none twice",
        )
        for place, before, instant in zip(places[1:], instants, instants[1:], strict=False)
        if instant < before or (strictly and instant == before)
    ]
    if not issues and instants[-1] - instants[0] > _BOUNDS["time"][1]:
        issues = [(places[-1], "is more than 10000000 s after the first; check the unit")]
    if issues:
        raise TraceError(issues)


def rates_of(at_ps: list[int], bps: list[int], period_ps: int | None) -> Rates:
    """Make a table of rates.

    Raises `TraceError` if no rate is above 0, or instants are the same when rounded to ps.
    """
    if not any(bps):
        raise TraceError([(None, "has no rate above 0: nothing would ever be sent")])
    ends = at_ps[1:] if period_ps is None else [*at_ps[1:], period_ps]
    if any(start >= end for start, end in zip(at_ps, ends, strict=False)):
        raise TraceError([(None, "has instants that are less than 1 ps apart")])
    return Rates(at_ps, bps, period_ps)
