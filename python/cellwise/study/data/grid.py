"""Cases of a study in data: all combinations of the levels of its factors, each a scenario."""

import itertools
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cellwise.errors import ConfigError
from cellwise.expression import ExpressionError
from cellwise.left_out import as_warning
from cellwise.scenario import Scenario
from cellwise.study.data.form import FactorForm, GridForm, SettingForm, StudyForm
from cellwise.study.data.issues import Issues
from cellwise.study.definition import Case

#: The level of a factor that a case does not have.
NONE = ""

#: Replaces a scenario that cannot be read.
_ANY = "n-source"

#: No study has more cases, nor more places for them in its grids.
MOST_CASES = 10_000

#: What stands for a level, or for the name of a case, in a text.
_WORD = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Placed:
    """A case and one of its places in the grids."""

    name: str
    levels: Mapping[str, str]
    """Level by factor."""
    group: str
    scenario: Scenario
    sound: bool = True
    """Whether this is its scenario, and not a substitute for a faulty one."""

    @property
    def case(self) -> Case:
        """The case alone."""
        return Case(self.name, self.scenario)


class Cases:
    """The cases of a study by name, found by their levels."""

    def __init__(self, placed: Sequence[Placed], *, whole: bool = True) -> None:
        """Take their places in their order, and whether these are all that are meant."""
        self.placed, self.whole = placed, whole
        self.by_name: dict[str, Placed] = {}
        for one in placed:
            self.by_name.setdefault(one.name, one)
        factors = dict.fromkeys(factor for one in placed for factor in one.levels)
        self._at = {factor: _places_by_level(factor, placed) for factor in factors}
        # Claims look up the same places in every replication.
        self._found: dict[object, list[Placed]] = {}

    def factors(self) -> list[str]:
        """Name the factors, in the order of the cases."""
        return list(self._at)

    def levels(self, factor: str) -> list[str]:
        """Name the levels of a factor that cases have; the last is `NONE` if some do not have the factor."""
        return list(self._at.get(factor, ()))

    def where(self, wanted: Mapping[str, Sequence[str]]) -> list[Placed]:
        """Give the places that have one of the wanted levels of each factor; a case may have several."""
        key = tuple((factor, tuple(levels)) for factor, levels in wanted.items())
        if key not in self._found:
            self._found[key] = [self.placed[at] for at in sorted(self._places(wanted))]
        return self._found[key]

    def _places(self, wanted: Mapping[str, Sequence[str]]) -> set[int]:
        """Give the numbers of the places that have one of the wanted levels of each factor."""
        found = set(range(len(self.placed)))
        for factor, levels in wanted.items():
            at = self._at.get(factor, {NONE: found})
            found &= set().union(*(at.get(level, ()) for level in levels))
        return found

    def names(self, wanted: Mapping[str, Sequence[str]]) -> list[str]:
        """Name the cases that have one of the wanted levels of each factor, each once."""
        return list(dict.fromkeys(one.name for one in self.where(wanted)))

    def one_of(self, wanted: Mapping[str, Sequence[str]]) -> list[str]:
        """Name the case that is meant where one is: of several the one that has no other factor."""
        found = self.where(wanted)
        plain = {one.name for one in found if set(one.levels) <= set(wanted)}
        return list(plain) if len(plain) == 1 else self.names(wanted)


def _places_by_level(factor: str, placed: Sequence[Placed]) -> dict[str, set[int]]:
    """Give the numbers of the places by their level of a factor; the last is `NONE` if some have none."""
    found: dict[str, set[int]] = {}
    for number, one in enumerate(placed):
        found.setdefault(one.levels.get(factor, NONE), set()).add(number)
    if NONE in found:
        found[NONE] = found.pop(NONE)
    return found


def has_levels(levels: Mapping[str, str], wanted: Mapping[str, Sequence[str]]) -> bool:
    """Return whether a case has one of the wanted levels of each factor."""
    return all(levels.get(factor, NONE) in ones for factor, ones in wanted.items())


def text_of(level: Any) -> str:
    """Write a level as names of cases have it: numbers as TOML does."""
    return level if isinstance(level, str) else json.dumps(level)


def filled(text: str, words: Mapping[str, str]) -> str:
    """Write what stands for each word in braces; one that is not known stays."""
    return _WORD.sub(lambda found: words.get(found[1], found[0]), text)


def words_of(each: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, str]]:
    """Give each combination of words, in the order in which they are written, as texts are filled with it."""
    for chosen in itertools.product(*each.values()):
        yield dict(zip(each, map(text_of, chosen), strict=True))


