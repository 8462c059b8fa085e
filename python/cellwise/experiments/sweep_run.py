"""Run a sweep: points stored like a study's, and a table of factors and metrics.

A sweep's folder has ``points`` and ``costs`` as a study's, and two tables: ``runs.parquet``, one row per run,
and ``sweep.parquet``, one row per case, with the mean of every metric and the half-width of its t interval.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cellwise.experiments.compare import known_metrics
from cellwise.experiments.experiment import Setup, missing
from cellwise.experiments.precision import Measured
from cellwise.experiments.sweep import Sweep
from cellwise.experiments.sweep_outcome import SweepOutcome
from cellwise.experiments.sweep_stored import StoredSweep, outcome_of, write_cases
from cellwise.experiments.sweep_table import SweepTable
from cellwise.metrics.by_name import Measure, known_of, metric
from cellwise.points.store import plan
from cellwise.source import Source


def run_sweep(sweep: Sweep, setup: Setup) -> SweepOutcome:
    """Run every case of a sweep; as `Experiment.run`."""
    chosen = known_of(setup.metrics, list(sweep.cases.values()), sweep.factors)
    outcomes: list[SweepOutcome] = []

    def choose(sources: Sequence[Source]) -> dict[str, Measure]:
        return chosen or {name: metric(name) for name in known_metrics(sources)}

    def measure(count: int) -> Measured:
        setup.run(plan(sweep.cases, count))
        outcomes.append(outcome_of(sweep, setup.folder, missing, count, choose))
        return outcomes[-1].numbers.measured()

    note = setup.reach(measure)
    return replace(outcomes[-1], numbers=replace(outcomes[-1].numbers, note=note))


def keep_sweep(sweep: Sweep, found: SweepOutcome, folder: Path) -> None:
    """Write what a sweep was asked for, and its tables; raises `OSError` if they cannot be written."""
    numbers = found.numbers
    functions = {name: _by_run(numbers, name) for name, one in numbers.metrics.items() if one.is_function}
    write_cases(
        folder, StoredSweep(sweep, numbers.replications, tuple(numbers.metrics), numbers.note, functions)
    )
    found.save_tables(folder)


def _by_run(numbers: SweepTable, metric: str) -> dict[str, float]:
    """Give what a metric was in every run, by the id of its scenario."""
    return {
        scenario.id: float(value)
        for case, ours in numbers.values.items()
        for scenario, value in zip(
            numbers.sweep.cases[case].replications(len(ours[metric])), ours[metric], strict=True
        )
    }
