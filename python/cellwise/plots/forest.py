"""Intervals in rows beneath each other, on both sides of a line: which of many differences are not zero."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cellwise.plots import look
from cellwise.plots.drawing import Axis, Drawing
from cellwise.plots.marks import Mark, Style
from cellwise.store import Numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Height of a picture without rows, and what each row adds, in parts of that of other plots.
_HEIGHT, _HEIGHT_OF_ROW = 0.34, 0.075


@dataclass(frozen=True, slots=True)
class Rows(Mark):
    """Named intervals, one in a row; all of shape (n_rows,)."""

    places: Sequence[str]
    low: Numbers
    middle: Numbers
    high: Numbers

    def columns(self, x: str, y: str) -> Mapping[str, Any]:
        """Give the names of the rows, and their intervals."""
        places = np.array(list(self.places), dtype=object)
        return {y: places, x: self.middle, f"{x}_low": self.low, f"{x}_high": self.high}

    def draw(self, axes: "Axes", style: Style, label: str | None) -> None:
        """Draw it; an interval that reaches over the line is hollow and grey."""
        axes.axvline(0, color=look.GREY, linewidth=0.9, zorder=1.5)
        at = np.arange(len(self.places))
        is_apart = (self.low > 0) | (self.high < 0)
        for chosen, colour, fill in ((is_apart, style.colour, style.colour), (~is_apart, look.GREY, "white")):
            if chosen.any():
                reach = np.array([self.middle - self.low, self.high - self.middle])[:, chosen]
                axes.errorbar(
                    self.middle[chosen],
                    at[chosen],
                    xerr=reach,
                    color=colour,
                    marker=style.marker,
                    markersize=5,
                    markerfacecolor=fill,
                    linestyle="none",
                    elinewidth=1.4,
                    capsize=3,
                    label=label,
                    zorder=3,
                )


def forest_plot(rows: Rows, *, x_label: str, y_label: str, title: str = "") -> Drawing:
    """Draw intervals in rows, the first at the top.

    `y_label` says what the rows are; their names are next to the axis.
    """
    count = len(rows.places)
    ticks = [float(place) for place in range(count)]
    y = Axis(y_label, -0.5, count - 0.5, ticks=ticks, names=rows.places, down=True, written="")
    height = _HEIGHT + _HEIGHT_OF_ROW * count
    return Drawing(Axis(x_label), y, [rows], title=title, legend="none", height=height)
