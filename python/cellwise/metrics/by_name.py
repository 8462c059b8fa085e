"""The numbers of a run: metrics and columns of tables by name, and functions of a run."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from cellwise.errors import LimitError
from cellwise.metrics.ports import Passing, efficiency_of_tables, passing, port_flows, shared_ports
from cellwise.results import TABLES, Run
from cellwise.rounding import SHARE, UNBOUNDED
from cellwise.run import run
from cellwise.scenario import Scenario
from cellwise.source import Source
from cellwise.store import Columns, Numbers

#: A metric: its name, or a function of a run, which has its own name and gives a finite number.
Metric = str | Callable[[Run], float]

#: Metrics of a port that flows share.
OF_PORTS = ("efficiency", "fairness")

#: How the rows of a column become one number.
OF_ROWS: dict[str, Callable[[Numbers], float]] = {
    "mean": np.mean,
    "sum": np.sum,
    "min": np.min,
    "max": np.max,
    "p50": partial(np.quantile, q=0.5),
    "p95": partial(np.quantile, q=0.95),
    "p99": partial(np.quantile, q=0.99),
}

#: Columns of the tables that also have metrics as columns.
_COLUMNS = ("case", "left_out", "replication", "replications", "verdict")

#: The column that distinguishes rows of one name, and is given after a slash.
_APART = {"vcs": "direction", "queues": "name"}

#: The table with the names of rows that others get only as the run continues.
_NAMED_IN = {"pings": "flows", "pages": "flows", "queues": "packet_ports", "error_bursts": "noise"}

#: Endings of column names that are units, the longest first, in their spelling.
_UNITS = {"_cells_per_s": "cells/s", "_bytes": "bytes", "_cells": "cells", "_bps": "bit/s", "_s": "s"}

#: Endings of columns whose numbers are shares, from 0 to 1.
_SHARES = ("_ratio", "_fraction", "utilisation")

#: Units that displays show as others, and what they multiply numbers with.
_DISPLAYED = {"bit/s": ("Mbit/s", 1e-6)}


@dataclass(frozen=True, slots=True)
class Display:
    """How a number is shown to people; stored numbers are in the unit that their name says."""

    label: str
    """What an axis or a heading says, with the unit in which the number is shown."""
    scale: float = 1.0
    """What a number is multiplied with to be shown."""
    within: tuple[float, float] = UNBOUNDED
    """The least and the greatest that the shown number can be."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One number of a run."""

    label: str
    """What it is, with its unit."""
    of: Callable[[Source], float]
    """Gives the number of a run, in that unit, which is the one that the measure's name says."""
    display: Display
    require: Callable[[Source], object]
    """Raises `ValueError` if a run does not have the named thing, even if the run has hardly begun."""
    unit: str = ""
    """The unit of the number; empty if it has none."""
    is_function: bool = False
    """Whether it is a function of a run, or was one, and no command can name it."""


def value(run: Run, name: str) -> float:
    """Give a metric of a run by the name that commands use; not-a-number if no row has a value.

    Raises `ValueError` if the run has no such metric, row or column, or rows of one name would have to become
    one number.

    Parameters
    ----------
    run : Run
        Run in memory or loaded.
    name : str
        ``efficiency`` or ``fairness`` of the port that most flows share, or ``TABLE.COLUMN``: the mean over
        the rows, or behind a colon ``sum``, ``min``, ``max`` or a quantile, ``p50``, ``p95``, ``p99``, as in
        ``pings.rtt_s:p95``. The unit is that in the name of the column. ``@ROW`` behind any of them chooses
        rows by their name, such as ``flows.delay_max_s@call`` or ``efficiency@sw1.trunk``; ``/`` chooses
        among rows of one name: the direction of a connection, ``vcs.cells_lost@video/forward``, or the queue
        of a port.

    Examples
    --------
    >>> import cellwise as cw
    >>> run = cw.run(cw.Scenario.from_template("n-source").with_(duration="50 ms"))
    >>> cw.metrics.value(run, "flows.timeouts:sum")
    0.0
    >>> 0 < cw.metrics.value(run, "efficiency@sw1.trunk") <= 1
    True
    """
    return metric(name).of(Source.of_run(run))


