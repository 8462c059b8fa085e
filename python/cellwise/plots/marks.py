"""The parts of a plot: named sets of points, each of which knows its columns and how it is drawn.

Marks hold every point of their data. Lines are decimated when they are drawn, so that a picture costs the
same however long a run was.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from cellwise.plots import look
from cellwise.plots.decimate import decimate, distinct
from cellwise.store import Numbers

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

#: How far a mark at the edge may reach beyond the axes, in parts of their width and height: half of a marker.
_REACH = 0.025


@dataclass(frozen=True, slots=True)
class Style:
    """What sets one mark of a plot apart from the others."""

    colour: str
    marker: str
    dash: str
    hatch: str
    pattern: str
    """The dashes of a curve that others may cover, which no neighbour has."""

    @classmethod
    def numbered(cls, number: int, beside: int = 0) -> Self:
        """Give the style of a plot's n-th mark, from 0; colours repeat with other dashes and textures.

        The marks `beside` it, from 1, have its colour and dashes of their own.
        """
        turn, place = divmod(number, len(look.COLOURS))
        return cls(
            look.COLOURS[place],
            look.MARKERS[(place + turn) % len(look.MARKERS)],
            look.DASHES[(turn + beside) % len(look.DASHES)],
            look.HATCHES[number % len(look.HATCHES)],
            look.DASHES[number % len(look.DASHES)],
        )


@dataclass(frozen=True, slots=True)
class Mark(ABC):
    """One named thing in a plot, of which all is drawn unless it chooses."""

    name: str
    """What the legend calls it."""

    @property
    def like(self) -> str:
        """The mark whose colour it has: its own name, or that of another."""
        return self.name

    @abstractmethod
    def columns(self, x: str, y: str) -> Mapping[str, Any]:
        """Give what it shows, under the names of the columns of both axes."""

    def drawn(self) -> Self:
        """Give the mark with only those points that are drawn."""
        return self

    @abstractmethod
    def draw(self, axes: "Axes", style: Style, label: str | None) -> None:
        """Draw it; `label` is its entry in the legend, if it has one."""


@dataclass(frozen=True, slots=True)
class Curve(Mark):
    """A mark whose columns are its points."""

    x: Numbers
    y: Numbers
    beside: str = field(default="", kw_only=True)
    """The mark that it belongs to: it has that one's colour, and a line a dash of its own."""

    @property
    def like(self) -> str:
        """The mark whose colour it has."""
        return self.beside or self.name

    def columns(self, x: str, y: str) -> Mapping[str, Any]:
        """Give its points."""
        return {x: self.x, y: self.y}


def styles(marks: Sequence[Mark], order: Sequence[str] = ()) -> list[Style]:
    """Give the styles of a plot's marks; those next to another have its colour and their own dashes.

    The marks in `order`, whether they are there or not, come before the others.
    """
    likes = dict.fromkeys([*order, *(mark.like for mark in marks)])
    numbers = {like: number for number, like in enumerate(likes)}
    besides = dict.fromkeys(likes, 0)
    found = []
    for mark in marks:
        besides[mark.like] += mark.like != mark.name
        nth = besides[mark.like] if mark.like != mark.name else 0
        found.append(Style.numbered(numbers[mark.like], nth))
    return found


@dataclass(frozen=True, slots=True)
class Line(Curve):
    """A line through points whose x never falls, straight or in steps."""

    steps: bool = False
    """Whether a value holds until the next one, as in the record of a probe."""
    width: float = 1.1
    points: bool = False
    """Whether its points are marked."""
    until: float | None = None
    """Where the last value ceases to hold, if it is drawn on from its point."""

    def drawn(self) -> Self:
        """Give the points that a picture can show."""
        if len(self.x) <= look.PIXEL_COLUMNS:
            return self
        chosen = decimate(self.x, self.y, look.PIXEL_COLUMNS)
        return replace(self, x=self.x[chosen], y=self.y[chosen])

    def draw(self, axes: "Axes", style: Style, label: str | None) -> None:
        """Draw it."""
        x, y = self.x, self.y
        if self.until is not None and len(x):
            x, y = np.append(x, self.until), np.append(y, y[-1])
        axes.plot(
            x,
            y,
            color=style.colour,
            linestyle=style.dash,
            linewidth=self.width,
            drawstyle="steps-post" if self.steps else "default",
            marker=style.marker if self.points else "",
            markersize=4.5,
            label=label,
        )


