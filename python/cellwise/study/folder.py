"""The folder of a study, made ready for points; others may be writing to it."""

import time
from pathlib import Path

from cellwise.errors import ResultsError
from cellwise.files import SCRATCH

#: Scratch files of this age, in seconds, belong to nobody: a point is written in a moment.
ABANDONED_S = 24 * 3600.0


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
            _remove_abandoned(scratch)


def _remove_abandoned(scratch: Path) -> None:
    # What is recent may belong to another study that is under way, perhaps on another machine.
    try:
        if time.time() - scratch.stat().st_mtime > ABANDONED_S:
            scratch.unlink()
    except FileNotFoundError:
        pass