def metric(name: Metric, rows: str = "", port: str | None = None) -> Measure:
    """Give a metric of a run by name, as `value` takes it, or a function that gives a finite number of a run.

    `rows` is how rows become one number, and `port` which port a metric of ports is of, where the name does
    not say it.

    Raises `ValueError` if it is not known, or a function that has no name of its own. Whether there are such
    rows is known with the run: `known_of` asks beforehand.
    """
    if not isinstance(name, str):
        return _metric_of_function(name)
    bare, at, row = name.partition("@")
    bare, colon, statistic = bare.partition(":")
    if bool(at) > bool(row):
        raise ValueError(f"metric: {name!r} is not known; behind @ give the name of a row")
    if bare in OF_PORTS:
        if colon:
            raise ValueError(
                f"metric: {name!r} is not known; {bare} is one number of a port, without a colon"
            )
        return _metric_of_port(bare, row or port)
    how = statistic if colon else rows
    if (colon or how) and how not in OF_ROWS:
        fault = (
            f"metric: {name!r} is not known; after the colon" if colon else f"rows: {rows!r} is not known;"
        )
        raise ValueError(f"{fault} give one of {', '.join(OF_ROWS)}")
    table, _, column = bare.partition(".")
    if table not in TABLES or not column:
        raise ValueError(
            f"metric: {name!r} is not known; give {', '.join(OF_PORTS)} or TABLE.COLUMN, of the tables "
            f"{', '.join(TABLES)}"
        )
    return _metric_of_column(table, column, how, row)


def name_of(metric: Metric) -> str:
    """Give the name of a metric: of a function, its own."""
    return metric if isinstance(metric, str) else str(getattr(metric, "__name__", repr(metric)))


def known_of(
    metrics: Iterable[Metric], scenarios: Sequence[Scenario], varied: Iterable[str] = ()
) -> dict[str, Measure]:
    """Give metrics by name, once it is clear that runs of some scenarios will have them.

    Scenarios that cannot run are not tested; `varied` are the names of the columns next to the metrics.

    Raises `ValueError` if one is not known, a scenario has no such row or column, or a function has the name
    of something else; all faults, line by line.
    """
    faults, found = [], {}
    wanted = list(dict.fromkeys(metrics))
    given = {name_of(one): one for one in wanted}
    for one in wanted:
        name = name_of(one)
        try:
            found[name] = metric(one)
            if given[name] != one:
                raise ValueError(f"metric: two metrics are called {name!r}; give each a name of its own")
            if not isinstance(one, str) and name in varied:
                raise ValueError(f"metric: {name!r} is varied; give the function another name")
        except ValueError as error:
            faults.append(str(error))
    # Columns are the same in all runs, rows are not.
    rows = [name for name in found if "@" in name or name in OF_PORTS]
    for number, scenario in enumerate(scenarios):
        names = rows if number else list(found)
        begun = _begun(scenario) if names else None
        for name in names:
            try:
                if begun is None:
                    break
                found[name].require(begun)
            except ValueError as error:
                faults.append(str(error))
    if faults:
        raise ValueError("\n".join(dict.fromkeys(faults)))
    return found


def recorded(name: str, values: Mapping[str, float]) -> Measure:
    """Give a metric that was a function once: what it gave, by the scenario's id."""

    def of(source: Source) -> float:
        if source.scenario.id not in values:
            raise ValueError(f"metric: {name!r} was a function, and is not known of another run than it took")
        return values[source.scenario.id]

    return Measure(name, of, Display(name), of, is_function=True)


def _metric_of_function(function: Callable[[Run], float]) -> Measure:
    name = name_of(function)
    if not callable(function):
        raise ValueError(f"metric: {function!r} is neither the name of a metric nor a function of a run")
    if not name.isidentifier():
        raise ValueError(f"metric: {name} has no name; give a function that `def` has named")
    if name in (*OF_PORTS, *_COLUMNS):
        raise ValueError(f"metric: {name!r} means something else here; give the function another name")

    def of(source: Source) -> float:
        value: object = function(source.run())
        if not isinstance(value, Real | np.bool_) or not math.isfinite(value):
            document = source.scenario.to_dict()
            of_run = f"seed {document.get('seed', 1)}, replication {document.get('replication', 0)}"
            raise ValueError(
                f"metric: {name} gave {value!r} of a run ({of_run}); it must give a finite number"
            )
        return float(value)

    return Measure(name, of, Display(name), lambda _source: None, is_function=True)


def _begun(scenario: Scenario) -> Source | None:
    """Run the first event of a scenario: its tables have their rows then; None if it cannot run."""
    try:
        return Source.of_run(run(scenario.with_({"limits.events": 1})))
    except LimitError as error:
        return Source.of_run(error.run)
    except (ValueError, RuntimeError):
        return None


def _metric_of_port(name: str, port: str | None) -> Measure:
    label = ("fairness index" if name == "fairness" else name) + (f" of {port}" if port else "")

    def require(source: Source) -> None:
        if not _has_one_flow(source, name, port):
            _shared_port({one: 1 for one, rows in _passing(source).items() if len(rows.data) > 1}, name, port)

    display = Display(label, within=SHARE)
    return Measure(label, lambda source: _of_port(source, name, port), display, require)


