"""What a picture of a network is made of: boxes for nodes, lines for links, queues, coloured ways."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cellwise.plots import look
from cellwise.plots.marks import Mark, Style, moved

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Place = tuple[float, float]

#: The ends of a line.
Segment = tuple[Place, Place]

#: Distance of ways that share a link, and their width, in points.
_APART_PT, _WAY_PT = 2.6, 1.4

#: Width of the narrowest picture, and height of a row in the lowest one, in points.
_NARROW_PT, _LOW_PT = 250.0, 37.0

#: Letters of labels, in parts of those of nodes.
LABEL = 0.78

#: Height of a line of a label, in rows; less where letters are small.
LINE = 0.24

#: Width of a letter, in parts of its height.
_LETTER = 0.6

_SHAPES = {"switch": "square,pad=0.5", "router": "round4,pad=0.45"}
_KEYS = {"switch": "s", "router": "8"}
_FILLS = {"switch": "#d9dde2", "router": "#efe3c8"}


def _font_pt(axes: "Axes", letters: float) -> float:
    """Give the size of letters at which so many fit side by side, at most that of other plots."""
    import matplotlib as mpl

    room_pt = 72 * axes.figure.get_figwidth()  # type: ignore[union-attr]
    return min(float(mpl.rcParams["font.size"]), room_pt / (_LETTER * letters))


def _texts(values: Sequence[str]) -> "np.ndarray[Any, Any]":
    found = np.empty(len(values), dtype=object)
    found[:] = [" ".join(value.split()) for value in values]
    return found


def _columns(x: str, y: str, places: Sequence[Place], **texts: Sequence[str]) -> Mapping[str, Any]:
    across, up = np.array(places, dtype=np.float64).reshape(-1, 2).T
    return {x: across, y: up, **{name: _texts(written) for name, written in texts.items()}}


@dataclass(frozen=True, slots=True)
class Boxes(Mark):
    """Nodes with their names in boxes; those of one kind look alike."""

    at: Sequence[Place]
    labels: Sequence[str]
    kinds: Sequence[str]
    """``host``, ``router`` or ``switch``."""
    letters: float
    """How many letters the picture is wide."""
    with_queues: bool
    """Whether queues are drawn, which the legend of shapes then names."""

    def columns(self, x: str, y: str) -> Mapping[str, Any]:
        """Give the places of the nodes, and what they are."""
        return _columns(x, y, self.at, label=self.labels, kind=self.kinds)

    def draw(self, axes: "Axes", style: Style, label: str | None) -> None:  # noqa: ARG002
        """Draw it."""
        size = _font_pt(axes, self.letters)
        for (x, y), label, kind in zip(self.at, self.labels, self.kinds, strict=True):
            box = {
                "boxstyle": _SHAPES.get(kind, "round,pad=0.4"),
                "facecolor": _FILLS.get(kind, "white"),
                "edgecolor": look.GREY,
                "linewidth": 0.8,
            }
            axes.text(x, y, label, ha="center", va="center", bbox=box, zorder=4, fontsize=size)
        _name_shapes(axes, self.kinds, with_queues=self.with_queues)


def _name_shapes(axes: "Axes", kinds: Sequence[str], *, with_queues: bool) -> None:
    """Say below the picture what its shapes are; the legend above it is that of the ways."""
    from matplotlib.legend import Legend
    from matplotlib.lines import Line2D

    def key(marker: Any, fill: str, size: float) -> Line2D:
        return Line2D(
            [], [], linestyle="", marker=marker, markersize=size, color=look.GREY, markerfacecolor=fill
        )

    names = sorted(set(kinds))
    keys = [key(_KEYS.get(kind, "o"), _FILLS.get(kind, "white"), 7) for kind in names]
    if with_queues:
        names, keys = [*names, "queue"], [*keys, key(_three_cells(), "white", 14)]
    below: dict[str, Any] = {"loc": "lower left", "borderaxespad": 0.0}
    axes.add_artist(Legend(axes, keys, names, ncols=len(names), columnspacing=1.2, **below))


def _three_cells() -> Any:
    """Give the marker of a queue: three cells in a row."""
    from matplotlib.path import Path

    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)])
    cells = [Path(np.add(corners, (place - 1.5, -0.5)), closed=True) for place in range(3)]
    return Path.make_compound_path(*cells)


def _beside_pt(ways: int) -> float:
    """Return how far from a link with so many ways over it a label is, in points."""
    return ways * _APART_PT / 2 + 3


def label_off(ways: int, letters: float) -> Place:
    """Return how far that is at most in a picture so many letters wide, in letters and in rows."""
    return _beside_pt(ways) * letters / _NARROW_PT, _beside_pt(ways) / _LOW_PT


@dataclass(frozen=True, slots=True)
class Label:
    """A text next to a link."""

    text: str
    at: Place
    """The place of the link to which it belongs."""
    across: int
    """Whether it is left of that place, -1, right of it, 1, or around it, 0."""
    up: int
    """Whether it is below that place, -1, above it, 1, or around it, 0."""
    off: Place
    """How far from that place it is at most, in letters to the side and in rows up or down."""


@dataclass(frozen=True, slots=True)
class Wires(Mark):
    """Links, the texts next to them, and their queues."""

    ends: Sequence[Segment]
    speeds: Sequence[str]
    waiting: Sequence[str]
    """What is said of the queues of each."""
    labels: Sequence[Label]
    queues: Sequence[Place]
    """Where queues are drawn."""
    ways: int
    """How many ways are drawn over one at most."""
    letters: float
    """How many letters the picture is wide."""

    def columns(self, x: str, y: str) -> Mapping[str, Any]:
        """Give the middles of the links and what is written there."""
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in self.ends]
        return _columns(x, y, middles, label=self.speeds, queue=self.waiting)

    def draw(self, axes: "Axes", style: Style, label: str | None) -> None:  # noqa: ARG002
        """Draw it."""
        for first, last in self.ends:
            axes.plot(*zip(first, last, strict=True), color="#b8bdc4", linewidth=3.2, zorder=1)
        reach_pt = _beside_pt(self.ways)
        for one in self.labels:
            off_pt = 1 + reach_pt / 2 if one.across and one.up else reach_pt
            axes.annotate(
                one.text,
                one.at,
                xytext=(one.across * off_pt, one.up * off_pt),
                textcoords="offset points",
                ha=("right", "center", "left")[one.across + 1],
                va=("top", "center", "bottom")[one.up + 1],
                fontsize=LABEL * _font_pt(axes, self.letters),
                zorder=3.5,
                annotation_clip=False,
            )
        self._draw_queues(axes)

    def _draw_queues(self, axes: "Axes") -> None:
        marker = _three_cells()
        area = _font_pt(axes, self.letters) ** 2
        look_of_cells: dict[str, Any] = {"facecolor": "white", "edgecolor": look.GREY, "linewidth": 0.7}
        for x, y in self.queues:
            axes.scatter(x, y, s=area, marker=marker, zorder=3, **look_of_cells)


@dataclass(frozen=True, slots=True)
class Path(Mark):
    """The way of some connections, drawn through the nodes that it passes, next to other ways."""

    through: Sequence[Place]
    nodes: Sequence[str]
    """What the nodes are called."""
    number: int
    """Which of the ways it is, and of how many."""
    of: int

    def columns(self, x: str, y: str) -> Mapping[str, Any]:
        """Give the nodes that it passes."""
        return _columns(x, y, self.through, label=self.nodes)

    def draw(self, axes: "Axes", style: Style, label: str | None) -> None:
        """Draw it."""
        up_pt = ((self.of - 1) / 2 - self.number) * _APART_PT
        axes.plot(
            *zip(*self.through, strict=True),
            transform=moved(axes, -up_pt, up_pt),
            color=style.colour,
            linestyle=style.dash,
            linewidth=_WAY_PT,
            label=label,
            zorder=2,
        )
