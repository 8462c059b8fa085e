"""Drawings rendered with matplotlib, without a date or a version: the same data, the same bytes."""

import io
import textwrap
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.ticker import FixedLocator, MaxNLocator, NullLocator

from cellwise.plots import look
from cellwise.plots.bounds import draw_lines, shade, write_names
from cellwise.plots.drawing import Axis, Drawing, Format
from cellwise.plots.marks import styles
from cellwise.terminal_text import printable

#: What a file calls the title and the description of its picture.
_REPORTED: dict[str, dict[str, str]] = {
    "svg": {"title": "Title", "description": "Description"},
    "png": {"title": "Title", "description": "Description"},
    "pdf": {"title": "Title", "description": "Subject"},
}

#: What a file would say of the day and the program that wrote it.
_UNSTABLE: dict[str, dict[str, Any]] = {
    "svg": dict.fromkeys(("Date", "Creator", "Format", "Type")),
    "png": {"Software": None},
    "pdf": dict.fromkeys(("CreationDate", "Creator", "Producer")),
}

#: Numbers from here on are written in groups of three digits.
_LONG_NUMBER = 10_000

_FOOTER_PT = 6.0
#: Width of a letter in parts of its height: of the footer's font, of which all are alike, and of others.
_LETTER, _MEAN_LETTER = 0.61, 0.54

#: The least part of a picture's width and height that its axes take.
_AXIS_WIDTH, _AXIS_HEIGHT = 0.75, 0.55

#: Room above the greatest value, in parts of the axis.
_ROOM_ABOVE = 0.05

#: Length of a line in the legend, in parts of the letters' height.
_HANDLE = 1.8


def render(drawing: Drawing, file_format: Format) -> bytes:
    """Give the content of a file in one of the formats."""
    with look.settings(look.size_of(drawing.size)):
        figure = laid_out(drawing)
        stream = io.BytesIO()
        reported = {_REPORTED[file_format][key]: printable(text) for key, text in drawing.metadata.items()}
        figure.savefig(
            stream, format=file_format, dpi=look.PNG_DPI, metadata={**_UNSTABLE[file_format], **reported}
        )
    return stream.getvalue()


def laid_out(drawing: Drawing) -> Figure:
    """Give the figure of a drawing, everything in its place; to be used within the settings of its size."""
    size = look.size_of(drawing.size)
    figure = Figure(figsize=(size.width_inch, drawing.height * size.height_inch), layout="constrained")
    FigureCanvasAgg(figure)
    panels = [drawing, *drawing.beneath]
    heights = [1 if drawing.is_even else 2, *[1] * len(drawing.beneath)]
    made = _axes(figure, heights, drawing)
    for axes, panel in zip(made, panels, strict=True):
        _draw_marks(panel, axes)
        shade(axes, panel.shaded)
    # Then alone is it known how far axes reach that panels share.
    for axes, panel, height in zip(made, panels, heights, strict=True):
        _draw_axes(panel, axes, size, min(1.0, drawing.height * height / sum(heights)))
    if drawing.title:
        title = _wrapped(drawing.title, _MEAN_LETTER * size.font_pt, size.width_inch)
        figure.suptitle(title, fontsize=size.font_pt, x=0.01, ha="left")
    if drawing.footer and drawing.has_footer:
        _footer(figure, drawing.footer, size)
    for text in figure.findobj(Text):
        # No font has control characters, nor may a picture's file.
        text.set_text(printable(text.get_text()))
    _settle(figure)
    return figure


def _axes(figure: Figure, heights: Sequence[int], drawing: Drawing) -> list[Axes]:
    """Give the axes of panels beneath each other; they share those that are alike and have no places."""
    if len(heights) == 1:
        return [figure.add_subplot()]
    made: list[Axes] = list(
        figure.subplots(
            len(heights),
            1,
            sharex=drawing.x.names is None,
            sharey=drawing.is_even and drawing.y.names is None,
            height_ratios=heights,
        )
    )
    for axes in made[:-1]:
        axes.xaxis.label.set_visible(False)
    return made


def _draw_marks(drawing: Drawing, axes: Axes) -> None:
    for mark, style in zip(drawing.marks, styles(drawing.marks, drawing.order), strict=True):
        mark.drawn().draw(axes, style, mark.name or None)
    draw_lines(axes, drawing.bounds)


def _draw_axes(drawing: Drawing, axes: Axes, size: look.Size, height: float) -> None:
    _lay_out(axes.xaxis, axes.set_xlim, axes.set_xscale, drawing.x)
    _lay_out(axes.yaxis, axes.set_ylim, axes.set_yscale, drawing.y)
    write_names(axes, drawing.bounds)
    axes.set_ylabel(
        _wrapped(_beside(drawing.y), _MEAN_LETTER * size.font_pt, _AXIS_HEIGHT * height * size.height_inch)
    )
    if _crowded(drawing.x, _MEAN_LETTER * size.font_pt / (72 * _AXIS_WIDTH * size.width_inch)):
        axes.tick_params("x", rotation=35)
        for name in axes.get_xticklabels():
            # They end at their ticks.
            name.set(horizontalalignment="right", rotation_mode="anchor")
    if drawing.bare:
        axes.set_axis_off()
    if drawing.note:
        axes.text(0.5, 0.5, drawing.note, transform=axes.transAxes, ha="center", va="center")
    if drawing.legend != "none":
        _legend(axes, size)


