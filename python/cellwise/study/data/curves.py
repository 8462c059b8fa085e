"""Figures of curves over the levels of a factor: expressions over measures, in the bands of replications."""

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from cellwise.plots import Drawing, Points, bands_plot
from cellwise.plots.marks import Line
from cellwise.study.bands import band
from cellwise.study.data.claims import OfCases
from cellwise.study.data.expression import ExpressionError, Labelled, evaluate, number, parsed
from cellwise.study.data.form import CurveForm, CurvesForm, FigureForm
from cellwise.study.data.grid import Cases, wanted_levels
from cellwise.study.data.issues import Issues
from cellwise.study.data.measures import Named
from cellwise.study.data.printed import PrintedTables
from cellwise.study.definition import Figure, FigureData
from cellwise.study.values import Values

#: Gives what an expression may name where measures of cases are as a function gives them.
Scope = Callable[[Callable[[str, str], float]], OfCases]


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve: its expression, what it may name at each level, and what is printed."""

    name: str
    tree: ast.expr
    scopes: Sequence[Scope]
    printed: NDArray[np.float64]
    """Shape (n_points, 2)."""
    beside: str | None = None
    """The curve whose colour it has, as a line without a band."""

    def cases(self) -> set[str]:
        """Name the cases that it shows; raises `ExpressionError` if it names what does not exist."""
        found: set[str] = set()

        def noted(case: str, _measure: str) -> float:
            found.add(case)
            return 1.0

        for scope in self.scopes:
            number(evaluate(self.tree, scope(noted)))
        return found

    def values(self, values: Values) -> list[NDArray[np.float64]]:
        """Give what the replications gave at each level."""
        count = min(len(values.measured[case]) for case in self.cases())
        views = [values.replication(one) for one in range(count)]
        return [np.array([number(evaluate(self.tree, scope(one))) for one in views]) for scope in self.scopes]


@dataclass(frozen=True, slots=True)
class CurvesOf:
    """Draws curves over the levels of a factor, and what is printed of them."""

    form: CurvesForm
    levels: Sequence[float]
    curves: Sequence[Curve]

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if all its cases were run."""
        form, own = self.form, [one for one in self.curves if one.beside is None]
        if not all(data.values.has(case) for curve in self.curves for case in curve.cases()):
            return None
        drawing = bands_plot(
            self.levels,
            [band(one.name, one.values(data.values)) for one in own],
            x_label=form.x_label,
            y_label=form.y_label,
            printed=self.printed(),
            low=form.low,
            order=form.order,
        )
        lines = [self._line(one, data.values) for one in self.curves if one.beside is not None]
        return replace(drawing, marks=[*drawing.marks, *lines])

    def printed(self) -> list[Points]:
        """Give the printed points of the curves of which some are."""
        return [Points(one.name, one.printed) for one in self.curves if len(one.printed)]

    def _line(self, curve: Curve, values: Values) -> Line:
        middle = np.array([np.median(one) for one in curve.values(values)])
        return Line(curve.name, np.asarray(self.levels, dtype=np.float64), middle, beside=curve.beside or "")


def curves_of(
    form: FigureForm,
    curves: CurvesForm,
    path: str,
    cases: Cases,
    measures: Sequence[Named],
    printed: PrintedTables,
    issues: Issues,
) -> Figure | None:
    """Make a figure; what does not exist goes to `issues`."""
    usual = wanted_levels(form.cases, cases, f"{path}.cases", issues)
    levels = usual.get(curves.over) or [one for one in cases.levels(curves.over) if one]
    if not levels:
        issues.unknown(f"{path}.curves.over", curves.over, "a factor of the cases", cases.factors())
        return None
    scopes = [
        partial(OfCases, cases, measures, printed, usual={**usual, curves.over: [one]}) for one in levels
    ]
    made = []
    for place, one in enumerate(curves.curve):
        try:
            curve = Curve(one.name, parsed(one.y), scopes, _printed(one, scopes[0]), one.beside)
            curve.cases()
            made.append(curve)
        except ExpressionError as error:
            issues.add(f"{path}.curves.curve[{place}]", str(error))
    try:
        places = [float(one) for one in levels]
    except ValueError:
        issues.add(f"{path}.curves.over", "has levels that are no numbers", ", ".join(levels))
        return None
    return Figure(form.name, form.caption, (), CurvesOf(curves, places, made))


def _printed(form: CurveForm, scope: Scope) -> NDArray[np.float64]:
    """Give the printed points: rows of tables by their label, or numbers by the level that they are of."""
    none = scope(_refused)
    if isinstance(form.printed, Mapping):
        points = [[float(at), number(evaluate(parsed(one), none))] for at, one in form.printed.items()]
        return np.array(points, dtype=np.float64)
    if form.printed is None:
        return np.empty((0, 2))
    found = evaluate(parsed(form.printed), none)
    if not isinstance(found, Labelled) or any(len(one) != 1 for one in found.labels):
        raise ExpressionError("printed: is not several numbers, by one label")
    return np.column_stack([[float(one) for (one,) in found.labels], found.numbers])


def _refused(_case: str, measure: str) -> float:
    raise ExpressionError(f"printed: {measure} is not printed; give columns of tables, as printed(...)")
