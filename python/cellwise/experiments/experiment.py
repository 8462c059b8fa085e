"""What comparisons, sweeps, searches and replications share: how they are run, and what they give."""

import json
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

from cellwise.errors import ResultsError
from cellwise.experiments.precision import AUTO, MEANS, Measured, Precision, Wanted
from cellwise.files import whole
from cellwise.metrics.by_name import Metric
from cellwise.points.folder import require_study_folder
from cellwise.points.store import Model, Point, read_point
from cellwise.source import Source
from cellwise.store import Columns, Tables

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation

    from cellwise.plots.drawing import Drawing
    from cellwise.points.progress import Form


@dataclass(frozen=True, slots=True)
class Setup:
    """How an experiment is run, and where its points are; as `Experiment.run` takes it."""

    folder: Path
    replications: int | Precision = 5
    metrics: Sequence[Metric] = ()
    jobs: int = 1
    executor: Executor | None = None
    fresh: bool = False
    progress: "Form" = "none"
    made: set[str] = field(default_factory=set)
    """The ids of points that have been run here, which are never run again."""

    def run(self, points: Sequence[Point]) -> None:
        """Run points and store them; raises as `run_points`."""
        # With it comes what draws on a terminal.
        from cellwise.points.progress import run_telling

        wanted = [point for point in points if not (self.fresh and point.id in self.made)]
        self.made.update(point.id for point in points)
        run_telling(
            wanted,
            self.folder,
            jobs=self.jobs,
            executor=self.executor,
            fresh=self.fresh,
            progress=self.progress,
        )

    def source(self, point: Point, again: str) -> Source:
        """Give a point that was run; `again` is the command that makes it again."""
        result = read_point(point, self.folder, missing)
        assert result is not None
        return result.source(point.scenario, again)

    def reach(self, measure: Callable[[int], Measured], wanted: Wanted = MEANS) -> str:
        """Measure so many replications, or as many as a precision takes; say how their number was chosen.

        Raises `ValueError` if a precision is wanted of no metric.
        """
        if isinstance(self.replications, Precision):
            if not self.metrics:
                raise ValueError(
                    "metrics: none is named; name what has to be known so well, such as efficiency"
                )
            return self.replications.reach(measure, wanted)[1]
        measure(self.replications)
        return ""


