"""A plot as a value: what it shows, and how to get it as SVG, PNG, PDF or CSV.

A drawing holds data; matplotlib is loaded when it is rendered. The same drawing gives the same bytes.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from cellwise.csv_text import to_csv
from cellwise.files import write_whole
from cellwise.plots.bounds import Bound, Stretch
from cellwise.plots.marks import Mark

#: The formats that a drawing can be saved in, by the ending of the file's name.
FORMATS = ("svg", "png", "pdf")

Format = Literal["svg", "png", "pdf"]

#: How column names spell the units of axes.
_UNITS = {
    "Mbit/s": "mbps",
    "bit/s": "bps",
    "cells/s": "cells_per_s",
    "%": "percent",
}


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of a drawing."""

    label: str
    """Quantity and unit, such as ``queue, cells``; a ratio or a count has no unit. Columns are named so."""
    low: float | None = None
    """Where it begins; None for where the data do."""
    high: float | None = None
    """Where it ends; None for where the data do."""
    ticks: Sequence[float] | None = None
    """Where its ticks are; None for a choice by the range."""
    names: Sequence[str] | None = None
    """What the ticks are called, for places that are no numbers."""
    down: bool = False
    """Whether it runs from the top down."""
    log: bool = False
    """Whether equal distances are equal ratios."""
    whole: bool = False
    """Whether it counts, so that only whole numbers have ticks."""
    written: str | None = None
    """The text next to the axis instead of its label."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """One plot."""

    x: Axis
    y: Axis
    marks: Sequence[Mark]
    title: str = ""
    footer: str = ""
    """The command that makes it again; the file also has it in its metadata."""
    legend: Literal["above", "none"] = "above"
    note: str = ""
    """The text in the picture if there is nothing to draw, or in addition to its marks."""
    bounds: Sequence[Bound] = ()
    """Lines across it at values of its vertical axis, with their names next to them."""
    shaded: Sequence[Stretch] = ()
    """Parts of its horizontal axis that are shaded."""
    bare: bool = False
    """Whether its axes are places and no quantities, so that none is drawn."""
    height: float = 1.0
    """Its height, in parts of that of its size."""
    order: Sequence[str] = ()
    """Names of marks in the order in which they have colours, so that pictures that belong together agree."""
    size: str = field(default="page")
    """One of `cellwise.plots.look.SIZES`."""
    has_footer: bool = True
    """Whether the footer is drawn."""
    beneath: "Sequence[Drawing]" = ()
    """What lies beneath it on the same horizontal axis, half as high."""
    is_even: bool = False
    """Whether the layer beneath has the same height."""

    def columns(self, *, drawn: bool = False) -> dict[str, np.ndarray[Any, Any]]:
        """Give what the plot shows as columns; those of the axes are named after their labels.

        Parameters
        ----------
        drawn : bool
            Leave out the points of long series that cannot be distinguished from others in the picture.
        """
        x, y = _column_name(self.x.label), _column_name(self.y.label)
        parts = [(mark, y) for mark in self.marks]
        parts += [(mark, _column_name(panel.y.label)) for panel in self.beneath for mark in panel.marks]
        chosen = [(mark.drawn() if drawn else mark, label) for mark, label in parts]
        return _stacked((mark.name, mark.columns(x, label)) for mark, label in chosen)

    def to_csv(self, path: str | Path | None = None, *, drawn: bool = False) -> str:
        """Give what the plot shows as CSV, units in the header; also write it to a file if one is named."""
        text = to_csv(self.columns(drawn=drawn))
        if path is not None:
            write_whole(Path(path), text.encode())
        return text

    def to_svg(self) -> str:
        """Give the picture as SVG text without an XML declaration, as HTML takes it."""
        text = self.to_bytes("svg").decode()
        return text[text.index("<svg") :]

    def to_bytes(self, file_format: Format) -> bytes:
        """Give the picture as the content of a file."""
        from cellwise.plots.render import render

        return render(self, file_format)

    def save(self, path: str | Path) -> Path:
        """Write the picture; the ending of the name says in which format. It appears complete or not at all.

        Raises
        ------
        ValueError
            If the name ends in none of ``.svg``, ``.png``, ``.pdf``.
        OSError
            If the file cannot be written.
        """
        path = Path(path)
        return write_whole(path, self.to_bytes(format_of(path)))

    def with_footer(self, footer: str) -> "Drawing":
        """Give the same drawing with another footer."""
        return replace(self, footer=footer)

    def labelled(
        self,
        *,
        title: str | None = None,
        x_label: str | None = None,
        y_label: str | None = None,
        footer: bool = True,
    ) -> "Drawing":
        """Give the same drawing with other words around it; its columns keep their names.

        Parameters
        ----------
        title, x_label, y_label : str, optional
            The text above it and next to its axes; empty for nothing, its own words if left out.
        footer : bool
            Whether the command that makes it again is drawn; the file has it in its metadata in any case.
        """
        return replace(
            self,
            title=self.title if title is None else title,
            x=self.x if x_label is None else replace(self.x, written=x_label),
            y=self.y if y_label is None else replace(self.y, written=y_label),
            has_footer=self.has_footer and footer,
        )

    @property
    def metadata(self) -> dict[str, str]:
        """What the file says of itself: ``title``, and as ``description`` the command that makes it again."""
        reported = {"title": self.title, "description": self.footer}
        return {key: text for key, text in reported.items() if text}

    def _repr_svg_(self) -> str:
        return self.to_svg()


def format_of(path: Path) -> Format:
    """Give the format of a picture by the name of its file; raises `ValueError` if that has none."""
    for known in FORMATS:
        if path.suffix.lower() == f".{known}":
            return known  # type: ignore[return-value]
    raise ValueError(
        f"{path}: the name of a picture ends in {', '.join('.' + known for known in FORMATS[:-1])} "
        f"or .{FORMATS[-1]}"
    )


def _column_name(label: str) -> str:
    """Turn the label of an axis into the name of a column: quantity, then unit.

    Examples
    --------
    >>> labels = ("time, s", "allowed cell rate, Mbit/s", "fairness index")
    >>> tuple(map(_column_name, labels))
    ('time_s', 'allowed_cell_rate_mbps', 'fairness_index')
    """
    quantity, comma, unit = label.rpartition(", ")
    words = f"{quantity} {_UNITS.get(unit, unit)}" if comma else label
    return re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_") or "value"


def _stacked(tables: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[str, np.ndarray[Any, Any]]:
    """Put the columns of named sets of points under each other; columns that a set lacks are empty there.

    The first column, ``series``, says which set a row is of.
    """
    held = [(name, {key: np.asarray(values) for key, values in table.items()}) for name, table in tables]
    lengths = [len(next(iter(table.values()))) if table else 0 for _, table in held]
    names = dict.fromkeys(key for _, table in held for key in table)
    series = np.empty(len(held), dtype=object)
    series[:] = [name for name, _ in held]
    whole: dict[str, np.ndarray[Any, Any]] = {"series": np.repeat(series, lengths)}
    for key in names:
        parts = [
            table[key] if key in table else np.full(length, np.nan)
            for (_, table), length in zip(held, lengths, strict=True)
        ]
        text = any(part.dtype.kind in "UO" for part in parts)
        whole[key] = np.concatenate([part.astype(object) for part in parts] if text else parts)
    return whole
