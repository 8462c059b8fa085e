"""The numbers of a run by name: metrics, and columns of tables."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from cellwise.metrics import port_flows, shared_ports
from cellwise.results import TABLES
from cellwise.source import Source

#: Metrics of a port that flows share.
OF_PORTS = ("efficiency", "fairness")

#: How the rows of a column become one number.
OF_ROWS: dict[str, Callable[..., float]] = {"mean": np.mean, "sum": np.sum, "min": np.min, "max": np.max}

#: Endings of column names that are units, the longest first, as they are spelled.
_UNITS = {"_cells_per_s": "cells/s", "_bytes": "bytes", "_cells": "cells", "_bps": "bit/s", "_s": "s"}

#: Units that displays show as others, and what they multiply numbers with.
_DISPLAYED = {"bit/s": ("Mbit/s", 1e-6)}


@dataclass(frozen=True, slots=True)
class Display:
    """How a number is shown to people; what is stored or handed on is in the unit that its name says."""

    label: str
    """What an axis or a heading says, with the unit in which the number is shown."""
    scale: float = 1.0
    """What a number is multiplied with to be shown."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One number of a run."""

    label: str
    """What it is, with its unit."""
    of: Callable[[Source], float]
    """Gives the number of a run, in that unit, which is the one that the measure's name says."""
    display: Display


def measure(name: str, rows: str = "mean", port: str | None = None) -> Measure:
    """Give a measure by name.

    Parameters
    ----------
    name : str
        ``efficiency``, ``fairness``, or a column as ``TABLE.COLUMN``, such as ``flows.throughput_bps``.
    rows : str
        For columns: ``mean``, ``sum``, ``min`` or ``max`` over the rows.
    port : str, optional
        For the metrics of ports: which; the one that most flows share if left out.

    Raises
    ------
    ValueError
        If there is no such measure; the message names those that exist.
    """
    if name in OF_PORTS:
        label = "fairness index" if name == "fairness" else name
        return Measure(label, lambda run: _of_port(run, name, port), Display(label))
    if rows not in OF_ROWS:
        raise ValueError(f"rows: {rows!r} is not known; give one of {', '.join(OF_ROWS)}")
    table, _, column = name.partition(".")
    if table not in TABLES or not column:
        raise ValueError(
            f"measure: {name!r} is not known; give {', '.join(OF_PORTS)} or TABLE.COLUMN, of the tables "
            f"{', '.join(TABLES)}"
        )
    bare, unit = _split(column)
    label = f"{rows} of {bare.replace('_', ' ')} in {table}"
    shown, scale = _DISPLAYED.get(unit, (unit, 1.0))
    return Measure(
        _with_unit(label, unit),
        lambda run: _of_rows(run, table, column, rows),
        Display(_with_unit(label, shown), scale),
    )


def metric(name: str) -> Measure:
    """Give a metric of a run by name; raises `ValueError` if it is not known."""
    bare, _, rows = name.partition(":")
    if rows and rows not in OF_ROWS:
        raise ValueError(f"metric: {name!r} is not known; after the colon give one of {', '.join(OF_ROWS)}")
    return measure(bare, rows or "mean")


def _split(column: str) -> tuple[str, str]:
    for ending, unit in _UNITS.items():
        if column.endswith(ending):
            return column.removesuffix(ending), unit
    return column, ""


def _with_unit(label: str, unit: str) -> str:
    return f"{label}, {unit}" if unit else label


def _of_rows(source: Source, table: str, column: str, rows: str) -> float:
    columns = source.tables(table)
    numeric = [name for name, values in columns.items() if values.dtype.kind in "biuf"]
    if column not in numeric:
        raise ValueError(f"column: {column!r} is not a number of {table}; those are {', '.join(numeric)}")
    values = np.asarray(columns[column], dtype=np.float64)
    values = values[np.isfinite(values)]
    return float(OF_ROWS[rows](values)) if len(values) else float("nan")


def _of_port(source: Source, name: str, port: str | None) -> float:
    tables = [source.tables(table) for table in ("flows", "vcs", "ports")]
    shared = shared_ports(*tables)
    if port is None:
        # The first of those with most flows.
        port = max(shared, key=lambda one: int(port_flows(tables[0], tables[1], one).sum()), default="")
    if port not in shared:
        known = ", ".join(shared) or "none"
        raise ValueError(f"port: {port!r} is not shared by flows; those that are: {known}")
    return shared[port][name]
