"""The answer of `cellwise.find`: the values, the runs that show them, and what it costs to be surer."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from cellwise.errors import ResultsError
from cellwise.experiments.bench import Case
from cellwise.experiments.bisect import Which
from cellwise.experiments.goals import Goal, Verdict
from cellwise.experiments.outcome import Outcome, about_of, read_kept
from cellwise.experiments.sheet import Sheet
from cellwise.intervals import MeanInterval, mean_interval
from cellwise.levels import name_of, text_of
from cellwise.metrics.by_name import Measure, metric, recorded
from cellwise.points.store import Point
from cellwise.scenario import Scenario
from cellwise.store import Columns, Numbers, columns_of, finite_or_none
from cellwise.version import __version__

if TYPE_CHECKING:
    from cellwise.plots.drawing import Drawing

#: The picture of it.
PICTURE = "find.svg"

#: The verdict on values that were tried; there is no verdict where a metric is maximised or minimised.
Became = Verdict | Literal["cannot run", ""]


@dataclass(frozen=True, slots=True)
class Tried:
    """Values that were tried."""

    number: int
    """In the order in which they were first tried, from 0."""
    values: Mapping[str, Any]
    """By path, as scenarios have them."""
    verdict: Became
    measured: Mapping[str, Numbers]
    """By metric, shape (n_replications,), in the unit that the metric's name says."""
    cpu_s: float
    """What its runs took together."""
    failure: str = ""
    """Why it cannot run."""
    chosen_by: int | None = None
    """How many of its replications had a part in choosing it; the others show what it is. None for all."""

    outcomes: int = 0
    """How many different results its replications have; 0 if that was not tested."""
    left_out: tuple[str, ...] = ()
    """Which settings its values have taken away, as `Scenario.left_out`."""

    @property
    def name(self) -> str:
        """What it is called: its value, or every value with its path."""
        if len(self.values) == 1:
            return text_of(next(iter(self.values.values())))
        return name_of(self.values)

    @property
    def replications(self) -> int:
        """How often it was run."""
        return max((len(values) for values in self.measured.values()), default=0)

    @property
    def is_without_chance(self) -> bool:
        """Whether its replications all have the same results."""
        return self.outcomes == 1 and self.replications > 1

    def shown(self, metric: str) -> Numbers:
        """Give the replications that show a metric: those without a part in the choice, if any."""
        values = self.measured[metric]
        own = values[self.chosen_by or 0 :]
        return own if len(own) else values

    def interval(self, metric: str, confidence: float) -> MeanInterval | None:
        """Give the interval of a metric's mean; None if it has none."""
        values = self.shown(metric) if metric in self.measured else np.array([])
        if len(values) < 2 or not np.isfinite(values).all():
            return None
        return mean_interval(values, confidence)

    @classmethod
    def of(cls, case: Case, verdict: Became, chosen_by: int | None = None) -> "Tried":
        """Take a case unchanged."""
        became: Became = "cannot run" if case.failure else verdict
        return cls(
            case.number,
            case.values,
            became,
            case.measured(),
            case.cpu_s,
            case.failure,
            chosen_by=chosen_by,
            outcomes=len(set(case.outcomes.values())),
            left_out=tuple(case.scenario.left_out) if case.scenario else (),
        )


@dataclass(frozen=True, slots=True)
class Rival:
    """Values that came near the best ones, and how far they are from them, in pairs of replications."""

    tried: Tried
    difference: MeanInterval
    """Of the metric, rival - best."""

    @property
    def is_apart(self) -> bool:
        """Whether the interval of the difference leaves out zero."""
        return not self.difference.low <= 0 <= self.difference.high


@dataclass(frozen=True, slots=True)
class Surer:
    """What it costs to know more."""

    what: str
    runs: int
    """More runs; an estimate, if the spread does not change."""
    cpu_s: float
    """Of processor time, on one core like those that ran it."""


