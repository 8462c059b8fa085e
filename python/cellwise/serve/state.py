"""What a running server holds: its processes, its runs, its studies."""

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import Self

from cellwise.serve.lane import Bounds, Lane
from cellwise.serve.options import Options
from cellwise.serve.process import TaskError
from cellwise.serve.runs import Runs
from cellwise.serve.signals import Changes
from cellwise.serve.studies import Studies

#: A check of a scenario takes milliseconds; one that takes longer is of a network that no page can show.
_CHECK_S = 10.0

#: Reading thousands of stored points takes long the first time.
_LOOK_S = 120.0

#: Of the memory for results, the part that is left for answers about them.
_TOLD_PART = 4


@dataclass(slots=True)
class State:
    """Everything that requests look at."""

    options: Options
    simulations: Lane
    """Runs scenarios."""
    checks: Lane
    """Reads scenarios; never busy for long."""
    files: Lane
    """Draws plots, reads results folders of runs."""
    studies_lane: Lane
    """Knows the studies and what is stored of them."""
    studies: Studies
    runs: Runs
    closing: Changes = field(default_factory=Changes)
    starting: asyncio.Task[None] | None = None

    @classmethod
    def of(cls, options: Options) -> Self:
        """Make what a server with some options holds; nothing is started."""
        memory, cpu_s = options.memory_bytes, options.cpu_s
        simulations = Lane(Bounds(options.jobs, options.queued, memory, cpu_s, options.wall_s), files=False)
        checks = Lane(Bounds(1, 100, memory, _CHECK_S, 3 * _CHECK_S), files=False)
        files = Lane(Bounds(1, 50, memory, cpu_s, options.wall_s), files=True)
        looks = Lane(Bounds(1, 50, memory, _LOOK_S, 3 * _LOOK_S), files=True)
        studies = Studies(options.folder, options.jobs)
        runs = Runs(simulations, memory - memory // _TOLD_PART)
        return cls(options, simulations, checks, files, looks, studies, runs)

    def start(self) -> None:
        """Start the processes, those that the first requests need before the others."""
        self.starting = asyncio.get_running_loop().create_task(self._start())

    async def _start(self) -> None:
        await self.checks.start()
        await self.simulations.start()
        await self.studies_lane.start()
        # The gallery has the studies' titles.
        await self.studies_lane.do("studies", {"folder": str(self.options.folder)})

    async def end(self) -> None:
        """End all that was begun."""
        self.closing.notify()
        if self.starting is not None:
            self.starting.cancel()
            with contextlib.suppress(asyncio.CancelledError, TaskError):
                await self.starting
        self.runs.end()
        await self.studies.end()
        for lane in (self.simulations, self.checks, self.files, self.studies_lane):
            await lane.end()
