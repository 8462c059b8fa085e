"""Run a sweep: points stored like a study's, and a table of factors and metrics.

A sweep's folder has ``points`` and ``costs`` as a study's, and two tables: ``runs.parquet``, one row per run,
and ``sweep.parquet``, one row per case, with the mean of every metric and the half-width of its t interval.
"""

import json
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from cellwise.errors import ResultsError
from cellwise.experiments.compare import known_metrics
from cellwise.experiments.measures import Measure, metric
from cellwise.experiments.precision import Measured, Precision
from cellwise.experiments.sweep import Sweep
from cellwise.files import whole, write_whole
from cellwise.intervals import mean_interval
from cellwise.reading import read_json
from cellwise.scenario import Scenario
from cellwise.sealed import is_whole, sealed
from cellwise.source import Source
from cellwise.store import Tables, as_columns
from cellwise.study.points import Point, PointResult, load, plan
from cellwise.study.progress import Form, run_telling
from cellwise.study.sources import read_point
from cellwise.version import __version__

#: The file that lists the scenarios of a sweep by case.
CASES = "sweep.json"


@dataclass(frozen=True, slots=True)
class SweepTable:
    """What a sweep came to."""

    sweep: Sweep
    replications: int
    metrics: dict[str, Measure]
    """What each metric is, and how it is shown, by its name."""
    values: dict[str, dict[str, np.ndarray[Any, Any]]]
    """By case and metric, shape (n_replications,), in the unit that the metric's name says."""
    note: str = ""
    """How the number of replications was chosen, if it was."""

    def rows(self) -> list[dict[str, Any]]:
        """One row per case: the factors, mean and half-width of every metric; one run has no half-width."""
        made = []
        for case, metrics in self.values.items():
            row: dict[str, Any] = {"case": case, **self._factors(case), "replications": self.replications}
            for name, values in metrics.items():
                row[name] = float(values.mean())
                wide = len(values) > 1 and np.isfinite(values).all()
                row[f"{name} ±"] = mean_interval(values).half_width if wide else float("nan")
            made.append(row)
        return made

    def runs(self) -> list[dict[str, Any]]:
        """One row per run: the factors, the replication, every metric."""
        return [
            {
                "case": case,
                **self._factors(case),
                "replication": number,
                **{name: float(values[number]) for name, values in metrics.items()},
            }
            for case, metrics in self.values.items()
            for number in range(self.replications)
        ]

    def measured(self) -> Measured:
        """Give every metric of every case over the replications, under names for people."""
        return {
            f"{name} of {case}": values.tolist()
            for case, metrics in self.values.items()
            for name, values in metrics.items()
        }

    def _factors(self, case: str) -> dict[str, Any]:
        return {path: self.sweep.levels[case].get(path) for path in self.sweep.factors}

    def save(self, folder: Path) -> None:
        """Write ``sweep.parquet`` and ``runs.parquet``; raises `OSError` if they cannot be written."""
        for name, rows in (("sweep", self.rows()), ("runs", self.runs())):
            tables = Tables()
            tables.put(name, as_columns({column: _column(rows, column) for column in rows[0]}))
            with whole(folder / f"{name}.parquet") as scratch:
                tables.write(name, scratch)


