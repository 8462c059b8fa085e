"""The least, or the greatest, value of a range for which something holds: a coarse look, then bisection.

The coarse trial of values over the whole range shows where the goal begins to hold, and whether it then
holds for all further values: bisection alone would assume that.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from cellwise.experiments.goals import Verdict
from cellwise.experiments.spaces import Range

Which = Literal["least", "greatest"]

#: Tries several numbers of the range together, and judges each.
Look = Callable[[Sequence[Fraction]], Mapping[Fraction, Verdict]]


@dataclass(frozen=True, slots=True)
class Bracket:
    """Where something begins to hold."""

    which: Which
    answer: Fraction | None
    """Where it was shown to hold; None if it was shown nowhere."""
    beyond: Fraction | None
    """The nearest number on the other side, where it was not; None at the end of the range."""
    counter: Fraction | None
    """A number on the side where it should hold, but was shown to fail; None if there is no such number."""


def bisect(space: Range, points: int, look: Look, which: Which | None = None) -> Bracket:
    """Try `points` numbers of a range, and then numbers between the two where it begins to hold.

    The range says how near is near enough; its ends are among the numbers of the coarse look, at least 2.
    `look` judges numbers; an undecided one counts as one that does not hold. `which` is the end that is
    wanted; if left out, the greatest if only the low end of the range holds, else the least.
    """
    found = dict(look(space.spread(points)))
    wanted = which or _which(found)
    order = sorted(found, reverse=wanted == "greatest")
    holding = [number for number in order if found[number] == "holds"]
    if not holding:
        return Bracket(wanted, None, None, None)
    answer = holding[0]
    beyond = order[order.index(answer) - 1] if answer != order[0] else None
    while beyond is not None:
        middle = space.middle(min(answer, beyond), max(answer, beyond))
        if middle is None:
            break
        found.update(look([middle]))
        if found[middle] == "holds":
            answer = middle
        else:
            beyond = middle
    after = [number for number in order[order.index(holding[0]) :] if found[number] == "fails"]
    return Bracket(wanted, answer, beyond, after[0] if after else None)


def _which(found: Mapping[Fraction, Verdict]) -> Which:
    low, high = found[min(found)], found[max(found)]
    return "greatest" if low == "holds" != high else "least"
