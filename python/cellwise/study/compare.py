"""Published numbers against ours: the median and the range over replications, and whether it is inside.

A published number is *inside* a range if some value in the range would have been printed like that: the
range is widened by half a unit of the number's last printed digit, or by the tolerance that the study states.
One that is outside may still be *near*: within a hundredth of itself of our median, or within a larger
fraction that the study states.
A number with which its own document disagrees is *inconsistent* and is compared for information only.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from cellwise.study.definition import Number, Table
from cellwise.study.values import Values

Verdict = Literal["inside_5_95", "inside_min_max", "near", "outside", "inconsistent"]

#: As a fraction of the printed number: so small a difference is not a miss.
CLOSE = 0.01

#: Guards the comparison of decimal fractions that are not exact in binary.
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Comparison:
    """One published number with the results of our replications."""

    table: str
    row: tuple[str, ...]
    column: str
    number: Number
    median: float
    low: float
    """The 5 % point over replications."""
    high: float
    """The 95 % point over replications."""
    least: float
    most: float
    replications: int
    verdict: Verdict
    crps: float | None
    """The continuous ranked probability score of our values, as a fraction of the printed one; None for 0."""

    @property
    def published(self) -> float:
        """The printed number."""
        return float(self.number.printed)

    @property
    def error(self) -> float | None:
        """How far our median is from the printed number, as a fraction of it; None if that is 0."""
        return self.median / self.published - 1 if self.published else None

    @property
    def inside(self) -> bool:
        """Whether it lies within our range from least to most."""
        return self.verdict in ("inside_5_95", "inside_min_max")


def half_unit(printed: str) -> float:
    """Half a unit of the last digit of a number as printed.

    Raises `ValueError` if it is not a plain decimal number.

    Examples
    --------
    >>> half_unit("0.49"), half_unit("7591")
    (0.005, 0.5)
    """
    if not re.fullmatch(r"\d+(\.\d+)?", printed, re.ASCII):
        raise ValueError(f"printed: {printed!r} is not allowed; give a plain decimal number")
    _, _, decimals = printed.partition(".")
    return 0.5 * 10.0 ** -len(decimals)


def is_inside(published: float, low: float, high: float, tolerance: float) -> bool:
    """Return whether a number lies in a range that is widened by a tolerance."""
    margin = tolerance + _ROUNDING * max(1.0, abs(published))
    return low - margin <= published <= high + margin


def compare(table: str, row: tuple[str, ...], column: str, number: Number, ours: ArrayLike) -> Comparison:
    """Compare one published number with our values, one of each replication.

    Raises `ValueError` if there is no value.
    """
    values = np.asarray(ours, dtype=np.float64)
    if values.ndim != 1 or values.size == 0:
        raise ValueError("ours: give at least one value")
    low, median, high = (float(value) for value in np.percentile(values, [5.0, 50.0, 95.0]))
    least, most = float(values.min()), float(values.max())
    tolerance = half_unit(number.printed) if number.tolerance is None else number.tolerance
    published = float(number.printed)
    verdict: Verdict = "outside"
    if number.inconsistent is not None:
        verdict = "inconsistent"
    elif is_inside(published, low, high, tolerance):
        verdict = "inside_5_95"
    elif is_inside(published, least, most, tolerance):
        verdict = "inside_min_max"
    elif is_inside(published, median, median, max(number.near or 0.0, CLOSE) * abs(published)):
        verdict = "near"
    score = crps(values, published) / published if published else None
    return Comparison(table, row, column, number, median, low, high, least, most, values.size, verdict, score)


def compare_table(table: Table, values: Values) -> list[Comparison]:
    """Compare every number of a table, row by row; raises `MissingCaseError` if a case was not run."""
    return [
        compare(table.name, row.labels, column, number, values.of(number.case, number.measure))
        for row in table.rows
        for column, number in row.numbers.items()
    ]


def count(comparisons: Iterable[Comparison], *verdicts: Verdict) -> int:
    """Count the comparisons with one of some verdicts."""
    return sum(1 for one in comparisons if one.verdict in verdicts)


def crps(ours: ArrayLike, published: float) -> float:
    """Give the continuous ranked probability score of equally likely values against one number.

    It is in the unit of both; 0 if all values are the number.

    References
    ----------
    .. [1] T. Gneiting, A. E. Raftery, Strictly proper scoring rules, prediction, and estimation, JASA 102,
       2007, equation 21.

    Examples
    --------
    >>> crps([3.0], 5.0), crps([4.0, 6.0], 5.0)
    (2.0, 0.5)
    """
    values = np.asarray(ours, dtype=np.float64)
    spread = np.abs(values[:, None] - values[None, :]).mean()
    return float(np.abs(values - published).mean() - spread / 2)
