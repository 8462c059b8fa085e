"""Whether ours rank as the document's: the order of a row's published numbers against that of our medians.

Only rows that have one measure of several cases, such as one column per drop policy, rank anything. Numbers
that are printed alike are not ranked by the document, so that our order cannot contradict it there; numbers
with which it contradicts itself take no part.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cellwise.study.compare import Comparison
from cellwise.study.definition import Row, Table

#: Two numbers have hardly a ranking.
LEAST = 3


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking of one row of a table."""

    row: tuple[str, ...]
    tau: float
    """Kendall's tau-b of the published numbers and our medians, -1 to 1; not-a-number if all are alike."""
    agrees: bool
    """Whether no pair that the document ranks has the opposite order in ours."""


def rankings(table: Table, found: Sequence[Comparison]) -> list[Ranking]:
    """Give the rankings of the rows of a table; none if its rows rank nothing."""
    by_row: dict[tuple[str, ...], list[Comparison]] = {}
    for one in found:
        by_row.setdefault(one.row, []).append(one)
    return [
        _of_row(row, [one for one in by_row[row.labels] if one.verdict != "inconsistent"])
        for row in table.rows
        if _ranks(row)
    ]


def kendall_tau_b(a: ArrayLike, b: ArrayLike) -> float:
    """Kendall's rank correlation with ties counted in neither: 1 for the same order, -1 for the reverse.

    It is not-a-number if all of `a` or all of `b` are equal.

    References
    ----------
    .. [1] M. G. Kendall, The treatment of ties in ranking problems, Biometrika 33, 1945.

    Examples
    --------
    >>> kendall_tau_b([1, 2, 3], [10, 30, 20])
    0.3333333333333333
    """
    signs = [_signs(values) for values in (a, b)]
    ranked = np.sqrt(np.abs(signs[0]).sum() * np.abs(signs[1]).sum())
    return float((signs[0] * signs[1]).sum() / ranked) if ranked else float("nan")


def _signs(values: ArrayLike) -> np.ndarray:
    given = np.asarray(values, dtype=np.float64)
    pairs = np.triu_indices(given.size, 1)
    return np.asarray(np.sign(given[pairs[1]] - given[pairs[0]]))


def _ranks(row: Row) -> bool:
    numbers = [number for number in row.numbers.values() if number.inconsistent is None]
    cases = {number.case for number in numbers}
    return len(cases) == len(numbers) >= LEAST and len({number.measure for number in numbers}) == 1


def _of_row(row: Row, found: Sequence[Comparison]) -> Ranking:
    published, ours = [one.published for one in found], [one.median for one in found]
    opposed = bool((_signs(published) * _signs(ours) < 0).any())
    return Ranking(row.labels, kendall_tau_b(published, ours), not opposed)
