"""Stacked layers over time: each is as thick as its own value, and their top is the sum."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

import numpy as np

from cellwise.plots import look
from cellwise.plots.decimate import decimate
from cellwise.plots.marks import Curve, Style
from cellwise.store import Numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Textures of layers whose colours come again, by the dashes that lines have then.
_TEXTURES = dict(zip(look.DASHES, look.HATCHES, strict=False))


@dataclass(frozen=True, slots=True)
class Layer(Curve):
    """One layer of a stack, in steps; it holds its own points, and the top of the stack up to it."""

    top_x: Numbers
    top_y: Numbers
    """The sum of its values and those of the layers below it, each held until the next as its own are."""
    depth: int
    """How many layers are below it."""
    colour: str = ""
    """Its colour, if the order of marks is not to choose it."""

    def drawn(self) -> Self:
        """Give the points that a picture can show."""
        if len(self.top_x) <= look.PIXEL_COLUMNS:
            return self
        own = decimate(self.x, self.y, look.PIXEL_COLUMNS)
        top = decimate(self.top_x, self.top_y, look.PIXEL_COLUMNS)
        return replace(self, x=self.x[own], y=self.y[own], top_x=self.top_x[top], top_y=self.top_y[top])

    def draw(self, axes: "Axes", style: Style, label: str | None) -> None:
        """Draw it from the bottom of the stack up, under the layers below it: no gap can show between two."""
        axes.fill_between(
            self.top_x,
            self.top_y,
            step="post",
            facecolor=self.colour or style.colour,
            edgecolor="white",
            hatch="" if self.colour else _TEXTURES[style.dash],
            linewidth=0,
            zorder=1.9 - 0.01 * self.depth,
            label=label,
        )


def stacked_layers(parts: Sequence[tuple[str, Numbers, Numbers]], rest: str = "") -> list[Layer]:
    """Stack named values over time, the first at the bottom.

    Of a part (name, x, y) x rises or stays, and a value holds until the next. Before its first x a part is 0.
    `rest` is the name of a last part that stands for many, and is grey.
    """
    if not parts:
        return []
    x: Numbers = np.unique(np.concatenate([own_x for _, own_x, _ in parts]))
    made, top = [], np.zeros(len(x))
    for depth, (name, own_x, own_y) in enumerate(parts):
        top = top + held(own_x, own_y, x)
        grey = look.GREY if name == rest else ""
        made.append(Layer(name, own_x, own_y, x, top, depth, grey))
    return made


def held(x: Numbers, y: Numbers, at: Numbers) -> Numbers:
    """Give the values that hold at some places; 0 before the first."""
    place = np.searchsorted(x, at, side="right")
    return np.concatenate([[0.0], y])[place]
