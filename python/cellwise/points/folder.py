"""The folder of a study or a sweep, checked and prepared for points; others may be writing to it."""

from pathlib import Path

from cellwise.errors import ResultsError
from cellwise.files import clear_abandoned
from cellwise.targets import require_folder

#: The files that show the kind of a folder.
MARKS = {
    "study.json": "a study",
    "sweep.json": "a sweep",
    "find.json": "a search",
    "comparison.json": "a comparison",
    "replications.json": "replications",
}


def require_study_folder(folder: Path, mark: str | None = None) -> None:
    """Find out, before any simulation, whether points can be stored in a folder.

    `mark` is the one of `MARKS` that is written there; without, any of them may be there.

    Raises `ResultsError` if it is a link, no folder, not to be written, or has something else in it, such as
    another kind of experiment; the message says what to do.
    """
    own = [one for one in MARKS if (folder / one).exists()]
    is_ours = bool(own) or (folder / "points").exists()
    require_folder(folder, current=is_ours)
    if folder.is_dir() and not is_ours:
        others = sorted(path.name for path in folder.iterdir())
        if others:
            raise ResultsError(
                f"{folder}: exists and is no folder of a study or a sweep (it has {others[0]}); "
                "give another name"
            )
    others = [] if mark is None else [MARKS[one] for one in own if one != mark]
    if others:
        raise ResultsError(f"{folder}: is the folder of {others[0]}; give another name")


def prepare(folder: Path) -> None:
    """Make the folders of a study and remove what others left half written long ago.

    Raises `ResultsError` if something else is in the way.
    """
    if folder.exists() and not folder.is_dir():
        raise ResultsError(f"{folder}: is not a folder; give another name")
    for part in (folder / "points", folder / "costs", folder):
        part.mkdir(parents=True, exist_ok=True)
        clear_abandoned(part)
