"""What a comparison in pairs gives: differences with intervals, as a table, a picture and a report."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from cellwise.column import Column
from cellwise.experiments.chance import NOTHING_RANDOM
from cellwise.experiments.outcome import Outcome, about_of
from cellwise.experiments.sheet import Sheet
from cellwise.intervals import ONE_VALUE, MeanInterval, mean_interval
from cellwise.metrics.by_name import Display, Measure, metric, recorded
from cellwise.points.store import Point, plan
from cellwise.rounding import alone, decimals_of, fixed
from cellwise.scenario import Scenario
from cellwise.store import Columns, Numbers, columns_of

if TYPE_CHECKING:
    from cellwise.experiments.outcome import Figure
    from cellwise.plots.drawing import Drawing
    from cellwise.source import Source

#: A value longer than this does not name a side.
_SHORT = 16


@dataclass(frozen=True, slots=True)
class Difference:
    """One metric of paired runs."""

    metric: str
    """Its name, as the user wrote it."""
    label: str
    """What it is, with the unit of the values, which is the one that the metric's name says."""
    a: float
    """The mean over the pairs' first runs."""
    b: float
    """The mean over the pairs' second runs."""
    difference: float
    """The mean of B - A."""
    pairs: int
    interval: MeanInterval | None
    """The interval of the difference; None from one pair."""
    display: Display
    """How the values are shown to people."""
    is_function: bool = False
    """Whether the metric was a function of a run."""

    @classmethod
    def of(cls, name: str, measure: Measure, values: Numbers, confidence: float) -> "Difference":
        """Take it from the values of A and of B, shape (2, n_pairs)."""
        a, b = values
        apart = b - a
        return cls(
            metric=name,
            label=measure.label,
            a=float(a.mean()),
            b=float(b.mean()),
            difference=float(apart.mean()),
            pairs=len(apart),
            interval=mean_interval(apart, confidence) if len(apart) > 1 else None,
            display=measure.display,
            is_function=measure.is_function,
        )

    @property
    def verdict(self) -> str:
        """B against A: ``higher``, ``lower``, ``equal``, ``undecided``; ``one pair`` without an interval."""
        if self.interval is None:
            return "one pair"
        if self.interval.low == self.interval.high == 0:
            return "equal"
        if self.interval.low > 0:
            return "higher"
        return "lower" if self.interval.high < 0 else "undecided"

    def as_plain(self) -> dict[str, Any]:
        """Give it as plain values; an interval that it has not is null."""
        plain = asdict(self)
        del plain["interval"], plain["display"], plain["is_function"]
        ends = (self.interval.low, self.interval.high) if self.interval else (None, None)
        return {**plain, "low": ends[0], "high": ends[1], "verdict": self.verdict}

    def written(self, *, has_interval: bool) -> list[str]:
        """Write it as people read it: means, their difference, its interval and the verdict."""
        scale, found = self.display.scale, self.interval if has_interval else None
        numbers = [scale * value for value in (self.a, self.b, self.difference)]
        if found is None or found.half_width == 0:
            a, b, apart = map(alone, numbers)
            interval = f"{apart} … {apart}" if found else "none"
            return [self.display.label, a, b, apart, interval, self.verdict]
        decimals = decimals_of(scale * found.half_width)
        a, b = (fixed(value, decimals) for value in numbers[:2])
        apart, low, high = (
            fixed(value, decimals, signed=True)
            for value in (numbers[2], scale * found.low, scale * found.high)
        )
        return [self.display.label, a, b, apart, f"{low} … {high}", self.verdict]


