"""Where the levels of a setting stand on an axis: at their numbers, or at equal distances."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from cellwise.plots.drawing import Axis
from cellwise.plots.groups import Level

#: Levels whose largest is so many times the smallest stand by their ratios.
_WIDE = 8.0

#: Ticks closer than this part of the axis to the last one are left out.
_CLOSE = 0.05

#: Distance of curves that are drawn side by side, in distances of places.
_SHIFT = 0.1


@dataclass(frozen=True, slots=True)
class Places:
    """The levels of a setting in order, and where they stand."""

    levels: Sequence[Level]
    at: Sequence[float]
    are_numbers: bool

    @classmethod
    def of(cls, levels: Iterable[Level]) -> Self:
        """Put levels in order: by their numbers if all are numbers of one unit, else by their text."""
        in_order = ordered(levels)
        numbers = [level.number for level in in_order if level.number is not None]
        if _are_numbers(in_order):
            return cls(in_order, numbers, are_numbers=True)
        return cls(in_order, [float(place) for place in range(len(in_order))], are_numbers=False)

    def shift(self, number: int, of: int) -> float:
        """Tell how far beside its place the n-th of several curves is drawn: not at all on a scale."""
        return 0.0 if self.are_numbers else (number - (of - 1) / 2) * _SHIFT

    def axis(self, name: str) -> Axis:
        """Give the axis of a setting."""
        log = self.are_numbers and min(self.at) > 0 and max(self.at) >= _WIDE * min(self.at)
        scale = np.log(self.at) if log else np.asarray(self.at)
        width = float(np.ptp(scale)) or 1.0
        low, high = scale.min() - 0.06 * width, scale.max() + 0.06 * width
        shown, last = [], -np.inf
        for place, where in enumerate(scale):
            if where - last >= _CLOSE * width:
                shown.append(place)
                last = where
        unit = self.levels[0].unit if self.are_numbers else ""
        return Axis(
            f"{name}, {unit}" if unit else name,
            float(np.exp(low) if log else low),
            float(np.exp(high) if log else high),
            ticks=[self.at[place] for place in shown],
            names=[self._name(self.levels[place]) for place in shown],
            log=log,
        )

    def _name(self, level: Level) -> str:
        return f"{level.number:g}" if self.are_numbers else level.written


def ordered(levels: Iterable[Level]) -> list[Level]:
    """Put levels in order: by their numbers if all are numbers of one unit, else by their text."""
    held = list(levels)
    numbers = _are_numbers(held)
    return sorted(held, key=lambda level: (level.number or 0.0 if numbers else 0.0, level.written))


def _are_numbers(levels: Sequence[Level]) -> bool:
    return all(level.number is not None and level.unit == levels[0].unit for level in levels)
