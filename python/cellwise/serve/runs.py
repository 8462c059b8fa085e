"""The runs that the page has asked for: queued, running, done; the newest are kept in memory."""

import asyncio
import itertools
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from cellwise.series import PICOSECONDS_PER_S
from cellwise.serve.lane import Lane
from cellwise.serve.overrun import overrun
from cellwise.serve.process import TaskError
from cellwise.serve.signals import Changes, Event
from cellwise.serve.wire import octets
from cellwise.store import Columns, Numbers

#: Octets held for each that is carried, at most: times in seconds stand beside those in picoseconds.
_HELD_TO_CARRIED = 2

#: Runs that are remembered at all, whatever little memory they take.
MOST_RUNS = 500


@dataclass(slots=True)
class Results:
    """The columns of a finished run."""

    tables: Mapping[str, Columns]
    series: list[tuple[Numbers, Numbers]]
    """Times in s and values of each."""
    acknowledged: Mapping[str, tuple[Numbers, Numbers]]
    """What was acknowledged of flows that are in no plot, as the series, by flow: for the loads of links."""
    summary: Mapping[str, Any]
    toml: str
    carried: Mapping[str, Any]
    """What the process gave, for tasks that look at the run again."""
    octets: int
    """What they take of the memory."""


@dataclass(slots=True, eq=False)
class PageRun:
    """A run as the page knows it."""

    id: str
    label: str
    scenario: str
    """JSON text."""
    created: float
    record: bool = True
    duration_s: float = 0.0
    """How much it is to simulate."""
    stored: str = ""
    """The name of the results that it was read from, if it was."""
    state: str = "queued"
    fraction: float = 0.0
    error: str = ""
    kind: str = ""
    issues: list[dict[str, Any]] = field(default_factory=list)
    about: dict[str, Any] = field(default_factory=dict)
    results: Results | None = None
    changes: Changes = field(default_factory=Changes)
    records: dict[tuple[str, str], tuple[float, Columns]] = field(default_factory=dict)
    """Events that were asked for later, by probe and target: until when (s), and their table."""
    task: asyncio.Task[None] | None = None

    @property
    def octets(self) -> int:
        """What it takes of the memory, about: its scenario is held as text and as values."""
        events = sum(octets(table.values()) for _, table in self.records.values())
        return 8 * len(self.scenario) + events + (self.results.octets if self.results else 0)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in ("done", "failed", "cancelled")

    def brief(self) -> dict[str, Any]:
        """Describe it for a list."""
        content = {"id": self.id, "label": self.label, "state": self.state, "created": self.created}
        content["fraction"] = self.fraction
        if self.about:
            content["summary"] = {
                key: self.about["summary"][key]
                for key in ("cells", "cell_loss_ratio", "throughput_bps", "goodput_bps")
            }
        return content

    def description(self) -> dict[str, Any]:
        """Describe all of it, but for the columns."""
        failed = {"error": self.error, "kind": self.kind} if self.error else {}
        return {
            **self.about,
            **self.brief(),
            "summary": self.about.get("summary"),
            "issues": self.issues,
        } | failed

    def events(self) -> list[Event]:
        """What its stream sends now."""
        if self.state == "done":
            return [("done", self.description(), True)]
        if self.state == "failed":
            content = {"id": self.id, "state": self.state, "error": self.error, "issues": self.issues}
            return [("failed", content, True)]
        # A browser opens a stream again that ended without an event to close it at.
        name = "cancelled" if self.state == "cancelled" else "progress"
        return [(name, {"id": self.id, "fraction": self.fraction, "state": self.state}, self.is_over)]


