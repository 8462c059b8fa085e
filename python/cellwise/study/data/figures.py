"""Figures of a study in data: plots by name, a line of one run, or numbers of a published table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cellwise.expression import ExpressionError, evaluate, parsed
from cellwise.plots import Drawing, line_plot
from cellwise.plots.registry import PLOTS, require_probes
from cellwise.points.store import PointResult
from cellwise.scenario import Scenario, config_error
from cellwise.source import Source
from cellwise.study.data.curves import curves_of
from cellwise.study.data.form import FigureForm, LineForm
from cellwise.study.data.grid import wanted_levels
from cellwise.study.data.issues import Issues
from cellwise.study.data.known import Known
from cellwise.study.data.lines import lines_of
from cellwise.study.data.measures import OfRun
from cellwise.study.data.table_figures import PairsOf, RangesOf
from cellwise.study.definition import Figure, FigureData

#: What a figure shows; it has one of these.
_KINDS = ("plot", "line", "lines", "curves", "ranges", "pairs")


@dataclass(frozen=True, slots=True)
class PlotOf:
    """Draws a plot by name."""

    name: str
    plot: str
    options: Mapping[str, Any]
    cases: tuple[str, ...]

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if the cases were run.

        Raises `ConfigError` if the plot cannot be made of them, as for want of a probe.
        """
        sources = [one for case in self.cases if (one := self._source(data, case)) is not None]
        if len(sources) < len(self.cases):
            return None
        plot = PLOTS[self.plot]
        try:
            for source in sources:
                require_probes(self.plot, plot, source)
            return plot.draw(sources if plot.many else sources[0], **self.options)
        except (ValueError, TypeError) as error:
            raise config_error(f"study.toml: figure {self.name}", None, str(error)) from None

    def _source(self, data: FigureData, case: str) -> Source | None:
        scenario = data.scenario(case)
        if scenario is None:
            return None
        if PLOTS[self.plot].of_scenario:
            return Source.of_scenario(scenario.with_(title=None))
        point = data.point(case)
        if point is None:
            return None
        return point.source(scenario)


@dataclass(frozen=True, slots=True)
class LineOf:
    """Draws an expression over a run against another."""

    name: str
    form: LineForm
    case: str
    constants: Mapping[str, float]

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if the case was run; raises `ConfigError` if the run does not have what is drawn."""
        point, scenario = data.point(self.case), data.scenario(self.case)
        if point is None or scenario is None:
            return None
        form = self.form
        try:
            x, y = self.values(point, scenario)
        except ExpressionError as error:
            raise config_error(f"study.toml: figure {self.name}", None, str(error)) from None
        return line_plot(x, y, x_label=form.x_label, y_label=form.y_label, steps=form.steps)

    def values(self, point: PointResult, scenario: Scenario) -> list[Any]:
        """Give what is drawn against what; raises `ExpressionError` if a run does not have it."""
        scope = OfRun(point, scenario, self.constants)
        return [np.asarray(evaluate(parsed(one), scope)) for one in (self.form.x, self.form.y)]


def figures_of(
    forms: Sequence[FigureForm | None], folder: Path, known: Known, issues: Issues
) -> list[Figure]:
    """Make the figures; names that do not exist go to `issues`."""
    made = (
        lines_of(form, form.lines, f"figure[{number}]", folder, known, issues)
        if form.lines and not form.plot
        else curves_of(form, form.curves, f"figure[{number}]", known, issues)
        if form.curves and not form.plot
        else _figure(form, f"figure[{number}]", known, issues)
        for number, form in enumerate(forms)
        if form is not None
    )
    return [one for one in made if one is not None]


def _figure(form: FigureForm, path: str, known: Known, issues: Issues) -> Figure | None:
    given = [kind for kind in _KINDS if getattr(form, kind) is not None]
    if len(given) != 1:
        issues.add(path, f"give one of {', '.join(_KINDS)}: what it shows")
        return None
    if form.ranges or form.pairs:
        return _of_table(form, path, known, issues)
    wanted = wanted_levels(form.cases, known.cases, f"{path}.cases", issues)
    if form.plot:
        return _of_plot(form, form.plot, path, known.cases.names(wanted), issues)
    chosen = known.cases.one_of(wanted)
    _require_one(chosen, path, "a line", issues)
    assert form.line is not None
    line = LineOf(form.name, form.line, "".join(chosen[:1]), known.constants)
    return Figure(form.name, form.caption, tuple(chosen), line)


def _of_plot(form: FigureForm, name: str, path: str, chosen: Sequence[str], issues: Issues) -> Figure | None:
    plot = PLOTS.get(name)
    if plot is None:
        issues.unknown(f"{path}.plot", name, "a plot", PLOTS)
        return None
    for one in form.options:
        if one not in plot.options():
            issues.unknown(f"{path}.options.{one}", one, f"an option of {name}", plot.options())
    if not plot.many:
        _require_one(chosen, path, name, issues)
    # What shows the scenario alone needs no run.
    needed = () if plot.of_scenario else tuple(chosen)
    return Figure(form.name, form.caption, needed, PlotOf(form.name, name, form.options, tuple(chosen)))


def _require_one(chosen: Sequence[str], path: str, what: str, issues: Issues) -> None:
    if len(chosen) != 1:
        issues.add(f"{path}.cases", f"{len(chosen)} cases have these levels; {what} shows one")


def _of_table(form: FigureForm, path: str, known: Known, issues: Issues) -> Figure | None:
    if form.cases:
        issues.add(f"{path}.cases", "the table says of which cases it is; choose among its rows")
    try:
        if form.ranges:
            return Figure(form.name, form.caption, (), RangesOf.read(form.ranges, known.printed))
        assert form.pairs is not None
        pairs = PairsOf.read(form.pairs, known.printed, known.colours)
        return Figure(form.name, form.caption, (), pairs)
    except ExpressionError as error:
        issues.add(f"{path}.{'ranges' if form.ranges else 'pairs'}", str(error))
        return None
