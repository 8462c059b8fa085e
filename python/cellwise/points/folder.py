"""The folder of a study or a sweep, looked at and made ready for points; others may be writing to it."""

from pathlib import Path

from cellwise.errors import ResultsError
from cellwise.files import clear_abandoned
from cellwise.targets import require_folder

#: What shows that a folder is of a study or of a sweep.
_MARKS = ("points", "study.json", "sweep.json")


def require_study_folder(folder: Path) -> None:
    """Find out, before any simulation, whether points can be stored in a folder.

    Raises
    ------
    ResultsError
        If it is a link, no folder, not to be written, or has something else in it; with what to do.
    """
    is_ours = any((folder / mark).exists() for mark in _MARKS)
    require_folder(folder, current=is_ours)
    if folder.is_dir() and not is_ours:
        own = sorted(path.name for path in folder.iterdir())
        if own:
            raise ResultsError(
                f"{folder}: exists and is no folder of a study or a sweep (it has {own[0]}); "
                "give another name"
            )


def prepare(folder: Path) -> None:
    """Make the folders of a study and remove what others left half written long ago.

    Raises
    ------
    ResultsError
        If something else is in the way.
    """
    if folder.exists() and not folder.is_dir():
        raise ResultsError(f"{folder}: is not a folder; give another name")
    for part in (folder / "points", folder / "costs", folder):
        part.mkdir(parents=True, exist_ok=True)
        clear_abandoned(part)
