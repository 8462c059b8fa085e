"""Where results may be written, checked before a run, so that no run is in vain."""

import tempfile
from pathlib import Path

from cellwise.errors import ResultsError


def require_folder(folder: Path, *, current: bool = False) -> None:
    """Find out whether files can be written into a folder, which need not be there.

    `current` says whether it may be the folder that one works in, or one that this is in.

    Raises `ResultsError` if it is a link or no folder, or if files cannot be written there; the message says
    what to do.
    """
    _require_no_link(folder, "folder")
    if folder.exists() and not folder.is_dir():
        raise ResultsError(f"{folder}: is not a folder; give another name")
    if not current and Path.cwd().is_relative_to(folder.resolve()):
        raise ResultsError(
            f"{folder}: is the folder that you work in, or has it inside; give the name of a folder of its "
            "own, such as results/my-run"
        )
    _require_writable(folder, folder)


def require_file(path: Path) -> None:
    """Find out whether a file can be written; an earlier one of the same name will be replaced.

    Raises `ResultsError` if it is a link, a folder or a device, or if files cannot be written there; with
    what to do.
    """
    if path == Path("-"):
        raise ResultsError("-: nothing is written to standard output here; give the name of a file")
    _require_no_link(path, "file")
    if path.is_dir():
        raise ResultsError(f"{path}: is a folder; give the name of a file")
    if path.exists() and not path.is_file():
        raise ResultsError(f"{path}: is no plain file; give another name")
    _require_writable(path.parent, path)


def _require_no_link(path: Path, noun: str) -> None:
    if path.is_symlink():
        raise ResultsError(
            f"{path}: is a link, which is not written through; give the {noun} that it leads to "
            f"({path.readlink()}), or another name"
        )


def _require_writable(folder: Path, path: Path) -> None:
    there = next(one for one in (folder, *folder.absolute().parents) if one.exists() or one.is_symlink())
    try:
        # A file without a name: no user ever sees it. Only an attempt shows what the system allows.
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        problem = f"cannot be written ({there}: {reason})"
        raise ResultsError(f"{path}: {problem}; give a name where you may write") from None