class Runs:
    """All runs of a server."""

    def __init__(self, lane: Lane, kept_bytes: int) -> None:
        """Run in a lane; keep the results of the newest runs, up to `kept_bytes` together."""
        self._lane = lane
        self._kept_bytes = kept_bytes
        self._runs: dict[str, PageRun] = {}
        self._numbers = itertools.count(1)

    def all(self) -> list[PageRun]:
        """Give all runs, the newest first."""
        return sorted(self._runs.values(), key=lambda run: -run.created)

    def find(self, run_id: str) -> PageRun | None:
        """Give a run by its id; one that is looked at is kept longer."""
        run = self._runs.get(run_id)
        if run is not None and run.is_over:
            self._runs[run_id] = self._runs.pop(run_id)
        return run

    def start(self, scenario: str, label: str, *, duration_s: float, record: bool) -> PageRun:
        """Queue a run; raises `TaskError` if too many wait."""
        if self._lane.is_full:
            raise TaskError("full", "too many runs wait already; try again when one is done")
        run = self._begin(scenario, label, record, self._simulated)
        run.duration_s = duration_s
        return run

    def open(self, name: str, lane: Lane, folder: str) -> PageRun:
        """Open the results of that name in a folder as a run; the same one if that is open already."""
        opened = [run for run in self._runs.values() if run.stored == name and run.state != "failed"]
        if opened:
            return opened[0]
        given = {"name": name, "folder": folder}
        run = self._begin("", name, True, lambda _run: lane.do("stored-run", given, expect=self.make_room))
        run.stored = name
        return run

    def drop(self, run: PageRun) -> None:
        """Cancel a run that is not over; forget one that is."""
        if run.is_over:
            self._runs.pop(run.id, None)
        elif run.task is not None:
            run.task.cancel()

    def make_room(self, coming: int, least: int = 0) -> None:
        """Forget runs before results of so many octets come, not when they are there: both would be held."""
        self._forget_oldest(_HELD_TO_CARRIED * coming, least)

    def end(self) -> None:
        """Cancel everything."""
        for run in self._runs.values():
            if run.task is not None:
                run.task.cancel()

    def _begin(self, scenario: str, label: str, record: bool, work: Callable[[PageRun], Any]) -> PageRun:
        number = next(self._numbers)
        run = PageRun(secrets.token_hex(6), label or f"run {number}", scenario, time.time(), record)
        self._runs[run.id] = run
        run.task = asyncio.get_running_loop().create_task(self._follow(run, work))
        return run

    def _simulated(self, run: PageRun) -> Any:
        given = {
            "scenario": run.scenario,
            "record": run.record,
            "memory_bytes": self._lane.bounds.memory_bytes,
        }
        return self._lane.do(
            "run",
            given,
            begun=lambda: _move(run, "running"),
            progress=lambda f: _advance(run, f),
            expect=self.make_room,
        )

    async def _follow(self, run: PageRun, work: Callable[[PageRun], Any]) -> None:
        try:
            carried = await work(run)
        except TaskError as error:
            if error.kind == "time" and run.duration_s:
                error = overrun(error, run.fraction, run.duration_s, self._lane.bounds.cpu_s)
            run.error, run.issues = str(error), error.issues
            run.kind = error.kind
            _move(run, "failed")
        except asyncio.CancelledError:
            _move(run, "cancelled")
        else:
            run.scenario = carried["scenario"]
            run.about = carried["about"]
            run.results = _results(carried)
            run.fraction = 1.0
            _move(run, "done")
        self._forget_oldest()

    def _forget_oldest(self, coming: int = 0, least: int = 1) -> None:
        """Forget the oldest runs that are over, until the rest fits; so many of the newest always stay."""
        over = [run for run in self._runs.values() if run.is_over]
        held = coming + sum(run.octets for run in over)
        while len(over) > least and (held > self._kept_bytes or len(self._runs) > MOST_RUNS):
            oldest = over.pop(0)
            held -= oldest.octets
            self._runs.pop(oldest.id, None)


def _move(run: PageRun, state: str) -> None:
    run.state = state
    run.changes.notify()


def _advance(run: PageRun, fraction: float) -> None:
    run.fraction = fraction
    run.changes.notify()


def _results(carried: Mapping[str, Any]) -> Results:
    series = [(one["time_ps"] / PICOSECONDS_PER_S, one["value"]) for one in carried["series"]]
    # Nothing but the loads of links needs them.
    rest = {key: value for key, value in carried.items() if key != "acknowledged"}
    acknowledged = {
        flow: (one["time_ps"] / PICOSECONDS_PER_S, one["value"])
        for flow, one in carried["acknowledged"].items()
    }
    columns = [values for table in carried["tables"].values() for values in table.values()]
    # Times are held twice: in picoseconds, as processes take them back, and in seconds.
    size = sum(values.nbytes for values in columns) + sum(3 * value.nbytes for _, value in series)
    size += sum(2 * value.nbytes for _, value in acknowledged.values())
    return Results(carried["tables"], series, acknowledged, carried["summary"], carried["toml"], rest, size)
