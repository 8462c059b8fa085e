"""As many replications as a wanted precision takes: a sequential rule, and what it has to own up to.

References
----------
.. [1] A. M. Law, Simulation Modeling and Analysis, 5th ed., 2015, chapter 9: means to a relative precision.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cellwise.intervals import mean_interval

#: Values over replications, by what was measured.
Measured = Mapping[str, Sequence[float]]

#: So many measures that did not come to the wanted precision are named.
_NAMED = 5


@dataclass(frozen=True, slots=True)
class Precision:
    """When to stop adding replications."""

    half_width: float
    """Of the interval of every mean, as a fraction of the mean; above 0."""
    least: int = 5
    """At least 2: from one run there is no interval."""
    most: int = 50
    confidence: float = 0.95

    def __post_init__(self) -> None:
        """Raise `ValueError` if a number is out of range."""
        if not 0 < self.half_width < 1:
            raise ValueError(f"half-width: {self.half_width:g} is not allowed; give above 0, below 100 %")
        if not 2 <= self.least <= self.most:
            raise ValueError(
                f"least, most: {self.least}, {self.most} is not allowed; give 2 <= least <= most"
            )

    def widest(self, values: Mapping[str, Sequence[float]]) -> dict[str, float]:
        """Give the means that are not known well enough, by relative half-width, the widest first."""
        relative = {name: _relative(ours, self.confidence) for name, ours in values.items()}
        wide = {name: one for name, one in relative.items() if one > self.half_width}
        return dict(sorted(wide.items(), key=lambda one: -one[1]))

    def next_count(self, count: int, widest: float) -> int:
        """How many replications to try next: what the widest needs by the root law, at most twice as many."""
        wanted = count * 2 if math.isinf(widest) else math.ceil(count * (widest / self.half_width) ** 2)
        return min(self.most, max(count + 1, min(wanted, 2 * count)))

    def says(self, count: int, open_measures: Mapping[str, float], measures: int) -> str:
        """Tell the rule and what came of it."""
        rule = (
            f"replications were added until the {100 * self.confidence:g} % t interval of each of {measures} "
            f"means was at most ±{100 * self.half_width:g} % of it, from {self.least} up to {self.most}: "
            f"{count} were used"
        )
        if open_measures:
            named = ", ".join(list(open_measures)[:_NAMED])
            rule += f", and {len(open_measures)} means are still wider ({named})"
        return (
            rule + "; stopping where intervals happen to be narrow makes them cover slightly less than that"
        )

    def reach(self, measure: Callable[[int], Measured]) -> tuple[int, str]:
        """Add replications until every mean is known well enough, or there are as many as allowed.

        Parameters
        ----------
        measure : callable
            Takes a number of replications, and gives what they measured; asked with rising numbers.

        Returns
        -------
        tuple of int and str
            The number that it took, and the rule with what came of it.
        """
        count = self.least
        while True:
            values = measure(count)
            wide = self.widest(values)
            if not wide or count >= self.most:
                return count, self.says(count, wide, len(values))
            count = self.next_count(count, next(iter(wide.values())))


def _relative(values: Sequence[float], confidence: float) -> float:
    """Half-width by mean; not-a-number counts as unknown, a constant as known."""
    ours = np.asarray(values, dtype=np.float64)
    if not np.isfinite(ours).all():
        return math.inf
    interval = mean_interval(ours, confidence)
    if interval.half_width == 0:
        return 0.0
    return interval.half_width / abs(interval.mean) if interval.mean else math.inf
