"""The tasks of a process by name: plain values in, plain values and octets out."""

from collections.abc import Callable
from typing import Any

from cellwise.serve.work.given import Given, RefusedError

Task = Callable[[Given], dict[str, Any]]


def prepare() -> None:
    """Import what tasks need, so that the first one does not wait for it."""
    import numpy as np  # noqa: F401

    from cellwise.serve.work import stored  # noqa: F401


def do(name: str, given: Given) -> dict[str, Any]:
    """Do one task.

    Raises `RefusedError` if what was asked for cannot be had. Raises `ConfigError`, `ResultsError` as from
    the package.
    """
    return _task(name)(given)


def _task(name: str) -> Task:
    if name in ("stored", "stored-run"):
        from cellwise.serve.work import stored

        return stored.listed if name == "stored" else stored.opened
    if name in ("study", "study-case", "study-figure", "studies"):
        from cellwise.serve.work import studies

        return studies.TASKS[name]
    raise RefusedError(f"task: {name!r} is not known")