def run_sweep(
    sweep: Sweep,
    folder: Path,
    *,
    replications: int | Precision = 1,
    jobs: int = 1,
    executor: Executor | None = None,
    resume: bool = True,
    metrics: Sequence[str] = (),
    progress: Form = "auto",
    command: str = "",
) -> SweepTable:
    """Run every case of a sweep and store its points and tables in a folder.

    Parameters
    ----------
    sweep : Sweep
        The cases.
    folder : Path
        Where points and tables are stored.
    replications : int or Precision
        Independent runs of every case; at least 1. With a `Precision`, as many as it takes to know the means
        of `metrics` so well in every case.
    jobs, executor, resume
        As in `run_points`.
    metrics : sequence of str
        As `cellwise.compare` takes them; if empty, those that all runs have.
    progress : {"auto", "json", "none"}
        How progress is shown on standard error.
    command : str
        The command that makes it again, for the footers of its plots.

    Raises
    ------
    ValueError
        If a metric is not known, or none is named for a precision.
    PointsFailedError, ExecutorError, KeyboardInterrupt
        As in `run_points`.
    """
    for name in metrics:
        metric(name)
    if isinstance(replications, Precision) and not metrics:
        raise ValueError("metrics: none is named; name what has to be known so well, such as efficiency")
    tables: list[SweepTable] = []

    def measure(count: int) -> Measured:
        points = plan(sweep.cases, count)
        # What this sweep has just run is never run again.
        anew = not (resume or tables)
        run_telling(points, folder, jobs=jobs, executor=executor, resume=not anew, progress=progress)
        tables.append(_table(sweep, points, folder, metrics))
        return tables[-1].measured()

    note = ""
    if isinstance(replications, Precision):
        _, note = replications.reach(measure)
    else:
        measure(replications)
    table = replace(tables[-1], note=note)
    _write_cases(folder, sweep, table.replications, command)
    table.save(folder)
    return table


def _table(sweep: Sweep, points: Sequence[Point], folder: Path, metrics: Sequence[str]) -> SweepTable:
    """Measure stored points; without metrics, those that all runs have."""
    sources = {(point.case, point.replication): _source(point, folder) for point in points}
    names = list(metrics) or known_metrics(list(sources.values()))
    chosen = {name: metric(name) for name in names}
    replications = 1 + max(point.replication for point in points)
    values = {
        case: {
            name: np.array([one.of(sources[case, number]) for number in range(replications)])
            for name, one in chosen.items()
        }
        for case in sweep.cases
    }
    return SweepTable(sweep, replications, chosen, values)


def sweep_sources(folder: Path, skipped: Callable[[str], None]) -> list[Source] | None:
    """Give the stored points of a sweep's folder as plots see them; None if the folder is of no sweep.

    `skipped` is called with every point that is missing, half written or damaged.

    Raises
    ------
    ResultsError
        If the list of its cases cannot be read or was changed, or no point is left.
    """
    path = folder / CASES
    if not path.is_file():
        return None
    try:
        stored = read_json(path)
        if not is_whole(stored):
            raise ValueError("is not as it was written")
        cases = {name: Scenario.from_dict(document) for name, document in stored["cases"].items()}
        replications = int(stored["replications"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError):
        raise ResultsError(
            f"{path}: cannot be read as the cases of a sweep, or was changed; run the sweep again"
        ) from None
    again = str(stored.get("command", ""))
    read = ((point, read_point(point, folder, skipped)) for point in plan(cases, replications))
    found = [_source_of(point, result, again) for point, result in read if result is not None]
    if not found:
        raise ResultsError(f"{folder}: has no point that can be read; run the sweep again")
    return found


def _write_cases(folder: Path, sweep: Sweep, replications: int, command: str) -> None:
    cases = {name: scenario.to_dict() for name, scenario in sweep.cases.items()}
    document = sealed(
        {"cellwise": __version__, "command": command, "replications": replications, "cases": cases}
    )
    write_whole(folder / CASES, (json.dumps(document, ensure_ascii=False) + "\n").encode())


def _source(point: Point, folder: Path) -> Source:
    result = load(folder, point.id)
    if result is None:
        raise ResultsError(f"{folder}: the stored point of {point.case} cannot be read; run the sweep again")
    return _source_of(point, result, "")


def _source_of(point: Point, result: PointResult, again: str) -> Source:
    return Source(point.scenario, result.tables.__getitem__, result.series, result.summary, again)


def _column(rows: Sequence[dict[str, Any]], name: str) -> list[Any]:
    values = [row[name] for row in rows]
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        return values
    return ["" if value is None else str(value) for value in values]
