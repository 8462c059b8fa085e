"""What `Sweep.run` gives: a table with a row per case, its plots and its report."""

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from cellwise.column import Column
from cellwise.experiments.chance import NOTHING_RANDOM
from cellwise.experiments.outcome import Figure, Outcome
from cellwise.experiments.sheet import Sheet
from cellwise.experiments.sweep import Sweep
from cellwise.experiments.sweep_table import SweepTable
from cellwise.intervals import ONE_VALUE
from cellwise.points.store import Point
from cellwise.rounding import counted
from cellwise.store import Columns, finite_or_none
from cellwise.where import Conditions, conditions

if TYPE_CHECKING:
    from cellwise.plots.drawing import Drawing


#: Unless metrics are named, so many are shown; the table has all.
METRICS_SHOWN = 4


@dataclasses.dataclass(frozen=True, repr=False)
class SweepOutcome(Outcome):
    """The results of a sweep, of those points that are stored."""

    numbers: SweepTable
    """Every metric of every case, by replication."""
    mark, indent = Sweep.mark, None
    missing: str = ""
    """Which cases have fewer replications than were asked for."""

    def sheet(self) -> Sheet:
        """Give what people read of it."""
        table, count = self.numbers, self.numbers.replications
        *before, last = table.sweep.factors
        titles = {str(one.to_dict().get("title", "")) for one in table.sweep.cases.values()}
        replications = f"replication{'s' if count != 1 else ''} of each"
        head, rows = table.written()
        reported = f"no intervals: {ONE_VALUE}"
        if count > 1:
            has_some = len(table.without_chance) < len(table.values)
            means = f"means with {self._level()} t intervals" if has_some else ""
            reported = "; ".join(filter(None, [means, table.chance_text()]))
        return Sheet(
            title=f"Sweep over {', '.join(before)} and {last}" if before else f"Sweep over {last}",
            about=titles.pop() if len(titles) == 1 else "",
            notes=self.notes,
            counts=[(str(len(table.values)), "cases"), (str(count), replications)],
            columns=[Column(one, is_number=at >= len(table.sweep.factors)) for at, one in enumerate(head)],
            rows=rows,
            meaning=self._meaning(),
            after=[
                f"\n{counted(len(table.sweep), 'case')}, {count} {replications}; {reported}",
                *(f"note: {note}" for note in table.notes()),
                *([f"table: {self.folder / 'sweep.parquet'}"] if self.folder else []),
            ],
        )

    def names(self) -> Mapping[str, str]:
        """Give what may have a label: the factors and the metrics."""
        table = self.numbers
        metrics = {name: one.display.label for name, one in table.metrics.items()}
        return {path: path for path in table.sweep.factors} | metrics

    def _meaning(self) -> str:
        table = self.numbers
        if table.replications < 2:
            return f"One run of each case, without intervals: {ONE_VALUE}"
        if len(table.without_chance) == len(table.values):
            return f"Numbers without intervals: {NOTHING_RANDOM}"
        numbers = [cell for row in table.written()[1] for cell in row[len(table.sweep.factors) :]]
        beyond = "; if that of a share goes beyond 0 or 1, the ends of the interval are in brackets"
        some = beyond if any("–" in one and one.endswith(")") for one in numbers) else ""
        some += f"; {table.chance_text()}" if table.without_chance else ""
        return (
            f"Means of {table.replications} independent replications with the half-widths of their "
            f"{self._level()} confidence intervals (Student's t); each number ends with the second "
            f"significant digit of its half-width{some}"
        )

    def _level(self) -> str:
        return f"{100 * self.numbers.confidence:g} %"

    def show(self) -> None:
        """Print what the command prints: the metrics that were asked for by name, or else the first four."""
        known = self.numbers.metrics
        shown = {
            name: known[name] for name in list(known)[: None if self.numbers.are_named else METRICS_SHOWN]
        }
        part = dataclasses.replace(self, numbers=dataclasses.replace(self.numbers, metrics=shown)).sheet()
        others = [name for name in known if name not in shown]
        more = [f"\nalso in the table: {', '.join(others)}"] if others else []
        dataclasses.replace(part, after=[*more, *part.after]).show()

    @property
    def notes(self) -> list[str]:
        """Notes for the reader: settings that values removed, the count of replications, missing points."""
        return [*self.numbers.notes(), *([self.missing] if self.missing else [])]

    def columns(self) -> dict[str, Columns]:
        """Give ``sweep``, a row per case with mean and half-width of every metric, and ``runs``."""
        return self.numbers.columns()

    def key_of(self, point: Point) -> Mapping[str, Any] | None:
        """Give the case of a point with its factors; None for one after a point that is missing."""
        table, case = self.numbers, point.case
        if case not in table.values or point.replication >= table.runs_of(case):
            return None
        return {"case": case, **table.factors_of(case)}

    def as_plain(self) -> dict[str, Any]:
        """Give the table as plain values; null where there is no interval."""
        table = self.numbers
        return {
            "factors": list(table.sweep.factors),
            "replications": table.replications,
            "confidence": table.confidence,
            "metrics": {name: one.label for name, one in table.metrics.items()},
            "note": table.note or None,
            "left_out": table.sweep.left_out(),
            "without_chance": [case for case in table.values if case in table.without_chance],
            "cases": [{key: finite_or_none(value) for key, value in row.items()} for row in table.rows()],
        }

    def document(self) -> dict[str, Any]:
        """Give what was asked for, and what the metrics that are functions gave."""
        # What reads it again knows what it gives.
        from cellwise.experiments.sweep_stored import document_of

        return document_of(self.numbers)

    def plot(
        self,
        metric: str | None = None,
        *,
        where: Conditions | None = None,
        interval: Literal["ci", "range"] = "ci",
    ) -> "Drawing":
        """Draw a metric over a factor, with a curve for every level of another.

        Parameters
        ----------
        metric : str, optional
            Its name; the first one if left out.
        where : str, sequence of str, or mapping from paths to values, optional
            Conditions, such as ``switch.buffer > 900 cells``, or the levels of other factors, where there are
            more than two.
        interval : {"ci", "range"}
            Means with 95 % intervals, or medians and ranges.

        Raises
        ------
        ValueError
            If there is no such metric, factor or case, or several figures fit.
        """
        # Pictures are loaded when one is drawn.
        from cellwise.experiments.sweep_figures import figures_of

        known, wanted, factors = self.numbers.metrics, conditions(where), self.numbers.sweep.factors
        name = metric or next(iter(known))
        if name not in known:
            raise ValueError(f"metric: {name!r} was not measured; these were: {', '.join(known)}")
        unknown = [path for one in wanted for path in one.paths if path not in factors]
        if unknown:
            raise ValueError(f"where: {', '.join(unknown)} is no factor; those are {', '.join(factors)}")
        fitting = {
            case: values
            for case, values in self.numbers.values.items()
            if all(one.is_met(self.numbers.sweep.levels[case]) for one in wanted)
        }
        if not fitting:
            raise ValueError(f"where: no case has {', '.join(one.text for one in wanted)}")
        part = dataclasses.replace(self.numbers, metrics={name: known[name]}, values=fitting)
        figures, more = figures_of(part, self.folder, interval)
        if len(figures) > 1:
            captions = " ".join(one.caption for one in figures[:2])
            raise ValueError(
                f"where: {len(figures) + more} figures fit ({captions} ...); give the level of each factor "
                "that distinguishes them"
            )
        return figures[0].drawing

    def figures(self, interval: str, otherwise: str) -> tuple[list[Figure], int]:
        """Draw every metric, as `Outcome.figures`."""
        from cellwise.experiments.sweep_figures import figures_of

        return figures_of(self.numbers, self.folder, interval, otherwise, self.labels)
