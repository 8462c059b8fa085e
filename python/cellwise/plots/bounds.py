"""Lines across a picture at which something changes, and shaded parts of its horizontal axis, with names."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cellwise.plots import look

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: More bounds than this hide what they are of.
MOST_BOUNDS = 4

#: Names closer than this share a line, in parts of the height of the axes.
_CLOSE = 0.07


@dataclass(frozen=True, slots=True)
class Bound:
    """A value at which something changes."""

    name: str
    """The text next to its line."""
    y: float


def draw_lines(axes: "Axes", bounds: Iterable[Bound]) -> None:
    """Draw the lines; the axes then reach up to them."""
    for one in bounds:
        axes.axhline(one.y, color=look.GREY, linewidth=0.9, linestyle=(0, (5, 3)), zorder=2.5)


def write_names(axes: "Axes", bounds: Iterable[Bound]) -> None:
    """Write the names right of the axes, whose limits are known then: no curve can strike them there."""
    low, high = sorted(axes.get_ylim())
    groups: list[list[Bound]] = []
    for one in sorted(bounds, key=lambda own: own.y):
        if groups and one.y - groups[-1][-1].y < _CLOSE * (high - low):
            groups[-1].append(one)
        else:
            groups.append([one])
    for group in groups:
        text = "\n".join(one.name for one in reversed(group))
        middle = float(np.mean([one.y for one in group]))
        axes.annotate(
            text,
            (1.0, middle),
            xycoords=axes.get_yaxis_transform(),
            xytext=(3, 0),
            textcoords="offset points",
            va="center",
            fontsize="small",
            color=look.GREY,
            annotation_clip=False,
        )


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the horizontal axis."""

    name: str
    """Its name in the legend, once for all of the same name."""
    begin: float
    end: float


def shade(axes: "Axes", stretches: Iterable[Stretch]) -> None:
    """Shade parts of the axis behind everything else."""
    named: set[str] = set()
    for one in stretches:
        label = None if one.name in named else one.name
        axes.axvspan(
            one.begin, one.end, facecolor=look.GREY, alpha=0.22, linewidth=0, zorder=0.5, label=label
        )
        named.add(one.name)
