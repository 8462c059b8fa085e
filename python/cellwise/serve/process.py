"""One process of the server: started, given one task at a time, and ended if it does not come back."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Mapping
from typing import Any

from cellwise.serve import wire

#: How long a process may take to be ready, and to give up unwanted work, in seconds.
_START_S, _GIVE_UP_S = 60.0, 1.0

#: Octets that may wait between the two processes; the loop holds twice as many before it stops reading.
_PIPE_LIMIT = 1 << 20

#: Octets of the last messages of a process that are reported.
_LAST_WORDS = 2000

#: What the simulator and Python say when they get no memory.
_NO_MEMORY = ("memory allocation of", "MemoryError")


class TaskError(Exception):
    """A task did not end.

    `kind` says why: ``scenario`` (`issues` has the broken rules), ``asked`` (there is no such thing), ``run``
    (the run could not continue), ``memory``, ``time``, ``full`` (too many wait) or ``fault`` (our bug).
    """

    def __init__(self, kind: str, text: str, issues: list[dict[str, Any]] | None = None) -> None:
        super().__init__(text)
        self.kind = kind
        self.issues = issues or []


class Process:
    """A process of `cellwise.serve.work`."""

    def __init__(self, memory_bytes: int) -> None:
        """Describe a process."""
        self._memory_bytes = memory_bytes
        self._process: asyncio.subprocess.Process | None = None
        self._words = b""
        self._beginning: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._ending = asyncio.Lock()

    async def start(self) -> None:
        """Start it again and wait until it is ready; raises `TaskError` if it does not start."""
        await self.end()
        self._beginning = asyncio.get_running_loop().create_task(self._begin())
        try:
            await asyncio.shield(self._beginning)
            async with asyncio.timeout(_START_S):
                await self._read()
        except asyncio.CancelledError:
            await asyncio.shield(self.end())
            raise
        except (TimeoutError, EOFError):
            await self.end()
            message = f"a process of the server does not start: {self._last_words()}"
            raise TaskError("fault", message) from None

    async def _begin(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            # Without -P, modules would be looked for in the current folder first.
            *(sys.executable, "-P", "-m", "cellwise.serve.work.main"),
            str(self._memory_bytes),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=_PIPE_LIMIT,
            # Ctrl-C is for the server, which then ends its processes.
            start_new_session=True,
            # One thread each: the server counts processors by its processes.
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MPLBACKEND": "agg"},
        )
        self._listening = asyncio.get_running_loop().create_task(self._listen(self._process))

    @property
    def is_alive(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.returncode is None

    async def do(
        self, task: str, arguments: Mapping[str, Any], cpu_s: float, wall_s: float
    ) -> dict[str, Any]:
        """Do a task.

        Raises `TaskError` if it fails, or takes more than its time or its memory; the process may be gone
        then. Raises `asyncio.CancelledError` if the caller is cancelled; the process has then given up, or
        has ended.
        """
        if not self.is_alive:
            await self.start()
        try:
            async with asyncio.timeout(wall_s):
                await self._send({"task": task, "arguments": arguments, "cpu_s": cpu_s})
                answer = await self._read()
        except TimeoutError:
            await self.end()
            raise TaskError("time", f"took more than {wall_s:g} s, and was ended") from None
        except (EOFError, ConnectionError):
            raise await self._gone(cpu_s) from None
        except asyncio.CancelledError:
            await asyncio.shield(self._give_up())
            raise
        if "result" in answer:
            result: dict[str, Any] = answer["result"]
            return result
        if answer.get("failed") == "memory":
            raise self._too_much_memory()
        raise TaskError(answer.get("failed", "fault"), answer.get("error", ""), answer.get("issues"))

    async def end(self) -> None:
        """End it, whatever it does, even if it has only begun."""
        if self._beginning is not None:
            # Given up in the middle, it would leave pipes open, or the loop always waiting for them.
            await asyncio.wait({self._beginning})
        # Killed once more before the loop knows that it has ended, it would have ended unknown to the loop.
        async with self._ending:
            if self._process is not None and self._process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    self._process.kill()
                await self._process.wait()
        await self._all_said()

    async def _send(self, message: Mapping[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        for part in wire.encode(message):
            # The loop copies what the other side does not take at once.
            for at in range(0, len(part), wire.PIECE):
                self._process.stdin.write(part[at : at + wire.PIECE])
                await self._process.stdin.drain()

    async def _read(self) -> dict[str, Any]:
        assert self._process is not None
        stream = self._process.stdout
        assert stream is not None
        length = int.from_bytes(await stream.readexactly(wire.HEAD), "little")
        head = await stream.readexactly(length)
        return wire.decode(head, [await _exactly(stream, size) for size in wire.sizes(head)])

    async def _give_up(self) -> None:
        """Ask the process to stop what it does, and end it if it does not."""
        try:
            async with asyncio.timeout(_GIVE_UP_S):
                await self._send({"cancel": True})
                await self._read()
        except (TimeoutError, EOFError, ConnectionError, ValueError, KeyError):
            # What was being read when the caller was cancelled may be cut off in the middle.
            await self.end()

    async def _gone(self, cpu_s: float) -> TaskError:
        assert self._process is not None
        code = await self._process.wait()
        await self._all_said()
        if sys.platform != "win32" and code == -signal.SIGXCPU:
            return TaskError("time", f"took more than {cpu_s:g} s of processor time, and was ended")
        said = self._last_words()
        # The system ends processes by force when memory is short.
        killed = sys.platform != "win32" and code == -signal.SIGKILL
        if killed or any(word in said for word in _NO_MEMORY):
            return self._too_much_memory()
        return TaskError("fault", f"a process of the server ended with code {code}: {said}")

    def _too_much_memory(self) -> TaskError:
        return TaskError(
            "memory", f"took more than {self._memory_bytes / 1e6:.0f} MB of memory, and was ended"
        )

    async def _all_said(self) -> None:
        if self._listening is not None:
            await self._listening
            self._listening = None

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        """Keep the last messages of a process until it ends."""
        assert process.stderr is not None
        self._words = b""
        while said := await process.stderr.read(_LAST_WORDS):
            self._words = (self._words + said)[-_LAST_WORDS:]

    def _last_words(self) -> str:
        return self._words.decode(errors="replace").strip()


async def _exactly(stream: asyncio.StreamReader, size: int) -> bytearray:
    """Read so many octets into their place: `readexactly` holds them twice, and results may be large."""
    held, at = bytearray(size), 0
    while at < size:
        part = await stream.read(min(wire.PIECE, size - at))
        if not part:
            raise EOFError
        held[at : at + len(part)] = part
        at += len(part)
    return held
