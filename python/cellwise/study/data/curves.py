"""Figures of curves over the levels of a factor: expressions over measures, in the bands of replications."""

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from cellwise.expression import ExpressionError, Labelled, evaluate, number, parsed
from cellwise.plots import Band, Drawing, Points, bands_plot
from cellwise.plots.marks import Line, Mark, Scatter
from cellwise.study.data.claims import OfCases
from cellwise.study.data.form import CurveForm, CurvesForm, FigureForm
from cellwise.study.data.grid import text_of, wanted_levels
from cellwise.study.data.issues import Issues
from cellwise.study.data.known import Known, OfNumbers
from cellwise.study.definition import Figure, FigureData
from cellwise.study.values import Values

Numbers = NDArray[np.float64]

#: Gives what an expression may name where measures of cases are as a function gives them.
Scope = Callable[[Callable[[str, str], float]], OfCases]


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve: its expression, the names that it may use at each level, and the printed values."""

    name: str
    tree: ast.expr
    scopes: Sequence[Scope]
    printed: Numbers
    """Shape (n_points, 2)."""
    beside: str | None = None
    """The curve whose colour it has, as a line without a band; empty for a line with one of its own."""

    def cases(self) -> dict[str, None]:
        """Name the cases that it shows; raises `ExpressionError` if it names what does not exist."""
        return {case: None for scope in self.scopes for case in self._cases_at(scope)}

    def _cases_at(self, scope: Scope) -> dict[str, None]:
        found: dict[str, None] = {}

        def noted(case: str, _measure: str) -> float:
            found[case] = None
            return 1.0

        number(evaluate(self.tree, scope(noted)))
        return found

    def values(self, values: Values, most: int | None) -> list[Numbers]:
        """Give what the replications gave at each level, of so many at most."""
        return [self._values_at(scope, values, most) for scope in self.scopes]

    def _values_at(self, scope: Scope, values: Values, most: int | None) -> Numbers:
        count = min((len(values.measured[case]) for case in self._cases_at(scope)), default=1)
        views = [values.replication(one) for one in range(count)][:most]
        return np.array([number(evaluate(self.tree, scope(one))) for one in views])


@dataclass(frozen=True, slots=True)
class CurvesOf:
    """Draws curves over the levels of a factor, and what is printed of them."""

    form: CurvesForm
    known: Known
    places: Sequence[float]
    """Where the levels are drawn."""
    curves: Sequence[Curve]

    def cases(self) -> list[str]:
        """Name the cases that it shows."""
        return list({case: None for curve in self.curves for case in curve.cases()})

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if all its cases were run."""
        form, own = self.form, [one for one in self.curves if one.beside is None]
        values = self._values(data)
        if values is None:
            return None
        most = 1 if form.first else None
        drawing = bands_plot(
            self.places,
            [] if form.points else [_band(one.name, one.values(values, most)) for one in own],
            x_label=form.x_label,
            y_label=form.y_label,
            printed=self.printed(),
            low=form.low,
            order=self.known.colours,
        )
        lines = [self._line(one, values, most) for one in self.curves if one.beside is not None]
        scattered = [self._points(one, values, most) for one in own] if form.points else []
        x = replace(drawing.x, ticks=form.ticks) if form.ticks else drawing.x
        return replace(drawing, x=x, marks=[*drawing.marks, *scattered, *lines])

    def _values(self, data: FigureData) -> Values | None:
        """Give the measures of all cases; of one that only figures show, of its only run."""
        found = dict(data.values.measured)
        for case in self.cases():
            if data.values.has(case):
                continue
            point, scenario = data.point(case), data.scenario(case)
            if point is None or scenario is None:
                return None
            found[case] = [self.known.measure(point, scenario)]
        return Values(found)

    def printed(self) -> list[Points]:
        """Give the printed points of the curves of which some are."""
        return [Points(one.name, one.printed) for one in self.curves if len(one.printed)]

    def _line(self, curve: Curve, values: Values, most: int | None) -> Mark:
        middle = np.array([np.median(one) for one in curve.values(values, most)])
        x = np.asarray(self.places, dtype=np.float64)
        rising = np.argsort(x)
        return Line(curve.name, x[rising], middle[rising], beside=curve.beside or "")

    def _points(self, curve: Curve, values: Values, most: int | None) -> Mark:
        """Show every replication; one without a value is left out."""
        found = curve.values(values, most)
        x, y = np.repeat(self.places, [len(one) for one in found]), np.concatenate(found)
        return Scatter(curve.name, x[np.isfinite(y)], y[np.isfinite(y)])


def curves_of(form: FigureForm, curves: CurvesForm, path: str, known: Known, issues: Issues) -> Figure | None:
    """Make a figure; names that do not exist go to `issues`."""
    cases, over = known.cases, curves.over
    usual = wanted_levels(form.cases, cases, f"{path}.cases", issues)
    constants = {one.constants[over]: None for one in known.measures if over in one.constants}
    levels = usual.get(over) or [one for one in cases.levels(over) if one] or [*map(text_of, constants)]
    if not levels:
        named = [*cases.factors(), *dict.fromkeys(key for one in known.measures for key in one.constants)]
        issues.unknown(
            f"{path}.curves.over", over, "a factor of the cases, or a constant of a measure", named
        )
        return None
    try:
        numbers = [{**known.constants, over: float(one)} for one in levels]
    except ValueError:
        issues.add(f"{path}.curves.over", "has levels that are no numbers", ", ".join(levels))
        return None
    scopes = [
        partial(OfCases, known, usual={**usual, over: [level]}, numbers=named)
        for level, named in zip(levels, numbers, strict=True)
    ]

    def place(level: float) -> float:
        return OfNumbers({**known.constants, over: level}).value(curves.x or over)

    try:
        places = [place(float(level)) for level in levels]
    except ExpressionError as error:
        issues.add(f"{path}.curves.x", str(error))
        return None
    made = []
    for row, one in enumerate(curves.curve):
        try:
            curve = Curve(one.name, parsed(one.y), scopes, _printed(one, scopes[0], place), one.beside)
            curve.cases()
            made.append(curve)
        except ExpressionError as error:
            issues.add(f"{path}.curves.curve[{row}]", str(error))
    return Figure(form.name, form.caption, (), CurvesOf(curves, known, places, made))


def _printed(form: CurveForm, scope: Scope, place: Callable[[float], float]) -> Numbers:
    """Give the printed points: rows of tables by their label, or numbers by the level that they are of."""
    none = scope(_refused)
    if isinstance(form.printed, Mapping):
        points = [[place(float(at)), number(evaluate(parsed(one), none))] for at, one in form.printed.items()]
        return np.array(points, dtype=np.float64)
    if form.printed is None:
        return np.empty((0, 2))
    found = evaluate(parsed(form.printed), none)
    if not isinstance(found, Labelled) or any(len(one) != 1 for one in found.labels):
        raise ExpressionError("printed: is not several numbers, by one label")
    return np.column_stack([[place(float(one)) for (one,) in found.labels], found.numbers])


def _refused(_case: str, measure: str) -> float:
    raise ExpressionError(f"printed: {measure} is not printed; give columns of tables, as printed(...)")


def _band(name: str, over_replications: Sequence[Numbers]) -> Band:
    """Give the median and the 5-95 % range of the replications at each level."""
    low, middle, high = np.transpose([np.percentile(values, [5, 50, 95]) for values in over_replications])
    return Band(name, low, middle, high)
