"""Columns as CSV text (RFC 4180, lines end in a newline)."""

import csv
import io
from typing import Any

import numpy as np

from cellwise.levels import text_of
from cellwise.store import Columns


def to_csv(columns: Columns) -> str:
    """Write columns: a line of their names, then the rows; shortest exact numbers, nothing for no value."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*(_cells(values) for values in columns.values()), strict=True))
    return stream.getvalue()


def _cells(values: np.ndarray[Any, Any]) -> list[Any]:
    cells: list[Any] = values.tolist()
    if values.dtype.kind in "fbO":
        # Whole numbers are written without ".0"; not-a-number is no value.
        return ["" if cell is None or cell != cell else _cell(cell) for cell in cells]
    return cells


def _cell(cell: Any) -> Any:
    if isinstance(cell, float):
        return int(cell) if cell.is_integer() and abs(cell) < 2**53 else cell
    return text_of(cell) if isinstance(cell, bool | dict | list) else cell
