"""The numbers of a run by name: metrics, and columns of tables."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from cellwise.metrics import port_flows, shared_ports
from cellwise.results import TABLES
from cellwise.source import Source
from cellwise.store import Columns, Numbers

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
    unit: str = ""
    """The unit of the number; empty if it has none."""


def measure(name: str, rows: str = "mean", port: str | None = None) -> Measure:
    """Give a measure by name.

    Parameters
    ----------
    name : str
        ``efficiency``, ``fairness``, or a column as ``TABLE.COLUMN``, such as ``flows.throughput_bps``; with
        ``@ROW`` behind it, that of one row.
    rows : str
        For columns of all rows: ``mean``, ``sum``, ``min`` or ``max`` over them.
    port : str, optional
        For the metrics of ports: which; the one that most flows share if left out.

    Raises
    ------
    ValueError
        If there is no such measure; the message names those that exist.
    """
    if "@" in name:
        return _of_one(name, *name.split("@", 1))
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
        unit,
    )


def metric(name: str) -> Measure:
    """Give a metric of a run by name.

    Parameters
    ----------
    name : str
        ``efficiency`` or ``fairness`` of the port that most flows share, or ``TABLE.COLUMN``: the mean over
        the rows, or with ``:sum``, ``:min``, ``:max`` what that says. ``@ROW`` behind any of them chooses one
        row by its name, such as ``flows.delay_max_s@call`` or ``efficiency@sw1.trunk``.

    Raises
    ------
    ValueError
        If it is not known. Whether there is such a row is known with the run.
    """
    if "@" in name:
        return measure(name)
    bare, _, rows = name.partition(":")
    if rows and rows not in OF_ROWS:
        raise ValueError(f"metric: {name!r} is not known; after the colon give one of {', '.join(OF_ROWS)}")
    return measure(bare, rows or "mean")


def _of_one(name: str, bare: str, row: str) -> Measure:
    if not row or ":" in bare:
        raise ValueError(
            f"metric: {name!r} is not known; behind @ give the name of one row, of which there is no sum"
        )
    if bare in OF_PORTS:
        port = measure(bare, port=row)
        return replace(
            port, label=f"{port.label} of {row}", display=Display(f"{port.display.label} of {row}")
        )
    one = measure(bare)
    table, _, column = bare.partition(".")
    told = f"{_split(column)[0].replace('_', ' ')} of {row}"
    return Measure(
        _with_unit(told, one.unit),
        lambda run: _of_row(run, table, column, row),
        Display(_with_unit(told, _DISPLAYED.get(one.unit, (one.unit, 1.0))[0]), one.display.scale),
        one.unit,
    )


def _split(column: str) -> tuple[str, str]:
    for ending, unit in _UNITS.items():
        if column.endswith(ending):
            return column.removesuffix(ending), unit
    return column, ""


def _with_unit(label: str, unit: str) -> str:
    return f"{label}, {unit}" if unit else label


def _numbers(columns: Columns, table: str, column: str) -> Numbers:
    numeric = [name for name, values in columns.items() if values.dtype.kind in "biuf"]
    if column not in numeric:
        raise ValueError(f"column: {column!r} is not a number of {table}; those are {', '.join(numeric)}")
    return np.asarray(columns[column], dtype=np.float64)


def _of_row(source: Source, table: str, column: str, row: str) -> float:
    columns = source.tables(table)
    # A table's first column has the names of its rows.
    names = [str(one) for one in next(iter(columns.values()), ())]
    if names.count(row) != 1:
        known = ", ".join(dict.fromkeys(names)) or "none"
        fault = "has several rows" if row in names else "has no row"
        raise ValueError(f"metric: {table} {fault} {row!r}; its rows are {known}")
    return float(_numbers(columns, table, column)[names.index(row)])


def _of_rows(source: Source, table: str, column: str, rows: str) -> float:
    values = _numbers(source.tables(table), table, column)
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
