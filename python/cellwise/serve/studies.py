"""A study that runs for the page: `cellwise study` in a process of its own, followed by its output.

The command keeps its points where it always does, so that the page and the command line see the same, and
either can continue where the other was ended.
"""

import asyncio
import contextlib
import json
import math
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from cellwise.serve.known import called
from cellwise.serve.options import Options
from cellwise.serve.process import TaskError
from cellwise.serve.signals import Changes, Event

#: How long a study may take to store what it has when it is cancelled, in seconds.
_END_S = 10.0

#: Of the last lines that the command writes, so many are kept.
_LAST_LINES = 5

#: The command's exit code after Ctrl-C.
_INTERRUPTED = 130


@dataclass(slots=True)
class Study:
    """How far a study is."""

    name: str
    state: str = "idle"
    """``idle``, ``running``, ``done``, ``cancelled`` or ``failed``."""
    done: int = 0
    total: int | None = None
    eta_s: float | None = None
    case: str = ""
    error: str = ""
    replications: int = 0
    only: tuple[str, ...] = ()
    """What it was started with: replications and groups, all of them if none is named."""
    fresh: int = 0
    asked_to_end: bool = False
    changes: Changes = field(default_factory=Changes)

    def description(self) -> dict[str, Any]:
        """Describe it."""
        content: dict[str, Any] = {"name": self.name, "state": self.state, "done": self.done}
        if self.state == "running":
            # The order in the folder is still the one before.
            content |= {"asked": self.replications, "only": list(self.only)}
        return {**content, "total": self.total, "eta_s": self.eta_s, "case": self.case, "error": self.error}

    def take(self, line: dict[str, Any]) -> None:
        """Take a line of progress, whole or, if it is another line, not at all."""
        event, done, total = line["event"], int(line["done"]), int(line["total"])
        if event == "start":
            self.eta_s = _finite(line["estimate_s"])
        elif event == "point":
            case, fresh = str(line["case"]), self.fresh + (not line["reused"])
            if fresh:
                self.eta_s = _finite(_finite(line["elapsed_s"]) / fresh * (total - done))
            self.case, self.fresh = case, fresh
        self.done, self.total = done, total


def _finite(given: Any) -> float:
    number = float(given)
    if not math.isfinite(number):
        raise ValueError(f"{number} is no time")
    return number


class Studies:
    """The studies of a results folder; one runs at a time."""

    def __init__(self, options: Options) -> None:
        """Keep points where a server with some options does, and run as many at a time."""
        self._options = options
        self._studies: dict[str, Study] = {}
        self._process: asyncio.subprocess.Process | None = None
        self._following: asyncio.Task[None] | None = None

    def find(self, name: str) -> Study:
        """Give a study by its name, which must be one."""
        return self._studies.setdefault(name, Study(name))

    async def start(self, name: str, replications: int, only: Sequence[str]) -> Study:
        """Start a study, or resume it; raises `TaskError` if another one runs."""
        if self._following is not None and not self._following.done():
            running = next(one.name for one in self._studies.values() if one.state == "running")
            raise TaskError("busy", f"the study {running} is running; cancel it, or wait until it is done")
        study = self._studies[name] = Study(
            name, "running", replications=replications, only=tuple(only), changes=self.find(name).changes
        )
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "cellwise", "study", "run", called(self._options.studies, name)),
            *(f"--replications={replications}", f"--jobs={self._options.jobs}"),
            *("--progress=json", "--json", f"--out={self._options.folder / name}"),
            *(f"--only={group}" for group in only),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        self._following = asyncio.get_running_loop().create_task(self._follow(study, self._process))
        study.changes.notify()
        return study

    def cancel(self, name: str) -> Study:
        """End a study that runs; its finished points are kept."""
        study = self.find(name)
        if study.state == "running" and self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                # Windows has no Ctrl-C for one process alone; finished points are also kept there.
                self._process.send_signal(signal.SIGTERM if sys.platform == "win32" else signal.SIGINT)
                study.asked_to_end = True
        return study

    async def end(self) -> None:
        """End what runs."""
        if self._process is None or self._following is None or self._following.done():
            return
        for study in self._studies.values():
            self.cancel(study.name)
        try:
            async with asyncio.timeout(_END_S):
                await asyncio.shield(self._following)
        except TimeoutError:
            self._process.kill()
            await self._following

    async def _follow(self, study: Study, process: asyncio.subprocess.Process) -> None:
        assert process.stderr is not None
        said: list[str] = []
        async for line in spoken_lines(process.stderr):
            try:
                study.take(json.loads(line))
            # A function of a study may have written it: any text, and numbers of any size.
            except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
                said = [*said, line][-_LAST_LINES:]
            study.changes.notify()
        code = await process.wait()
        study.state = {0: "done", _INTERRUPTED: "cancelled", -signal.SIGINT: "cancelled"}.get(code, "failed")
        if sys.platform == "win32" and study.asked_to_end and study.state == "failed":
            study.state = "cancelled"
        study.error = "\n".join(said) if study.state == "failed" else ""
        study.eta_s = None
        study.changes.notify()


class Follower:
    """What one listener was sent of a study."""

    def __init__(self, study: Study, find: Any) -> None:
        """Follow a study; `find` gives it again, because a new start makes a new one."""
        self._find = find
        self._name = study.name
        self._done = -1

    def look(self) -> list[Event]:
        """Give what is new."""
        study: Study = self._find(self._name)
        content = study.description()
        if study.state != "running":
            # A stream that waits for a start would take one of the few connections that a browser has.
            name = {"failed": "failed", "idle": "idle"}.get(study.state, "done")
            return [(name, content, True)]
        events: list[Event] = [("progress", content, False)]
        if 0 <= self._done < study.done:
            events.append(("table", {"name": study.name, "done": study.done}, False))
        self._done = study.done
        return events


#: Octets of a line that are kept; the rest of it is passed over.
MOST_OCTETS = 1 << 16


async def spoken_lines(stream: asyncio.StreamReader) -> AsyncIterator[str]:
    """Give the lines of a stream to its end, without white space around them, each cut to `MOST_OCTETS`."""
    # The stream's own lines end with an error where one is longer than its limit.
    begun = b""
    while said := await stream.read(MOST_OCTETS):
        first, *others = said.split(b"\n")
        begun = (begun + first)[:MOST_OCTETS]
        for other in others:
            yield _text(begun)
            begun = other
    if begun:
        yield _text(begun)


def _text(line: bytes) -> str:
    return line.decode(errors="replace").strip()
