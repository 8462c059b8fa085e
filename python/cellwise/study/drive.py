"""A study from beginning to end: plan, simulate, compare, judge."""

import time
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypedDict

from cellwise.plots.drawing import Drawing
from cellwise.points.progress import Form, run_notifying
from cellwise.points.runner import PointsFailedError
from cellwise.points.store import Model, Point, PointResult, load, load_cost, models_of, plan
from cellwise.scenario import Scenario
from cellwise.study.claims import Finding, judge
from cellwise.study.compare import Comparison, compare_table
from cellwise.study.definition import Exploration, FigureData, Study, Table
from cellwise.study.explore import Explored, explore
from cellwise.study.values import Values


class Execution(TypedDict, total=False):
    """How points are run, as `drive` takes it."""

    jobs: int
    executor: Executor | None
    fresh: bool
    quiet: bool
    progress: Form


@dataclass(frozen=True, slots=True)
class StudyResults:
    """The results of a study."""

    study: Study
    folder: Path
    only: tuple[str, ...]
    """The groups that were run; all of them if empty."""
    replications: int
    comparisons: dict[str, list[Comparison]]
    """By table."""
    explored: dict[str, list[Explored]]
    """By exploration."""
    findings: list[Finding]
    figures: dict[str, Drawing]
    """By figure name."""
    runs: int
    cells: int
    cpu_s: float
    wall_s: float
    models: tuple[Model, ...] = ()
    """What took part, and whether it was validated."""
    notes: tuple[str, ...] = ()
    """What a reader must know of how its points came together."""
    values: Values = field(default_factory=lambda: Values({}), repr=False)
    """What was measured."""

    def tables(self) -> list[Table]:
        """The tables that were compared."""
        return [table for table in self.study.tables if table.name in self.comparisons]

    def explorations(self) -> list[Exploration]:
        """The tables of our own that were run."""
        return [one for one in self.study.explorations if one.name in self.explored]


def drive(
    study: Study,
    folder: Path,
    *,
    replications: int = 5,
    only: Sequence[str] = (),
    jobs: int = 1,
    executor: Executor | None = None,
    fresh: bool = False,
    quiet: bool = False,
    progress: Form = "auto",
) -> StudyResults:
    """Run a study, or some of its tables.

    Parameters
    ----------
    study : Study
        What to run.
    folder : Path
        Where its points are stored.
    replications : int
        Independent runs of every case; at least 1.
    only : sequence of str
        Tables and other groups to run; all if empty.
    jobs, executor, fresh
        As in `run_points`.
    quiet : bool
        Show no progress.
    progress : {"auto", "json", "none"}
        How progress is shown on standard error.

    Raises
    ------
    ValueError
        If `only` names something that the study does not have.
    ConfigError
        If a function of the study cannot be loaded; nothing is run then.
    PointsFailedError, ExecutorError, KeyboardInterrupt
        As in `run_points`.
    """
    began = time.monotonic()
    study.ready()
    cases = chosen_cases(study, only)
    points = planned(study, only, replications)
    run_notifying(
        points,
        folder,
        jobs=jobs,
        executor=executor,
        fresh=fresh,
        progress="none" if quiet else progress,
    )
    values = collect(study, points, folder, set(cases))
    found = outcome_of(study, folder, points, values, replications=replications, only=only)
    return replace(found, wall_s=time.monotonic() - began)


def outcome_of(
    study: Study,
    folder: Path,
    points: Sequence[Point],
    values: Values,
    *,
    replications: int,
    only: Sequence[str],
) -> StudyResults:
    """Compare, judge and draw what was measured; its `wall_s` is 0."""
    tables = [table for table in study.tables if not only or table.name in only]
    own = [one for one in study.explorations if not only or one.name in only]
    costs = [load_cost(folder, point_id) for point_id in sorted({point.id for point in points})]
    return StudyResults(
        study=study,
        folder=folder,
        only=tuple(only),
        replications=replications,
        comparisons={table.name: compare_table(table, values) for table in tables},
        explored={one.name: explore(one, values) for one in own},
        findings=[judge(claim, values) for claim in study.claims],
        figures=_draw(study, points, folder, values),
        runs=len(costs),
        cells=sum(cost.cells for cost in costs),
        cpu_s=sum(cost.cpu_s for cost in costs),
        wall_s=0.0,
        models=values.models,
        values=values,
    )


def planned(study: Study, only: Sequence[str], replications: int) -> list[Point]:
    """Give all points that some groups need, each once, in the order in which they should be made.

    Raises `ValueError` if a group is not known.
    """
    points = plan(chosen_cases(study, only), replications, study.vary)
    return with_figure_points(points, study, only)


def chosen_cases(study: Study, only: Sequence[str]) -> dict[str, Scenario]:
    """Give the scenarios by case that some groups need, each once; raises `ValueError` as `chosen_groups`."""
    asked, by_group = study.chosen_groups(only), cases_by_group(study)
    names = [case for group in asked or by_group for case in by_group[group]]
    return {name: study.cases[name].scenario for name in dict.fromkeys(names)}


def cases_by_group(study: Study) -> dict[str, list[str]]:
    """Name the cases of everything that ``--only`` can choose; groups that are figures have none here."""
    tables = {table.name: table.cases() for table in study.tables}
    tables |= {exploration.name: exploration.cases() for exploration in study.explorations}
    return {group: list(tables.get(group, study.extra_cases.get(group, ()))) for group in study.groups()}


def collect(study: Study, points: Sequence[Point], folder: Path, cases: set[str]) -> Values:
    """Read the stored points of some cases and measure them, in the order of replications.

    Raises `PointsFailedError` if a point cannot be read.
    """
    measured: dict[str, list[dict[str, float]]] = {case: [] for case in study.cases if case in cases}
    known: dict[str, dict[str, float]] = {}
    models: set[Model] = set()
    wanted = [point for point in points if point.case in measured]
    for point in sorted(wanted, key=lambda point: point.replication):
        if point.id not in known:
            result = load(folder, point.id)
            if result is None:
                raise PointsFailedError(
                    f"{folder}: the stored point of {point.case} cannot be read; run the study again"
                )
            known[point.id] = study.measure(result, point.scenario)
            models |= models_of(result)
        measured[point.case].append(known[point.id])
    return Values(measured, tuple(sorted(models)), set(chosen_cases(study, [])) - cases)


def with_figure_points(points: Sequence[Point], study: Study, only: Sequence[str]) -> list[Point]:
    """Add the points that only figures need: a case and a replication are one point for all that need it."""
    wanted = [figure for figure in study.figures if not only or figure.name in only]
    scenarios = {case: study.cases[case].scenario for figure in wanted for case in figure.cases}
    drawn = plan(scenarios, 1, study.vary)
    return list({(point.case, point.replication): point for point in [*points, *drawn]}.values())


def _draw(study: Study, points: Sequence[Point], folder: Path, values: Values) -> dict[str, Drawing]:
    known = {(point.case, point.replication): point for point in points}

    def find(case: str, replication: int) -> PointResult | None:
        point = known.get((case, replication))
        return load(folder, point.id) if point else None

    def scenario(case: str) -> Scenario | None:
        return study.cases[case].scenario if (case, 0) in known else None

    data = FigureData(values, find, scenario)
    drawn = {figure.name: figure.draw(data) for figure in study.figures}
    return {name: drawing for name, drawing in drawn.items() if drawing is not None}


def without_figures(study: Study) -> Study:
    """The same study without its figures, for runs that only count."""
    return replace(study, figures=())
