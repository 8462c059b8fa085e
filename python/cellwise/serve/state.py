"""What a running server holds: its processes and its studies."""

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import Any, Self

from starlette.requests import Request

from cellwise.serve.lane import Bounds, Lane
from cellwise.serve.options import Options
from cellwise.serve.process import TaskError
from cellwise.serve.signals import Changes
from cellwise.serve.studies import Studies

#: The limits of a process that reads files, in octets and seconds, and how many requests may wait for it.
#: Reading thousands of stored points takes long the first time.
_BOUNDS = Bounds(processes=1, waiting=50, memory_bytes=1 << 30, cpu_s=120.0, wall_s=360.0)


@dataclass(slots=True)
class State:
    """Everything that requests read."""

    options: Options
    files: Lane
    """Reads results folders of runs."""
    studies_lane: Lane
    """Knows the studies and what is stored of them."""
    studies: Studies
    closing: Changes = field(default_factory=Changes)
    starting: asyncio.Task[None] | None = None

    @classmethod
    def of(cls, options: Options) -> Self:
        """Make what a server with some options holds; nothing is started."""
        return cls(options, Lane(_BOUNDS), Lane(_BOUNDS), Studies(options))

    def start(self) -> None:
        """Start the processes, those that the first requests need before the others."""
        self.starting = asyncio.get_running_loop().create_task(self._start())

    async def _start(self) -> None:
        await self.studies_lane.start()
        await self.read_studies()

    async def read_studies(self) -> None:
        """Read all studies, whose titles the gallery has, before they are requested."""
        await self.of_studies("studies")

    async def of_studies(self, task: str, **arguments: Any) -> dict[str, Any]:
        """Do a task about studies."""
        own = {name: str(path) for name, path in self.options.studies.items()}
        return await self.studies_lane.do(task, {"folder": str(self.options.folder), "own": own, **arguments})

    async def end(self) -> None:
        """End all that was begun."""
        self.closing.notify()
        if self.starting is not None:
            self.starting.cancel()
            with contextlib.suppress(asyncio.CancelledError, TaskError):
                await self.starting
        await self.studies.end()
        for lane in (self.files, self.studies_lane):
            await lane.end()


def state_of(request: Request) -> State:
    """Give what the server holds."""
    state: State = request.app.state.cellwise
    return state
