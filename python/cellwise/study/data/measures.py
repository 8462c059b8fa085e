"""Measures of a study in data: what its expressions make of one run."""

import ast
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from cellwise import metrics
from cellwise.expression import FUNCTIONS, ExpressionError, evaluate, number, parsed, unknown
from cellwise.levels import Level
from cellwise.points.store import PointResult
from cellwise.scenario import Scenario, config_error
from cellwise.settings import setting_of
from cellwise.study.data.form import MeasureForm
from cellwise.study.data.functions import Function, user_errors
from cellwise.study.data.grid import combinations, text_of
from cellwise.study.data.issues import Issues

#: What measures may call besides `FUNCTIONS`, with the tables of the run as arguments.
METRICS: Mapping[str, Any] = {
    one.__name__: one
    for one in (
        metrics.bloat_s,
        metrics.efficiency_of_tables,
        metrics.fairness_of_shares,
        metrics.jain_index,
        metrics.mean_ratio,
        metrics.page_times,
        metrics.ping_times,
        metrics.port_flows,
        metrics.port_row,
        metrics.ttcp_bps,
        metrics.under_load,
    )
}

#: No family has more measures.
MOST_MEASURES = 10_000

#: The unit in which tables have numbers, and expressions settings, of each kind.
_UNITS = {"": "", "bit-rate": "bit/s", "bytes": "bytes", "cells": "cells", "packets": "packets", "span": "s"}

#: What an expression calls the numbers of the whole run.
SUMMARY = "summary"


@dataclass(frozen=True, slots=True)
class OfRun:
    """What an expression over a run may name: tables, summary, series and settings of the run, constants."""

    point: PointResult
    scenario: Scenario
    constants: Mapping[str, Any]

    def name(self, name: str) -> Any:
        """Give a table or a constant."""
        if name in self.constants:
            return self.constants[name]
        if name == SUMMARY:
            return self.point.summary
        if name not in self.point.tables:
            raise unknown(name, "a table of the run", [*self.constants, *self.point.tables, SUMMARY])
        return self.point.tables[name]

    def call(self, name: str, arguments: Sequence[Any], options: Mapping[str, Any]) -> Any:
        """Call a metric, or find a series or a setting."""
        if name == "series":
            return self._series(*arguments, **options)
        if name == "setting":
            return self._setting(*arguments, **options)
        if name not in METRICS:
            raise unknown(name, "a function", [*FUNCTIONS, *METRICS, "series", "setting"])
        return METRICS[name](*arguments, **options)

    def _series(self, quantity: str, target: str = "") -> Mapping[str, Any]:
        found = [
            one
            for one in self.point.series
            if one.quantity == quantity and target in ("", *one.target.split())
        ]
        if len(found) != 1:
            recorded = ", ".join(f"{one.quantity} of {one.target}" for one in self.point.series) or "none"
            raise ExpressionError(f"series: {len(found)} are of {quantity} {target}; recorded: {recorded}")
        return {"time_s": found[0].time_s, "value": found[0].value}

    def _setting(self, path: str) -> float | str:
        found = setting_of(self.scenario, path)
        if not isinstance(found, bool | int | float | str):
            raise ExpressionError(f"setting: {path} is not one value")
        level = Level.of(found)
        return found if isinstance(found, bool) or not level.is_number else level.within(_UNITS[level.kind])


