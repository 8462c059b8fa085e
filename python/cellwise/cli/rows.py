"""Columns as rows, and rows as a table on the screen."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from cellwise.column import Column
from cellwise.store import Columns, rows_of
from cellwise.terminal_table import print_table as print_cells

#: More rows than this are left to the results folder.
ROWS_SHOWN = 20

#: By column: its heading, a factor, and a format (``s`` for text, ``d`` for counts).
Shown = Mapping[str, tuple[str, float, str]]


def print_columns(console: Console, columns: Columns, shown: Shown, name: str) -> None:
    """Print the first rows of columns as `print_table` does, without making rows of the others."""
    print_chosen(console, columns, np.arange(len(next(iter(columns.values()), ()))), shown, name)


def print_chosen(
    console: Console, columns: Columns, chosen: NDArray[np.intp], shown: Shown, name: str
) -> None:
    """Print the rows of columns with these places, in their order, as `print_columns` does."""
    head = {column: values[chosen[:ROWS_SHOWN]] for column, values in columns.items()}
    print_table(console, rows_of(head), shown, name, of=len(chosen))


def print_table(
    console: Console, rows: list[dict[str, Any]], shown: Shown, name: str, of: int | None = None
) -> None:
    """Print the first rows, and how many more there are of the things called `name`: `of` in all, if given.

    An empty column of text is left out.
    """
    if not rows:
        return
    head = rows[:ROWS_SHOWN]
    columns = [
        column
        for column in shown
        if column in head[0] and not (shown[column][2] == "s" and all(row[column] == "" for row in head))
    ]
    headings = [Column(shown[column][0], is_number=shown[column][2] != "s") for column in columns]
    print_cells(console, headings, [_formatted(row, columns, shown) for row in head])
    more = (len(rows) if of is None else of) - ROWS_SHOWN
    if more > 0:
        console.print(f"and {more} more {name}")


def _formatted(row: Mapping[str, Any], columns: Iterable[str], shown: Shown) -> list[str]:
    cells = []
    for column in columns:
        _, scale, form = shown[column]
        value = row[column]
        if value is None:
            cells.append("-")
        elif form in "sd":
            cells.append(str(value))
        else:
            cells.append(format(value * scale, form))
    return cells
