"""The columns behind a plot: named after its axes, with their units."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

#: How column names spell the units of axes.
_UNITS = {
    "Mbit/s": "mbps",
    "bit/s": "bps",
    "cells/s": "cells_per_s",
    "%": "percent",
}


def column_name(label: str) -> str:
    """Turn the label of an axis into the name of a column: quantity, then unit.

    Examples
    --------
    >>> column_name("time, s"), column_name("allowed cell rate, Mbit/s"), column_name("fairness index")
    ('time_s', 'allowed_cell_rate_mbps', 'fairness_index')
    """
    quantity, comma, unit = label.rpartition(", ")
    words = f"{quantity} {_UNITS.get(unit, unit)}" if comma else label
    return re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_") or "value"


def stacked(tables: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[str, np.ndarray[Any, Any]]:
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
