"""Every study, with made-up points: a row has as many values as replications, for every reader of points."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from tests.study.small import small

import cellwise as cw
from cellwise import studies
from cellwise.points.store import Point, PointResult, store
from cellwise.reports.summary import as_json
from cellwise.serve.work.shelf import Shelf
from cellwise.study import Figure, Study, drive
from cellwise.study.definition import FigureData
from cellwise.study.draws import uniform
from cellwise.study.drive import StudyResults, chosen_cases, planned
from cellwise.study.stored import gather

REPLICATIONS = 2


class _Drawn(Mapping[str, float]):
    """Any measure of a point: a number that only this point has."""

    def __init__(self, point_id: str) -> None:
        self.point_id = point_id

    def __getitem__(self, measure: str) -> float:
        return 1.0 + uniform(self.point_id, measure)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def _drawn(_result: PointResult, scenario: cw.Scenario) -> dict[str, float]:
    return _Drawn(scenario.id)  # type: ignore[return-value]


@dataclass(frozen=True)
class StoodIn:
    """A study whose points are all stored, as one short run under each of their names."""

    study: Study
    folder: Path
    points: list[Point]
    driven: StudyResults


@pytest.fixture(scope="module", params=studies.names())
def one(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> StoodIn:
    real = studies.get(request.param)
    undrawn = [replace(figure, draw=lambda _data: None) for figure in real.figures]
    # Every reader plans the same points, which takes most of the time of those that run nothing.
    study = replace(real, measure=_drawn, figures=undrawn, vary=cache(real.vary))
    folder = tmp_path_factory.mktemp(request.param)
    for part in ("points", "costs"):
        (folder / part).mkdir()
    run = cw.run(cw.Scenario.from_template("n-source").with_(duration="100 us"))
    points = planned(study, [], REPLICATIONS)
    for point in points:
        store(folder, point.id, run)
    driven = drive(study, folder, replications=REPLICATIONS, quiet=True)
    return StoodIn(study, folder, points, driven)


def _reported(outcome: StudyResults) -> dict[str, object]:
    return {**as_json(outcome), "wall_s": None}


def test_every_row_has_as_many_values_as_replications(one: StoodIn) -> None:
    assert len({(point.case, point.replication) for point in one.points}) == len(one.points)
    assert one.driven.values.replications() == REPLICATIONS
    assert {case: len(ones) for case, ones in one.driven.values.measured.items()} == dict.fromkeys(
        chosen_cases(one.study, []), REPLICATIONS
    )


def test_replications_stand_in_their_order_in_all_cases(one: StoodIn) -> None:
    for point in one.points:
        if one.driven.values.has(point.case):
            assert one.driven.values.of(point.case, "any")[point.replication] == _Drawn(point.id)["any"]


def test_a_study_and_its_report_say_the_same_of_the_same_points(one: StoodIn) -> None:
    assert _reported(gather(one.study, one.folder, replications=REPLICATIONS)) == _reported(one.driven)


@pytest.mark.parametrize("one", ["anansari"], indirect=True)
def test_the_page_reads_the_same_values(one: StoodIn) -> None:
    shelf = Shelf(one.study.name)
    shelf.study = one.study
    read = shelf.read(one.folder)
    assert read.replications() == REPLICATIONS
    assert {case: [each["any"] for each in ones] for case, ones in read.measured.items()} == {
        case: [each["any"] for each in ones] for case, ones in one.driven.values.measured.items()
    }


def test_a_figure_may_draw_every_replication_or_the_one_nearest_the_median(tmp_path: Path) -> None:
    seen: list[FigureData] = []
    looks = Figure("looks", "looks", ("tail",), seen.append)
    study = replace(small(), figures=(looks,))
    outcome = drive(study, tmp_path, replications=5, quiet=True)
    (data,) = seen
    lost = outcome.values.of("tail", "lost")
    assert lost.size == 5
    assert len(set(lost)) > 2, "what is drawn must not be the first for want of another"
    assert [float(one.tables["vcs"]["cells_lost"].sum()) for one in data.points("tail")] == list(lost)
    median = data.median_point("tail", "lost")
    assert median is not None
    assert median.tables["vcs"]["cells_lost"].sum() == np.median(lost)
    first = data.point("tail")
    assert first is not None
    assert first.tables["vcs"]["cells_lost"].sum() == lost[0] != np.median(lost)


def test_a_case_that_only_a_figure_needs_has_its_one_replication(tmp_path: Path) -> None:
    cases = {**small().cases, "drawn": replace(small().cases["epd"], name="drawn")}
    cases["drawn"] = replace(cases["drawn"], scenario=cases["drawn"].scenario.with_(duration="60 ms"))
    found: list[tuple[int, float]] = []

    def look(data: FigureData) -> None:
        median = data.median_point("drawn", "lost")
        assert median is not None
        found.append((len(list(data.points("drawn"))), float(median.summary["simulated_s"])))

    study = replace(small(), cases=cases, figures=(Figure("looks", "looks", ("drawn",), look),))
    outcome = drive(study, tmp_path, replications=2, quiet=True)
    assert outcome.runs == 7
    assert found == [(1, 0.06)]
