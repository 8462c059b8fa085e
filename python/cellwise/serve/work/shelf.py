"""What is stored of a study, read once and then only what is new: its points are added while it runs."""

from collections.abc import Mapping
from pathlib import Path

from cellwise import studies
from cellwise.points.store import Model, Point, PointResult, load, models_of, named
from cellwise.scenario import Scenario
from cellwise.study.definition import FigureData, Study
from cellwise.study.drive import chosen_cases
from cellwise.study.order import Order, read_order
from cellwise.study.values import Values

#: No study is looked through for more replications than this.
MOST_REPLICATIONS = 200


class Shelf:
    """A study and what its folder holds."""

    def __init__(self, name: str) -> None:
        """Open a study; raises `ValueError` if there is no such one."""
        self.study: Study = studies.get(name)
        self._cases: Mapping[str, Scenario] = {
            name: case.scenario for name, case in self.study.cases.items()
        } | chosen_cases(self.study, [])
        #: Cases that only figures need have one replication, which no table or claim reads.
        self._compared = list(chosen_cases(self.study, []))
        self._points: dict[str, list[Point]] = {case: [] for case in self._cases}
        self._measured: dict[str, dict[str, float]] = {}
        self._models: set[Model] = set()
        self._damaged: dict[str, Point] = {}
        self._broken: list[str] = []
        self._folder: Path | None = None

    def scenario(self, case: str, replication: int) -> Scenario:
        """Give the scenario of a point; raises `ValueError` if there is no such case."""
        if case not in self._cases:
            raise ValueError(f"case: {case!r} is not known")
        return self._point(case, replication).scenario

    def read(self, folder: Path | None) -> Values:
        """Measure the points in a folder that were not measured before, and give all."""
        return self._read(folder, _present(folder))

    def _read(self, folder: Path | None, present: set[str]) -> Values:
        if folder != self._folder:
            self._measured, self._models, self._folder = {}, set(), folder
        self._damaged = {}
        values = {case: self._of_case(case, present) for case in self._compared} if present else {}
        return Values({case: held for case, held in values.items() if held}, tuple(sorted(self._models)))

    def order(self, folder: Path | None) -> Order | None:
        """Give what the study was last asked for."""
        self._broken = []
        return None if folder is None else read_order(folder, self._broken.append)

    def problems(self) -> list[str]:
        """Say what `read` and `order` have left out."""
        points = list(self._damaged.values())
        notice = (
            f"half written or damaged points are left out, and Start computes them again: {named(points)}"
        )
        return [*self._broken, *([notice] if points else [])]

    def figure_data(self, folder: Path | None) -> FigureData:
        """Give the data that figures read."""

        def find(case: str, replication: int) -> PointResult | None:
            if folder is None or case not in self._cases or replication >= MOST_REPLICATIONS:
                return None
            return load(folder, self._point(case, replication).id)

        def scenario(case: str) -> Scenario | None:
            was_run = case in self._cases and self._point(case, 0).id in present
            return self._cases[case] if was_run else None

        present = _present(folder)
        return FigureData(self._read(folder, present), find, scenario)

    def _of_case(self, case: str, present: set[str]) -> list[dict[str, float]]:
        found: list[dict[str, float]] = []
        while len(found) < MOST_REPLICATIONS:
            point = self._point(case, len(found))
            measured = self._measure(point) if point.id in present else None
            if measured is None:
                break
            found.append(measured)
        return found

    def _measure(self, point: Point) -> dict[str, float] | None:
        if point.id not in self._measured:
            result = load(self._folder, point.id) if self._folder else None
            if result is None:
                self._damaged[point.id] = point
                return None
            self._measured[point.id] = self.study.measure(result, point.scenario)
            self._models |= models_of(result)
        return self._measured[point.id]

    def _point(self, case: str, replication: int) -> Point:
        known = self._points[case]
        while len(known) <= replication:
            # Twice as many each time: all of them share the work of the first.
            for scenario in self._cases[case].replications(max(2 * len(known), 1))[len(known) :]:
                number = len(known)
                known.append(Point(case, number, self.study.vary(scenario, number)))
        return known[replication]


def _present(folder: Path | None) -> set[str]:
    points = folder / "points" if folder else None
    return {path.stem for path in points.glob("*.json")} if points else set()