def texts_of(wanted: Mapping[str, Sequence[Any]]) -> dict[str, list[str]]:
    """Write levels as names of cases have them."""
    return {factor: [text_of(one) for one in levels] for factor, levels in wanted.items()}


#: Gives the scenario that a grid begins with, by its template if it has one of its own; None if it cannot be.
Base = Callable[[str | None], Scenario | None]

#: What no level says: takes the levels of a case and the choices, and gives values by path.
Rest = Callable[[Mapping[str, str], Mapping[str, Any]], Mapping[str, Any]]


def cases_of(
    form: StudyForm,
    folder: Path,
    base: Base,
    chosen: Mapping[str, Any],
    rest: Rest | None,
    issues: Issues,
) -> Cases:
    """Make all cases: the scenario, then the choices, then what the levels set.

    The files that they name are looked for from `folder`. Without `rest`, as where the function that gives it
    may not be run, no case has its own scenario.

    Mistakes go to `issues`; a case whose scenario has some is still named, so that what names it is not at
    fault.
    """
    before = len(issues)
    factors = {name: _changes_by_level(name, one, issues) for name, one in form.factor.items()}
    every: dict[str, list[Any]] = {name: [] for name in factors}
    axes = [
        _axes(every if grid.factors is None else grid.factors, factors, f"cases[{number}].factors", issues)
        for number, grid in enumerate(form.cases)
    ]
    also_axes = [
        _axes(grid.also, factors, f"cases[{number}].also", issues) for number, grid in enumerate(form.cases)
    ]
    if _too_many(axes, also_axes, issues):
        axes, also_axes = [], []
    whole = len(issues) == before
    grids, alsos = [*map(_combinations, axes)], [*map(_combinations, also_axes)]
    common: dict[str, Any] = {}
    for one in form.setting:
        common |= {} if one.cases else _set(one, chosen)
    templates = dict.fromkeys(one.template for one in form.cases)
    bases = {template: _with_choices(base(template), folder, common, issues) for template in templates}
    placed: list[Placed] = []
    broken: list[tuple[str, ConfigError]] = []
    for number, grid in enumerate(form.cases[: len(grids)]):
        path, (first, sound) = f"cases[{number}]", bases[grid.template]
        for levels in grids[number]:
            name = _name(form, grid, levels)
            changes = dict(grid.set)
            for factor in levels:
                changes |= factors[factor][levels[factor]]
            made = Placed(name, levels, grid.group, first, sound=False)
            try:
                changes = {**_of_some(form, levels, chosen, changes), **changes}
                if rest is not None:
                    given = {
                        "title": form.scenario.title or f"{form.title}: {{name}}",
                        **rest(levels, chosen),
                        **changes,
                    }
                    given["title"] = str(given["title"]).replace("{name}", name)
                    made = replace(made, scenario=first.with_files_of(folder, given), sound=sound)
                    _require_whole(made.scenario)
            except ConfigError as error:
                broken.append((f"{path}: {name}", error))
            except ExpressionError as error:
                issues.add("scenario.python", str(error), form.scenario.python)
            placed += _new_places(made, alsos[number], placed, path, issues)
    issues.add_errors(broken)
    cases = Cases(_ordered(form, factors, placed, issues), whole=whole)
    for number, one in enumerate(form.setting):
        wanted_levels(one.cases, cases, f"setting[{number}].cases", issues)
    return cases


def _require_whole(scenario: Scenario) -> None:
    """Refuse a case without a setting that the study gives it: its numbers would look as if it had it."""
    if not scenario.left_out:
        return
    rule = "; set these only in the cases that have them"
    error = ConfigError("; ".join(scenario.left_out))
    error.issues = [
        {**as_warning(one), "rule": f"{as_warning(one)['rule']}{rule}"} for one in scenario.left_out
    ]
    raise error


def _name(form: StudyForm, grid: GridForm, levels: Mapping[str, str]) -> str:
    labels = {factor: form.factor[factor].labels.get(level, level) for factor, level in levels.items()}
    return filled(grid.name, labels) or " ".join(f"{key}={level}" for key, level in levels.items())


def _new_places(
    made: Placed, also: Sequence[Mapping[str, str]], before: Sequence[Placed], path: str, issues: Issues
) -> list[Placed]:
    """Give the places of a case in one grid; elsewhere it must be the same scenario."""
    others = [one for one in before if one.name == made.name]
    places = [replace(made, levels={**made.levels, **one}) for one in also]
    if any(one.levels == place.levels for one in others for place in places):
        issues.add(path, "this case is in the grids twice", made.name)
        return []
    if others and made.sound and others[0].sound and made.scenario != others[0].scenario:
        issues.add(path, "this case is in the grids twice, as different scenarios", made.name)
    return places