@dataclass(frozen=True, repr=False)
class Found(Outcome):
    """What was found."""

    asked: str
    """What was looked for, in words."""
    base: Scenario
    paths: tuple[str, ...]
    """The settings that were varied."""
    metrics: Mapping[str, Measure]
    goals: tuple[Goal, ...]
    """What had to hold; none where a metric was made the most of."""
    confidence: float
    tried: tuple[Tried, ...]
    """All values that were tried, in that order."""
    answer: Tried | None
    """The values that were found; None if none were."""
    which: Which | None = None
    beyond: Tried | None = None
    """With a goal: the nearest value on the other side of the answer, where it was not shown to hold."""
    counter: Tried | None = None
    """With a goal: a value where it should hold if it were monotone, but was shown to fail."""
    rivals: tuple[Rival, ...] = ()
    """Without a goal: those that came nearest."""
    limits: tuple[Goal, ...] = ()
    """Where a metric was made the most of: what had to hold besides."""
    surer: tuple[Surer, ...] = ()
    rule: str = ""
    """How the numbers of replications were chosen."""
    mark = "find.json"
    question: Mapping[str, Any] | None = None
    """What it answers, as `Question.as_plain` gives it."""

    @property
    def values(self) -> Mapping[str, Any] | None:
        """The values that were found, by path; None if none were."""
        return self.answer.values if self.answer else None

    @property
    def value(self) -> Any:
        """The one value that was found, as ``"1400 cells"``; None if none was.

        Raises
        ------
        ValueError
            If several settings were varied: their values are in `values`.
        """
        if len(self.paths) > 1:
            raise ValueError(f"value: {len(self.paths)} settings were varied; their values are in `values`")
        return next(iter(self.answer.values.values())) if self.answer else None

    @property
    def scenario(self) -> Scenario | None:
        """The scenario with the values that were found; None if none were."""
        return self.base.with_(self.answer.values) if self.answer else None

    @property
    def is_monotone(self) -> bool | None:
        """Whether no value that was tried contradicts it; None without a goal or an answer."""
        return self.counter is None if self.goals and self.answer else None

    @property
    def is_without_chance(self) -> bool:
        """Whether all runs of every value have the same results, as if nothing in a scenario is random."""
        several = [one for one in self.tried if one.replications > 1]
        return bool(several) and all(one.is_without_chance for one in several)

    def says(self) -> list[str]:
        """Say what was found, and how sure it is, in lines of text."""
        from cellwise.experiments.answer_text import says

        return says(self)

    def plot(self) -> "Drawing":
        """Draw the values that were tried, with intervals, and the answer."""
        from cellwise.experiments.answer_plot import draw

        return draw(self)

    def sheet(self) -> Sheet:
        """Give what people read of it."""
        from cellwise.experiments.answer_text import sheet

        return sheet(self)

    def names(self) -> Mapping[str, str]:
        """Give what may have a label: the settings that were varied, and the metrics."""
        metrics = {name: one.display.label for name, one in self.metrics.items()}
        return {path: path for path in self.paths} | metrics

    def rows(self) -> list[dict[str, Any]]:
        """One row per value that was tried: settings, verdict, mean and half-width of every metric."""
        return [self._row(one) for one in self.tried]

    def columns(self) -> dict[str, Columns]:
        """Give ``find``, one row per value that was tried, and ``runs``, one row per run."""
        runs = [
            {
                **one.values,
                "replication": number,
                **{name: float(values[number]) for name, values in one.measured.items()},
            }
            for one in self.tried
            for number in range(one.replications)
        ]
        return {"find": columns_of(self.rows()), "runs": columns_of(runs)}

    def key_of(self, point: Point) -> Mapping[str, Any] | None:
        """Give the values of a point."""
        return self._by_name[point.case]

    @cached_property
    def _by_name(self) -> dict[str, Mapping[str, Any]]:
        return {name_of(one.values): one.values for one in self.tried}

    def _row(self, one: Tried) -> dict[str, Any]:
        row: dict[str, Any] = {**one.values, "replications": one.replications, "verdict": one.verdict}
        for name in self.metrics:
            found = one.interval(name, self.confidence)
            mean = float(one.shown(name).mean()) if one.replications else math.nan
            row |= {
                name: mean,
                f"{name} ±": found.half_width if found and not one.is_without_chance else math.nan,
            }
        if any(other.left_out for other in self.tried):
            row["left_out"] = "; ".join(one.left_out)
        return row

    def as_plain(self) -> dict[str, Any]:
        """Give it as plain values; null if there is no value."""
        return {
            "cellwise": __version__,
            "scenario": self.base.to_dict(),
            "asked": self.asked,
            "found": dict(self.answer.values) if self.answer else None,
            "confidence": self.confidence,
            "which": self.which,
            "monotone": self.is_monotone,
            "counter": dict(self.counter.values) if self.counter else None,
            "beyond": dict(self.beyond.values) if self.beyond else None,
            "rivals": [_rival(one) for one in self.rivals],
            "surer": [{"what": one.what, "runs": one.runs, "cpu_s": one.cpu_s} for one in self.surer],
            "rule": self.rule,
            "looked_at": [
                {
                    "values": dict(one.values),
                    **{key: finite_or_none(value) for key, value in row.items() if key not in one.values},
                    "failure": one.failure or None,
                }
                for row, one in zip(self.rows(), self.tried, strict=True)
            ],
        }

    def document(self) -> dict[str, Any]:
        """Give it with its question, and every run, as `from_document` reads it."""
        return {
            **self.as_plain(),
            "question": self.question,
            **self.about(),
            "goals": [goal.written for goal in self.goals],
            "limits": [goal.written for goal in self.limits],
            "metrics": {name: one.is_function for name, one in self.metrics.items()},
            "left_out": self.base.paths_left_out,
            "paths": list(self.paths),
            "places": {
                "answer": self.answer.number if self.answer else None,
                "beyond": self.beyond.number if self.beyond else None,
                "counter": self.counter.number if self.counter else None,
                "rivals": [[one.tried.number, one.difference.half_width] for one in self.rivals],
            },
            "tried": [
                {
                    "measured": {name: list(map(finite_or_none, own)) for name, own in one.measured.items()},
                    "chosen_by": one.chosen_by,
                    "outcomes": one.outcomes,
                    "left_out": list(one.left_out),
                }
                for one in self.tried
            ],
        }

    def save(self, folder: Path) -> None:
        """Also write ``find.json`` and ``find.svg``; as `Outcome.save`."""
        super().save(folder)
        self.plot().with_footer(self.command).save(folder / PICTURE)

    @classmethod
    def from_document(cls, document: Mapping[str, Any], folder: Path) -> Self:
        """Make it again from the result of `document`; the cost of its values is not known."""
        metrics = {
            name: recorded(name, {}) if is_function else metric(name)
            for name, is_function in document["metrics"].items()
        }
        functions = {name: one for name, one in metrics.items() if one.is_function}
        tried = tuple(
            _tried(number, *both)
            for number, both in enumerate(zip(document["looked_at"], document["tried"], strict=True))
        )
        places, level = document["places"], float(document["confidence"])
        at: dict[str, Any] = {
            name: None if places[name] is None else tried[places[name]]
            for name in ("answer", "beyond", "counter")
        }
        return cls(
            asked=str(document["asked"]),
            base=Scenario.from_dict(document["scenario"]).having_left_out(document["left_out"]),
            paths=tuple(document["paths"]),
            metrics=metrics,
            goals=tuple(Goal.of(one, functions) for one in document["goals"]),
            limits=tuple(Goal.of(one, functions) for one in document["limits"]),
            confidence=level,
            tried=tried,
            which=document["which"],
            rivals=tuple(
                _rival_of(tried[number], one, half_width, level)
                for (number, half_width), one in zip(places["rivals"], document["rivals"], strict=True)
            ),
            surer=tuple(Surer(one["what"], one["runs"], one["cpu_s"]) for one in document["surer"]),
            rule=str(document["rule"]),
            question=document["question"],
            **at,
            **about_of(document, folder),
        )


