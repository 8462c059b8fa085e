"""Replications of a scenario: independent runs under one seed, several at a time."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal

from cellwise.experiments.experiment import Setup
from cellwise.experiments.precision import AUTO, Measured, Precision
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
    scenario, runs = Scenario.of(scenario), list[Run]()
    chosen = known_of(metrics, [scenario]) if isinstance(wanted, Precision) else {}

    def measure(count: int) -> Measured:
        runs.extend(_run_all(scenario.replications(count)[len(runs) :], jobs))
        sources = [Source.of_run(one) for one in runs]
        return {name: [one.of(source) for source in sources] for name, one in chosen.items()}

    Setup(Path(), wanted, metrics).reach(measure)
    return runs


def _run_all(scenarios: Sequence[Scenario], jobs: int) -> list[Run]:
    # A run releases the interpreter lock, so threads are enough.
    with ThreadPoolExecutor(max_workers=jobs, thread_name_prefix="replication") as pool:
        futures = [pool.submit(run, one) for one in scenarios]
        try:
            return [future.result() for future in futures]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
