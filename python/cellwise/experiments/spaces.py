"""The values that a setting may have in a search: a range such as ``100..20000 cells``, or a list.

A range has enough values to come as near as the user wants, and no more digits than that: a value that is
tried can be typed.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from cellwise import quantity
from cellwise.levels import Level
from cellwise.scenario import plain_or_itself

#: If the ratio of the ends is this or more, equal steps are equal ratios.
_WIDE = 10

_RANGE = "..", "a range such as 100..20000 cells, or a list of values"


class Trial(Protocol):
    """What proposes values, such as a trial of Optuna's."""

    def suggest_int(self, name: str, low: int, high: int, *, log: bool = False) -> int:
        """Propose a whole number, ends included."""

    def suggest_float(self, name: str, low: float, high: float, *, log: bool = False) -> float:
        """Propose a number, ends included."""

    def suggest_categorical(self, name: str, choices: tuple[int, ...]) -> Any:
        """Propose one of some numbers that have no order."""


class Space(Protocol):
    """The values that a setting may have."""

    def propose(self, trial: Trial, name: str) -> Any:
        """Let a trial propose one."""


@dataclass(frozen=True, slots=True)
class Choices:
    """Some values, in no order."""

    values: tuple[Any, ...]

    def propose(self, trial: Trial, name: str) -> Any:
        """Let a trial propose one."""
        return self.values[trial.suggest_categorical(name, tuple(range(len(self.values))))]

    def ends(self) -> tuple[Any, Any]:
        """Give the first value and the last."""
        return self.values[0], self.values[-1]


@dataclass(frozen=True, slots=True)
class Range:
    """All values from one to another."""

    low: Fraction
    high: Fraction
    unit: str
    """Of both; empty if they have none."""
    whole: bool
    """Whether only whole numbers of the unit are meant."""
    within: float
    """Values nearer to each other than this part of themselves are not distinguished; above 0."""

    @property
    def log(self) -> bool:
        """Whether equal steps are equal ratios: where the ends differ by a factor of ten or more."""
        return self.low > 0 and self.high >= _WIDE * self.low

    def value(self, number: Fraction) -> Any:
        """Give a number of the range as scenarios have it."""
        if self.unit:
            return quantity.written(number, self.unit)
        return int(number) if self.whole else float(number)

    def ends(self) -> tuple[Any, Any]:
        """Give the lowest value and the highest, as scenarios have them."""
        return self.value(self.low), self.value(self.high)

    def number(self, value: Any) -> Fraction:
        """Give a value as a number of the range."""
        level = Level.of(value)
        found = Level.of(f"1 {self.unit}").value if self.unit else 1
        assert isinstance(level.value, Fraction)
        assert not isinstance(found, str)
        return level.value / found

    def spread(self, count: int) -> list[Fraction]:
        """Give numbers with equal steps between them, both ends among them; fewer if some agree."""
        parts = [Fraction(place, count - 1) for place in range(count)]
        return sorted({self.low, self.high, *(self._between(self.low, self.high, one) for one in parts)})

    def middle(self, low: Fraction, high: Fraction) -> Fraction | None:
        """Give a number between two; None if they are as near as is asked for."""
        if high - low <= Fraction(self.within) * max(abs(low), abs(high)):
            return None
        found = self._between(low, high, Fraction(1, 2))
        return found if low < found < high else None

    def propose(self, trial: Trial, name: str) -> Any:
        """Let a trial propose a value."""
        if self.whole:
            low, high = int(self.low), int(self.high)
            proposed = Fraction(trial.suggest_int(name, low, high, log=self.log))
        else:
            proposed = Fraction(trial.suggest_float(name, float(self.low), float(self.high), log=self.log))
        return self.value(self._rounded(proposed))

    def _between(self, low: Fraction, high: Fraction, part: Fraction) -> Fraction:
        if part in (0, 1):
            return high if part else low
        if self.log:
            return self._rounded(Fraction(float(low) * (float(high) / float(low)) ** float(part)))
        return self._rounded(low + part * (high - low))

    def _rounded(self, number: Fraction) -> Fraction:
        """Leave as many digits as distinguish values."""
        if not number:
            return number
        digits = max(2, math.ceil(-math.log10(self.within)) + 1)
        step = Fraction(10) ** (math.floor(math.log10(abs(number))) + 1 - digits)
        if self.whole:
            step = max(step, Fraction(1))
        return min(max(step * round(number / step), self.low), self.high)


def space_of(path: str, given: Any, within: float) -> Range | Choices:
    """Read what a setting may be: a range, ``LOW..HIGH`` with the unit behind it or behind both; or values.

    `within` is as in `Range`, above 0, below 1. Raises `ValueError` if it is neither, or the ends of a range
    are not two numbers of one kind, the lower one first.

    Examples
    --------
    >>> space_of("switch.buffer", "100..20000 cells", 0.02).spread(3)
    [Fraction(100, 1), Fraction(1410, 1), Fraction(20000, 1)]
    """
    if isinstance(given, str):
        return _range(path, given, within)
    if isinstance(given, Iterable):
        values = tuple(map(plain_or_itself, given))
        if len(values) > 1 and len(set(map(str, values))) == len(values):
            return Choices(values)
        raise ValueError(f"vary: {path} needs at least two values, each once")
    raise ValueError(f"vary: {path}: {given!r} is not allowed; give {_RANGE[1]}")


def _range(path: str, text: str, within: float) -> Range:
    left, dots, right = text.partition(_RANGE[0])
    refused = f"vary: {path}: {text!r} is not allowed; give"
    if not dots:
        raise ValueError(f"{refused} {_RANGE[1]}")
    high = _end(path, right)
    low = _end(path, left)
    if low.is_number and not low.kind and high.unit:
        low = _end(path, f"{left.strip()} {high.unit}")
    if not (low.is_number and high.is_number) or low.kind != high.kind:
        raise ValueError(f"{refused} two numbers of one kind, such as 100..20000 cells")
    unit = high.unit
    size = Level.of(f"1 {unit}").value if unit else Fraction(1)
    assert isinstance(low.value, Fraction)
    assert isinstance(high.value, Fraction)
    assert isinstance(size, Fraction)
    ends = low.value / size, high.value / size
    if not ends[0] < ends[1]:
        raise ValueError(f"{refused} the lower end first")
    plain_whole = not unit and all(one.strip().lstrip("+-").isdigit() for one in (left, right))
    counted = high.kind in quantity.COUNTED and size == 1
    return Range(*ends, unit, plain_whole or counted, within)


def _end(path: str, text: str) -> Level:
    if not quantity.begins_as_number(text):
        return Level.of(text.strip())
    try:
        return quantity.number_of(text)
    except ValueError as error:
        raise ValueError(f"vary: {path}: {error}") from None
