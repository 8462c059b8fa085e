"""How far a study is: points done, time left, cells per second."""

import sys
import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from cellwise.study.runner import Done

#: Without a terminal, a line is printed this often, in seconds.
LINE_EVERY_S = 10.0


class StudyProgress:
    """A live bar on standard error, or a line now and then if that is no terminal."""

    def __init__(self, total: int, *, quiet: bool = False) -> None:
        """Expect `total` points; `quiet` shows nothing."""
        self.total = total
        self.done = 0
        self.reused = 0
        self.cells = 0
        self._began = self._spoke = time.monotonic()
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

    def report(self, done: Done) -> None:
        """Count one finished point."""
        self.done += 1
        if done.reused:
            self.reused += 1
        else:
            self.cells += done.cost.cells
        self._bar.update(self._task, completed=self.done, rate=self._rate())
        now = time.monotonic()
        if self._lines and now - self._spoke >= LINE_EVERY_S:
            self._spoke = now
            print(self._line(now), file=sys.stderr, flush=True)

    def _rate(self) -> str:
        elapsed = time.monotonic() - self._began
        return f"{self.cells / elapsed / 1e6:.1f} M cells/s" if elapsed > 0 and self.cells else ""

    def _line(self, now: float) -> str:
        fresh = self.done - self.reused
        left = (now - self._began) / fresh * (self.total - self.done) if fresh else float("nan")
        return f"{self.done} of {self.total} points, {left:.0f} s left, {self._rate()}"
