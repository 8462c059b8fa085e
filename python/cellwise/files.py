"""Writing files so that they appear complete or not at all."""

import contextlib
import re
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

#: The end of the name of a file that is not yet whole.
SCRATCH = ".tmp"

#: Names that `scratch_beside` gives.
_OURS = re.compile(rf"(.+)\.[0-9a-f]{{16}}{re.escape(SCRATCH)}")

#: Scratch files of this age, in seconds, belong to no program: a file is written in a moment.
ABANDONED_S = 24 * 3600.0


def scratch_beside(path: Path) -> Path:
    """Name a file next to another, for contents that are not yet whole.

    No other writer has the same name: not another thread, nor another machine that shares the folder.
    """
    return path.with_name(f"{path.name}.{secrets.token_hex(8)}{SCRATCH}")


def is_abandoned(scratch: Path) -> bool:
    """Return whether a scratch file belongs to no program any more; a recent one may be another machine's."""
    try:
        return time.time() - scratch.stat().st_mtime > ABANDONED_S
    except FileNotFoundError:
        return False


def clear_abandoned(folder: Path, name: str = "") -> None:
    """Remove scratch files that belong to no program any more: of the file of that name, or of all."""
    for scratch in folder.glob(f"*{SCRATCH}"):
        found = _OURS.fullmatch(scratch.name)
        if found and name in ("", found[1]) and is_abandoned(scratch):
            scratch.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> Path:
    """Write a file under another name first, then give it its own; folders on the way are made.

    A file that an interrupted writer of the same file has left is removed when it is a day old.

    Raises `OSError` if the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    clear_abandoned(path.parent, path.name)
    return replace_whole(path, content)


def replace_whole(path: Path, content: bytes) -> Path:
    """Write a file as `write_whole` does, into a folder that must be there.

    It is not forced to the disk: after a power cut a file may be empty, so readers must be able to notice.

    Raises `OSError` if the file cannot be written, as into a folder that this machine does not see.
    """
    with whole(path) as scratch:
        scratch.write_bytes(content)
    return path


@contextlib.contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Give a name to write a file under, which then gets its own; raises as `scratch_for`."""
    with scratch_for(path) as scratch:
        yield scratch
        scratch.replace(path)


@contextlib.contextmanager
def scratch_for(path: Path) -> Iterator[Path]:
    """Give a name to write a file under, which the caller renames; nothing is left of it if that fails.

    Raises `OSError` if the file cannot be written; it names the file, not the other name.
    """
    scratch = scratch_beside(path)
    try:
        yield scratch
    except BaseException as error:
        scratch.unlink(missing_ok=True)
        if isinstance(error, OSError):
            # A full disk names no file, and no user knows the scratch file's name.
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
