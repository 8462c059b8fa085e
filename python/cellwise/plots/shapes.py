"""Drawings of a few usual shapes, for studies and for users with their own numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from cellwise.plots.drawing import Axis, Drawing
from cellwise.plots.marks import Beside, Interval, Line, Mark, Scatter
from cellwise.store import Numbers

#: A little more than the largest value of a share, so that a marker there is whole.
_SHARE_TOP = 1.03


@dataclass(frozen=True, slots=True)
class Points:
    """A named set of points."""

    name: str
    xy: Numbers
    """Shape (n_points, 2)."""


@dataclass(frozen=True, slots=True)
class Ranges:
    """A named set of ranges, each with its middle and a value to compare with; all of shape (n_places,)."""

    name: str
    low: Numbers
    middle: Numbers
    high: Numbers
    beside: Numbers


@dataclass(frozen=True, slots=True)
class Band:
    """A named curve with the range around it; all of shape (n_levels,)."""

    name: str
    low: Numbers
    middle: Numbers
    high: Numbers


def line_plot(x: ArrayLike, y: ArrayLike, *, x_label: str, y_label: str, steps: bool = False) -> Drawing:
    """Draw one line; `x` never falls. In `steps` a value holds until the next one."""
    line = Line("", np.asarray(x, np.float64), np.asarray(y, np.float64), width=1.0, steps=steps)
    return Drawing(_axis_of(x_label, [line]), Axis(y_label, low=0), [line], legend="none")


def lines_plot(
    lines: Sequence[Points],
    *,
    x_label: str,
    y_label: str,
    steps: bool = False,
    high: float | None = None,
    widest: float = 1.0,
) -> Drawing:
    """Draw several named lines; their x never fall.

    With `steps`, a value holds until the next one. The vertical axis ends at `high`, or where the data do.
    The first line is `widest` points wide; the others become narrower, so that one under another is seen.
    """
    widths = np.linspace(widest, 1.0, len(lines)).tolist() if len(lines) > 1 else [1.0]
    marks = [
        Line(line.name, line.xy[:, 0], line.xy[:, 1], width=width, steps=steps)
        for line, width in zip(lines, widths, strict=False)
    ]
    legend: Literal["above", "none"] = "above" if len(marks) > 1 else "none"
    return Drawing(_axis_of(x_label, marks), Axis(y_label, low=0, high=high), marks, legend=legend)


def _axis_of(label: str, lines: Sequence[Line]) -> Axis:
    """Give an axis that ends where the lines do."""
    ends = [float(value) for line in lines if len(line.x) for value in (line.x[0], line.x[-1])]
    return Axis(label, min(ends), max(ends)) if ends and min(ends) < max(ends) else Axis(label)


def bands_plot(
    levels: ArrayLike,
    bands: Sequence[Band],
    *,
    x_label: str,
    y_label: str,
    printed: Sequence[Points] = (),
    low: float | None = 0,
    order: Sequence[str] = (),
) -> Drawing:
    """Draw curves over the levels of a factor, each in a band.

    Each curve has dashes of its own, so that one under another is seen. `printed` are published values, each
    set under the name of the curve that it belongs to. The vertical axis begins at `low`; None for where the
    data do. `order` has the curves of all pictures that belong together, so that each has one colour in all
    of them.
    """
    at = np.asarray(levels, dtype=np.float64)
    marks: list[Mark] = [Interval(band.name, at, band.low, band.middle, band.high) for band in bands]
    return Drawing(
        Axis(x_label, ticks=at.tolist()), Axis(y_label, low=low), [*marks, *crosses(printed)], order=order
    )


def crosses(printed: Sequence[Points]) -> list[Mark]:
    """Draw published values as crosses in the colours of their curves; the legend names the first."""
    return [
        Scatter("" if number else "published", one.xy[:, 0], one.xy[:, 1], 42.0, "X", beside=one.name)
        for number, one in enumerate(printed)
    ]


def scatter_plot(sets: Sequence[Points], *, x_label: str, y_label: str) -> Drawing:
    """Draw named sets of points on axes from 0 to 1."""
    marks = [Scatter(points.name, points.xy[:, 0], points.xy[:, 1]) for points in sets]
    x, y = Axis(x_label, 0, _SHARE_TOP), Axis(y_label, 0, _SHARE_TOP)
    return Drawing(x, y, marks)


def ranges_plot(
    sets: Sequence[Ranges], places: Sequence[str], *, y_label: str, low: float | None = 0
) -> Drawing:
    """Draw ranges at named places, side by side, with the values next to them as crosses.

    The vertical axis begins at `low`; None for where the data do.
    """
    last = len(sets) - 1
    marks = [
        Beside(
            one.name,
            places,
            (number - last / 2) * 0.18,
            one.low,
            one.middle,
            one.high,
            one.beside,
            names_crosses=number == last,
        )
        for number, one in enumerate(sets)
    ]
    ticks = [float(number) for number in range(len(places))]
    x = Axis("", low=-0.5, high=len(places) - 0.5, ticks=ticks, names=places)
    return Drawing(x, Axis(y_label, low, _SHARE_TOP if low == 0 else None), marks)
