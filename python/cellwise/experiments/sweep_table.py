"""The tables of a sweep: one row per case with means and intervals, and one row per run."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from cellwise.experiments.chance import NOTHING_RANDOM
from cellwise.experiments.precision import Measured
from cellwise.experiments.sweep import Sweep
from cellwise.intervals import mean_interval
from cellwise.levels import text_of
from cellwise.metrics.by_name import Measure
from cellwise.rounding import with_half_width
from cellwise.store import Columns, columns_of

#: The column with the settings that a case's values have taken away, where they have.
LEFT_OUT = "left_out"


@dataclass(frozen=True, slots=True)
class SweepTable:
    """The results of a sweep."""

    sweep: Sweep
    replications: int
    metrics: dict[str, Measure]
    """What each metric is, and how it is shown, by its name."""
    values: dict[str, dict[str, np.ndarray[Any, Any]]]
    """By case and metric, shape (n_replications,), in the unit that the metric's name says."""
    note: str = ""
    """How the number of replications was chosen, if it was."""
    without_chance: frozenset[str] = frozenset()
    """The cases whose replications all have the same results: their means have no intervals."""
    confidence: float = 0.95
    """Of the intervals."""
    are_named: bool = False
    """Whether the metrics were asked for by name: then all are printed."""

    def rows(self) -> list[dict[str, Any]]:
        """One row per case: the factors, mean and half-width of every metric.

        One run has no half-width, nor has a case in which nothing is random.
        """
        made, has_left_out = [], bool(self.sweep.left_out())
        for case, metrics in self.values.items():
            row: dict[str, Any] = {"case": case, **self.factors_of(case), "replications": self.runs_of(case)}
            for name, values in metrics.items():
                row[name] = float(values.mean())
                wide = len(values) > 1 and np.isfinite(values).all() and case not in self.without_chance
                row[f"{name} ±"] = mean_interval(values, self.confidence).half_width if wide else float("nan")
            if has_left_out:
                row[LEFT_OUT] = "; ".join(self.sweep.cases[case].left_out)
            made.append(row)
        return made

    def notes(self) -> list[str]:
        """Say what has to be known of the table: what settings were taken away, how many replications."""
        return list(filter(None, [*self.sweep.left_out(), self.note]))

    def runs(self) -> list[dict[str, Any]]:
        """One row per run: the factors, the replication, every metric."""
        return [
            {
                "case": case,
                **self.factors_of(case),
                "replication": number,
                **{name: float(values[number]) for name, values in metrics.items()},
            }
            for case, metrics in self.values.items()
            for number in range(self.runs_of(case))
        ]

    def columns(self) -> dict[str, Columns]:
        """Give both tables as columns: ``sweep``, one row per case, and ``runs``, one row per run."""
        tables = {"sweep": self.rows(), "runs": self.runs()}
        return {name: columns_of(rows) for name, rows in tables.items()}

    def written(self) -> tuple[list[str], list[list[str]]]:
        """Give the table of cases as people read it: headings, and rows of numbers with their intervals."""
        shown = {name: one.display for name, one in self.metrics.items()}
        rows = []
        for row in self.rows():
            cells = ["" if row[path] is None else text_of(row[path]) for path in self.sweep.factors]
            for name, display in shown.items():
                half_width = display.scale * row[f"{name} ±"]
                cells.append(with_half_width(display.scale * row[name], half_width, display.within))
            rows.append(cells)
        return [*self.sweep.factors, *(display.label for display in shown.values())], rows

    def chance_text(self) -> str:
        """Say in how many cases nothing is random; empty for none."""
        count = len(self.without_chance)
        if not count or count == len(self.values):
            return NOTHING_RANDOM if count else ""
        return (
            f"nothing is random in {count} of {len(self.values)} cases, whose replications gave the same "
            "results"
        )

    def measured(self) -> Measured:
        """Give every metric of every case over the replications, under names for people."""
        return {
            f"{name} of {case}": values.tolist()
            for case, metrics in self.values.items()
            for name, values in metrics.items()
        }

    def runs_of(self, case: str) -> int:
        """Return how many runs of a case there are."""
        return max((len(values) for values in self.values[case].values()), default=self.replications)

    def factors_of(self, case: str) -> dict[str, Any]:
        """Give the value of every factor; None for one that the case does not set."""
        return {path: self.sweep.levels[case].get(path) for path in self.sweep.factors}