def _beside(axis: Axis) -> str:
    """Give the text next to an axis."""
    return axis.label if axis.written is None else axis.written


def _lay_out(ticks: Any, set_limits: Any, set_scale: Any, axis: Axis) -> None:
    ticks.set_label_text(_beside(axis))
    if axis.log:
        set_scale("log")
        ticks.set_minor_locator(NullLocator())
    if axis.whole:
        ticks.set_major_locator(MaxNLocator(integer=True))
    if axis.ticks is not None:
        ticks.set_ticks(list(axis.ticks), axis.names and [*map(printable, axis.names)])
    if axis.names is None:
        _group_digits(ticks)
    limits = {"left" if ticks.axis_name == "x" else "bottom": axis.low}
    limits["right" if ticks.axis_name == "x" else "top"] = axis.high
    set_limits(**{side: limit for side, limit in limits.items() if limit is not None})
    if ticks.axis_name == "y" and axis.high is None and not axis.log:
        _leave_room(ticks, set_limits, axis.low)
    if axis.down:
        ticks.set_inverted(True)


def _leave_room(ticks: Any, set_limits: Any, low: float | None) -> None:
    """Leave room above values that vary little and are far from where their axis begins, or are all zero."""
    least, greatest = map(float, ticks.get_data_interval())
    # Another panel on the same axis may reach further.
    if least == greatest == 0 and ticks.get_view_interval()[1] < 1:
        set_limits(bottom=0, top=1)
    if low is None:
        return
    top = greatest + _ROOM_ABOVE * (greatest - low)
    if np.isfinite(top) and top > ticks.get_view_interval()[1]:
        set_limits(top=top)


def _settle(figure: Figure) -> None:
    """Keep the ticks that the first layout has room for; they would change with the room that they take."""
    figure.draw_without_rendering()
    for ticks in (ticks for axes in figure.axes for ticks in (axes.xaxis, axes.yaxis)):
        ticks.set_major_locator(FixedLocator(ticks.get_majorticklocs().tolist()))


def _crowded(axis: Axis, letter: float) -> bool:
    """Return whether the names of an axis' ticks would touch; `letter` is a letter's part of the axis."""
    if axis.names is None or axis.ticks is None or len(axis.ticks) < 2:
        return False
    low, high = axis.ticks[0], axis.ticks[-1]
    ends = [low if axis.low is None else axis.low, high if axis.high is None else axis.high]
    at, reach = (np.log(one) if axis.log else np.asarray(one, np.float64) for one in (axis.ticks, ends))
    widths = np.array([max(map(len, name.split("\n"))) + 1 for name in axis.names]) * letter
    return bool((np.diff(at) / np.ptp(reach) < (widths[1:] + widths[:-1]) / 2).any())


def _group_digits(ticks: Any) -> None:
    """Write the thousands of large numbers apart, as the SI has it."""
    low, high = ticks.get_view_interval()
    if max(abs(low), abs(high)) >= _LONG_NUMBER:
        ticks.set_major_formatter(lambda value, _: f"{value:,.10g}".replace(",", "\N{THIN SPACE}"))


def _legend(axes: Axes, size: look.Size) -> None:
    """Name the marks above the data, where they hide none; so many rows at most."""
    handles, labels = axes.get_legend_handles_labels()
    if not handles:
        return
    columns = _columns(labels, size)
    room = columns * look.LEGEND_ROWS
    if len(labels) > room:
        handles = [*handles[: room - 1], axes.plot([], [], linestyle="")[0]]
        labels = [*labels[: room - 1], f"and {len(labels) - room + 1} more"]
    order = [place for column in range(columns) for place in range(column, len(labels), columns)]
    axes.legend(
        [handles[place] for place in order],
        [labels[place] for place in order],
        loc="lower left",
        bbox_to_anchor=(0.0, 1.0),
        borderaxespad=0.2,
        ncols=columns,
        handlelength=_HANDLE,
        columnspacing=1.2,
    )


def _columns(labels: list[str], size: look.Size) -> int:
    """How many columns a legend above the data may have; it is then read row by row."""
    letters = 72 * size.width_inch * 0.85 / (look.LEGEND * size.font_pt * _LETTER)
    widths = [len(label) + 2 * _HANDLE + 2 for label in labels]
    if sum(widths) <= letters:
        return len(labels)
    widest = max(widths)
    most = max(1, min(len(labels), int(letters / widest)))
    # A legend fills its columns from the left, so the last ones may stay empty.
    rows = -(-len(labels) // most)
    return -(-len(labels) // rows)


def _footer(figure: Figure, footer: str, size: look.Size) -> None:
    figure.supxlabel(
        _wrapped(footer, _LETTER * _FOOTER_PT, size.width_inch),
        fontsize=_FOOTER_PT,
        family="DejaVu Sans Mono",
        color=look.GREY,
        x=0.01,
        ha="left",
    )


def _wrapped(text: str, letter_pt: float, length_inch: float) -> str:
    """Break a text whose letters are so wide into lines of a length."""
    letters = int(72 * length_inch / letter_pt)
    return "\n".join(textwrap.wrap(text, letters, break_on_hyphens=False))
