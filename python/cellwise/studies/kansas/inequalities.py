"""What the inequalities of the claims have in common: looking up measures, falling, rising, being perfect."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from cellwise.studies.kansas.cases import Factors
from cellwise.study.values import View

#: What an inequality answers: whether it holds, and the numbers that it rests on.
Answer = tuple[bool, str]

#: What parts hang on that come out otherwise with a sender that resends one segment.
SENDER = "what the sender does after a fast retransmission, which the thesis does not say"


def of(view: View, measure: str, **factors: Any) -> float:
    """Look up a measure of a case."""
    return view(Factors.of(**{"network": "two-node", **factors}).name, measure)


def over(view: View, measure: str, factor: str, levels: Sequence[Any], **factors: Any) -> list[float]:
    """Look up a measure over the levels of a factor."""
    return [of(view, measure, **factors, **{factor: level}) for level in levels]


def gains(view: View, factor: str, levels: Sequence[Any], **factors: Any) -> list[float]:
    """Efficiency with ABR over that with UBR+EPD, over the levels of a factor.

    Runs with ABR, which loses nothing, need not be longer than others.
    """
    abr = over(view, "efficiency_percent", factor, levels, **{**factors, "service": "abr", "times": 1})
    ubr = over(view, "efficiency_percent", factor, levels, **factors, service="ubr")
    return [ours / theirs if theirs else np.inf for ours, theirs in zip(abr, ubr, strict=True)]


def told(values: Sequence[float], digits: int = 3) -> str:
    """Write numbers one after another."""
    return " ".join(f"{value:.{digits}g}" for value in values)


def flat(values: Sequence[float], points: float) -> bool:
    """Tell whether values stay within so many points of each other."""
    return max(values) - min(values) <= points


def perfect(
    factor: str, levels: Sequence[Any], efficiency: float, **factors: Any
) -> Callable[[View], Answer]:
    """ABR loses nothing, is fair, and reaches an efficiency, at every level of a factor."""

    def test(view: View) -> Answer:
        lost, fairness, reached = (
            over(view, measure, factor, levels, service="abr", **factors)
            for measure in ("lost_cells", "fairness", "efficiency_percent")
        )
        holds = max(lost) == 0 and min(fairness) >= 0.99 and min(reached) >= efficiency
        return (
            holds,
            f"lost {max(lost):.0f}, fairness from {min(fairness):.4f}, efficiency from {min(reached):.1f} %",
        )

    return test


def less(measure: str, least: float, **factors: Any) -> Callable[[View], Answer]:
    """UBR+EPD has less of something than ABR, by so much at least."""

    def test(view: View) -> Answer:
        abr, ubr = (of(view, measure, service=service, **factors) for service in ("abr", "ubr"))
        return abr - ubr >= least, f"ABR {abr:.4g}, UBR+EPD {ubr:.4g}"

    return test


def falls(measure: str, factor: str, levels: Sequence[Any], **factors: Any) -> Callable[[View], Answer]:
    """A measure is lower at the last level than at the first, and falls on the whole."""

    def test(view: View) -> Answer:
        values = over(view, measure, factor, levels, **factors)
        return values[-1] < values[0] and slope(values) < 0, told(values)

    return test


def slope(values: Sequence[float]) -> float:
    """Give the slope of the straight line through values, per level."""
    return float(np.polyfit(range(len(values)), values, 1)[0])


def gain_rises(factor: str, levels: Sequence[Any], **factors: Any) -> Callable[[View], Answer]:
    """The gain is higher at the last level than at the first, and rises on the whole."""

    def test(view: View) -> Answer:
        values = gains(view, factor, levels, **factors)
        return values[-1] > values[0] and slope(values) > 0, told(values)

    return test