@dataclass(frozen=True, slots=True)
class Scatter(Curve):
    """Points without a line."""

    size: float = 22.0
    """The area of a marker, in square points."""
    marker: str = ""
    """Its marker, if the order of marks is not to choose it."""
    colour: str = ""
    """Its colour, likewise."""

    def drawn(self) -> Self:
        """Give the points that a picture can distinguish."""
        chosen = distinct(self.x, self.y, self.y, look.PIXEL_COLUMNS, look.PIXEL_ROWS)
        return replace(self, x=self.x[chosen], y=self.y[chosen])

    def draw(self, axes: "Axes", style: Style, label: str | None) -> None:
        """Draw it."""
        colour, marker = self.colour or style.colour, self.marker or style.marker
        drawn = axes.scatter(
            self.x, self.y, s=self.size, color=colour, marker=marker, label=label, alpha=0.85, zorder=3
        )
        drawn_whole(axes, drawn)


@dataclass(frozen=True, slots=True)
class Spans(Mark):
    """Vertical strokes, each from a low to a high value, such as the octets of a segment."""

    x: Numbers
    low: Numbers
    high: Numbers
    width: float = 1.6
    colour: str = ""
    """Its colour, if the order of marks is not to choose it."""
    marker: str = ""
    """What marks the low end of each, if anything does."""
    under: bool = False
    """Whether they lie under other marks."""

    def columns(self, x: str, y: str) -> Mapping[str, Any]:
        """Give the ends of its strokes."""
        return {x: self.x, f"{y}_from": self.low, f"{y}_to": self.high}

    def drawn(self) -> Self:
        """Give the strokes that a picture can distinguish."""
        chosen = distinct(self.x, self.low, self.high, look.PIXEL_COLUMNS, look.PIXEL_ROWS)
        return replace(self, x=self.x[chosen], low=self.low[chosen], high=self.high[chosen])

    def draw(self, axes: "Axes", style: Style, label: str | None) -> None:
        """Draw it."""
        colour = self.colour or style.colour
        if self.marker:
            lows = axes.scatter(
                self.x, self.low, s=30, color=colour, marker=self.marker, label=label, zorder=3
            )
            drawn_whole(axes, lows)
            label = None
        order = 1.5 if self.under else 2
        axes.vlines(
            self.x, self.low, self.high, color=colour, linewidth=self.width, label=label or "", zorder=order
        )


@dataclass(frozen=True, slots=True)
class Interval(Mark):
    """A curve of middle values with an interval around each, drawn as a band or as bars."""

    x: Numbers
    low: Numbers
    middle: Numbers
    high: Numbers
    bars: bool = False
    places: Sequence[str] | None = None
    """What its x are called, if they are places and no numbers; no line joins them then."""
    joined: bool = True
    """Whether a line joins its middles, if its x are numbers."""
    aside_pt: float = 0.0
    """How far right of its x it is drawn, in points, so that bars of several curves are side by side."""

    def columns(self, x: str, y: str) -> Mapping[str, Any]:
        """Give its points and the ends of their intervals."""
        at = self.x if self.places is None else np.array(list(self.places), dtype=object)
        return {x: at, y: self.middle, f"{y}_low": self.low, f"{y}_high": self.high}

    def draw(self, axes: "Axes", style: Style, label: str | None) -> None:
        """Draw it."""
        look_of_points: dict[str, Any] = {
            "color": style.colour,
            "marker": style.marker,
            "markersize": 4.5,
            # Hollow where the line is dashed: what lies under it is seen.
            "markerfacecolor": style.colour if style.pattern == "-" or not self.joined else "none",
            "linestyle": style.pattern if self.joined and self.places is None else "none",
            "linewidth": 1.2,
            "label": label,
            "transform": moved(axes, self.aside_pt),
        }
        if self.aside_pt:
            # Axes do not include marks that have their own coordinates in their limits.
            axes.update_datalim(np.column_stack([np.tile(self.x, 2), np.concatenate([self.low, self.high])]))
        if self.bars:
            reach = np.array([self.middle - self.low, self.high - self.middle])
            bars = axes.errorbar(self.x, self.middle, reach, capsize=3, elinewidth=1.2, **look_of_points)
            drawn_whole(axes, *bars.get_children())
            return
        axes.fill_between(self.x, self.low, self.high, color=style.colour, alpha=0.2, linewidth=0)
        axes.plot(self.x, self.middle, **look_of_points)