@dataclass(frozen=True, repr=False)
class PairedComparison(Outcome):
    """What two sides have in common and how they differ."""

    differences: Sequence[Difference]
    pairs: int
    unpaired: int
    """Runs whose seed and replication only one side has."""
    confidence: float
    overridden: Mapping[str, tuple[str, str]]
    """The settings in which the two scenarios differ, with both values as text; a dash for none."""
    numbers: Sequence[tuple[int, int]]
    """Seed and replication of every pair."""
    values: Mapping[str, Numbers]
    """By metric, of A and of B, shape (2, n_pairs), in the unit that the metric's name says."""
    note: str = ""
    """How the number of replications was chosen, if it was."""
    is_without_chance: bool = False
    """Whether all replications of each side were the same, as where nothing in a scenario is random."""
    left_out: Sequence[str] = ()
    """Which settings overrides have taken away from a side: its letter and `Scenario.left_out`."""
    scenarios: Mapping[str, Scenario] = field(default_factory=dict)
    """Of the sides that were run for it, A or B or both; their runs are its points."""

    shown: "Sequence[Source]" = field(default=(), repr=False, compare=False)
    """The runs of A and of B in the first pair, of which its report has plots; empty if they are not here."""

    mark = "comparison.json"

    @property
    def settings(self) -> list[str]:
        """The settings in which the two scenarios differ."""
        return list(self.overridden)

    def __getitem__(self, metric: str) -> Difference:
        for one in self.differences:
            if one.metric == metric:
                return one
        known = ", ".join(one.metric for one in self.differences)
        raise KeyError(f"{metric!r} was not compared; these were: {known}")

    @property
    def sides(self) -> list[str]:
        """The sides by their labels, or with the value of the one setting in which they differ."""
        values = next(iter(self.overridden.values())) if len(self.overridden) == 1 else ("", "")
        is_short = all(0 < len(value) <= _SHORT for value in values)
        own = [f"{side} ({value})" if is_short else side for side, value in zip("AB", values, strict=True)]
        return [self.labels.get(side, name) for side, name in zip("AB", own, strict=True)]

    @property
    def title(self) -> str:
        """What a reader sees first."""
        a, b = self.sides
        return f"{b} compared with {a}"

    @property
    def why_no_interval(self) -> str | None:
        """The reason why there are no intervals, or None if there are."""
        return ONE_VALUE if self.pairs < 2 else None

    def sheet(self) -> Sheet:
        """Give what people read of it."""
        pairs = f"pair{'s' if self.pairs != 1 else ''} of the same seed and replication"
        unpaired = f"; {self.unpaired} runs have no partner and are left out" if self.unpaired else ""
        about = f"A and B differ in: {', '.join(self.settings) or 'nothing but seed, replication and title'}"
        reason = self.why_no_interval or (NOTHING_RANDOM if self.is_without_chance else "")
        meaning = "Means, and the t intervals of their differences, pair by pair"
        of_one = "no interval from one pair: " if self.why_no_interval else ""
        return Sheet(
            title=self.title,
            about=about,
            notes=[*self.left_out, *filter(None, [self.note])],
            counts=[(str(self.pairs), pairs)],
            columns=[
                Column("metric", is_prose=True),
                *(Column(one, is_number=True) for one in ("A", "B", "B - A")),
                Column(f"{100 * self.confidence:g} % interval", is_number=True),
                Column("B is", is_prose=True),
            ],
            rows=[one.written(has_interval=not self.is_without_chance) for one in self.differences],
            meaning=f"Numbers without intervals: {reason}" if reason else meaning,
            before=[
                about,
                *(f"note: {reported}" for reported in self.left_out),
                f"{self.pairs} {pairs}{unpaired}\n",
            ],
            after=[
                *([f"\n{of_one}{reason}"] if reason else []),
                *([f"\nnote: {self.note}"] if self.note else []),
            ],
        )

    def names(self) -> Mapping[str, str]:
        """Give what may have a label: the sides, the metrics, and the settings that differ."""
        metrics = {one.metric: one.display.label for one in self.differences}
        return {"A": "A", "B": "B", **{path: path for path in self.overridden}, **metrics}

    def shown_sheet(self) -> Sheet:
        """Give what people read of it in a report; texts that name the sides also have their labels."""
        a, b = (self.labels.get(side, side) for side in "AB")
        found = super().shown_sheet().called({"B - A": f"{b} - {a}", "B is": f"{b} is"})
        about = found.about.replace("A and B", f"{a} and {b}", 1)
        return replace(found, about=about)

    def columns(self) -> dict[str, Columns]:
        """Give ``comparison``, one row per metric, and ``runs``, one row per run of a pair."""
        rows = [one.as_plain() for one in self.differences]
        runs = [
            {
                "side": side,
                "seed": seed,
                "replication": replication,
                **{name: float(values[at, pair]) for name, values in self.values.items()},
            }
            for at, side in enumerate("AB")
            for pair, (seed, replication) in enumerate(self.numbers)
        ]
        ends = ("low", "high")
        plain = [{key: nan if key in ends and row[key] is None else row[key] for key in row} for row in rows]
        return {"comparison": columns_of(plain), "runs": columns_of(runs)}

    def key_of(self, point: Point) -> Mapping[str, Any] | None:
        """Give the side of a point."""
        return {"side": point.case}

    def as_plain(self) -> dict[str, Any]:
        """Give it as plain values; without intervals, `why_no_interval` is set."""
        return {
            "pairs": self.pairs,
            "unpaired": self.unpaired,
            "confidence": self.confidence,
            "settings": self.settings,
            "overridden": {path: list(values) for path, values in self.overridden.items()},
            "why_no_interval": self.why_no_interval,
            "is_without_chance": self.is_without_chance,
            "note": self.note or None,
            "left_out": list(self.left_out),
            "metrics": [one.as_plain() for one in self.differences],
        }

    def document(self) -> dict[str, Any]:
        """Give it with every run, as `from_document` reads it."""
        return {
            **self.as_plain(),
            **self.about(),
            "scenarios": {side: one.to_dict() for side, one in self.scenarios.items()},
            "numbers": list(map(list, self.numbers)),
            "values": {name: own.tolist() for name, own in self.values.items()},
            "functions": [one.metric for one in self.differences if one.is_function],
        }

    @staticmethod
    def points_of(document: Mapping[str, Any]) -> list[Point]:
        """List the runs in the result of `document`, without those that had been finished before."""
        scenarios = {side: Scenario.from_dict(one) for side, one in document["scenarios"].items()}
        return plan(scenarios, int(document["pairs"]))

    @classmethod
    def from_document(cls, document: Mapping[str, Any], folder: Path) -> Self:
        """Make it again from the result of `document`."""
        values = {name: np.array(own, dtype=np.float64) for name, own in document["values"].items()}
        level, functions = float(document["confidence"]), document["functions"]
        return cls(
            differences=[
                Difference.of(name, recorded(name, {}) if name in functions else metric(name), own, level)
                for name, own in values.items()
            ],
            pairs=int(document["pairs"]),
            unpaired=int(document["unpaired"]),
            confidence=level,
            overridden={str(path): (str(a), str(b)) for path, (a, b) in document["overridden"].items()},
            numbers=[(int(seed), int(number)) for seed, number in document["numbers"]],
            values=values,
            note=str(document["note"] or ""),
            is_without_chance=bool(document["is_without_chance"]),
            left_out=list(map(str, document["left_out"])),
            scenarios={side: Scenario.from_dict(one) for side, one in document["scenarios"].items()},
            **about_of(document, folder),
        )

    def figures(self, _interval: str, otherwise: str) -> "tuple[list[Figure], int]":
        """Give the picture of the differences, and the plots of the first pair with both runs in each."""
        from cellwise.experiments.compare_figures import overlaid

        first, left_out = super().figures(_interval, otherwise)
        return [*first, *overlaid(self, otherwise or self.command)], left_out

    def plot(self) -> "Drawing":
        """Draw the differences with their intervals, each as a share of the larger of the two means."""
        # Pictures are loaded when one is drawn.
        from cellwise.plots.forest import Rows, forest_plot

        of = [max(abs(one.a), abs(one.b)) / 100 or nan for one in self.differences]
        middle = np.array([one.difference for one in self.differences]) / of
        half = np.array([one.interval.half_width if one.interval else 0.0 for one in self.differences]) / of
        names = [self.labels.get(one.metric, one.metric) for one in self.differences]
        rows = Rows("B - A", names, middle - half, middle, middle + half)
        a, b = (self.labels.get(side, side) for side in "AB")
        drawing = forest_plot(rows, x_label="B - A, % of the larger mean", y_label="metric")
        return drawing.labelled(
            title=f"{self.title} ({self._intervals()})",
            x_label=f"{b} - {a}, % of the larger mean" if self.labels else None,
        )

    def _intervals(self) -> str:
        """Say what is drawn around the differences."""
        if self.why_no_interval:
            return "one pair: no intervals"
        if self.is_without_chance:
            return "no intervals: nothing is random"
        return f"means with {100 * self.confidence:g}\N{NO-BREAK SPACE}% intervals"
