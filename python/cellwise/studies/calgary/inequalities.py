"""What the inequalities of the claims have in common: looking up measures, order, straight lines."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from cellwise.studies.calgary.questions import Experiment
from cellwise.study.values import View

#: What an inequality answers: whether it holds, and the numbers that it rests on.
Answer = tuple[bool, str]


def over(view: View, measure: str, experiments: Sequence[Experiment]) -> list[float]:
    """Look up a measure of several cases."""
    return [view(one.name, measure) for one in experiments]


def told(values: Sequence[float], digits: int = 3) -> str:
    """Write numbers one after another."""
    return " ".join(f"{value:.{digits}g}" for value in values)


def falling(values: Sequence[float]) -> bool:
    """Tell whether every value is below the one before."""
    return all(later < earlier for earlier, later in pairwise(values))


def near(ours: float, expected: float, fraction: float) -> bool:
    """Tell whether a number is within a fraction of what is expected."""
    return abs(ours - expected) <= fraction * expected


def straightness(values: Sequence[float]) -> tuple[float, float]:
    """Fit a straight line to values at 0, 1, 2 ...: its slope, and R squared.

    Examples
    --------
    >>> straightness([1.0, 3.0, 5.0])
    (2.0, 1.0)
    """
    x, y = np.arange(len(values), dtype=np.float64), np.asarray(values, dtype=np.float64)
    off_x, off_y = x - x.mean(), y - y.mean()
    slope = float((off_x * off_y).sum() / (off_x**2).sum())
    scatter = float((off_y**2).sum())
    left = float(((off_y - slope * off_x) ** 2).sum())
    return slope, 1 - left / scatter if scatter else 0.0
