"""Run a sweep: points stored like a study's, and a table of factors and metrics.

A sweep's folder has ``points`` and ``costs`` as a study's, and two tables: ``runs.parquet``, one row per run,
and ``sweep.parquet``, one row per case, with the mean of every metric and the half-width of its t interval.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

from cellwise.errors import ResultsError
from cellwise.experiments.compare import known_metrics
from cellwise.experiments.precision import Measured, Precision
from cellwise.experiments.sweep import Sweep
from cellwise.experiments.sweep_outcome import SweepOutcome
from cellwise.experiments.sweep_stored import StoredSweep, outcome_of, write_cases
from cellwise.experiments.sweep_table import SweepTable
from cellwise.metrics.by_name import Measure, Metric, known_of, metric
from cellwise.points.progress import Form, run_telling
from cellwise.points.store import plan
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
) -> SweepOutcome:
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
    outcomes: list[SweepOutcome] = []

    def choose(sources: Sequence[Source]) -> dict[str, Measure]:
        return chosen or {name: metric(name) for name in known_metrics(sources)}

    def missing(told: str) -> None:
        raise ResultsError(f"{told}; run the sweep again")

    def measure(count: int) -> Measured:
        # What this sweep has just run is never run again.
        run_telling(
            plan(sweep.cases, count),
            folder,
            jobs=jobs,
            executor=executor,
            fresh=fresh and not outcomes,
            progress=progress,
        )
        outcomes.append(outcome_of(sweep, folder, missing, count, choose))
        return outcomes[-1].numbers.measured()

    note = ""
    if isinstance(replications, Precision):
        _, note = replications.reach(measure)
    else:
        measure(replications)
    numbers = replace(outcomes[-1].numbers, note=note)
    functions = {name: _by_run(numbers, name) for name, one in numbers.metrics.items() if one.is_function}
    write_cases(folder, StoredSweep(sweep, numbers.replications, tuple(numbers.metrics), note, functions))
    numbers.save(folder)
    return replace(outcomes[-1], numbers=numbers)


def _by_run(numbers: SweepTable, metric: str) -> dict[str, float]:
    """Give what a metric was in every run, by the id of its scenario."""
    return {
        scenario.id: float(value)
        for case, ours in numbers.values.items()
        for scenario, value in zip(
            numbers.sweep.cases[case].replications(len(ours[metric])), ours[metric], strict=True
        )
    }
