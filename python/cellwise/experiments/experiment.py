"""How comparisons, sweeps, searches and replications are run."""

import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Generic, Literal, TypeVar

from cellwise.errors import ResultsError
from cellwise.experiments.outcome import Outcome
from cellwise.experiments.precision import AUTO, MEANS, Measured, Precision, Wanted
from cellwise.metrics.by_name import Metric
from cellwise.points.folder import require_study_folder
from cellwise.points.store import Cost, Held, Point, cost_of, load, load_cost, read_point
from cellwise.share import Share, share_of
from cellwise.source import Source

if TYPE_CHECKING:
    from cellwise.points.progress import Form


@dataclass(frozen=True, slots=True)
class Setup:
    """How an experiment is run, and where its points are; as `Experiment.run` takes it."""

    place: Path | Held
    """A folder, or runs in memory."""
    replications: int | Precision = 5
    metrics: Sequence[Metric] = ()
    jobs: int = 1
    executor: Executor | None = None
    fresh: bool = False
    force: bool = False
    progress: "Form" = "none"
    made: set[str] = field(default_factory=set)
    """The ids of points that have been run here, which are never run again."""

    def run(self, points: Sequence[Point]) -> None:
        """Run points and keep them; raises as `run_points`."""
        # With it comes what draws on a terminal.
        from cellwise.points.progress import run_notifying

        wanted = [point for point in points if not (self.fresh and point.id in self.made)]
        self.made.update(point.id for point in points)
        run_notifying(
            wanted,
            self.place,
            jobs=self.jobs,
            executor=self.executor,
            fresh=self.fresh,
            progress=self.progress,
        )

    def source(self, point: Point, again: str = "") -> Source:
        """Give a point that was run; `again` is the command that makes it again."""
        if isinstance(self.place, Path):
            result = read_point(point, self.place, missing)
            assert result is not None
            return result.source(point.scenario, again)
        return Source.of_run(self.place[point.id], again)

    def has(self, point: Point) -> bool:
        """Return whether a point is there, and whole."""
        return (
            load(self.place, point.id) is not None if isinstance(self.place, Path) else point.id in self.place
        )

    def cost(self, point: Point) -> Cost:
        """Give what a point took that was run."""
        return (
            load_cost(self.place, point.id) if isinstance(self.place, Path) else cost_of(self.place[point.id])
        )

    def release(self, points: Sequence[Point]) -> None:
        """Forget runs in memory that have been measured; in a folder they stay."""
        if not isinstance(self.place, Path):
            for point in points:
                self.place.pop(point.id, None)

    def level(self, confidence: Share | None) -> float:
        """Give the confidence of intervals; unless given, that of the precision, or 0.95."""
        if confidence is not None:
            return share_of(confidence, "confidence")
        return self.replications.confidence if isinstance(self.replications, Precision) else 0.95

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


def missing(reported: str) -> None:
    """Refuse a point that was stored and is not whole any more."""
    raise ResultsError(f"{reported}; run it again")


Came = TypeVar("Came", bound=Outcome)


class Experiment(ABC, Generic[Came]):
    """What takes many runs: a comparison, a sweep, a search, replications."""

    __slots__ = ()

    command: str
    #: The file that says in a folder what is kept there.
    mark: ClassVar[str]
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
        force: bool = False,
        progress: "Form" = "none",
    ) -> Came:
        """Run it, as the command of the same name does.

        Parameters
        ----------
        folder : str or Path, optional
            The folder of points and tables; points in it are not run again. If left out, nothing is
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
            Whether points that exist are run again.
        force : bool
            Whether the answer of a search to another question, which the folder has, is replaced.
        progress : {"auto", "json", "none"}
            How progress is shown on standard error.

        Raises
        ------
        ValueError
            If a number is below 1, a metric is not known, a scenario has no such row or column, or none is
            named for a precision; before anything is run.
        ResultsError
            If the folder has something else in it, or the answer of a search to another question.
        SimulationError, KeyboardInterrupt, OSError
            As in `cellwise.study`.
        """
        given = self.usual if replications is None else replications
        wanted = AUTO if given == "auto" else given
        for name, number in (("replications", wanted), ("jobs", jobs)):
            if not isinstance(number, Precision) and number < 1:
                raise ValueError(f"{name}: {number} is not allowed; give at least 1")
        if folder is not None:
            require_study_folder(Path(folder), self.mark)
        with _place(folder, executor) as place:
            setup = Setup(place, wanted, metrics, jobs, executor, fresh, force, progress)
            kept = None if folder is None else Path(folder)
            found = replace(self._run(setup), command=self.command, folder=kept)
            if found.folder is not None:
                found.save(found.folder)
        return found

    @abstractmethod
    def _run(self, setup: Setup) -> Came:
        """Run it."""


@contextmanager
def _place(folder: str | Path | None, executor: Executor | None) -> Iterator[Path | Held]:
    """Give the place where points are kept meanwhile; runs on other machines bring them in files."""
    if folder is not None:
        yield Path(folder)
    elif executor is None:
        yield {}
    else:
        with tempfile.TemporaryDirectory() as scratch:
            yield Path(scratch)
