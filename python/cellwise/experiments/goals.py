"""Goals, such as ``efficiency >= 0.95``: whether a mean over replications keeps one, how surely."""

import ast
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from cellwise.expression import ExpressionError, evaluate, parsed
from cellwise.intervals import mean_interval, student_t
from cellwise.levels import Level
from cellwise.metrics.by_name import Measure, metric
from cellwise.quantity import begins_as_number, number_of

#: What is known: the interval lies on the one side, on the other, across; there is nothing to average.
Verdict = Literal["holds", "fails", "undecided", "no value"]

_WRITTEN = re.compile(r"\s*([^\s<>=]+)\s*(>=|<=|>|<)\s*([^<>=]+)")

#: More replications than this are reported as "more".
MOST_REPORTED = 1_000_000

#: So often a number of replications is put into the t value that it is computed with.
_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Goal:
    """A metric and the value that it must reach, or must not exceed."""

    written: str
    """As the user wrote it."""
    metric: str
    measure: Measure
    threshold: float
    """In the metric's unit."""
    above: bool
    """Whether the metric must be at least, or above, the threshold."""

    @classmethod
    def of(cls, text: str, functions: Mapping[str, Measure] = MappingProxyType({})) -> "Goal":
        """Read a goal, of a metric or of one of some functions.

        Raises `ValueError` if it is not METRIC, a sign and a value, the metric is not known, or the unit is
        not the metric's.

        Examples
        --------
        >>> goal = Goal.of("flows.delay_max_s@call <= 50 ms")
        >>> goal.metric, goal.threshold, goal.above
        ('flows.delay_max_s@call', 0.05, False)
        """
        found = _WRITTEN.fullmatch(text)
        if not found:
            raise ValueError(f"goal: {text!r} is not allowed; write METRIC >= VALUE or METRIC <= VALUE")
        name, sign, value = found[1], found[2], found[3].strip()
        measure = functions.get(name) or metric(name)
        return cls(text.strip(), name, measure, _threshold(text, value, measure.unit), ">" in sign)

    def verdict(self, values: ArrayLike, confidence: float) -> Verdict:
        """Judge replications, shape (n_replications,); one of them alone decides nothing.

        The mean is taken to be on a side if its whole two-sided interval is.
        """
        given = np.asarray(values, dtype=np.float64)
        if not np.isfinite(given).all():
            return "no value"
        if len(given) < 2:
            return "undecided"
        found = mean_interval(given, confidence)
        low, high = (found.low, found.high) if self.above else (-found.high, -found.low)
        wanted = self.threshold if self.above else -self.threshold
        if low >= wanted:
            return "holds"
        return "fails" if high < wanted else "undecided"

    def needed(self, values: ArrayLike, confidence: float) -> int:
        """Estimate how many replications decide it if mean and spread stay; at most `MOST_REPORTED`."""
        given = np.asarray(values, dtype=np.float64)
        if len(given) < 2 or not np.isfinite(given).all():
            return MOST_REPORTED
        return replications_for(given, abs(float(given.mean()) - self.threshold), confidence)


def replications_for(values: ArrayLike, half_width: float, confidence: float) -> int:
    """Estimate how many replications give an interval so narrow, at least 2 and at most `MOST_REPORTED`."""
    spread = float(np.asarray(values, dtype=np.float64).std(ddof=1))
    if spread == 0:
        return 2
    if half_width <= 0:
        return MOST_REPORTED
    count = 2
    for _ in range(_ROUNDS):
        # With many degrees of freedom the t value is that of a few hundred.
        t = student_t(confidence, min(count - 1, 500))
        wanted = (t * spread / half_width) ** 2
        following = MOST_REPORTED if wanted >= MOST_REPORTED else max(2, math.ceil(wanted))
        # From two replications the t value is so large that the first guesses are far too many.
        following = min(following, 4 * count)
        if following == count:
            break
        count = following
    return count


def verdict_of(goals: Sequence[Goal], measured: Mapping[str, ArrayLike], confidence: float) -> Verdict:
    """Judge several goals at once: all must hold, and one that fails is enough."""
    found = [one.verdict(measured[one.metric], confidence) for one in goals]
    order: tuple[Verdict, ...] = ("no value", "fails", "undecided", "holds")
    return next(one for one in order if one in found)


def needed_of(goals: Sequence[Goal], measured: Mapping[str, ArrayLike], confidence: float) -> int:
    """Estimate how many replications decide several goals at once."""
    open_goals = [one for one in goals if one.verdict(measured[one.metric], confidence) == "undecided"]
    return max((one.needed(measured[one.metric], confidence) for one in open_goals), default=2)


class _NoNames:
    """A threshold names nothing."""

    def name(self, name: str) -> Any:
        """Refuse a name."""
        raise ExpressionError(f"{name} is no number")

    def call(self, name: str, _arguments: Sequence[Any], _options: Mapping[str, Any]) -> Any:
        """Refuse a function."""
        raise ExpressionError(f"{name} is no number")


def _level(text: str, value: str) -> Level:
    """Read a number, or arithmetic with numbers, with a unit or without one."""
    try:
        return number_of(value)
    except ValueError as error:
        found = _computed(value)
        if found is None and begins_as_number(value):
            fault = str(error).partition("; ")[2]
            raise ValueError(f"goal: {text!r} is not allowed; {fault}") from None
        return found or Level.of(value)


def _computed(value: str) -> Level | None:
    """Compute a threshold; None if it is no arithmetic with numbers."""
    try:
        tree = parsed(value, quantities=True)
        return Level.of(evaluate(tree, _NoNames())) if isinstance(tree, ast.BinOp) else None
    except ExpressionError:
        return None


def _threshold(text: str, value: str, unit: str) -> float:
    """Give a value in the metric's unit; without one of its own, it is in that."""
    in_percent = not unit and value.endswith("%")
    level = _level(text, value.removesuffix("%").strip() if in_percent else value)
    try:
        if level.kind and not unit:
            raise ValueError
        return float(level.value) / 100 if in_percent else level.within(unit)
    except (ValueError, KeyError):
        rule = (
            f"give a value in {unit}, or in another unit of that kind"
            if unit
            else "its metric has no unit (a column that has one ends in it, such as _s); give a plain number"
        )
        raise ValueError(f"goal: {text!r} is not allowed; {rule}") from None
