"""Run a sweep: points stored like a study's, and a table of factors and metrics.

A sweep's folder has ``points`` and ``costs`` as a study's, and two tables: ``runs.parquet``, one row per run,
and ``sweep.parquet``, one row per case, with the mean of every metric and the half-width of its t interval.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cellwise.compare import known_metrics, metric
from cellwise.errors import ResultsError
from cellwise.files import write_whole
from cellwise.intervals import mean_interval
from cellwise.plots.source import Source
from cellwise.scenario import Scenario
from cellwise.store import Tables, as_columns
from cellwise.study.estimate import estimate
from cellwise.study.points import Point, load, plan
from cellwise.study.progress import Form, progress_of
from cellwise.study.runner import run_points
from cellwise.sweep import Sweep
from cellwise.version import __version__

#: The file that lists the scenarios of a sweep by case.
CASES = "sweep.json"


@dataclass(frozen=True, slots=True)
class SweepTable:
    """What a sweep came to."""

    sweep: Sweep
    replications: int
    labels: dict[str, str]
    """What each metric is, with its unit, by metric."""
    values: dict[str, dict[str, np.ndarray[Any, Any]]]
    """By case and metric, shape (n_replications,)."""

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

    def _factors(self, case: str) -> dict[str, Any]:
        return {path: self.sweep.levels[case].get(path) for path in self.sweep.factors}

    def save(self, folder: Path) -> None:
        """Write ``sweep.parquet`` and ``runs.parquet``; raises `OSError` if they cannot be written."""
        for name, rows in (("sweep", self.rows()), ("runs", self.runs())):
            tables = Tables()
            tables.put(name, as_columns({column: _column(rows, column) for column in rows[0]}))
            scratch = folder / f"{name}.parquet.tmp"
            tables.write(name, scratch)
            scratch.replace(folder / f"{name}.parquet")


def run_sweep(
    sweep: Sweep,
    folder: Path,
    *,
    replications: int = 1,
    jobs: int = 1,
    resume: bool = True,
    metrics: Sequence[str] = (),
    progress: Form = "auto",
) -> SweepTable:
    """Run every case of a sweep and store its points and tables in a folder.

    Parameters
    ----------
    sweep : Sweep
        The cases.
    folder : Path
        Where points and tables are stored.
    replications : int
        Independent runs of every case; at least 1.
    jobs, resume
        As in `run_points`.
    metrics : sequence of str
        As `cellwise.compare` takes them; if empty, those that all runs have.
    progress : {"auto", "json", "none"}
        How progress is told on standard error.

    Raises
    ------
    ValueError
        If a metric is not known.
    PointsFailedError, KeyboardInterrupt
        As in `run_points`.
    """
    for name in metrics:
        metric(name)
    points = plan(sweep.cases, replications)
    with progress_of(progress, len({point.id for point in points})) as told:

        def expect(missing: Sequence[Point]) -> None:
            told.expect(lambda: estimate(missing, points, folder, jobs))

        run_points(points, folder, jobs=jobs, resume=resume, report=told.report, expect=expect)
    sources = {(point.case, point.replication): _source(point, folder) for point in points}
    names = list(metrics) or known_metrics(list(sources.values()))
    chosen = {name: metric(name) for name in names}
    values = {
        case: {
            name: np.array([one.of(sources[case, number]) for number in range(replications)])
            for name, one in chosen.items()
        }
        for case in sweep.cases
    }
    _write_cases(folder, sweep, replications)
    table = SweepTable(sweep, replications, {name: one.label for name, one in chosen.items()}, values)
    table.save(folder)
    return table


def sweep_sources(folder: Path) -> list[Source] | None:
    """Give the stored points of a sweep's folder as plots see them; None if the folder is of no sweep.

    Raises
    ------
    ResultsError
        If the list of its cases cannot be read, or a point is missing.
    """
    path = folder / CASES
    if not path.is_file():
        return None
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        cases = {name: Scenario.from_dict(document) for name, document in told["cases"].items()}
        replications = int(told["replications"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise ResultsError(f"{path}: cannot be read as the cases of a sweep; run the sweep again") from None
    return [_source(point, folder) for point in plan(cases, replications)]


def _write_cases(folder: Path, sweep: Sweep, replications: int) -> None:
    cases = {name: scenario.to_dict() for name, scenario in sweep.cases.items()}
    told = {"cellwise": __version__, "replications": replications, "cases": cases}
    write_whole(folder / CASES, (json.dumps(told, ensure_ascii=False) + "\n").encode())


def _source(point: Point, folder: Path) -> Source:
    result = load(folder, point.id)
    if result is None:
        raise ResultsError(f"{folder}: the stored point of {point.case} cannot be read; run the sweep again")
    return Source(point.scenario, result.tables.__getitem__, result.series, result.summary, "")


def _column(rows: Sequence[dict[str, Any]], name: str) -> list[Any]:
    values = [row[name] for row in rows]
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        return values
    return ["" if value is None else str(value) for value in values]
