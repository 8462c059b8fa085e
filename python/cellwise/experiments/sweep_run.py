"""Run a sweep: points stored like a study's, and a table of factors and metrics.

A sweep's folder has ``points`` and ``costs`` as a study's, and two tables: ``runs.parquet``, one row per run,
and ``sweep.parquet``, one row per case, with the mean of every metric and the half-width of its t interval.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

from cellwise.errors import ResultsError
from cellwise.experiments.compare import known_metrics
from cellwise.experiments.precision import Measured, Precision
from cellwise.experiments.sweep import Sweep
from cellwise.experiments.sweep_stored import StoredSweep, measured, without_chance, write_cases
from cellwise.experiments.sweep_table import SweepTable
from cellwise.metrics.by_name import Measure, Metric, known_of, metric
from cellwise.points.progress import Form, run_telling
from cellwise.points.store import Point, load, plan
from cellwise.source import Source


def run_sweep(
    sweep: Sweep,
    folder: Path,
    *,
    replications: int | Precision = 1,
    jobs: int = 1,
    executor: Executor | None = None,
    fresh: bool = False,
    metrics: Sequence[Metric] = (),
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
    jobs, executor, fresh
        As in `run_points`.
    metrics : sequence of str or callable
        As `cellwise.compare` takes them; if empty, those that all runs have.
    progress : {"auto", "json", "none"}
        How progress is shown on standard error.
    command : str
        The command that makes it again, for the footers of its plots.

    Raises
    ------
    ValueError
        If a metric is not known, a case has no such row or column, or none is named for a precision; before
        anything is run.
    PointsFailedError, ExecutorError, KeyboardInterrupt
        As in `run_points`.
    """
    chosen = known_of(metrics, list(sweep.cases.values()), sweep.factors)
    if isinstance(replications, Precision) and not metrics:
        raise ValueError("metrics: none is named; name what has to be known so well, such as efficiency")
    tables: list[SweepTable] = []

    def measure(count: int) -> Measured:
        points = plan(sweep.cases, count)
        # What this sweep has just run is never run again.
        run_telling(
            points, folder, jobs=jobs, executor=executor, fresh=fresh and not tables, progress=progress
        )
        tables.append(_table(sweep, points, folder, chosen))
        return tables[-1].measured()

    note = ""
    if isinstance(replications, Precision):
        _, note = replications.reach(measure)
    else:
        measure(replications)
    table = replace(tables[-1], note=note)
    functions = {
        name: {
            scenario.id: float(value)
            for case, ours in table.values.items()
            for scenario, value in zip(
                sweep.cases[case].replications(len(ours[name])), ours[name], strict=True
            )
        }
        for name, one in table.metrics.items()
        if one.is_function
    }
    write_cases(
        folder, StoredSweep(sweep, table.replications, tuple(table.metrics), note, command, functions)
    )
    table.save(folder)
    return table


def _table(sweep: Sweep, points: Sequence[Point], folder: Path, metrics: Mapping[str, Measure]) -> SweepTable:
    """Measure stored points; without metrics, those that all runs have."""
    by_case: dict[str, list[Source]] = {case: [] for case in sweep.cases}
    for point in points:
        by_case[point.case].append(_source(point, folder))
    if not metrics:
        known = known_metrics([source for runs in by_case.values() for source in runs])
        metrics = {name: metric(name) for name in known}
    replications = 1 + max(point.replication for point in points)
    return SweepTable(
        sweep,
        replications,
        dict(metrics),
        measured(metrics, by_case),
        without_chance=without_chance(by_case),
    )


def _source(point: Point, folder: Path) -> Source:
    result = load(folder, point.id)
    if result is None:
        raise ResultsError(f"{folder}: the stored point of {point.case} cannot be read; run the sweep again")
    return result.source(point.scenario)
