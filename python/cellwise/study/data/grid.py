"""Cases of a study in data: all combinations of the levels of its factors, each a scenario."""

import itertools
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cellwise.errors import ConfigError
from cellwise.scenario import Scenario
from cellwise.study.data.form import FactorForm, GridForm, StudyForm
from cellwise.study.data.issues import Issues
from cellwise.study.definition import Case


@dataclass(frozen=True, slots=True)
class Placed:
    """A case and its place in the grid."""

    name: str
    levels: Mapping[str, str]
    """Level by factor."""
    group: str
    scenario: Scenario

    @property
    def case(self) -> Case:
        """The case alone."""
        return Case(self.name, self.scenario)


class Cases:
    """The cases of a study by name, found by their levels."""

    def __init__(self, placed: Iterable[Placed]) -> None:
        """Take them in their order; a name comes once."""
        self.by_name = {one.name: one for one in placed}

    def factors(self) -> list[str]:
        """Name the factors, in the order of the cases."""
        return list(dict.fromkeys(factor for one in self.by_name.values() for factor in one.levels))

    def levels(self, factor: str) -> list[str]:
        """Name the levels of a factor that cases have."""
        every = (one.levels.get(factor) for one in self.by_name.values())
        return list(dict.fromkeys(level for level in every if level is not None))

    def where(self, wanted: Mapping[str, Sequence[str]]) -> list[Placed]:
        """Give the cases that have one of the wanted levels of each factor."""
        return [
            one
            for one in self.by_name.values()
            if all(one.levels.get(factor) in levels for factor, levels in wanted.items())
        ]


def text_of(level: Any) -> str:
    """Write a level as names of cases have it: numbers as TOML does."""
    return level if isinstance(level, str) else json.dumps(level)


def cases_of(form: StudyForm, base: Scenario, chosen: Mapping[str, Any], issues: Issues) -> Cases:
    """Make all cases: the scenario, then the choices, then what the levels set.

    Mistakes go to `issues`, and their cases are left out.
    """
    factors = {name: _changes_by_level(name, one, issues) for name, one in form.factor.items()}
    try:
        base = base.with_(chosen)
    except ConfigError as error:
        issues.add_error("setting", error)
        return Cases([])
    found: dict[str, Placed] = {}
    for number, grid in enumerate(form.cases):
        path = f"cases[{number}]"
        for levels in _combinations(grid, factors, path, issues):
            name = " ".join(f"{factor}={level}" for factor, level in levels.items())
            if name in found:
                issues.add(path, "this case is in the grids twice", name)
                continue
            changes = {key: one for factor in levels for key, one in factors[factor][levels[factor]].items()}
            try:
                titled = {"title": f"{form.title}: {name}", **grid.set, **changes}
                found[name] = Placed(name, levels, grid.group, base.with_(titled))
            except ConfigError as error:
                issues.add_error(f"{path}: {name}", error)
    return Cases(found.values())


def _changes_by_level(name: str, factor: FactorForm, issues: Issues) -> dict[str, Mapping[str, Any]]:
    path = f"factor.{name}"
    if bool(factor.values) == bool(factor.levels) or bool(factor.path) != bool(factor.values):
        issues.add(path, "give path and values, or levels")
        return {}
    if factor.levels:
        return dict(factor.levels)
    if factor.write and "{value}" not in factor.write:
        issues.add(f"{path}.write", "has no {value}", factor.write)
    return {
        text_of(one): {factor.path or "": factor.write.replace("{value}", text_of(one)) or one}
        for one in factor.values
    }


def _combinations(
    grid: GridForm, factors: Mapping[str, Mapping[str, Any]], path: str, issues: Issues
) -> list[dict[str, str]]:
    axes: dict[str, list[str]] = {}
    for name, levels in (grid.factors if grid.factors is not None else dict.fromkeys(factors, ())).items():
        if name not in factors:
            issues.unknown(f"{path}.factors.{name}", name, "a factor", factors)
            continue
        axes[name] = [text_of(one) for one in levels] or list(factors[name])
        for one in axes[name]:
            if one not in factors[name]:
                issues.unknown(f"{path}.factors.{name}", one, f"a level of {name}", factors[name])
        axes[name] = [one for one in axes[name] if one in factors[name]]
    return [dict(zip(axes, levels, strict=True)) for levels in itertools.product(*axes.values())]


def wanted_levels(
    given: Mapping[str, Sequence[Any]], cases: Cases, path: str, issues: Issues
) -> dict[str, list[str]]:
    """Read which cases are meant; what does not exist goes to `issues`."""
    found: dict[str, list[str]] = {}
    for factor, levels in given.items():
        known = cases.levels(factor)
        if not known:
            issues.unknown(f"{path}.{factor}", factor, "a factor of the cases", cases.factors())
            continue
        found[factor] = [text_of(one) for one in levels]
        for one in found[factor]:
            if one not in known:
                issues.unknown(f"{path}.{factor}", one, f"a level of {factor}", known)
    return found