def missing(told: str) -> None:
    """Refuse a point that was stored and is not whole any more."""
    raise ResultsError(f"{told}; run it again")


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture in a report."""

    name: str
    caption: str
    drawing: "Drawing"


@dataclass(frozen=True, slots=True)
class Sheet:
    """What people read of an experiment, in reports and on a terminal."""

    title: str
    about: str
    """What is said below the title; empty for nothing."""
    notes: Sequence[str]
    """What has to be known: settings that values took away, how many replications there are, and why."""
    counts: Sequence[tuple[str, str]]
    """Numbers, and of what: how much was looked at."""
    align: str
    """A letter for each column: ``l`` left, ``p`` left and whole, ``r`` right."""
    head: list[str]
    rows: list[list[str]]
    meaning: str
    """What the numbers are."""
    before: Sequence[str] = ()
    """Lines before the table on a terminal, which has neither title nor counts, notes or meaning."""
    after: Sequence[str] = ()

    def show(self) -> None:
        """Print it as commands do."""
        from cellwise.screen import screen
        from cellwise.terminal_table import Column, print_table

        console = screen()
        for line in self.before:
            console.print(line)
        columns = [
            Column(heading, is_number=side == "r", is_prose=side == "l")
            for side, heading in zip(self.align, self.head, strict=True)
        ]
        print_table(console, columns, self.rows, names=self.align.index("r"))
        for line in self.after:
            console.print(line)


@dataclass(frozen=True)
class Outcome(ABC):
    """What came of an experiment: a table, a picture, a report, and what its command prints."""

    models: tuple[Model, ...] = field(default=(), kw_only=True)
    """The models that took part."""
    runs: int = field(default=0, kw_only=True)
    cells: int = field(default=0, kw_only=True)
    command: str = field(default="", kw_only=True)
    """The command that makes it again; empty if it was made in Python."""
    folder: Path | None = field(default=None, kw_only=True)
    """Where it is kept; None if it is nowhere."""

    @abstractmethod
    def sheet(self) -> Sheet:
        """Give what people read of it."""

    def show(self) -> None:
        """Print what its command prints."""
        self.sheet().show()

    @abstractmethod
    def columns(self) -> dict[str, Columns]:
        """Give its tables by name: the one that `table` gives, and ``runs``."""

    @property
    def table(self) -> "DuckDBPyRelation":
        """What came of it: one row per case of a sweep, metric of a comparison, value of a search."""
        return self._tables.relation(self._tables.names()[0])

    @property
    def table_of_runs(self) -> "DuckDBPyRelation":
        """One row per run: what it was run with, and every metric."""
        return self._tables.relation("runs")

    @cached_property
    def _tables(self) -> Tables:
        tables = Tables()
        for name, columns in self.columns().items():
            tables.put(name, columns)
        return tables

    def save(self, folder: Path) -> None:
        """Write its tables as Parquet beside the points; raises `OSError` if they cannot be written."""
        for name in self._tables.names():
            with whole(folder / f"{name}.parquet") as scratch:
                self._tables.write(name, scratch)

    @abstractmethod
    def plot(self) -> "Drawing":
        """Draw it."""

    def figures(self, _interval: str, otherwise: str) -> tuple[list[Figure], int]:
        """Give the pictures of its report, and say how many are left out.

        Given ``ci`` or ``range`` for those of sweeps, and the command in those that none draws alone.
        """
        drawing = self.plot()
        return [Figure("picture", drawing.title, drawing.with_footer(otherwise or self.command))], 0

    def report(self, to: str | Path, *, interval: Literal["ci", "range"] = "ci") -> Path:
        """Write its report: a page, or the table for another document.

        Parameters
        ----------
        to : str or Path
            The file; it ends in ``.html``, ``.md`` or ``.tex``.
        interval : {"ci", "range"}
            What the figures of a sweep draw: means with 95 % intervals, or medians and ranges.

        Raises
        ------
        ValueError
            If the file ends otherwise.
        OSError
            If it cannot be written.
        """
        # Reports know experiments.
        from cellwise.reports.experiment import save_report

        return save_report(self, Path(to), interval)

    @abstractmethod
    def as_plain(self) -> dict[str, Any]:
        """Give it as plain values; what has no value is null."""

    def to_json(self) -> str:
        """Give what its command prints with ``--json``."""
        return json.dumps(self.as_plain(), indent=2, ensure_ascii=False)


Came = TypeVar("Came", bound=Outcome)


class Experiment(ABC, Generic[Came]):
    """What takes many runs: a comparison, a sweep, a search, replications."""

    __slots__ = ()

    command: str
    #: Runs of everything, unless it is said.
    usual: ClassVar[int | Literal["auto"]] = 5

    def run(
        self,
        folder: str | Path | None = None,
        *,
        replications: int | Precision | Literal["auto"] | None = None,
        metrics: Sequence[Metric] = (),
        jobs: int = 1,
        executor: Executor | None = None,
        fresh: bool = False,
        progress: "Form" = "none",
    ) -> Came:
        """Run it; this is what the command of the same name does.

        Parameters
        ----------
        folder : str or Path, optional
            Where points and tables are kept; points that are there are not run again. If left out, nothing is
            kept.
        replications : int, Precision or "auto", optional
            Runs of everything; 5 if left out, of a search ``"auto"``. With a `Precision`, as many as it takes
            to know so well the means of `metrics`, or the differences of a comparison; ``"auto"`` is 2 % of
            the mean, from 5 up to 50 runs. Of a search, as `cellwise.find` says.
        metrics : sequence of str or callable
            As `cellwise.compare` takes them: names, and functions of a run. If empty, those that all runs
            have.
        jobs, executor
            Where to run, as in `cellwise.study`. The numbers do not depend on them.
        fresh : bool
            Whether points that are there are run again all the same.
        progress : {"auto", "json", "none"}
            How progress is shown on standard error.

        Raises
        ------
        ValueError
            If a number is below 1, a metric is not known, a scenario has no such row or column, or none is
            named for a precision; before anything is run.
        ResultsError
            If the folder has something else in it.
        SimulationError, KeyboardInterrupt, OSError
            As in `cellwise.study`.
        """
        given = self.usual if replications is None else replications
        wanted = AUTO if given == "auto" else given
        for name, number in (("replications", wanted), ("jobs", jobs)):
            if not isinstance(number, Precision) and number < 1:
                raise ValueError(f"{name}: {number} is not allowed; give at least 1")
        if folder is not None:
            require_study_folder(Path(folder))
        with tempfile.TemporaryDirectory() if folder is None else nullcontext(str(folder)) as place:
            setup = Setup(Path(place), wanted, metrics, jobs, executor, fresh, progress)
            kept = None if folder is None else Path(folder)
            found = replace(self._run(setup), command=self.command, folder=kept)
            if found.folder is not None:
                found.save(found.folder)
        return found

    @abstractmethod
    def _run(self, setup: Setup) -> Came:
        """Run it."""
