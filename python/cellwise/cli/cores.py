"""How many runs at a time: the option that several commands share."""

import os
from typing import Annotated

import typer

Jobs = Annotated[
    int | None,
    typer.Option("--jobs", min=1, max=1024, metavar="J", help="Runs at a time; default all cores."),
]


def usable_cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
