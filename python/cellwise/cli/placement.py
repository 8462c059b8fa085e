"""How points are run: on the cores of this machine or on a cluster, all of them or those that are missing."""

import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

import typer

from cellwise.cli.errors import UsageError, complain, refusal
from cellwise.cli.options import Fresh, Jobs, Progress, usable_cores
from cellwise.points.cluster import address_of, connect

On = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar="URL",
        help="A Dask cluster to run on, as `dask://host:port`; its workers must share the folder.",
    ),
]


@dataclass(frozen=True, slots=True)
class Place:
    """Where points run."""

    executor: Executor | None
    """None for threads of our own."""
    jobs: int
    """Runs at a time."""


@dataclass(frozen=True, slots=True)
class Making:
    """How points are run."""

    jobs: Jobs = None
    fresh: Fresh = False
    progress: Progress = "auto"
    on: On = None

    @contextmanager
    def place(self) -> Iterator[Place]:
        """Open what ``--on`` and ``--jobs`` ask for; a cluster is left running.

        Raises `UsageError` if they do not go together, or the URL is not one. Raises `ExecutorError` if the
        cluster does not answer.
        """
        if self.on is None:
            yield Place(None, self.jobs or usable_cores())
            return
        if self.jobs is not None:
            raise UsageError(
                "--jobs: does not go with --on; the cluster's workers say how many runs they take"
            )
        with refusal("--on: "):
            address_of(self.on)
        with _without_logs(), connect(self.on) as cluster:
            if not cluster.slots:
                complain(f"{self.on}: no worker has connected yet; points wait for the first one")
            yield Place(cluster.executor, max(1, cluster.slots))


#: The usual way in commands.
MAKING = Making()


@contextmanager
def _without_logs() -> Iterator[None]:
    """Keep off the screen what Dask logs, with tracebacks, about a lost scheduler: the error says it."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)
