"""Find where a goal begins to hold, or the values of several settings that make the most of a metric."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeVar

from cellwise.errors import ConfigError, ResultsError
from cellwise.experiments.answer import Found, answered
from cellwise.experiments.bench import Bench, Notify
from cellwise.experiments.bisect import Which
from cellwise.experiments.experiment import Experiment, Setup
from cellwise.experiments.find_best import Best, find_best
from cellwise.experiments.find_goal import find_goal
from cellwise.experiments.goals import Goal
from cellwise.experiments.precision import AUTO, Precision
from cellwise.experiments.spaces import Choices, Range, space_of
from cellwise.metrics.by_name import Measure, Metric, known_of, metric, name_of
from cellwise.points.progress import Form
from cellwise.scenario import Scenario, ScenarioLike
from cellwise.settings import what_differs
from cellwise.share import Share, share_of

Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class Question:
    """What is looked for, read and checked."""

    spaces: Mapping[str, Range | Choices]
    goals: tuple[Goal, ...]
    """What must hold, at the value that is looked for or at the best ones."""
    best: Best | None
    which: Which | None
    precision: Precision
    """Between which numbers of replications, and how sure; a fixed number is the least and the most."""
    points: int
    """With a goal: values of the first look."""
    trials: int
    """Without a goal: how many values are proposed."""
    measured: tuple[Metric, ...] = ()
    """The metrics: the one that is maximised or minimised, those of goals, and those that are only shown."""

    def metrics(self, scenario: Scenario) -> dict[str, Measure]:
        """Give the metrics that are measured; raises `ValueError` if the ends of a varied range lack one."""
        ends = []
        for at in (0, 1):
            # What cannot run is reported with the value.
            with suppress(ConfigError):
                ends.append(scenario.with_({path: one.ends()[at] for path, one in self.spaces.items()}))
        return known_of(self.measured, ends, self.spaces)

    def as_plain(self) -> dict[str, Any]:
        """Give what the answer answers; how widely and how surely it is looked for is no part of it."""
        return {
            "vary": sorted(self.spaces),
            "goals": sorted(goal.written for goal in self.goals),
            "metric": self.best.metric if self.best else None,
            "most": self.best.is_most if self.best else None,
        }

    def answer(self, scenario: Scenario, bench: Bench) -> Found:
        """Look for it; raises as `find`."""
        if self.best is not None:
            seed = int(scenario.to_dict().get("seed", 1))
            return find_best(
                scenario,
                self.spaces,
                self.best,
                bench,
                self.precision,
                trials=self.trials,
                seed=seed,
            )
        ((path, space),) = self.spaces.items()
        assert isinstance(space, Range)
        return find_goal(
            scenario,
            path,
            space,
            self.goals,
            bench,
            self.precision,
            points=self.points,
            which=self.which,
        )


@dataclass(frozen=True)
class Search(Experiment[Found]):
    """A question and a scenario, as `cellwise.find` takes them; both are read and checked when it is run."""

    scenario: ScenarioLike
    vary: Mapping[str, Any]
    goal: str | Sequence[str] = ()
    maximise: Metric | None = None
    minimise: Metric | None = None
    which: Which | None = None
    confidence: Share | None = None
    within: Share = 0.02
    points: int = 5
    trials: int = 40
    command: str = ""
    """The command that makes it again; empty if it was made in Python."""

    usual = "auto"
    mark = Found.mark

    def question(self, metrics: Sequence[Metric] = (), replications: int | Precision = AUTO) -> Question:
        """Read what is looked for; raises `ValueError` with all faults, line by line."""
        faults: list[str] = []
        wanted = [("maximise", self.maximise), ("minimise", self.minimise)]
        besides = {name_of(one): _known(faults, "metrics", one) for one in metrics}
        functions = {name: one for name, one in besides.items() if one and one.is_function}
        written = [self.goal] if isinstance(self.goal, str) else self.goal
        goals = tuple(_collected(faults, written, lambda one: Goal.of(one, functions)))
        for name, one in wanted:
            if one is not None:
                _known(faults, name, one)
        bests = [Best(name_of(one), name == "maximise", goals) for name, one in wanted if one is not None]
        if not self.goal and not bests:
            faults.append("goal: give a goal, or a metric to maximise or to minimise")
        if len(bests) > 1:
            faults.append("maximise: give one metric to maximise or to minimise, not two")
        level = None if self.confidence is None else _noted(faults, share_of, self.confidence, "confidence")
        near = _noted(faults, share_of, self.within, "within")
        numbers = (("points", self.points, 2), ("trials", self.trials, 1))
        faults += [f"{name}: {one} is not allowed; give at least {n}" for name, one, n in numbers if one < n]
        spaces: dict[str, Range | Choices] = {}
        if near is not None:
            read = _collected(faults, self.vary.items(), lambda one: (one[0], space_of(one[0], one[1], near)))
            spaces = dict(read)
            is_one_range = [type(one) for one in spaces.values()] == [Range]
            if self.goal and self.vary and not (bests or faults or is_one_range):
                faults.append(
                    "vary: a goal takes one range; for lists or several settings, maximise or minimise"
                )
        if not self.vary:
            faults.append("vary: nothing is varied; give a setting and its range")
        if self.which not in (None, "least", "greatest"):
            faults.append(f"which: {self.which!r} is not allowed; give least or greatest")
        precision = _precision(faults, replications, level)
        if faults or precision is None:
            raise ValueError("\n".join(faults))
        named = [one.metric for one in goals if one.metric not in functions]
        measured = tuple(dict.fromkeys([*(one for _, one in wanted if one is not None), *named, *metrics]))
        best = bests[0] if bests else None
        return Question(spaces, goals, best, self.which, precision, self.points, self.trials, measured)

    def _run(self, setup: Setup) -> Found:
        question, scenario = self.question(setup.metrics, setup.replications), Scenario.of(self.scenario)
        if isinstance(setup.place, Path) and not setup.force:
            _require_same_question(setup.place, scenario, question)
        shown: Form = "json" if setup.progress == "json" else "none"
        with _notifying(setup.progress) as notify:
            bench = Bench(scenario, question.metrics(scenario), replace(setup, progress=shown), notify)
            found = question.answer(scenario, bench)
        return replace(
            found,
            question=question.as_plain(),
            models=tuple(sorted(bench.models)),
            runs=sum(one.replications for one in found.tried),
            cells=bench.cells,
        )


def find(
    scenario: ScenarioLike,
    vary: Mapping[str, Any],
    goal: str | Sequence[str] = (),
    *,
    maximise: Metric | None = None,
    minimise: Metric | None = None,
    metrics: Sequence[Metric] = (),
    which: Which | None = None,
    confidence: Share | None = None,
    replications: int | Precision | Literal["auto"] = "auto",
    within: Share = 0.02,
    points: int = 5,
    trials: int = 40,
    jobs: int = 1,
    executor: Executor | None = None,
    folder: str | Path | None = None,
    fresh: bool = False,
    force: bool = False,
    progress: Form = "none",
) -> Found:
    """Find the least or greatest value of a setting for which a goal holds, or the best values of several.

    With a goal, `points` values over the whole range are tried, and then the range is halved where the
    goal begins to hold. A goal holds if the whole interval of the metric's mean is on its side; an undecided
    goal does not count as one that holds. With a metric to maximise or minimise, Optuna proposes values in
    batches, and the five best are run again with other random numbers, in pairs; goals given with it must
    also hold there.

    Parameters
    ----------
    scenario : Scenario, mapping, or path
        The part that all runs share, as `cellwise.run` takes it.
    vary : mapping from paths to ranges or lists
        ``{"switch.buffer": "100..20000 cells"}``: all values between, or a list of the values to choose from.
        With a goal alone, one range.
    goal : str or sequence of str
        ``"efficiency >= 0.95"``: a metric as `cellwise.compare` takes it, a sign, a value in the metric's
        unit or with one of its own. All of several must hold.
    maximise, minimise : str or callable, optional
        The metric whose mean is to be as great, or as small, as possible; with a goal, where that holds.
    metrics : sequence of str or callable
        Metrics that are shown besides; a goal may name a function that is among them.
    which : {"least", "greatest"}, optional
        With a goal alone: which value is wanted; if left out, the greatest if the goal holds at the low end
        of the range and not at the high one, else the least.
    confidence : float or str, optional
        Of the two-sided intervals: ``0.99``, ``"99%"``. Unless given, that of the precision, or 0.95.
    replications : int, Precision or "auto"
        Runs of every value: at least 2. With a `Precision`, from its ``least`` up to its ``most``: of a
        goal's value, until it holds or fails; of the best values, until they are distinguished, or are known
        to differ by no more than its ``half_width`` of the mean. ``"auto"`` is from 5 up to 50, and 2 %.
    within : float or str
        With a goal: how near the answer and the value beyond it are in the end, as a share of themselves.
        This is also the least distance of two values of a range.
    points : int
        With a goal: values of the first look; at least 2.
    trials : int
        Without a goal: how many values are proposed; at least 1.
    jobs, executor
        Where to run, as in `cellwise.study`. The answer does not depend on them.
    folder : str or Path, optional
        The folder of points, tables and a picture; points in it are not run again. If left out,
        nothing is kept.
    fresh : bool
        Whether points that exist are run again.
    force : bool
        Whether the answer to another question, which the folder has, is replaced.
    progress : {"auto", "json", "none"}
        How progress within a round of runs is reported on standard error.

    Raises
    ------
    ValueError
        If what is asked for cannot be looked for, or a metric is of a row or a column that runs do not have.
    ConfigError
        If a value of a range breaks a rule of scenarios, with a goal; without one, if every value does.
    SimulationError
        If a run cannot continue, likewise. Where others can, values that cannot run are reported as such.
    ImportError
        If Optuna, which comes with the extra ``search``, is needed and not installed.
    ResultsError
        If the folder has something else in it, or the answer to another question.
    ExecutorError, KeyboardInterrupt, OSError
        As in `cellwise.study`.

    Examples
    --------
    >>> base = Scenario.from_template("n-source").with_({"tcp.delayed_ack": False}, duration="60 ms")
    >>> found = find(base, {"switch.buffer": "3000..9000 cells"}, "vcs.cells_lost:sum <= 800", replications=2)
    >>> found.value, found.is_monotone
    ('6840 cells', True)
    """
    made = Search(scenario, vary, goal, maximise, minimise, which, confidence, within, points, trials)
    return made.run(
        folder,
        replications=replications,
        metrics=metrics,
        jobs=jobs,
        executor=executor,
        fresh=fresh,
        force=force,
        progress=progress,
    )


def _require_same_question(folder: Path, scenario: Scenario, question: Question) -> None:
    """Refuse to write over the answer to another question."""
    there = answered(folder)
    if there is None:
        return
    is_same = there.question == question.as_plain() and question.which in (None, there.which)
    if is_same and there.base.id == scenario.id:
        return
    differs = what_differs(there.base, scenario)
    reported = f"{there.asked} ({differs})" if differs else there.asked
    raise ResultsError(
        f"{folder} has the answer to another question, {reported}; give force=True to replace the answer, or "
        "another name"
    )


@contextmanager
def _notifying(progress: Form) -> Iterator[Notify]:
    """Show on a terminal what is run; elsewhere nothing waits for it."""
    if progress != "auto" or not sys.stderr.isatty():
        yield lambda _text: None
        return
    # Only a terminal needs it.
    from rich.console import Console

    with Console(stderr=True).status("") as status:
        yield status.update


def _known(faults: list[str], name: str, wanted: Metric) -> Measure | None:
    """Read a metric, and note if it is not a metric."""
    found = _noted(reported := list[str](), metric, wanted)
    faults += [f"{name}: {one.partition(': ')[2]}" for one in reported]
    return found


def _collected(faults: list[str], given: Iterable[Any], read: Any) -> list[Any]:
    """Read all of something, and note what is wrong with each."""
    return [found for one in given if (found := _noted(faults, read, one)) is not None]


def _noted(faults: list[str], read: Callable[..., Read], *given: Any) -> Read | None:
    """Read something, and note what is wrong with it."""
    try:
        return read(*given)
    except ValueError as error:
        faults.append(str(error))
        return None


def _precision(faults: list[str], wanted: int | Precision, confidence: float | None) -> Precision | None:
    if not isinstance(wanted, Precision):
        if wanted < 2:
            faults.append(f"replications: {wanted} is not allowed; give at least 2: one run has no interval")
            return None
        wanted = Precision(AUTO.half_width, wanted, wanted)
    return wanted if confidence is None else replace(wanted, confidence=confidence)
