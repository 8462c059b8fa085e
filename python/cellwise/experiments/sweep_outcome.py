"""What `Sweep.run` gives: a table with a row per case, its plots and its report."""

import dataclasses
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cellwise.experiments.sweep_table import SweepTable
from cellwise.levels import Level
from cellwise.points.store import Model
from cellwise.store import Tables

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation

    from cellwise.plots.drawing import Drawing


@dataclasses.dataclass(frozen=True)
class SweepOutcome:
    """What came of a sweep, as far as it is stored."""

    numbers: SweepTable
    """Every metric of every case, by replication."""
    models: tuple[Model, ...]
    """The models that took part."""
    runs: int
    cells: int
    missing: str = ""
    """Which cases have fewer replications than were asked for."""
    folder: Path | None = None
    """Where it is stored; None if it is nowhere."""

    @property
    def notes(self) -> list[str]:
        """What has to be known: settings that values took away, how many replications, what is missing."""
        return [*self.numbers.notes(), *([self.missing] if self.missing else [])]

    @property
    def table(self) -> "DuckDBPyRelation":
        """One row per case: the factors, and mean and half-width of every metric."""
        return self._tables.relation("sweep")

    @property
    def table_of_runs(self) -> "DuckDBPyRelation":
        """One row per run: the factors, the replication, every metric."""
        return self._tables.relation("runs")

    @cached_property
    def _tables(self) -> Tables:
        tables = Tables()
        for name, columns in self.numbers.columns().items():
            tables.put(name, columns)
        return tables

    def plot(
        self,
        metric: str | None = None,
        *,
        where: Mapping[str, Any] | None = None,
        interval: Literal["ci", "range"] = "ci",
    ) -> "Drawing":
        """Draw a metric over a factor, with a curve for every level of another.

        Parameters
        ----------
        metric : str, optional
            Its name; the first one if left out.
        where : mapping from paths to values, optional
            The levels of other factors, where there are more than two.
        interval : {"ci", "range"}
            Means with 95 % intervals, or medians and ranges.

        Raises
        ------
        ValueError
            If there is no such metric, factor or case, or several figures fit.
        """
        # Pictures are loaded when one is drawn.
        from cellwise.experiments.sweep_figures import figures_of

        known, wanted = self.numbers.metrics, where or {}
        name = metric or next(iter(known))
        if name not in known:
            raise ValueError(f"metric: {name!r} was not measured; these were: {', '.join(known)}")
        unknown = [path for path in wanted if path not in self.numbers.sweep.factors]
        if unknown:
            factors = ", ".join(self.numbers.sweep.factors)
            raise ValueError(f"where: {', '.join(unknown)} is no factor; those are {factors}")
        fitting = {
            case: values
            for case, values in self.numbers.values.items()
            if all(_is(self.numbers.factors_of(case)[path], value) for path, value in wanted.items())
        }
        if not fitting:
            raise ValueError(f"where: no case has {', '.join(f'{k} = {v}' for k, v in wanted.items())}")
        part = dataclasses.replace(self.numbers, metrics={name: known[name]}, values=fitting)
        figures, more = figures_of(part, self.folder, interval)
        if len(figures) > 1:
            captions = " ".join(one.caption for one in figures[:2])
            raise ValueError(
                f"where: {len(figures) + more} figures fit ({captions} ...); give the level of each factor "
                "that tells them apart"
            )
        return figures[0].drawing

    def report(self, to: str | Path, *, interval: Literal["ci", "range"] = "ci") -> Path:
        """Write the report that `cellwise report` writes: a page, or the table for another document.

        Parameters
        ----------
        to : str or Path
            The file; it ends in ``.html``, ``.md`` or ``.tex``.
        interval : {"ci", "range"}
            As in `plot`.

        Raises
        ------
        ValueError
            If the file ends otherwise.
        OSError
            If it cannot be written.
        """
        # Reports know experiments.
        from cellwise.reports.sweep import write_sweep_report

        return write_sweep_report(self, Path(to), interval)


def _is(own: Any, wanted: Any) -> bool:
    return own is not None and Level.of(own) == Level.of(wanted)