@dataclass(frozen=True, slots=True)
class Measure:
    """One number of a run: its name, its family's name, its distinguishing word, how it is computed."""

    name: str
    family: str
    constants: Mapping[str, Any]
    how: ast.expr | Function
    """An expression, or a function that takes the run."""
    gives: tuple[str, ...] = ()
    """The names of the numbers of a function that gives several; each is its own measure."""
    common: Mapping[str, float] = field(default_factory=dict)
    """The constants of the study."""

    def of(
        self, point: PointResult, scenario: Scenario, chosen: Mapping[str, Any] | None = None
    ) -> dict[str, float]:
        """Give the number, or those of several that the run has, by the name of the measure.

        Raises `ExpressionError` if the run cannot have it.
        """
        if isinstance(self.how, ast.expr):
            scope = OfRun(point, scenario, {**self.common, **self.constants})
            return {self.name: number(evaluate(self.how, scope))}
        with user_errors():
            options = self.how.taking({"scenario": scenario, "chosen": chosen or {}})
            found = self.how(point, **{**self.constants, **options})
        if not self.gives:
            return {self.name: number(found)}
        if not isinstance(found, Mapping) or not set(found) <= set(self.gives):
            raise ExpressionError(f"gives something else than numbers named {', '.join(self.gives)}")
        return {name: number(one) for name, one in found.items()}

    @property
    def path(self) -> str:
        """Its place in the file."""
        return f"measure.{self.family}.{'expression' if isinstance(self.how, ast.expr) else 'python'}"


@dataclass(frozen=True, slots=True)
class Named:
    """What tables, claims and figures call a number of a run."""

    name: str
    family: str
    constants: Mapping[str, Any]


def measures_of(
    forms: Mapping[str, MeasureForm], common: Mapping[str, float], folder: Path, issues: Issues
) -> list[Measure]:
    """Give the measures, those of one family for each combination of its constants.

    Mistakes go to `issues`; a faulty measure is still named, so that it causes no other mistakes.
    """
    found = []
    for family, form in forms.items():
        how = _how(family, form, folder, issues)
        if (count := combinations(form.each)) > MOST_MEASURES:
            issues.add(
                f"measure.{family}.each", f"gives {count} measures; at most {MOST_MEASURES} are allowed"
            )
            continue
        for values in itertools.product(*form.each.values()):
            constants = dict(zip(form.each, values, strict=True))
            reported = [f"{key}={text_of(value)}" for key, value in constants.items()]
            name = " ".join([family, *reported])
            found.append(Measure(name, family, constants, how, tuple(form.gives), common))
        if form.gives and (form.each or not form.python):
            issues.add(f"measure.{family}.gives", "is for a function without each: give python alone")
    return found


def named(measures: Sequence[Measure]) -> list[Named]:
    """Name the numbers of runs: a measure each, or each of those that one function gives."""
    found: list[Named] = []
    for one in measures:
        found += [Named(name, name, {}) for name in one.gives] or [Named(one.name, one.family, one.constants)]
    return found


def _how(family: str, form: MeasureForm, folder: Path, issues: Issues) -> ast.expr | Function:
    if bool(form.expression) == bool(form.python):
        issues.add(f"measure.{family}", "give an expression, or a function as python")
    elif form.python:
        try:
            return Function(folder, form.python)
        except ExpressionError as error:
            issues.add(f"measure.{family}.python", str(error), form.python)
    return parsed(form.expression or "0")


class MeasureRun:
    """Measures one run of a scenario."""

    def __init__(self, measures: Sequence[Measure], chosen: Mapping[str, Any] | None = None) -> None:
        """Take what is measured, and the choices by path."""
        self.measures, self.chosen = measures, chosen or {}

    def __call__(self, point: PointResult, scenario: Scenario) -> dict[str, float]:
        """Give the numbers by name.

        Raises `ConfigError` if the run does not have what an expression names.
        """
        found: dict[str, float] = {}
        for one in self.measures:
            try:
                found |= one.of(point, scenario, self.chosen)
            except ExpressionError as error:
                raise config_error(f"study.toml: {one.path}", None, str(error)) from None
        return found


def sampled(scenario: Scenario) -> PointResult | None:
    """Run the beginning of a scenario, so that what its results hold is known; None if it cannot run."""
    from cellwise.run import run

    try:
        made = run(scenario.with_({"duration": "1 ms", "warmup": "0 s"}))
    except (ValueError, RuntimeError):
        return None
    tables = {name: {key: np.asarray(one) for key, one in made.columns(name).items()} for name in made.tables}
    return PointResult(tables, made.probes, made.summary)
