"""The stored points of a study, as plots by name see them."""

from collections.abc import Callable, Iterator
from pathlib import Path

from cellwise.points.store import Point, PointResult, path_of, read_point
from cellwise.source import Source
from cellwise.study.definition import Study

#: So many replications of a case are looked for first, then twice as many, while all were there.
_FIRST = 4


def point_sources(study: Study, folder: Path, skipped: Callable[[str], None]) -> list[Source]:
    """Give every point of a study that is stored whole in a folder; points that two cases share come once.

    `skipped` is called with every point that is there but half written or damaged.
    """
    found = [stored for name in study.cases for stored in _stored(study, name, folder, skipped)]
    replications = max((point.replication + 1 for point, _ in found), default=0)
    again = f"cellwise study {study.called} --replications {replications}"
    return list({point.id: result.source(point.scenario, again) for point, result in found}.values())


def _stored(
    study: Study, name: str, folder: Path, skipped: Callable[[str], None]
) -> Iterator[tuple[Point, PointResult]]:
    """Give the whole points of a case up to the first replication that is missing."""
    number, count = 0, _FIRST
    while True:
        for scenario in study.cases[name].scenario.replications(count)[number:]:
            point = Point(name, number, study.vary(scenario, number))
            if not path_of(folder, point).is_file():
                return
            result = read_point(point, folder, skipped)
            if result is not None:
                yield point, result
            number += 1
        count *= 2
