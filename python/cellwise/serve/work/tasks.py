"""The tasks of a process by name: plain values and arrays in, plain values and arrays out."""

from collections.abc import Callable
from typing import Any

from cellwise.serve.work.given import Given, Progress, RefusedError

Task = Callable[[Given, Progress], dict[str, Any]]


def prepare(reads_files: bool) -> None:
    """Import what tasks need, so that the first one does not wait for it."""
    import numpy as np  # noqa: F401

    from cellwise.serve.work import check, simulate  # noqa: F401

    if not reads_files:
        # The first run of a process is slower than the next ones: let that be one of no account.
        simulate.warm_up()


def do(name: str, given: Given, progress: Progress) -> dict[str, Any]:
    """Do one task.

    Raises
    ------
    RefusedError
        If what was asked for cannot be had.
    ConfigError, SimulationError, ResultsError
        As from the package.
    """
    return _task(name)(given, progress)


def _task(name: str) -> Task:
    from cellwise.serve.work import check, simulate

    if name == "check":
        return check.check
    if name == "run":
        return simulate.simulate
    if name == "record":
        from cellwise.serve.work import records

        return records.record
    if name == "plot":
        from cellwise.serve.work import plots

        return plots.draw
    if name in ("stored", "stored-run"):
        from cellwise.serve.work import stored

        return stored.listed if name == "stored" else stored.opened
    if name in ("study", "study-case", "study-figure", "studies"):
        from cellwise.serve.work import studies

        return studies.TASKS[name]
    raise RefusedError(f"task: {name!r} is not known")
