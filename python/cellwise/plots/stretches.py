"""Parts of a horizontal axis that are shaded from top to bottom, with their names in the legend."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cellwise.plots import look

if TYPE_CHECKING:
    from matplotlib.axes import Axes


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
