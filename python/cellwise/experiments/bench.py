"""Values of settings that are tried: each a case with more and more replications, stored as points."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from cellwise.errors import ConfigError, SimulationError
from cellwise.experiments.chance import outcome
from cellwise.experiments.experiment import Setup
from cellwise.levels import name_of
from cellwise.metrics.by_name import Measure
from cellwise.points.runner import PointsFailedError
from cellwise.points.store import Model, Point, models_of
from cellwise.scenario import Scenario
from cellwise.store import Numbers

#: Receives a report of the values that are tried, for people who wait.
Notify = Callable[[str], None]


@dataclass(eq=False, slots=True)
class Case:
    """Values that were tried, and the results of their replications."""

    number: int
    """In the order in which they were first tried, from 0."""
    values: Mapping[str, Any]
    """By path."""
    scenario: Scenario | None
    """None if it cannot run."""
    failure: str = ""
    """Why it cannot run."""
    issues: Sequence[Mapping[str, Any]] = ()
    """What of it breaks a rule of scenarios, as in `ConfigError`."""
    runs: dict[int, Mapping[str, float]] = field(default_factory=dict)
    """By replication, every metric."""
    outcomes: dict[int, str] = field(default_factory=dict)
    """By replication, a digest of all its results."""
    points: dict[int, Point] = field(default_factory=dict)
    cpu_s: float = 0.0
    """What its runs took together, now or when they were stored."""

    @property
    def name(self) -> str:
        """What it is called in tables."""
        return name_of(self.values)

    def error(self) -> ConfigError | SimulationError:
        """Give the reason why it cannot run, as the error that is raised."""
        reported = f"{self.name}: {self.failure}"
        if self.scenario is not None:
            return SimulationError(reported)
        error = ConfigError(reported)
        error.issues = [dict(issue) for issue in self.issues]
        return error

    def of(self, metric: str, first: int = 0, count: int | None = None) -> Numbers:
        """Give a metric over replications, beginning at `first`, `count` of them or all that exist."""
        numbers = [number for number in sorted(self.runs) if number >= first][:count]
        return np.array([self.runs[number][metric] for number in numbers], dtype=np.float64)

    def measured(self) -> dict[str, Numbers]:
        """Give all metrics over all replications."""
        return {name: self.of(name) for name in next(iter(self.runs.values()), {})}


class Bench:
    """Runs cases, and keeps their metrics; runs that are in its folder, if it has one, are not repeated."""

    def __init__(
        self,
        scenario: Scenario,
        metrics: Mapping[str, Measure],
        setup: Setup,
        notify: Notify = lambda _text: None,
    ) -> None:
        self.metrics = metrics
        self.cases: dict[str, Case] = {}
        self.models: set[Model] = set()
        self.cells = 0
        self._base = scenario
        self._setup = setup
        self._notify = notify

    def case(self, values: Mapping[str, Any]) -> Case:
        """Give the case of some values; one that breaks a rule of scenarios says so in `Case.failure`."""
        name = name_of(values)
        if name not in self.cases:
            try:
                made = Case(len(self.cases), dict(values), self._base.with_(values))
            except ConfigError as error:
                made = Case(len(self.cases), dict(values), None, str(error), list(error.issues))
            self.cases[name] = made
        return self.cases[name]

    def run(self, wanted: Mapping[str, int]) -> None:
        """Run cases, by name, until each has so many replications.

        A case of which a run cannot continue says so in `Case.failure`.

        Raises `ExecutorError`, `KeyboardInterrupt`, `OSError` as `run_points`. Raises `ValueError` if a
        metric is of a column or a row that runs do not have.
        """
        missing = [
            point for name, count in wanted.items() for point in self._missing(self.cases[name], count)
        ]
        if not missing:
            return
        names = list(dict.fromkeys(point.case for point in missing))
        others = f" and {len(names) - 1} more" if len(names) > 1 else ""
        self._notify(f"{len(missing)} runs of {names[0]}{others}")
        failed = ""
        try:
            self._setup.run(missing)
        except PointsFailedError as error:
            failed = str(error)
        for point in missing:
            self._take(self.cases[point.case], point, failed)
        # A search may try thousands.
        self._setup.release(missing)

    def _missing(self, case: Case, count: int) -> list[Point]:
        if case.scenario is None or case.failure or count <= len(case.points):
            return []
        scenarios = case.scenario.replications(count)
        new = range(len(case.points), count)
        case.points.update({number: Point(case.name, number, scenarios[number]) for number in new})
        return [case.points[number] for number in new]

    def _take(self, case: Case, point: Point, failed: str) -> None:
        if failed and not self._setup.has(point):
            lines = [line.strip() for line in failed.splitlines()[1:]]
            own = [line for line in lines if line.startswith(f"{point.case}, replication")]
            case.failure = case.failure or (own[0] if own else failed)
            return
        source = self._setup.source(point)
        self.models |= models_of(source)
        self.cells += int(source.summary["cells"])
        case.runs[point.replication] = {name: one.of(source) for name, one in self.metrics.items()}
        case.outcomes[point.replication] = outcome(source)
        case.cpu_s += self._setup.cost(point).cpu_s
