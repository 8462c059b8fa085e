"""Replications of a scenario: independent runs under one seed, several at a time."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from cellwise.results import Run
from cellwise.run import run
from cellwise.scenario import Scenario


def replicate(scenario: Scenario, replications: int, *, jobs: int = 1) -> list[Run]:
    """Run independent replications of a scenario, numbered from 0.

    Parameters
    ----------
    scenario : Scenario
        What to run.
    replications : int
        How many runs; at least 1.
    jobs : int
        Runs at a time; at least 1. Results do not depend on it.

    Raises
    ------
    ValueError
        If a number is below 1.
    ConfigError, SimulationError
        As `cellwise.run`.

    Examples
    --------
    >>> brief = Scenario.from_template("n-source").with_(duration="20 ms")
    >>> [one.scenario.to_dict()["replication"] for one in replicate(brief, 2)]
    [0, 1]
    """
    for name, number in (("replications", replications), ("jobs", jobs)):
        if number < 1:
            raise ValueError(f"{name}: {number} is not allowed; give at least 1")
    return run_all(scenario.replications(replications), jobs=jobs)


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
