"""The stored part of a study: its progress, and its outcome from stored points alone.

Nothing is simulated here. Points that are half written, damaged or of another version are named and left
out.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cellwise.errors import ResultsError
from cellwise.points.estimate import Estimate, estimate
from cellwise.points.store import (
    Model,
    Point,
    PointResult,
    is_finished,
    load,
    models_of,
    named,
    other_version,
    path_of,
    plan,
)
from cellwise.study.definition import Study
from cellwise.study.drive import (
    StudyResults,
    cases_by_group,
    chosen_cases,
    outcome_of,
    planned,
    with_figure_points,
)
from cellwise.study.values import Values


@dataclass(frozen=True, slots=True)
class Status:
    """How far a study is."""

    needed: int
    finished: int
    other_build: int
    """Whole, but of another build: read by reports, simulated again by a study."""
    damaged: int
    left: Estimate
    damaged_points: str = ""
    """Which, the first ones if they are many."""


def status(study: Study, folder: Path, *, replications: int, only: Sequence[str], jobs: int) -> Status:
    """Return which of a study's points are stored, and how long the others take.

    Raises `ValueError` if `only` names something that the study does not have.
    """
    needed = planned(study, only, replications)
    points = {point.id: point for point in needed}
    present = [point for point in points.values() if path_of(folder, point).is_file()]
    finished = {point.id for point in present if is_finished(folder, point.id)}
    missing = [point for point in points.values() if point.id not in finished]
    damaged = [point for point in present if point.id not in finished and load(folder, point.id) is None]
    whole = len(present) - len(finished) - len(damaged)
    left = estimate(missing, needed, folder, jobs)
    return Status(len(points), len(finished), whole, len(damaged), left, named(damaged))


def gather(study: Study, folder: Path, *, replications: int, only: Sequence[str] = ()) -> StudyResults:
    """Give the outcome of a study from its stored points alone.

    `replications` is the most that are looked for: if some cases have fewer, all are cut to the fewest. Of
    `only`, the tables and other groups, those with a case of which nothing is stored are left out.

    Raises `ResultsError` if there is no point to show; the message says what is there instead. Raises
    `ValueError` if `only` names something that the study does not have.
    """
    began = time.monotonic()
    reader = _Reader(study, folder)
    by_case: dict[str, list[Point]] = {}
    for point in plan(chosen_cases(study, only), replications, study.vary):
        by_case.setdefault(point.case, []).append(point)
    measured = {case: reader.whole(points) for case, points in by_case.items()}
    groups = {
        group: cases
        for group, cases in cases_by_group(study).items()
        if cases and (not only or group in only)
    }
    complete = [group for group, cases in groups.items() if all(measured[case] for case in cases)]
    if not complete:
        raise ResultsError(_nothing(study, folder, reader))
    kept = list(dict.fromkeys(case for group in complete for case in groups[group]))
    count = min(len(measured[case]) for case in kept)
    left_out = set(chosen_cases(study, [])) - set(by_case)
    values = Values({case: measured[case][:count] for case in kept}, tuple(sorted(reader.models)), left_out)
    chosen = [] if not only and len(complete) == len(groups) else complete
    whole = [point for case in kept for point in by_case[case][:count]]
    points = [point for point in with_figure_points(whole, study, only) if path_of(folder, point).is_file()]
    found = outcome_of(study, folder, points, values, replications=count, only=chosen)
    notes = reader.notes([group for group in groups if group not in complete], replications, count)
    return replace(found, notes=notes, wall_s=time.monotonic() - began)


class _Reader:
    """Reads points, each once, and remembers what was wrong with some."""

    def __init__(self, study: Study, folder: Path) -> None:
        self.study = study
        self.folder = folder
        self.models: set[Model] = set()
        self.damaged: list[Point] = []
        self._known: dict[str, dict[str, float]] = {}

    def whole(self, points: Sequence[Point]) -> list[dict[str, float]]:
        """Measure the points of a case up to the first that is not there."""
        found = []
        for point in points:
            if point.id not in self._known:
                result = self._read(point)
                if result is None:
                    break
                self._known[point.id] = self.study.measure(result, point.scenario)
                self.models |= models_of(result)
            found.append(self._known[point.id])
        return found

    def _read(self, point: Point) -> PointResult | None:
        result = load(self.folder, point.id)
        if result is None and path_of(self.folder, point).is_file():
            self.damaged.append(point)
        return result

    def notes(self, left_out: Sequence[str], wanted: int, count: int) -> tuple[str, ...]:
        """Say what is missing."""
        notes = []
        if self.damaged:
            notes.append(f"skipped, half written or damaged: {named(self.damaged)}")
        if left_out:
            notes.append(f"not run, or not to the end: {', '.join(left_out)}")
        if count < wanted:
            notes.append(f"{count} of {wanted} replications of every case are stored")
        return tuple(notes)


def _nothing(study: Study, folder: Path, reader: _Reader) -> str:
    if not folder.is_dir():
        return f"{folder}: there is no such folder; run `cellwise study {study.called}` first"
    notes = [*reader.notes([], 0, 0), *other_version(folder)]
    because = f" ({'; '.join(notes)})" if notes else ""
    return f"{folder}: has no whole table of {study.name}{because}; run `cellwise study {study.called}`"
