"""The folder of a study, made ready for points; others may be writing to it."""

from pathlib import Path

from cellwise.errors import ResultsError
from cellwise.files import SCRATCH, is_abandoned


def prepare(folder: Path) -> None:
    """Make the folders of a study and remove what others left half written long ago.

    Raises
    ------
    ResultsError
        If something else is in the way.
    """
    if folder.exists() and not folder.is_dir():
        raise ResultsError(f"{folder}: is not a folder; give another name")
    for part in ("points", "costs"):
        (folder / part).mkdir(parents=True, exist_ok=True)
        for scratch in (folder / part).glob(f"*{SCRATCH}"):
            # What is recent may belong to another study that is under way, perhaps on another machine.
            if is_abandoned(scratch):
                scratch.unlink(missing_ok=True)
