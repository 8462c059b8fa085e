"""Where a command is to write, looked at before it does any work; the message names the option."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from cellwise.cli.errors import UsageError
from cellwise.errors import ResultsError
from cellwise.folders import Kind, require_replaceable
from cellwise.results import require_results_folder
from cellwise.study.folder import require_study_folder
from cellwise.targets import require_file


def require_run_target(folder: Path, option: str = "--out") -> None:
    """Raise `UsageError` if the results of a run cannot be written into a folder without loss."""
    with _named(option):
        require_results_folder(folder)


def require_study_target(folder: Path, option: str = "--out") -> None:
    """Raise `UsageError` if points cannot be stored in a folder, or it is somebody's for something else."""
    with _named(option):
        require_study_folder(folder)


def require_job_target(folder: Path, kind: Kind, option: str = "--out") -> None:
    """Raise `UsageError` if a study's folder has a job of this kind that is not as Cellwise wrote it."""
    with _named(option):
        require_replaceable(folder, kind)


def require_file_target(path: Path, option: str = "--out") -> None:
    """Raise `UsageError` if a file cannot be written."""
    with _named(option):
        require_file(path)


@contextlib.contextmanager
def _named(option: str) -> Iterator[None]:
    try:
        yield
    except ResultsError as error:
        raise UsageError(f"{option}: {error}") from None