def _metric_of_column(table: str, column: str, how: str, row: str) -> Measure:
    bare, unit = _split(column)
    # One row needs no word; for several, and for all, the text says how they are combined.
    reported = [how or ("" if row else "mean"), bare.replace("_", " "), row or table]
    label = f"{reported[0]}{' of ' * bool(reported[0])}{reported[1]} {'of' if row else 'in'} {reported[2]}"
    shown, scale = _DISPLAYED.get(unit, (unit, 1.0))

    def require(source: Source) -> Numbers:
        return _rows(source, table, column, row, has_rule=bool(how))

    def of(source: Source) -> float:
        values = require(source)
        values = values[np.isfinite(values)]
        return float(OF_ROWS[how or "mean"](values)) if len(values) else float("nan")

    display = Display(_with_unit(label, shown), scale, _bounds(column, how))
    return Measure(_with_unit(label, unit), of, display, require, unit)


def _split(column: str) -> tuple[str, str]:
    for ending, unit in _UNITS.items():
        if column.endswith(ending):
            return column.removesuffix(ending), unit
    return column, ""


def _bounds(column: str, how: str) -> tuple[float, float]:
    """Give what a number of a column can be; the sum of shares may be anything."""
    return SHARE if column.endswith(_SHARES) and how != "sum" else UNBOUNDED


def _with_unit(label: str, unit: str) -> str:
    return f"{label}, {unit}" if unit else label


def _rows(source: Source, table: str, column: str, row: str, *, has_rule: bool) -> Numbers:
    """Give the values of a column, those of the rows of a name if one is given."""
    columns = source.tables(table)
    numeric = [name for name, values in columns.items() if values.dtype.kind in "biuf"]
    if column not in numeric:
        raise ValueError(f"metric: {column!r} is not a number of {table}; those are {', '.join(numeric)}")
    values = np.asarray(columns[column], dtype=np.float64)
    return values[_chosen(source, columns, table, row, has_rule=has_rule)] if row else values


def _chosen(source: Source, columns: Columns, table: str, row: str, *, has_rule: bool) -> NDArray[np.bool_]:
    # A table's first column has the names of its rows.
    names = _texts(next(iter(columns.values())))
    apart = _texts(columns[_APART[table]]) if table in _APART else names
    name, slash, second = row.rpartition("/")
    found = np.equal(names, row)
    if slash and not found.any() and name in names:
        found = np.equal(names, name) & np.equal(apart, second)
        if not found.any():
            raise ValueError(f"metric: {table} has no row {row!r}; give {_among(apart[names == name], name)}")
    elif not found.any() and row not in (named := _named(source, table, names)):
        known = ", ".join(dict.fromkeys(named)) or "none"
        raise ValueError(f"metric: {table} has no row {row!r}; its rows are {known}")
    if found.sum() > 1 and not has_rule:
        one_of = f"give {_among(apart[found], row)}, or " if table in _APART else "give "
        raise ValueError(
            f"metric: {table} has several rows {row!r}; {one_of}what becomes of them, as "
            f"{table}.COLUMN:mean@{row} ({', '.join(OF_ROWS)})"
        )
    return found.astype(np.bool_)


def _texts(column: Iterable[object]) -> NDArray[np.str_]:
    return np.array([str(one) for one in column], dtype=np.str_)


def _among(seconds: Iterable[object], row: str) -> str:
    return " or ".join(f"@{row}/{one}" for one in dict.fromkeys(map(str, seconds)) if one)


def _named(source: Source, table: str, names: Iterable[str]) -> list[str]:
    """Name the flows, ports and so on that have rows in a table, or may get some as the run continues."""
    if table not in _NAMED_IN:
        return list(names)
    named = source.tables(_NAMED_IN[table])
    kind = {"pings": "ping", "pages": "web"}.get(table)
    firsts = next(iter(named.values()))
    return [str(one) for at, one in enumerate(firsts) if kind is None or str(named["kind"][at]) == kind]


def _passing(source: Source) -> Mapping[str, Passing]:
    return passing(source.tables("flows"), source.tables("vcs"))


def _of_port(source: Source, name: str, port: str | None) -> float:
    tables = source.tables("flows"), source.tables("vcs"), source.tables("ports")
    if port and _has_one_flow(source, name, port):
        return efficiency_of_tables(*tables, port)
    shared = shared_ports(*tables)
    if port is None:
        # The first of those with most flows.
        port = max(shared, key=lambda one: int(port_flows(tables[0], tables[1], one).sum()), default=None)
    return shared[_shared_port(shared, name, port)][name]


def _has_one_flow(source: Source, name: str, port: str | None) -> bool:
    """Whether the efficiency of a port is asked for that a single flow has for itself."""
    return name == "efficiency" and len(_passing(source).get(port or "", Passing()).data) == 1


def _shared_port(shared: Iterable[str], name: str, port: str | None) -> str:
    known = list(shared)
    if not known or port not in (None, *known):
        of = f"port {port!r} is not" if port else "no port is"
        raise ValueError(
            f"metric: {name}: {of} shared by flows; those that are: {', '.join(known) or 'none'}"
        )
    return port or known[0]
