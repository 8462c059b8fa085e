"""How far a study is: points done, time left, cells per second; for people and for programs."""

import json
import sys
import time
from abc import abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from cellwise.points.estimate import Estimate, estimate
from cellwise.points.runner import Done, hold_points, run_points
from cellwise.points.store import Held, Point
from cellwise.terminal_text import say

#: Without a terminal, a line is printed this often, in seconds; a study that takes less says nothing.
LINE_EVERY_S = 10.0

#: How progress is shown: a bar or lines, one JSON object per line, not at all.
Form = Literal["auto", "json", "none"]


class Progressing:
    """Follows the points of a study, and counts them."""

    def __init__(self, total: int) -> None:
        """Expect `total` points."""
        self.total = total
        self.done = 0
        self.reused = 0
        self.cells = 0
        self._began = time.monotonic()

    def __enter__(self) -> Self:
        return self

    @abstractmethod
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    @abstractmethod
    def expect(self, estimating: Callable[[], Estimate]) -> None:
        """Called before anything is simulated; asks for the estimate only if it is shown."""

    def report(self, done: Done) -> None:
        """Count one finished point."""
        self.done += 1
        self.reused += done.reused
        self.cells += 0 if done.reused else done.cost.cells

    @abstractmethod
    def notice(self, text: str) -> None:
        """Show a notice, such as that there are no workers."""


def run_notifying(
    points: Sequence[Point],
    place: Path | Held,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    fresh: bool = False,
    progress: Form = "auto",
) -> None:
    """Run points as `run_points` does, or `hold_points`, with their errors, and show how far they are."""
    with progress_of(progress, len({point.id for point in points})) as shown:

        def expect(missing: Sequence[Point]) -> None:
            shown.expect(lambda: estimate(missing, points, place, jobs))

        if not isinstance(place, Path):
            hold_points(points, place, jobs=jobs, report=shown.report, expect=expect)
            return
        run_points(
            points,
            place,
            jobs=jobs,
            executor=executor,
            fresh=fresh,
            report=shown.report,
            expect=expect,
            notice=shown.notice,
        )


def progress_of(form: Form, total: int) -> Progressing:
    """Give what shows the progress of `total` points."""
    return JsonProgress(total) if form == "json" else StudyProgress(total, quiet=form == "none")


class StudyProgress(Progressing):
    """A live bar on standard error, or a line now and then if that is no terminal."""

    def __init__(self, total: int, *, quiet: bool = False) -> None:
        """Expect `total` points; `quiet` shows nothing."""
        super().__init__(total)
        self._spoke = self._began
        self._quiet = quiet
        live = not quiet and sys.stderr.isatty()
        self._lines = not quiet and not live
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(elapsed_when_finished=False),
            TextColumn("{task.fields[rate]}"),
            console=Console(stderr=True),
            disable=not live,
        )
        self._task = self._bar.add_task("points", total=total, rate="")

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def expect(self, estimating: Callable[[], Estimate]) -> None:
        """Say how long it is likely to take, unless that is not worth a line."""
        if self._quiet:
            return
        expected = estimating()
        if expected.wall_s >= LINE_EVERY_S:
            say(expected, file=sys.stderr, flush=True)

    def report(self, done: Done) -> None:
        """Count one finished point, and show it."""
        super().report(done)
        self._bar.update(self._task, completed=self.done, rate=self._rate())
        now = time.monotonic()
        if self._lines and now - self._spoke >= LINE_EVERY_S:
            self._spoke = now
            say(self._line(now), file=sys.stderr, flush=True)

    def notice(self, text: str) -> None:
        """Print it, above the bar if there is one, even where no progress is shown."""
        say(text, file=sys.stderr, flush=True)

    def _rate(self) -> str:
        elapsed = time.monotonic() - self._began
        return f"{self.cells / elapsed / 1e6:.1f} M cells/s" if elapsed > 0 and self.cells else ""

    def _line(self, now: float) -> str:
        fresh = self.done - self.reused
        left = (now - self._began) / fresh * (self.total - self.done) if fresh else float("nan")
        return f"{self.done} of {self.total} points, {left:.0f} s left, {self._rate()}"


class JsonProgress(Progressing):
    """One JSON object per line on standard error: ``start``, a ``point`` for each, ``end``; ``notice``."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._write("end", complete=error is None, reused=self.reused, cells=self.cells)

    def expect(self, estimating: Callable[[], Estimate]) -> None:
        """Show what is left to simulate and how long that is likely to take."""
        expected = estimating()
        self._write("start", missing=expected.points, estimate_s=expected.wall_s, basis=expected.basis)

    def report(self, done: Done) -> None:
        """Count one finished point, and write it."""
        super().report(done)
        self._write(
            "point",
            case=done.point.case,
            replication=done.point.replication,
            id=done.point.id,
            reused=done.reused,
            cells=done.cost.cells,
            cpu_s=done.cost.cpu_s,
        )

    def notice(self, text: str) -> None:
        """Write it as an event."""
        self._write("notice", text=text)

    def _write(self, event: str, **values: Any) -> None:
        elapsed_s = round(time.monotonic() - self._began, 3)
        line = {"event": event, "done": self.done, "total": self.total, "elapsed_s": elapsed_s, **values}
        say(json.dumps(line), file=sys.stderr, flush=True)
