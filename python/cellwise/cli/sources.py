"""Results folders, folders of them and folders of studies, as plots and exports take them."""

import shlex
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from cellwise.cli.errors import UsageError, complain
from cellwise.cli.study_options import study_named, study_of_folder
from cellwise.errors import ResultsError
from cellwise.experiments.kept import kept_sources
from cellwise.points.store import Point, PointResult, path_of, read_point
from cellwise.results import Run
from cellwise.source import Source
from cellwise.study.definition import Study
from cellwise.study.order import changed_since, read_order

#: So many replications of a case are looked for first, then twice as many, while all were there.
_FIRST = 4


def sources_in(folders: Sequence[str], study: str | None = None) -> list[Source]:
    """Read every run in some folders; one that is half written is named and skipped, if it is one of several.

    `study` is the study whose points a folder holds, if it is a user's own.

    Raises `UsageError` if the one folder has neither runs nor points of a known study, or nothing is left of
    several. Raises `ResultsError` if the one run that was asked for cannot be read, or a folder is not there.
    """
    if len(folders) == 1:
        return _in(Path(folders[0]), study)
    found = [source for folder in folders for source in _listed(Path(folder), study)]
    if not found:
        raise UsageError(f"{', '.join(folders)}: none has results that can be read; run the scenarios again")
    return found


def _listed(folder: Path, study: str | None) -> list[Source]:
    """Read one of several folders; results that cannot be read are named and skipped."""
    try:
        return _in(folder, study)
    except (ResultsError, UsageError) as error:
        if not folder.exists():
            raise
        _skip(f"{folder}: is no folder" if folder.is_file() else str(error))
        return []


def _in(folder: Path, study: str | None) -> list[Source]:
    if (folder / "points").is_dir():
        found = kept_sources(folder, _skip)
        return _of_study(folder, study) if found is None else found
    inside = sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    if (folder / "run.json").is_file() or not inside:
        return [_of_run(folder)]
    found = [source for path in inside for source in _whole(path)]
    if not found:
        raise UsageError(f"{folder}: has no results of runs; give a folder that `cellwise run` wrote")
    return found


def _whole(folder: Path) -> list[Source]:
    try:
        return [_of_run(folder)]
    except ResultsError as error:
        _skip(str(error))
        return []


def _skip(reported: str) -> None:
    complain(f"skipped: {reported}")


def _of_run(folder: Path) -> Source:
    words = ["cellwise", "run", str(folder / "scenario.toml"), "--out", str(folder)]
    return Source.of_run(Run.load(folder), shlex.join(words), str(folder))


def _of_study(folder: Path, given: str | None) -> list[Source]:
    order = read_order(folder)
    name = study_of_folder(folder, order, given)
    chosen = study_named(name)
    for reported in changed_since(order, chosen):
        complain(f"note: {reported}")
    found = _point_sources(chosen, folder, _skip)
    if not found:
        raise UsageError(f"{folder}: has no point of this version; run `cellwise study {name}` again")
    return found


def _point_sources(study: Study, folder: Path, skipped: Callable[[str], None]) -> list[Source]:
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
