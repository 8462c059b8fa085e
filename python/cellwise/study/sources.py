"""The stored points of a study, as plots by name see them."""

from collections.abc import Iterator
from pathlib import Path

from cellwise.plots.source import Source
from cellwise.study.definition import Study
from cellwise.study.points import Point, PointResult, load

#: So many replications of a case are looked for first, then twice as many, while all were there.
_FIRST = 4


def point_sources(study: Study, folder: Path) -> list[Source]:
    """Give every point of a study that is stored whole in a folder; points that two cases share come once."""
    found = [stored for name in study.cases for stored in _stored(study, name, folder)]
    replications = max((point.replication + 1 for point, _ in found), default=0)
    again = f"cellwise study {study.name} --replications {replications}"
    return list({point.id: _source(point, result, again) for point, result in found}.values())


def _source(point: Point, result: PointResult, again: str) -> Source:
    return Source(point.scenario, result.tables.__getitem__, result.series, result.summary, again)


def _stored(study: Study, name: str, folder: Path) -> Iterator[tuple[Point, PointResult]]:
    """Give the points of a case up to the first replication that is missing."""
    number, count = 0, _FIRST
    while True:
        for scenario in study.cases[name].scenario.replications(count)[number:]:
            point = Point(name, number, study.vary(scenario, number))
            result = load(folder, point.id)
            if result is None:
                return
            yield point, result
            number += 1
        count *= 2
