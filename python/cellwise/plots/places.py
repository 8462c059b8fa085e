"""The places of the levels of a setting on an axis: at their numbers, or at equal distances."""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from cellwise.levels import Level, common_unit
from cellwise.plots.drawing import Axis

#: Levels whose largest is so many times the smallest are placed by their ratios.
_WIDE = 8.0

#: Ticks closer than this part of the axis to the last one are left out.
_CLOSE = 0.05

#: The name of a level has so many significant digits, unless only more distinguish it; a float has up to 17.
_DIGITS, _MOST_DIGITS = 3, 17

#: Distance of curves that are drawn side by side, in distances of places, and on a scale in points.
_SHIFT, _ASIDE_PT = 0.1, 5.0


@dataclass(frozen=True, slots=True)
class Places:
    """The levels of a setting in order, and their places."""

    levels: Sequence[Level]
    at: Sequence[float]
    names: Sequence[str]
    unit: str | None
    """The unit of the numbers at which they are placed; empty without a unit; None at equal distances."""

    @classmethod
    def of(cls, levels: Iterable[Level], known: Iterable[Level] = ()) -> Self:
        """Put levels in order: by their numbers if all are numbers of one kind, else by their text.

        `known` are the levels of the setting in all figures that name one alike.
        """
        in_order = ordered(levels)
        unit, every = common_unit(in_order), dict.fromkeys([*known, *in_order])
        if unit is None:
            at, texts = [float(place) for place in range(len(in_order))], names_of(every)
            return cls(in_order, at, [texts[one] for one in in_order], unit)
        alike = [one for one in every if common_unit([one, in_order[0]]) is not None]
        unit = common_unit(alike) or ""
        at = [one.within(unit) for one in in_order]
        texts = names_of(Level.of(one.within(unit)) for one in alike)
        return cls(in_order, at, [texts[Level.of(place)] for place in at], unit)

    @property
    def are_numbers(self) -> bool:
        """Whether they are placed at their numbers."""
        return self.unit is not None

    def shift(self, number: int, of: int) -> float:
        """Return how far from its place the n-th of several curves is drawn: not at all on a scale."""
        return 0.0 if self.are_numbers else (number - (of - 1) / 2) * _SHIFT

    def aside_pt(self, number: int, of: int) -> float:
        """Return how many points from its place on a scale the n-th of several curves is drawn."""
        return (number - (of - 1) / 2) * _ASIDE_PT if self.are_numbers else 0.0

    def axis(self, name: str) -> Axis:
        """Give the axis of a setting."""
        log = self.are_numbers and min(self.at) > 0 and max(self.at) >= _WIDE * min(self.at)
        scale = np.log(self.at) if log else np.asarray(self.at)
        width = float(np.ptp(scale)) or 1.0
        room = 0.06 * width if self.are_numbers else 0.5
        low, high = scale.min() - room, scale.max() + room
        shown, last = [], -np.inf
        for place, where in enumerate(scale):
            if where - last >= _CLOSE * width:
                shown.append(place)
                last = where
        return Axis(
            f"{name}, {self.unit}" if self.unit else name,
            float(np.exp(low) if log else low),
            float(np.exp(high) if log else high),
            ticks=[self.at[place] for place in shown],
            names=[self.names[place] for place in shown],
            log=log,
        )


def names_of(levels: Iterable[Level]) -> dict[Level, str]:
    """Name levels with no more decimals than distinguish them; whole numbers and texts are unchanged.

    Examples
    --------
    >>> list(names_of(map(Level.of, [0.1 + 0.2, "32.4223 ms", "1492.25 ms"])).values())
    ['0.3', '32.4 ms', '1492 ms']
    """
    held, names = list(levels), dict[Level, str]()
    for digits in range(_DIGITS, _MOST_DIGITS + 1):
        names = {one: _short(one.written, digits) if one.is_number else one.written for one in held}
        if len(set(names.values())) == len(names):
            break
    return names


def _short(written: str, digits: int) -> str:
    """Round a decimal number that begins a text to some significant digits, its whole part to none."""
    found = re.match(r"-?\d+\.\d+", written, re.ASCII)
    value = float(found[0]) if found else 0.0
    if found is None or not value:
        return written
    decimals = max(digits - 1 - math.floor(math.log10(abs(value))), 0)
    rounded = f"{value:.{decimals}f}"
    return (rounded.rstrip("0").rstrip(".") if decimals else rounded) + written[found.end() :]


def ordered(levels: Iterable[Level]) -> list[Level]:
    """Put levels in order: by their numbers if all are numbers of one kind, else by their text."""
    held = list(levels)
    if common_unit(held) is None:
        return sorted(held, key=lambda level: level.written)
    return sorted(held, key=lambda level: level.value)