def _with_choices(
    base: Scenario | None, folder: Path, common: Mapping[str, Any], issues: Issues
) -> tuple[Scenario, bool]:
    """Set the choices of all cases; say whether the result is the intended one, or a substitute."""
    if base is None:
        return Scenario.from_template(_ANY), False
    try:
        return base.with_files_of(folder, common), True
    except ConfigError as error:
        issues.add_error("setting", error)
        return base, False


def _ordered(
    form: StudyForm, factors: Mapping[str, Mapping[str, Any]], placed: list[Placed], issues: Issues
) -> list[Placed]:
    """Put cases in the order of the levels of some factors; of one level in that of the grids."""
    for name in reversed(form.order):
        if name not in factors:
            issues.unknown("order", name, "a factor", factors)
            continue
        known = list(factors[name])
        placed.sort(key=lambda one: known.index(one.levels[name]) if name in one.levels else len(known))
    return placed


def _set(form: SettingForm, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Give what a choice sets, by path."""
    value = chosen[form.path]
    written = form.write.replace("{value}", text_of(value)) if form.write else value
    return dict.fromkeys([form.path] if form.at is None else form.at, written)


def _of_some(
    form: StudyForm, levels: Mapping[str, str], chosen: Mapping[str, Any], changes: Mapping[str, Any]
) -> dict[str, Any]:
    """Give the settings in a case of choices for some cases only; its levels override them."""
    return {
        path: value
        for one in form.setting
        if one.cases and has_levels(levels, texts_of(one.cases))
        for path, value in _set(one, chosen).items()
        if path not in changes
    }


def _changes_by_level(name: str, factor: FactorForm, issues: Issues) -> dict[str, Mapping[str, Any]]:
    path = f"factor.{name}"
    known = [*factor.levels, *map(text_of, factor.values)]
    for one in factor.labels:
        if one not in known:
            issues.unknown(f"{path}.labels", one, f"a level of {name}", known)
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


def _axes(
    given: Mapping[str, Sequence[Any]],
    factors: Mapping[str, Mapping[str, Any]],
    path: str,
    issues: Issues,
) -> dict[str, list[str]]:
    """Give the levels of each factor that are combined; of a factor with none, all of them."""
    axes: dict[str, list[str]] = {}
    for name, levels in given.items():
        if name not in factors:
            issues.unknown(f"{path}.{name}", name, "a factor", factors)
            continue
        axes[name] = [text_of(one) for one in levels] or list(factors[name])
        for one in axes[name]:
            if one not in factors[name]:
                issues.unknown(f"{path}.{name}", one, f"a level of {name}", factors[name])
        axes[name] = [one for one in axes[name] if one in factors[name]]
    return axes


def combinations(axes: Mapping[str, Sequence[Any]]) -> int:
    """Count the combinations of one value of each axis, without making them."""
    return math.prod(map(len, axes.values()))


def _combinations(axes: Mapping[str, Sequence[str]]) -> list[dict[str, str]]:
    return [dict(zip(axes, levels, strict=True)) for levels in itertools.product(*axes.values())]


def _too_many(
    grids: Sequence[Mapping[str, Sequence[str]]], alsos: Sequence[Mapping[str, Sequence[str]]], issues: Issues
) -> bool:
    """Return whether grids have more places together than a study may have, before they are made."""
    counts = [combinations(grid) * combinations(also) for grid, also in zip(grids, alsos, strict=True)]
    if sum(counts) <= MOST_CASES:
        return False
    most = counts.index(max(counts))
    of_all = f", of {sum(counts)} in all" if len(counts) > 1 else ""
    issues.add(f"cases[{most}]", f"come to {counts[most]} cases{of_all}; a study has at most {MOST_CASES}")
    return True


def wanted_levels(
    given: Mapping[str, Sequence[Any]], cases: Cases, path: str, issues: Issues
) -> dict[str, list[str]]:
    """Read which cases are meant; names that do not exist go to `issues`."""
    found: dict[str, list[str]] = {}
    for factor, levels in given.items():
        known = cases.levels(factor)
        if not known:
            issues.unknown(f"{path}.{factor}", factor, "a factor of the cases", cases.factors())
            continue
        found[factor] = [text_of(one) for one in levels]
        for one in found[factor]:
            if one not in known:
                issues.unknown(f"{path}.{factor}", one, f"a level of {factor}", filter(None, known))
    return found