def answered(folder: Path) -> Found | None:
    """Give the answer that a folder has; None if it has none that can be read."""
    try:
        return read_kept(folder / Found.mark, "a search", lambda one: Found.from_document(one, folder))
    except ResultsError:
        return None


def points_of(document: Mapping[str, Any]) -> list[Point]:
    """List the runs of all values that were tried."""
    base = Scenario.from_dict(document["scenario"])
    return [
        Point(name_of(tried["values"]), number, one)
        for tried in document["looked_at"]
        if (count := int(tried["replications"]))
        for number, one in enumerate(base.with_(tried["values"]).replications(count))
    ]


def _tried(number: int, row: Mapping[str, Any], own: Mapping[str, Any]) -> Tried:
    return Tried(
        number,
        row["values"],
        row["verdict"],
        {name: np.array(values, dtype=np.float64) for name, values in own["measured"].items()},
        math.nan,
        row["failure"] or "",
        chosen_by=own["chosen_by"],
        outcomes=int(own["outcomes"]),
        left_out=tuple(own["left_out"]),
    )


def _rival_of(tried: Tried, plain: Mapping[str, Any], half_width: float, confidence: float) -> Rival:
    count = tried.replications - (tried.chosen_by or 0)
    return Rival(tried, MeanInterval(float(plain["difference"]), float(half_width), count, confidence))


def _rival(one: Rival) -> dict[str, Any]:
    ends = {"low": one.difference.low, "high": one.difference.high}
    return {
        "values": dict(one.tried.values),
        "difference": one.difference.mean,
        **ends,
        "apart": one.is_apart,
    }
