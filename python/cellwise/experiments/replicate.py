"""Replications of a scenario: independent runs under one seed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from cellwise.experiments.compare import known_metrics
from cellwise.experiments.experiment import Experiment, Setup
from cellwise.experiments.precision import Measured, Precision
from cellwise.experiments.replicated import Replicated
from cellwise.metrics.by_name import Metric, known_of, metric
from cellwise.points.store import plan
from cellwise.scenario import Scenario, ScenarioLike
from cellwise.share import Share


@dataclass(frozen=True)
class Replications(Experiment[Replicated]):
    """A scenario that is run again and again, as `cellwise.replicate` takes it.

    Examples
    --------
    >>> brief = Scenario.from_template("n-source").with_(duration="20 ms")
    >>> found = Replications(brief).run(replications=2, metrics=["efficiency"])
    >>> found.table.columns[:3], len(found.table_of_runs)
    (['metric', 'label', 'mean'], 2)
    """

    scenario: ScenarioLike
    confidence: Share | None = None
    """Of the intervals that are shown; unless given, that of the precision, or 0.95."""
    command: str = ""
    """The command that makes it again; empty if it was made in Python."""

    mark = Replicated.mark

    def _run(self, setup: Setup) -> Replicated:
        scenario = Scenario.of(self.scenario)
        chosen = known_of(setup.metrics, [scenario])
        level = setup.level(self.confidence)
        found: list[Replicated] = []

        def measure(count: int) -> Measured:
            points = plan({Replicated.case: scenario}, count)
            setup.run(points)
            sources = [setup.source(one, self.command) for one in points]
            metrics = chosen or {name: metric(name) for name in known_metrics(sources)}
            found.append(Replicated.of(scenario, sources, metrics, level))
            return found[-1].values

        note = setup.reach(measure)
        return replace(found[-1], note=note)


def replicate(
    scenario: ScenarioLike,
    replications: int | Precision | Literal["auto"],
    *,
    jobs: int = 1,
    metrics: Sequence[Metric] | None = None,
) -> Replicated:
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
    metrics : sequence of str or callable, optional
        As `cellwise.compare` takes them. If left out, ``efficiency`` for a precision, or else those that all
        runs have.

    Returns
    -------
    Replicated
        The runs, in their order, and the means of the metrics with their intervals.

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
    if metrics is None:
        is_fixed = replications != "auto" and not isinstance(replications, Precision)
        metrics = () if is_fixed else ("efficiency",)
    return Replications(scenario).run(replications=replications, metrics=metrics, jobs=jobs)
