"""Sweeps in the form in which they are run and stored: their cases, and the results of their points.

A sweep's folder has ``points`` and ``costs`` as a study's, and two tables: ``runs.parquet``, one row per run,
and ``sweep.parquet``, one row per case, with the mean of every metric and the half-width of its t interval.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from cellwise.errors import ResultsError
from cellwise.experiments.chance import are_one
from cellwise.experiments.compare import known_metrics
from cellwise.experiments.experiment import Setup
from cellwise.experiments.outcome import counts_of, read_kept
from cellwise.experiments.precision import Measured
from cellwise.experiments.sweep import Sweep
from cellwise.experiments.sweep_outcome import SweepOutcome
from cellwise.experiments.sweep_table import SweepTable
from cellwise.metrics.by_name import Measure, known_of, metric, recorded
from cellwise.points.store import Read, plan, read_point
from cellwise.scenario import Scenario
from cellwise.source import Source
from cellwise.version import __version__


@dataclass(frozen=True, slots=True)
class StoredSweep:
    """A sweep as the user requested it."""

    sweep: Sweep
    replications: int
    metrics: tuple[str, ...]
    """Those that its tables have."""
    note: str
    """How the number of replications was chosen, if it was."""
    functions: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """What the metrics that are functions gave, by name and by the id of a run's scenario."""

    def measures(self, names: Sequence[str]) -> dict[str, Measure]:
        """Give metrics by name; raises `ValueError` if one is not known."""
        known = known_of([name for name in names if name not in self.functions], [])
        functions = {name: recorded(name, values) for name, values in self.functions.items()}
        return {name: {**functions, **known}[name] for name in names}


def document_of(numbers: SweepTable) -> dict[str, Any]:
    """Give what a sweep was asked for, as its folder has it."""
    sweep = numbers.sweep
    functions = {name: _by_run(numbers, name) for name, one in numbers.metrics.items() if one.is_function}
    left_out = {name: one.paths_left_out for name, one in sweep.cases.items() if one.left_out}
    return {
        "cellwise": __version__,
        "command": sweep.command,
        "replications": numbers.replications,
        "factors": list(sweep.factors),
        "levels": {case: dict(levels) for case, levels in sweep.levels.items()},
        "metrics": list(numbers.metrics),
        "note": numbers.note,
        "cases": {name: scenario.to_dict() for name, scenario in sweep.cases.items()},
        **({"confidence": numbers.confidence} if numbers.confidence != 0.95 else {}),
        **({"left_out": left_out} if left_out else {}),
        **({"functions": functions} if functions else {}),
    }


def _by_run(numbers: SweepTable, metric: str) -> dict[str, float]:
    """Give what a metric was in every run, by the id of its scenario."""
    return {
        scenario.id: float(value)
        for case, ours in numbers.values.items()
        for scenario, value in zip(
            numbers.sweep.cases[case].replications(len(ours[metric])), ours[metric], strict=True
        )
    }


def run_sweep(sweep: Sweep, setup: Setup) -> SweepOutcome:
    """Run every case of a sweep; as `Experiment.run`."""
    chosen = known_of(setup.metrics, list(sweep.cases.values()), sweep.factors)
    outcomes: list[SweepOutcome] = []

    def choose(sources: Sequence[Source]) -> dict[str, Measure]:
        return chosen or {name: metric(name) for name in known_metrics(sources)}

    def measure(count: int) -> Measured:
        points = plan(sweep.cases, count)
        setup.run(points)
        by_case: dict[str, list[Source]] = {case: [] for case in sweep.cases}
        for point in points:
            by_case[point.case].append(setup.source(point, sweep.command))
        outcomes.append(outcome_of(sweep, by_case, count, choose))
        return outcomes[-1].numbers.measured()

    level, note = setup.level(sweep.confidence), setup.reach(measure)
    numbers = replace(outcomes[-1].numbers, note=note, confidence=level, are_named=bool(setup.metrics))
    return replace(outcomes[-1], numbers=numbers)


def read_cases(folder: Path) -> StoredSweep | None:
    """Read what a sweep's folder was asked for; None if the folder is of no sweep.

    Raises `ResultsError` if the list of its cases cannot be read or was changed.
    """
    path = folder / Sweep.mark
    return read_kept(path, "a sweep", _stored) if path.is_file() else None


def _stored(document: Mapping[str, Any]) -> StoredSweep:
    left_out = document.get("left_out", {})
    cases = {
        name: Scenario.from_dict(one).having_left_out(left_out.get(name, ()))
        for name, one in document["cases"].items()
    }
    levels = {case: document["levels"][case] for case in cases}
    level = float(document.get("confidence", 0.95))
    sweep = Sweep(tuple(document["factors"]), levels, cases, str(document.get("command", "")), level)
    return StoredSweep(
        sweep,
        int(document["replications"]),
        tuple(document["metrics"]),
        str(document["note"]),
        {
            name: {run: float(value) for run, value in values.items()}
            for name, values in document.get("functions", {}).items()
        },
    )


def gather_sweep(
    stored: StoredSweep,
    folder: Path,
    skipped: Callable[[str], None],
    *,
    metrics: Sequence[str] = (),
    replications: int | None = None,
    read: Read = read_point,
) -> SweepOutcome:
    """Measure the stored points of a sweep; of each case those up to the first that is missing.

    `skipped` is called with every point that is missing, half written or damaged. `metrics` are others than
    those that the sweep was asked for; `replications` is the most that are read.

    Raises `ValueError` if a metric is not known. Raises `ResultsError` if no case has a point that can be
    read.
    """
    asked = stored.measures(metrics)
    most = min(replications or stored.replications, stored.replications)

    def choose(sources: Sequence[Source]) -> dict[str, Measure]:
        return asked or stored.measures(stored.metrics or known_metrics(sources))

    by_case: dict[str, list[Source]] = {case: [] for case in stored.sweep.cases}
    for point in plan(stored.sweep.cases, most):
        result = read(point, folder, skipped)
        if result is not None and len(by_case[point.case]) == point.replication:
            by_case[point.case].append(result.source(point.scenario, stored.sweep.command))
    if not any(by_case.values()):
        raise ResultsError(f"{folder}: has no point that can be read; run the sweep again")
    found = outcome_of(stored.sweep, by_case, most, choose, stored.note)
    level = float(stored.sweep.confidence or 0.95)
    return replace(found, folder=folder, numbers=replace(found.numbers, confidence=level))


def outcome_of(
    sweep: Sweep,
    by_case: Mapping[str, Sequence[Source]],
    replications: int,
    choose: Callable[[Sequence[Source]], dict[str, Measure]],
    note: str = "",
) -> SweepOutcome:
    """Measure the runs of each case by the metrics that are chosen for them; as `gather_sweep`."""
    whole = {case: runs for case, runs in by_case.items() if runs}
    sources = [source for runs in whole.values() for source in runs]
    chosen = choose(sources)
    values = {
        case: {name: np.array([one.of(run) for run in runs]) for name, one in chosen.items()}
        for case, runs in whole.items()
    }
    alike = frozenset(case for case, runs in whole.items() if are_one(runs))
    return SweepOutcome(
        SweepTable(sweep, replications, chosen, values, note, alike),
        _fewer(by_case, replications),
        command=sweep.command,
        **counts_of(sources),
    )


def _fewer(by_case: Mapping[str, Sequence[Source]], wanted: int) -> str:
    fewer = [f"{case} ({len(runs)})" for case, runs in by_case.items() if len(runs) < wanted]
    return f"cases with fewer than {wanted} replications: {', '.join(fewer)}" if fewer else ""
