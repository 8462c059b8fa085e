"""Lanes: some processes of one kind, started ahead, and a bounded queue before them."""

import asyncio
import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cellwise.serve.process import Process, TaskError


@dataclass(frozen=True, slots=True)
class Bounds:
    """What the tasks of a lane may take."""

    processes: int
    waiting: int
    """Tasks that may wait."""
    memory_bytes: int
    cpu_s: float
    """Processor time of one task."""
    wall_s: float
    """Time of one task, from when it is begun."""


class Lane:
    """Processes that do tasks in the order in which they came."""

    def __init__(self, bounds: Bounds) -> None:
        """Describe a lane; nothing is started before `start` or the first task."""
        self.bounds = bounds
        self._waiting = 0
        self._is_ended = False
        self._idle: asyncio.Queue[Process] = asyncio.Queue()
        self._processes = [Process(bounds.memory_bytes) for _ in range(bounds.processes)]
        self._renewals: set[asyncio.Task[None]] = set()
        for process in self._processes:
            self._idle.put_nowait(process)

    async def start(self) -> None:
        """Start all processes, so that the first task finds one ready."""
        while not self._idle.empty():
            self._renew(self._idle.get_nowait())
        if self._renewals:
            await asyncio.wait(set(self._renewals))

    @property
    def is_full(self) -> bool:
        """Whether no more tasks may wait."""
        return self._waiting >= self.bounds.waiting

    async def do(self, task: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Do a task when its turn comes.

        Raises `TaskError` if too many wait, or as `Process.do`.

        Parameters
        ----------
        task, arguments
            As `cellwise.serve.work.main` takes them.
        """
        if self.is_full:
            raise TaskError("full", f"{self._waiting} wait already; try again when one is done")
        self._waiting += 1
        try:
            process = await self._idle.get()
        finally:
            self._waiting -= 1
        try:
            return await process.do(task, arguments, self.bounds.cpu_s, self.bounds.wall_s)
        finally:
            if process.is_alive:
                self._idle.put_nowait(process)
            else:
                self._renew(process)

    async def end(self) -> None:
        """End all processes; none is started any more."""
        self._is_ended = True
        for renewal in self._renewals:
            renewal.cancel()
        for process in self._processes:
            await process.end()

    def _renew(self, process: Process) -> None:
        # One that is started while the event loop ends has no one to end it, and the loop would wait for it.
        if self._is_ended:
            return
        renewal = asyncio.get_running_loop().create_task(self._restart(process))
        self._renewals.add(renewal)
        renewal.add_done_callback(self._renewals.discard)

    async def _restart(self, process: Process) -> None:
        # If it does not start, the next task tries again, and reports why it does not work.
        with contextlib.suppress(TaskError):
            await process.start()
        self._idle.put_nowait(process)
