"""What replications give: their runs, and the mean of every metric with its interval."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, overload

import numpy as np

from cellwise.column import Column
from cellwise.experiments.chance import NOTHING_RANDOM, are_one
from cellwise.experiments.outcome import Figure, Outcome, about_of, counts_of, read_kept
from cellwise.experiments.sheet import Sheet
from cellwise.intervals import ONE_VALUE, MeanInterval, mean_interval
from cellwise.metrics.by_name import Measure, metric, recorded
from cellwise.points.folder import MARKS
from cellwise.points.store import Point, Read, plan, read_point, sources_of
from cellwise.results import Run
from cellwise.rounding import alone, decimals_of, fixed
from cellwise.scenario import Scenario
from cellwise.source import Source
from cellwise.store import Columns, Numbers, columns_of, finite_or_none

if TYPE_CHECKING:
    from cellwise.plots.drawing import Drawing


@dataclass(frozen=True, repr=False)
class Replicated(Outcome, Sequence[Run]):
    """The results of replications; as a sequence, it is their runs. Stored ones do not know their `cpu_s`."""

    base: Scenario
    sources: Sequence[Source]
    """The runs, in the order of their numbers."""
    metrics: Mapping[str, Measure]
    values: Mapping[str, Numbers]
    """By metric, shape (n_replications,), in the unit that the metric's name says."""
    confidence: float
    note: str = ""
    """How the number of replications was chosen, if it was."""
    is_without_chance: bool = False
    """Whether all have the same results, as if nothing in the scenario is random."""

    mark = "replications.json"
    #: What its runs are called where one fails.
    case: ClassVar[str] = "the scenario"

    @classmethod
    def of(
        cls, base: Scenario, sources: Sequence[Source], metrics: Mapping[str, Measure], confidence: float
    ) -> "Replicated":
        """Measure runs of a scenario."""
        return cls(
            base,
            sources,
            metrics,
            {name: np.array([one.of(run) for run in sources]) for name, one in metrics.items()},
            confidence,
            is_without_chance=are_one(sources),
            **counts_of(sources),
        )

    @overload
    def __getitem__(self, at: int) -> Run: ...
    @overload
    def __getitem__(self, at: slice) -> list[Run]: ...
    def __getitem__(self, at: int | slice) -> Run | list[Run]:
        """Give a run, or several."""
        if isinstance(at, slice):
            return [one.run() for one in self.sources[at]]
        return self.sources[at].run()

    def __len__(self) -> int:
        return len(self.sources)

    @property
    def numbers(self) -> list[int]:
        """The number of each run, by which it can be run again; a run that is missing leaves a gap."""
        return [one.scenario.to_dict().get("replication", 0) for one in self.sources]

    def interval(self, name: str) -> MeanInterval | None:
        """Give the interval of a metric's mean; None from one run, or where it has no value."""
        values = self.values[name]
        known = len(values) > 1 and np.isfinite(values).all()
        return mean_interval(values, self.confidence) if known else None

    @property
    def why_no_interval(self) -> str | None:
        """The reason why there are no intervals, or None if there are."""
        if len(self) < 2:
            return ONE_VALUE
        return NOTHING_RANDOM if self.is_without_chance else None

    def sheet(self) -> Sheet:
        """Give what people read of it."""
        count = f"replication{'s' if len(self) != 1 else ''}"
        notes = [*self.base.left_out, *filter(None, [self.note])]
        level = f"{100 * self.confidence:g} %"
        reason = self.why_no_interval
        headings = ("mean", f"{level} interval", "least", "greatest")
        return Sheet(
            title="Replications",
            about=str(self.base.to_dict().get("title", "")),
            notes=notes,
            counts=[(str(len(self)), count)],
            columns=[Column("metric", is_prose=True), *(Column(one, is_number=True) for one in headings)],
            rows=[self._written(name) for name in self.values],
            meaning=f"Numbers without intervals: {reason}"
            if reason
            else f"Means over independent replications with their {level} t intervals",
            after=[
                f"\n{len(self)} {count}{f'; no intervals: {reason}' if reason else ''}",
                *(f"note: {one}" for one in notes),
                *([f"kept in {self.folder}: {self.mark}, replications.parquet"] if self.folder else []),
            ],
        )

    def names(self) -> Mapping[str, str]:
        """Give what may have a label: the metrics."""
        return {name: one.display.label for name, one in self.metrics.items()}

    def _written(self, name: str) -> list[str]:
        """Write a metric as people read it: mean, interval, least and greatest."""
        display, values, found = self.metrics[name].display, self.values[name], self.interval(name)
        if not np.isfinite(values).all():
            return [display.label, "no value", "none", "none", "none"]
        numbers = [display.scale * float(one) for one in (values.mean(), values.min(), values.max())]
        if found is None or self.why_no_interval or found.half_width == 0:
            mean, least, greatest = map(alone, numbers)
            return [display.label, mean, "none", least, greatest]
        decimals = decimals_of(display.scale * found.half_width)
        mean, least, greatest, low, high = (
            fixed(one, decimals) for one in (*numbers, display.scale * found.low, display.scale * found.high)
        )
        return [display.label, mean, f"{low} … {high}", least, greatest]

    def rows(self) -> list[dict[str, Any]]:
        """One row per metric: its mean with the ends of its interval, the least and the greatest value."""
        made = []
        for name, values in self.values.items():
            found = None if self.why_no_interval else self.interval(name)
            made.append(
                {
                    "metric": name,
                    "label": self.metrics[name].label,
                    "mean": float(values.mean()),
                    "low": found.low if found else nan,
                    "high": found.high if found else nan,
                    "least": float(values.min()),
                    "greatest": float(values.max()),
                }
            )
        return made

    def columns(self) -> dict[str, Columns]:
        """Give ``replications``, one row per metric, and ``runs``, one row per run."""
        runs = [
            {"replication": number, **{name: float(values[at]) for name, values in self.values.items()}}
            for at, number in enumerate(self.numbers)
        ]
        return {"replications": columns_of(self.rows()), "runs": columns_of(runs)}

    def key_of(self, _point: Point) -> Mapping[str, Any] | None:
        """Give nothing: replications differ in their number alone."""
        return {}

    def as_plain(self) -> dict[str, Any]:
        """Give it as plain values; null if there is no value."""
        return {
            "replications": len(self),
            "confidence": self.confidence,
            "why_no_interval": self.why_no_interval,
            "note": self.note or None,
            "left_out": self.base.left_out,
            "metrics": [{key: finite_or_none(one) for key, one in row.items()} for row in self.rows()],
        }

    def document(self) -> dict[str, Any]:
        """Give it with the description of its runs, as `read_replicated` reads it."""
        functions = {
            name: {run.scenario.id: float(value) for run, value in zip(self.sources, values, strict=True)}
            for name, values in self.values.items()
            if self.metrics[name].is_function
        }
        return {
            **self.as_plain(),
            **self.about(),
            "scenario": self.base.to_dict(),
            "paths_left_out": self.base.paths_left_out,
            "functions": functions,
        }

    @classmethod
    def points_of(cls, document: Mapping[str, Any]) -> list[Point]:
        """List the runs in the result of `document`."""
        return plan({cls.case: Scenario.from_dict(document["scenario"])}, int(document["replications"]))

    def plot(self, name: str | None = None) -> "Drawing":
        """Draw a metric, or the first one, over the replications, with its mean and the ends of its interval.

        Raises `ValueError` if it was not measured.
        """
        # Pictures are loaded when one is drawn.
        from cellwise.plots.drawing import Axis, Drawing
        from cellwise.plots.marks import Line, Scatter

        wanted = name or next(iter(self.values), "")
        if wanted not in self.values:
            raise ValueError(f"metric: {wanted!r} was not measured; these were: {', '.join(self.values)}")
        display, values = self.metrics[wanted].display, self.values[wanted]
        numbers = np.array(self.numbers, dtype=float)
        found = None if self.why_no_interval else self.interval(wanted)
        level = f"{100 * self.confidence:g}\N{NO-BREAK SPACE}% interval of the mean"
        levels = [("mean", float(values.mean()))]
        if found:
            levels += [(f"{level}: low end", found.low), (f"{level}: high end", found.high)]
        ends = np.array([0.0, max(numbers[-1], 1.0)])
        marks = [Scatter("one run", numbers, display.scale * values)]
        lines = [Line(reported, ends, np.full(2, display.scale * at), width=0.9) for reported, at in levels]
        return Drawing(
            Axis("replication", whole=True), Axis(display.label), [*marks, *lines], title="Replications"
        )

    def figures(self, _interval: str, otherwise: str) -> tuple[list[Figure], int]:
        """Draw every metric, as `Outcome.figures`."""
        drawn = {name: self.plot(name).with_footer(otherwise or self.command) for name in self.values}
        return [Figure(f"metric-{at}", name, one) for at, (name, one) in enumerate(drawn.items())], 0


def read_replicated(folder: Path, skipped: Callable[[str], None], read: Read = read_point) -> Replicated:
    """Measure the stored runs of replications; raises `ResultsError` if they cannot be read."""

    def asked(document: Mapping[str, Any]) -> tuple[list[Point], Replicated]:
        functions = {str(name): dict(own) for name, own in document["functions"].items()}
        names = [str(one["metric"]) for one in document["metrics"]]
        empty = Replicated(
            Scenario.from_dict(document["scenario"]).having_left_out(document["paths_left_out"]),
            (),
            {one: recorded(one, functions[one]) if one in functions else metric(one) for one in names},
            {},
            float(document["confidence"]),
            note=str(document["note"] or ""),
            **about_of(document, folder),
        )
        return Replicated.points_of(document), empty

    points, question = read_kept(folder / Replicated.mark, MARKS[Replicated.mark], asked)
    sources = sources_of(points, folder, skipped, question.command, "the replications", read)
    made = Replicated.of(question.base, sources, question.metrics, question.confidence)
    return replace(made, note=question.note, command=question.command, folder=folder)
