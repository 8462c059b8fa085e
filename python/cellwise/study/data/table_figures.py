"""Figures of published tables: printed values next to ours."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from cellwise.plots import Drawing, Points, Ranges, look, ranges_plot, scatter_plot
from cellwise.plots.marks import Scatter
from cellwise.study.data.form import PairsForm, RangesForm
from cellwise.study.data.grid import filled
from cellwise.study.data.printed import PrintedTable, PrintedTables
from cellwise.study.definition import FigureData, Number, Row, Table

#: As large as published numbers are in other figures.
_PRINTED_SIZE = 34.0


def _was_run(table: Table, data: FigureData) -> bool:
    return all(data.values.has(case) for case in table.cases())


@dataclass(frozen=True, slots=True)
class RangesOf:
    """Draws the 5-95 % ranges of rows of a table, with the published values."""

    form: RangesForm
    table: PrintedTable
    rows: Sequence[Row]

    @classmethod
    def read(cls, form: RangesForm, printed: PrintedTables) -> Self:
        """Find what is shown; raises `ExpressionError` if it does not exist."""
        table = printed.of(form.table)
        rows = [row for row in table.rows(form.rows) if set(row.numbers) == set(table.table.columns)]
        return cls(form, table, rows)

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if the table was run."""
        table = self.table.table
        if not self.rows or not _was_run(table, data):
            return None
        sets = []
        for column, heading in table.columns.items():
            numbers = [row.numbers[column] for row in self.rows]
            ours = [np.percentile(data.values.of(one.case, one.measure), [5, 50, 95]) for one in numbers]
            low, middle, high = np.transpose(ours)
            sets.append(Ranges(heading, low, middle, high, np.array([float(one.printed) for one in numbers])))
        labels = [dict(zip(self.table.labels, row.labels, strict=True)) for row in self.rows]
        places = [filled(self.form.places, one) for one in labels]
        return ranges_plot(sets, places, y_label=self.form.y_label, low=self.form.low)


@dataclass(frozen=True, slots=True)
class PairsOf:
    """Draws a column of a table against another: our medians, and what is printed."""

    form: PairsForm
    table: Table
    rows: Sequence[Row]
    colours: Sequence[str]

    @classmethod
    def read(cls, form: PairsForm, printed: PrintedTables, colours: Sequence[str]) -> Self:
        """Find what is shown; raises `ExpressionError` if it does not exist."""
        table = printed.of(form.table)
        x, y = (table.require_column(column) for column in (form.x, form.y))
        rows = [row for row in table.table.rows if {x, y} <= set(row.numbers)]
        return cls(form, table.table, rows, colours)

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if the table was run."""
        form = self.form
        if not self.rows or not _was_run(self.table, data):
            return None
        numbers = [(row.numbers[form.x], row.numbers[form.y]) for row in self.rows]
        printed = [[float(one.printed) for one in pair] for pair in numbers]
        ours = [[_median(one, data) for one in pair] for pair in numbers]
        name = f"{form.ours}, our medians"
        drawing = scatter_plot(
            [Points(name, np.array(ours)), Points("published", np.array(printed))],
            x_label=form.x_label,
            y_label=form.y_label,
        )
        (x, y), (x_printed, y_printed) = np.transpose(ours), np.transpose(printed)
        marks = [
            Scatter(name, x, y, beside=form.ours),
            Scatter("published", x_printed, y_printed, _PRINTED_SIZE, marker="x", colour=look.BLACK),
        ]
        return replace(drawing, marks=marks, order=self.colours)


def _median(number: Number, data: FigureData) -> float:
    return float(np.median(data.values.of(number.case, number.measure)))
