"""Rows of published tables by their labels: what claims and figures take from them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cellwise.expression import ExpressionError, Labelled, unknown
from cellwise.study.data.grid import texts_of
from cellwise.study.definition import Number, Row, Table

#: The sources of a column in an expression: the published numbers, or ours instead.
PRINTED, OURS = "printed", "ours"


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A published table, its rows with the columns that name them."""

    table: Table
    labels: Sequence[str]
    """The columns that name a row, in the order of the labels."""

    def rows(self, wanted: Mapping[str, Sequence[Any]]) -> list[Row]:
        """Give the rows that have one of the wanted texts in each column; raises `ExpressionError`."""
        texts = texts_of(wanted)
        for column, ones in texts.items():
            if column not in self.labels:
                raise unknown(column, f"a label of {self.table.name}", self.labels)
            known = list(dict.fromkeys(row.labels[self.labels.index(column)] for row in self.table.rows))
            for one in ones:
                if one not in known:
                    raise unknown(one, f"a {column} of a row", known)
        return [
            row
            for row in self.table.rows
            if all(row.labels[self.labels.index(column)] in ones for column, ones in texts.items())
        ]

    def require_column(self, column: str) -> str:
        """Give a column of numbers; raises `ExpressionError`."""
        if column not in self.table.columns:
            raise unknown(column, f"a column of numbers of {self.table.name}", self.table.columns)
        return column


class PrintedTables:
    """The published tables of a study by name."""

    def __init__(self, tables: Sequence[PrintedTable]) -> None:
        """Take them in their order."""
        self.all = tables
        self.by_name = {one.table.name: one for one in tables}

    def of(self, name: str) -> PrintedTable:
        """Give a table; raises `ExpressionError`."""
        if name not in self.by_name:
            raise unknown(name, "a table", self.by_name)
        return self.by_name[name]

    def column(
        self,
        arguments: Sequence[Any],
        wanted: Mapping[str, Any],
        value: Callable[[Number], float],
    ) -> float | Labelled:
        """Give a column over rows: one number, or several by the word that distinguishes their rows.

        Raises `ExpressionError` if there is no such table, column, label or row.
        """
        if len(arguments) != 2 or not all(isinstance(one, str) for one in arguments):
            raise ExpressionError("takes a table and a column, then labels of rows by name")
        table = self.of(arguments[0])
        column = table.require_column(arguments[1])
        chosen = {key: one if isinstance(one, list) else [one] for key, one in wanted.items()}
        free = [place for place, key in enumerate(table.labels) if len(chosen.get(key, ())) != 1]
        rows = [row for row in table.rows(chosen) if column in row.numbers]
        if not rows:
            raise ExpressionError("no row has these labels and a number there")
        numbers = [value(row.numbers[column]) for row in rows]
        labels = tuple(tuple(row.labels[place] for place in free) for row in rows)
        return numbers[0] if len(numbers) == 1 else Labelled(np.array(numbers), labels)
