"""Results folders, folders of them and folders of studies, as plots and exports take them."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from cellwise import studies
from cellwise.cli.errors import UsageError, complain
from cellwise.errors import ResultsError
from cellwise.plots.source import Source
from cellwise.results import Run
from cellwise.study.sources import point_sources
from cellwise.study.sweeps import sweep_sources


def sources_in(folders: Sequence[str]) -> list[Source]:
    """Read every run in some folders; one that is half written is named and skipped.

    Raises
    ------
    UsageError
        If a folder has neither runs nor points of a known study.
    ResultsError
        If the one run that was asked for cannot be read.
    """
    return [source for folder in folders for source in _in(Path(folder))]


def _in(folder: Path) -> list[Source]:
    if (folder / "points").is_dir():
        swept = sweep_sources(folder, _skip)
        return _of_study(folder) if swept is None else swept
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


def _skip(told: str) -> None:
    complain(f"skipped: {told}")


def _of_run(folder: Path) -> Source:
    words = ["cellwise", "run", str(folder / "scenario.toml"), "--out", str(folder)]
    return Source.of_run(Run.load(folder), shlex.join(words))


def _of_study(folder: Path) -> list[Source]:
    name = folder.resolve().name
    if name not in studies.names():
        known = ", ".join(studies.names())
        raise UsageError(f"{folder}: {name!r} is no study, so its points cannot be told; studies are {known}")
    found = point_sources(studies.get(name), folder, _skip)
    if not found:
        raise UsageError(f"{folder}: has no point of this version; run `cellwise study {name}` again")
    return found