def moved(axes: "Axes", right_pt: float, up_pt: float = 0.0) -> Any:
    """Give the coordinates of data, so many points further right and up."""
    from matplotlib.transforms import ScaledTranslation

    if not (right_pt or up_pt):
        return axes.transData
    return axes.transData + ScaledTranslation(right_pt / 72, up_pt / 72, axes.figure.dpi_scale_trans)


def drawn_whole(axes: "Axes", *artists: "Artist") -> None:
    """Let marks at the edge of the axes reach a little beyond it."""
    from matplotlib.transforms import Bbox, TransformedBbox

    reach = Bbox([[-_REACH, -_REACH], [1 + _REACH, 1 + _REACH]])
    for artist in artists:
        # The path, which is set with the mark, would cut it at the edge.
        artist.set_clip_path(None)
        artist.set_clip_box(TransformedBbox(reach, axes.transAxes))


@dataclass(frozen=True, slots=True)
class Bars(Mark):
    """One layer of horizontal bars that are stacked on each other, at named places from the top down."""

    places: Sequence[str]
    length: Numbers
    base: Numbers
    """Where the layer begins: the sum of those below it."""

    def columns(self, x: str, y: str) -> Mapping[str, Any]:
        """Give the places and their lengths."""
        return {y: np.array(list(self.places), dtype=object), x: self.length}

    def draw(self, axes: "Axes", style: Style, label: str | None) -> None:
        """Draw it."""
        axes.barh(
            np.arange(len(self.places)),
            self.length,
            left=self.base,
            height=0.62,
            facecolor=style.colour,
            edgecolor="white",
            hatch=style.hatch,
            linewidth=0.4,
            label=label,
        )


@dataclass(frozen=True, slots=True)
class Beside(Mark):
    """Ranges at named places, side by side with those of other marks, and values to compare with."""

    places: Sequence[str]
    shift: float
    """How far right of the place it is drawn, in distances of places."""
    low: Numbers
    middle: Numbers
    high: Numbers
    published: Numbers
    names_crosses: bool
    """Whether the legend explains the crosses with this mark."""

    def columns(self, x: str, y: str) -> Mapping[str, Any]:
        """Give the places, the ranges and the published values."""
        places = np.array([" ".join(place.split()) for place in self.places], dtype=object)
        own = {y: self.middle, f"{y}_low": self.low, f"{y}_high": self.high, f"{y}_published": self.published}
        return {x or "place": places, **own}

    def draw(self, axes: "Axes", style: Style, label: str | None) -> None:
        """Draw it."""
        x = np.arange(len(self.places)) + self.shift
        axes.vlines(x, self.low, self.high, color=style.colour, linewidth=6, alpha=0.35)
        axes.scatter(x, self.middle, s=20, color=style.colour, marker=style.marker, label=label)
        crosses = "published" if self.names_crosses else None
        axes.scatter(
            x, self.published, s=34, color="black", marker="x", linewidths=1.2, zorder=3, label=crosses
        )
