"""Replications of a scenario: independent runs under one seed, several at a time."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

from cellwise.experiments.precision import AUTO, MEANS, Measured, Precision, Wanted
from cellwise.metrics.by_name import Metric, known_of
from cellwise.results import Run
from cellwise.run import run
from cellwise.scenario import Scenario, ScenarioLike
from cellwise.source import Source


def replicate(
    scenario: ScenarioLike,
    replications: int | Precision | Literal["auto"],
    *,
    jobs: int = 1,
    metrics: Sequence[Metric] = ("efficiency",),
) -> list[Run]:
    """Run independent replications of a scenario, numbered from 0.

    Parameters
    ----------
    scenario : Scenario, mapping, or path
        What to run, as `cellwise.run` takes it.
    replications : int, Precision or "auto"
        How many runs; at least 1. With a `Precision` as many as it takes to know the means of `metrics` so
        well, and no more than its ``most``; ``"auto"`` is 2 % of the mean, from 5 up to 50 runs.
    jobs : int
        Runs at a time; at least 1. Results do not depend on it.
    metrics : sequence of str or callable
        What has to be known, as `cellwise.compare` takes it; only for a precision.

    Raises
    ------
    ValueError
        If a number is below 1, or a metric is not known.
    ConfigError, SimulationError
        As `cellwise.run`, and `OSError` if the scenario's file cannot be read.

    Examples
    --------
    >>> brief = Scenario.from_template("n-source").with_(duration="20 ms")
    >>> [one.scenario.to_dict()["replication"] for one in replicate(brief, 2)]
    [0, 1]
    """
    wanted = AUTO if replications == "auto" else replications
    for name, number in (("replications", wanted), ("jobs", jobs)):
        if not isinstance(number, Precision) and number < 1:
            raise ValueError(f"{name}: {number} is not allowed; give at least 1")
    scenario = Scenario.of(scenario)
    if isinstance(wanted, Precision):
        return _to_precision(scenario, wanted, jobs, metrics)
    return run_all(scenario.replications(wanted), jobs=jobs)


def _to_precision(
    scenario: Scenario, precision: Precision, jobs: int, metrics: Sequence[Metric]
) -> list[Run]:
    require_metrics(metrics)
    chosen = known_of(metrics, [scenario])

    def measured(sides: Sequence[Sequence[Run]]) -> Measured:
        sources = [Source.of_run(one) for one in sides[0]]
        return {name: [one.of(source) for source in sources] for name, one in chosen.items()}

    (runs,), _ = replicate_together([scenario], precision, measured, jobs=jobs)
    return runs


def replicate_together(
    scenarios: Sequence[Scenario],
    precision: Precision,
    measured: Callable[[Sequence[Sequence[Run]]], Measured],
    *,
    wanted: Wanted = MEANS,
    jobs: int = 1,
) -> tuple[list[list[Run]], str]:
    """Add replications of scenarios, as many of each, until what they measure is known well enough.

    Parameters
    ----------
    scenarios : sequence of Scenario
        What to run.
    precision : Precision
        How well, and how many at most.
    measured : callable
        Takes the runs of each scenario, all as many, and gives what they measured.
    wanted : Wanted
        Whether means have to be known, or differences between two sides.
    jobs : int
        Runs at a time; at least 1.

    Returns
    -------
    tuple of lists of Run and str
        The runs of each scenario, and the rule with what came of it.
    """
    made: list[list[Run]] = [[] for _ in scenarios]

    def measure(count: int) -> Measured:
        missing = [one.replications(count)[len(runs) :] for one, runs in zip(scenarios, made, strict=True)]
        found = iter(run_all([one for ours in missing for one in ours], jobs=jobs))
        for runs, ours in zip(made, missing, strict=True):
            runs.extend(next(found) for _ in ours)
        return measured(made)

    _, note = precision.reach(measure, wanted)
    return made, note


def require_metrics(metrics: Sequence[Metric]) -> None:
    """Raise `ValueError` if nothing is named that has to be known."""
    if not metrics:
        raise ValueError("metrics: none is not allowed; name what has to be known, such as efficiency")


def run_all(scenarios: Sequence[Scenario], *, jobs: int = 1) -> list[Run]:
    """Run some scenarios, several at a time, and give their runs in the same order."""
    # A run releases the interpreter lock, so threads are enough.
    with ThreadPoolExecutor(max_workers=jobs, thread_name_prefix="replication") as pool:
        futures = [pool.submit(run, one) for one in scenarios]
        try:
            return [future.result() for future in futures]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
