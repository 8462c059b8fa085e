"""Figures of lines that a function takes from a typical run, with one axis for several cases."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from cellwise.expression import ExpressionError
from cellwise.plots import Axis, Drawing, Points, lines_plot
from cellwise.plots.marks import Mark, Spans
from cellwise.scenario import config_error
from cellwise.study.data.form import FigureForm, LinesForm
from cellwise.study.data.functions import Function, user_errors
from cellwise.study.data.grid import wanted_levels
from cellwise.study.data.issues import Issues
from cellwise.study.data.known import Known
from cellwise.study.definition import Figure, FigureData

#: How much higher than the highest line the axis ends.
_ABOVE = 1.05

#: How wide the first of several lines is, in points.
_WIDEST = 2.6


@dataclass(frozen=True, slots=True)
class LinesOf:
    """Draws lines of the replication of a case whose measure is nearest to the median."""

    name: str
    form: LinesForm
    function: Function
    case: str
    panels: tuple[str, ...]
    """Cases whose lines also fit on the axis."""

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if the case was run; raises `ConfigError` if the function fails."""
        form, lines = self.form, self._lines(data, self.case)
        if lines is None:
            return None
        every = [found for case in self.panels if (found := self._lines(data, case)) is not None]
        high = max((float(line.xy[:, 1].max(initial=0.0)) for found in every for line in found), default=0.0)
        drawing = lines_plot(
            lines,
            x_label=form.x_label,
            y_label=form.y_label,
            steps=form.steps,
            high=_ABOVE * high if every else None,
            widest=_WIDEST,
        )
        marks = [_stroke(one) if one.name in form.strokes else one for one in drawing.marks]
        drawing = replace(drawing, marks=marks, y=replace(drawing.y, whole=form.whole))
        return replace(drawing, x=Axis(form.x_label, form.shown[0], form.shown[1])) if form.shown else drawing

    def _lines(self, data: FigureData, case: str) -> list[Points] | None:
        typical = self.form.typical
        point = data.median_point(case, typical) if typical else data.point(case)
        if point is None:
            return None
        try:
            with user_errors():
                options = self.function.taking({"scenario": data.scenario(case), "shown": self.form.shown})
                given: Mapping[str, Any] = self.function(point, **options)
                return [Points(name, np.column_stack(xy)) for name, xy in given.items()]
        except ExpressionError as error:
            raise config_error(f"study.toml: figure {self.name}", None, str(error)) from error


def _stroke(mark: Mark) -> Mark:
    columns = mark.columns("x", "y")
    return Spans(mark.name, columns["x"], np.zeros(len(columns["x"])), columns["y"])


def lines_of(
    form: FigureForm,
    lines: LinesForm,
    path: str,
    folder: Path,
    known: Known,
    issues: Issues,
) -> Figure | None:
    """Make a figure; names that do not exist go to `issues`."""
    measures, cases = [one.name for one in known.measures], known.cases
    if lines.typical and lines.typical not in measures:
        issues.unknown(f"{path}.lines.typical", lines.typical, "a measure", measures)
    chosen = cases.one_of(wanted_levels(form.cases, cases, f"{path}.cases", issues))
    if len(chosen) != 1:
        issues.add(f"{path}.cases", f"{len(chosen)} cases have these levels; lines show one")
    panels = wanted_levels(lines.panels, cases, f"{path}.lines.panels", issues)
    shared = tuple(cases.names(panels)) if panels else ()
    try:
        function = Function(folder, lines.python)
    except ExpressionError as error:
        issues.add(f"{path}.lines.python", str(error), lines.python)
        return None
    draw = LinesOf(form.name, lines, function, "".join(chosen[:1]), shared)
    return Figure(form.name, form.caption, tuple(chosen), draw)
