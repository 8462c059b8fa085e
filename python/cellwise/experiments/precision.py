"""As many replications as a wanted precision takes: a sequential rule, and what it has to own up to.

References
----------
.. [1] A. M. Law, Simulation Modeling and Analysis, 5th ed., 2015, chapter 9: means to a relative precision.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cellwise.intervals import differences, mean_interval
from cellwise.share import Share, share_of

#: Values over replications by metric, shape (n_replications,); of two sides (2, n_replications).
Measured = Mapping[str, ArrayLike]

#: So many measures that did not reach the wanted precision are named.
_NAMED = 5


@dataclass(frozen=True, slots=True)
class Wanted:
    """What has to be known, and what its half-width is a fraction of."""

    what: str
    """Of one."""
    of: str
    relative: Callable[[ArrayLike, float], float]
    """From values over replications and a confidence; infinite if nothing can be said."""


def relative_of_mean(values: ArrayLike, confidence: float) -> float:
    """Half-width by mean, of values of shape (n,); not-a-number counts as unknown, a constant as known."""
    return _relative(np.asarray([values], dtype=np.float64), confidence)


def relative_of_difference(sides: ArrayLike, confidence: float) -> float:
    """Half-width of the mean of B - A by the larger mean, of A and B in pairs, shape (2, n).

    A fraction of the difference itself would never be reached by two sides that are alike. Not-a-number
    counts as unknown, a difference that is the same in all pairs as known.
    """
    return _relative(np.asarray(sides, dtype=np.float64), confidence)


def _relative(sides: NDArray[np.float64], confidence: float) -> float:
    if not np.isfinite(sides).all():
        return math.inf
    half_width = mean_interval(sides[0] if len(sides) == 1 else differences(*sides), confidence).half_width
    if half_width == 0:
        return 0.0
    of = float(abs(sides.mean(axis=1)).max())
    return half_width / of if of else math.inf


MEANS = Wanted("mean", "it", relative_of_mean)
DIFFERENCES = Wanted("difference", "the larger mean of A and B", relative_of_difference)


@dataclass(frozen=True, slots=True, init=False)
class Precision:
    """When to stop adding replications."""

    half_width: float
    """Of the interval of every mean, as a share of the mean; text such as ``2%`` is taken as well. Of the
    interval of a difference between two sides, as a share of the larger of their means."""
    least: int
    """At least 2: from one run there is no interval."""
    most: int
    confidence: float

    def __init__(self, half_width: Share, least: int = 5, most: int = 50, confidence: Share = 0.95) -> None:
        """Raise `ValueError` if a number is out of range."""
        if not 2 <= least <= most:
            raise ValueError(f"least, most: {least}, {most} is not allowed; give 2 <= least <= most")
        shares = (share_of(half_width, "half_width"), share_of(confidence, "confidence"))
        for name, one in zip(self.__slots__, (shares[0], least, most, shares[1]), strict=True):
            object.__setattr__(self, name, one)

    def widest(self, values: Measured, wanted: Wanted = MEANS) -> dict[str, float]:
        """Give what is not known well enough, by relative half-width, the widest first."""
        relative = {name: wanted.relative(ours, self.confidence) for name, ours in values.items()}
        wide = {name: one for name, one in relative.items() if one > self.half_width}
        return dict(sorted(wide.items(), key=lambda one: -one[1]))

    def next_count(self, count: int, widest: float) -> int:
        """How many replications to try next: what the widest needs by the root law, at most twice as many."""
        wanted = count * 2 if math.isinf(widest) else math.ceil(count * (widest / self.half_width) ** 2)
        return min(self.most, max(count + 1, min(wanted, 2 * count)))

    def says(
        self, count: int, open_measures: Mapping[str, float], measures: int, wanted: Wanted = MEANS
    ) -> str:
        """Describe the rule and what came of it."""
        each = f"each of {measures} {wanted.what}s" if measures != 1 else f"the {wanted.what}"
        rule = (
            f"replications were added until the {100 * self.confidence:g} % t interval of {each} was at most "
            f"±{100 * self.half_width:g} % of {wanted.of}, from {self.least} up to {self.most}: "
            f"{count} were used"
        )
        if open_measures:
            named = ", ".join(list(open_measures)[:_NAMED])
            wide = f"{len(open_measures)} {wanted.what}{' is' if len(open_measures) == 1 else 's are'}"
            rule += f", and {wide} still wider ({named})"
        return (
            rule + "; stopping where intervals happen to be narrow makes them cover slightly less than that"
        )

    def reach(self, measure: Callable[[int], Measured], wanted: Wanted = MEANS) -> tuple[int, str]:
        """Add replications until all that is measured is known well enough, or there are as many as allowed.

        `measure` takes a number of replications, and gives what they measured; it is called with rising
        numbers. `wanted` says whether means have to be known, or differences between two sides. Gives the
        number that was needed, and the rule with its result.
        """
        count = self.least
        while True:
            values = measure(count)
            wide = self.widest(values, wanted)
            if not wide or count >= self.most:
                return count, self.says(count, wide, len(values), wanted)
            count = self.next_count(count, next(iter(wide.values())))


#: What ``"auto"`` stands for: a mean is known if its 95 % interval is at most 2 % of it to either side.
AUTO = Precision(0.02)
