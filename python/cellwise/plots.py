"""Plots as SVG text: self-contained, the same bytes for the same data.

matplotlib is loaded at the first one.
"""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Colours that differ in lightness too, so that they do in print and to every eye.
COLOURS = ("#1b5e8c", "#d9822b", "#4f8a3c", "#8a4f7d", "#6b6b6b")

_MARKERS = ("o", "x", "s", "^", "v")
_WIDTH_INCH, _HEIGHT_INCH = 7.2, 3.6


@dataclass(frozen=True, slots=True)
class Points:
    """A named set of points."""

    name: str
    xy: NDArray[np.float64]
    """Shape (n_points, 2)."""


@dataclass(frozen=True, slots=True)
class Ranges:
    """A named set of ranges, each with its middle and a value to compare with; all of shape (n_places,)."""

    name: str
    low: NDArray[np.float64]
    middle: NDArray[np.float64]
    high: NDArray[np.float64]
    beside: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Band:
    """A named curve with the range around it; all of shape (n_levels,)."""

    name: str
    low: NDArray[np.float64]
    middle: NDArray[np.float64]
    high: NDArray[np.float64]


def line_plot(x: ArrayLike, y: ArrayLike, *, x_label: str, y_label: str) -> str:
    """Draw one line; returns SVG."""

    def draw(axes: "Axes") -> None:
        axes.plot(np.asarray(x), np.asarray(y), color=COLOURS[0], linewidth=1.0)
        axes.set_ylim(bottom=0)
        axes.margins(x=0)

    return _svg(draw, x_label, y_label)


def lines_plot(lines: Sequence[Points], *, x_label: str, y_label: str) -> str:
    """Draw several named lines; returns SVG."""

    def draw(axes: "Axes") -> None:
        for colour, line in zip(COLOURS, lines, strict=False):
            axes.plot(line.xy[:, 0], line.xy[:, 1], color=colour, linewidth=1.0, label=line.name)
        axes.set_ylim(bottom=0)
        axes.margins(x=0)
        axes.legend(frameon=False)

    return _svg(draw, x_label, y_label)


def bands_plot(levels: ArrayLike, bands: Sequence[Band], *, x_label: str, y_label: str) -> str:
    """Draw curves over the levels of a factor, each in a band; returns SVG."""
    at = np.asarray(levels, dtype=np.float64)

    def draw(axes: "Axes") -> None:
        for colour, marker, band in zip(COLOURS, _MARKERS, bands, strict=False):
            axes.fill_between(at, band.low, band.high, color=colour, alpha=0.2, linewidth=0)
            axes.plot(
                at, band.middle, color=colour, marker=marker, markersize=4, linewidth=1.2, label=band.name
            )
        axes.set_ylim(bottom=0)
        axes.set_xticks(at)
        axes.legend(frameon=False, ncols=2, fontsize=8)

    return _svg(draw, x_label, y_label)


def scatter_plot(sets: Sequence[Points], *, x_label: str, y_label: str) -> str:
    """Draw named sets of points on axes from 0 to 1; returns SVG."""

    def draw(axes: "Axes") -> None:
        for colour, marker, points in zip(COLOURS, _MARKERS, sets, strict=False):
            axes.scatter(
                points.xy[:, 0], points.xy[:, 1], s=22, c=colour, marker=marker, label=points.name, alpha=0.8
            )
        axes.set_xlim(0, 1.03)
        axes.set_ylim(0, 1.03)
        axes.legend(frameon=False, loc="lower left")

    return _svg(draw, x_label, y_label)


def ranges_plot(sets: Sequence[Ranges], places: Sequence[str], *, y_label: str) -> str:
    """Draw ranges at named places, side by side, with the values beside them as crosses; returns SVG."""

    def draw(axes: "Axes") -> None:
        at = np.arange(len(places), dtype=np.float64)
        for number, (colour, one) in enumerate(zip(COLOURS, sets, strict=False)):
            x = at + (number - (len(sets) - 1) / 2) * 0.18
            axes.vlines(x, one.low, one.high, color=colour, linewidth=6, alpha=0.35)
            axes.scatter(x, one.middle, s=20, color=colour, label=one.name)
            named = "published" if one is sets[-1] else None
            axes.scatter(
                x, one.beside, s=34, color="black", marker="x", linewidths=1.2, zorder=3, label=named
            )
        axes.set_xticks(at, places)
        axes.set_ylim(0, 1.03)
        axes.legend(frameon=False, ncols=len(sets) + 1, loc="lower center", bbox_to_anchor=(0.5, 1.0))

    return _svg(draw, "", y_label)


def _svg(draw: Callable[["Axes"], None], x_label: str, y_label: str) -> str:
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    # A fixed salt and no date: the same data give the same bytes. Text stays text.
    with mpl.rc_context({"svg.hashsalt": "cellwise", "svg.fonttype": "none", "font.size": 10}):
        figure = Figure(figsize=(_WIDTH_INCH, _HEIGHT_INCH), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        draw(axes)
        axes.set_xlabel(x_label)
        axes.set_ylabel(y_label)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(visible=True, color="#dddddd", linewidth=0.6)
        axes.set_axisbelow(True)
        stream = io.StringIO()
        figure.savefig(stream, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    text = stream.getvalue()
    return text[text.index("<svg") :]
