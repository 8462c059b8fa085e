"""One writer of a folder at a time, on one machine or on several that share it."""

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from cellwise.errors import ResultsError

#: So long another writer is waited for, in seconds; it needs a moment.
PATIENCE_S = 60.0

_LOOK_EVERY_S = 0.02

#: The system raises it if another program holds the lock.
_HELD = PermissionError if sys.platform == "win32" else BlockingIOError


@contextlib.contextmanager
def locked(path: Path, patience_s: float = PATIENCE_S) -> Iterator[bool]:
    """Hold a lock file, which is removed at the end; who is killed leaves it, but does not hold it.

    Gives whether no other program can hold it: False where the file system has no locks. Raises
    `ResultsError` if another program holds it for longer than `patience_s`. Raises `OSError` if the file
    cannot be made.
    """
    until = time.monotonic() + patience_s
    while True:
        with path.open("ab") as file:
            taken = _taken(file)
            # Its last holder has removed it: then another file has its name, or no file.
            if taken is None or (taken and _is_still(path, file)):
                try:
                    yield taken is not None
                finally:
                    _remove(path, file)
                return
        if time.monotonic() > until:
            raise ResultsError(
                f"{path.parent}: another process is writing it; try again, or give another name"
            )
        if not taken:
            time.sleep(_LOOK_EVERY_S)


def _taken(file: BinaryIO) -> bool | None:
    """Try to lock a file; None where that is not possible at all."""
    try:
        if sys.platform == "win32":
            import msvcrt

            # Octets are locked there; the first one stands for the file, even where it has none.
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except _HELD:
        return False
    except (ImportError, OSError):
        return None
    return True


def _remove(path: Path, file: BinaryIO) -> None:
    """Remove a lock file that is held, and let it go."""
    if sys.platform == "win32":
        # An open file cannot be removed there; the program that has opened it by now removes it later.
        file.close()
        with contextlib.suppress(PermissionError):
            path.unlink(missing_ok=True)
    else:
        path.unlink(missing_ok=True)


def _is_still(path: Path, file: BinaryIO) -> bool:
    try:
        there = path.stat()
    except FileNotFoundError:
        return False
    return os.path.samestat(there, os.fstat(file.fileno()))
