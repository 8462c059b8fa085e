"""Names of results that come from outside, as folders inside the results folder and nowhere else."""

import re
from pathlib import Path

#: What a name may be: no separators, nothing hidden, nothing that leads upwards.
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,120}")


def is_name(name: str) -> bool:
    """Return whether a name can be that of results."""
    return _NAME.fullmatch(name) is not None


def inside(folder: Path, name: str) -> Path | None:
    """Give the folder of some results, or None if it does not exist, or if it or a file in it is a link.

    The folder may itself be reached over links; the name is as a request gave it.
    """
    if not is_name(name):
        return None
    try:
        found = folder.resolve() / name
        if not found.is_dir() or found.resolve() != found:
            return None
        return None if any(one.is_symlink() for one in found.iterdir()) else found
    except OSError:
        # It may not be read.
        return None
