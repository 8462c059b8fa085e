"""Figures of a study in data: plots by name, of the first replication of a case or of several."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cellwise.plots.drawing import Drawing
from cellwise.plots.registry import PLOTS, Plot
from cellwise.scenario import config_error
from cellwise.source import Source
from cellwise.study.data.form import FigureForm
from cellwise.study.data.grid import Cases, wanted_levels
from cellwise.study.data.issues import Issues
from cellwise.study.definition import Figure, FigureData


@dataclass(frozen=True, slots=True)
class PlotOf:
    """Draws a plot by name."""

    name: str
    plot: Plot
    options: Mapping[str, Any]
    cases: tuple[str, ...]

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if the cases were run.

        Raises
        ------
        ConfigError
            If the plot cannot be made of them, as for want of a probe.
        """
        sources = [one for case in self.cases if (one := self._source(data, case)) is not None]
        if len(sources) < len(self.cases):
            return None
        try:
            return self.plot.draw(sources if self.plot.many else sources[0], **self.options)
        except (ValueError, TypeError) as error:
            raise config_error(f"study.toml: figure {self.name}", None, str(error)) from None

    def _source(self, data: FigureData, case: str) -> Source | None:
        scenario = data.scenario(case)
        if scenario is None:
            return None
        if self.plot.of_scenario:
            return Source.of_scenario(scenario.with_(title=None))
        point = data.point(case)
        if point is None:
            return None
        return Source(scenario, point.table, point.series, point.summary, "")


def figures_of(forms: Sequence[FigureForm], cases: Cases, issues: Issues) -> list[Figure]:
    """Make the figures; what does not exist goes to `issues`."""
    found = []
    for number, form in enumerate(forms):
        path = f"figure[{number}]"
        plot = PLOTS.get(form.plot)
        if plot is None:
            issues.unknown(f"{path}.plot", form.plot, "a plot", PLOTS)
            continue
        for one in form.options:
            if one not in plot.options():
                issues.unknown(f"{path}.options.{one}", one, f"an option of {form.plot}", plot.options())
        chosen = [one.name for one in cases.where(wanted_levels(form.cases, cases, f"{path}.cases", issues))]
        if len(chosen) != 1 and not plot.many:
            issues.add(f"{path}.cases", f"{len(chosen)} cases have these levels; {form.plot} shows one")
        # What shows the scenario alone needs no run.
        needed = () if plot.of_scenario else tuple(chosen)
        found.append(
            Figure(form.name, form.caption, needed, PlotOf(form.name, plot, form.options, tuple(chosen)))
        )
    return found
