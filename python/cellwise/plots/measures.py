"""The numbers of a run that plots of several runs can show: metrics, and columns of tables."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from cellwise.metrics import port_flows, shared_ports
from cellwise.plots.source import Source
from cellwise.results import TABLES

#: Metrics of a port that flows share.
OF_PORTS = ("efficiency", "fairness")

#: How the rows of a column become one number.
OF_ROWS: dict[str, Callable[..., float]] = {"mean": np.mean, "sum": np.sum, "min": np.min, "max": np.max}

#: Endings of column names that are units, the longest first, as axes spell them; and factors for rates.
_UNITS = (
    ("_cells_per_s", "cells/s", 1.0),
    ("_bytes", "bytes", 1.0),
    ("_cells", "cells", 1.0),
    ("_bps", "Mbit/s", 1e-6),
    ("_s", "s", 1.0),
)


@dataclass(frozen=True, slots=True)
class Measure:
    """One number of a run."""

    label: str
    """What an axis says, with the unit."""
    of: Callable[[Source], float]


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
        return Measure(
            "fairness index" if name == "fairness" else name, lambda run: _of_port(run, name, port)
        )
    if rows not in OF_ROWS:
        raise ValueError(f"rows: {rows!r} is not known; give one of {', '.join(OF_ROWS)}")
    table, _, column = name.partition(".")
    if table not in TABLES or not column:
        raise ValueError(
            f"measure: {name!r} is not known; give {', '.join(OF_PORTS)} or TABLE.COLUMN, of the tables "
            f"{', '.join(TABLES)}"
        )
    bare, unit, factor = _split(column)
    words = bare.replace("_", " ")
    label = f"{rows} of {words} in {table}" + (f", {unit}" if unit else "")
    return Measure(label, lambda run: factor * _of_rows(run, table, column, rows))


def _split(column: str) -> tuple[str, str, float]:
    for ending, unit, factor in _UNITS:
        if column.endswith(ending):
            return column.removesuffix(ending), unit, factor
    return column, "", 1.0


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
