"""Claims of a study in data: comparisons of measures over cases."""

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from cellwise.expression import (
    FUNCTIONS,
    MOST_ELEMENTS,
    ExpressionError,
    Labelled,
    evaluate,
    numbers_of,
    parsed,
    truth,
    unknown,
    unknown_rule,
)
from cellwise.study.claims import Claim, Part
from cellwise.study.data.form import ClaimForm, PartForm
from cellwise.study.data.grid import combinations, filled, text_of, wanted_levels, words_of
from cellwise.study.data.issues import Issues
from cellwise.study.data.known import Known
from cellwise.study.data.printed import OURS, PRINTED
from cellwise.study.data.quantities import in_units_of_measures
from cellwise.study.definition import Number
from cellwise.study.values import Values, View

#: No part of a claim stands for more.
MOST_PARTS = 1000


@dataclass(frozen=True, slots=True)
class OfCases:
    """What a claim may name: measures, called with the levels of the cases that are meant."""

    known: Known
    view: Callable[[str, str], float]
    """Gives a measure of a case."""
    usual: Mapping[str, Sequence[str]]
    """Levels that are meant where a measure is called without that factor."""
    numbers: Mapping[str, float]
    """What bare names stand for."""

    def name(self, name: str) -> Any:
        """Give a constant; refuse a measure without cases."""
        if name in self.numbers:
            return self.numbers[name]
        raise ExpressionError(f"{name}: say of which cases, as in {name}(factor=...)")

    def call(self, name: str, arguments: Sequence[Any], options: Mapping[str, Any]) -> Any:
        """Give a measure of all cases that have the levels, or a column of a published table.

        A list names several levels of a factor, or several labels of rows.
        """
        if name in (PRINTED, OURS):
            return self._column(name, arguments, options)
        family = [one for one in self.known.measures if one.family == name]
        if not family:
            known = [*FUNCTIONS, PRINTED, OURS, *dict.fromkeys(one.family for one in self.known.measures)]
            raise unknown(name, "a function or a measure", known)
        if arguments:
            raise ExpressionError(f"{name}: takes levels by name, as in {name}(factor=...)")
        wanted: dict[str, Sequence[str]] = {**self.usual}
        wanted |= {key: _texts(value) for key, value in options.items()}
        constants = {key: wanted.pop(key) for key in family[0].constants if key in wanted}
        chosen = [one for one in family if _fits(one.constants, constants)]
        cases = self.known.cases.where(self._known(name, wanted))
        if not cases or not chosen:
            raise ExpressionError(f"{name}: no case has all these levels")
        if (count := len(cases) * len(chosen)) > MOST_ELEMENTS:
            raise ExpressionError(f"{name}: gives {count} values; at most {MOST_ELEMENTS} are allowed")
        free = [key for key in self.known.cases.factors() if len(wanted.get(key, ())) != 1]
        labels = tuple(
            (*(case.levels.get(key, "") for key in free), one.name)
            if len(chosen) > 1
            else tuple(case.levels.get(key, "") for key in free)
            for case in cases
            for one in chosen
        )
        numbers = np.array([self.view(case.name, one.name) for case in cases for one in chosen])
        return float(numbers[0]) if len(numbers) == 1 else Labelled(numbers, labels)

    def _column(self, name: str, arguments: Sequence[Any], options: Mapping[str, Any]) -> Any:
        def value(number: Number) -> float:
            return float(number.printed) if name == PRINTED else self.view(number.case, number.measure)

        try:
            return self.known.printed.column(arguments, options, value)
        except ExpressionError as error:
            raise ExpressionError(f"{name}: {error}") from None

    def _known(self, name: str, wanted: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
        for factor, levels in wanted.items():
            known = self.known.cases.levels(factor)
            if not known:
                reported = unknown_rule(factor, "a factor of the cases", self.known.cases.factors())
                raise ExpressionError(f"{name}: {factor} {reported}")
            for level in levels:
                if level not in known:
                    reported = unknown_rule(level, f"a level of {factor}", [one for one in known if one])
                    raise ExpressionError(f"{name}: {level} {reported}")
        return wanted


def _texts(value: Any) -> list[str]:
    return [text_of(one) for one in (value if isinstance(value, list) else [value])]


def _fits(constants: Mapping[str, Any], wanted: Mapping[str, Sequence[str]]) -> bool:
    return all(text_of(constants[key]) in values for key, values in wanted.items())


class Comparison:
    """A part's test: whether an expression holds in a view, and the numbers that it rests on."""

    def __init__(
        self, tree: ast.expr, scope: Callable[[Callable[[str, str], float]], OfCases], *, medians: bool
    ) -> None:
        """Take the expression, the names that it may use in a view, and whether it is of medians in all."""
        self.tree, self.scope, self.medians = tree, scope, medians

    def __call__(self, view: View) -> tuple[bool, str]:
        """Test it; raises `MissingCaseError` as `Values.of` does."""
        scope = self.scope(view.values.medians() if self.medians else view)
        return truth(evaluate(self.tree, scope)), numbers_of(self.tree, scope)


def _parts_of(form: PartForm, path: str, issues: Issues) -> list[PartForm]:
    """Give the part for each combination of its words: a word that nothing names is a level of its cases."""
    if (count := combinations(form.each)) > MOST_PARTS:
        issues.add(f"{path}.each", f"gives {count} parts; at most {MOST_PARTS} are allowed")
        return []
    if isinstance(form.hangs_on, dict):
        for word in form.hangs_on.keys() - {text_of(one) for levels in form.each.values() for one in levels}:
            issues.add(f"{path}.hangs_on.{word}", "is not a level of `each`")
    found = []
    for words in words_of(form.each):
        cases = {
            factor: [filled(one, words) if isinstance(one, str) else one for one in levels]
            for factor, levels in form.cases.items()
        }
        named = form.holds + "".join(str(levels) for levels in form.cases.values())
        own = {word: [level] for word, level in words.items() if f"{{{word}}}" not in named}
        filled_in = {"says": filled(form.says, words), "holds": filled(form.holds, words)}
        more = {"cases": {**cases, **own}, "hangs_on": _uncertainty(form, words)}
        found.append(form.model_copy(update={**filled_in, **more}))
    return found


def _uncertainty(form: PartForm, words: Mapping[str, str]) -> str | None:
    """Give the uncertainty that a part depends on: of a table, the entry of one of its words."""
    if not isinstance(form.hangs_on, dict):
        return form.hangs_on
    return next((form.hangs_on[word] for word in words.values() if word in form.hangs_on), None)


def claims_of(forms: Sequence[ClaimForm | None], known: Known, issues: Issues) -> list[Claim]:
    """Make the claims; those that name what does not exist go to `issues`."""
    ones = {one.name: 1.0 for one in known.measures}
    trial = Values({name: [ones] for name in known.cases.by_name}).medians()
    found: list[Claim] = []
    for number, form in enumerate(forms):
        if form is None:
            continue
        parts, before = [], len(issues)
        for place, template in enumerate(form.parts):
            path = f"claim[{number}].parts[{place}]"
            for one in _parts_of(template, path, issues):
                usual = wanted_levels({**form.cases, **one.cases}, known.cases, f"{path}.cases", issues)
                scope = partial(OfCases, known, usual=usual, numbers=known.constants)
                try:
                    tree = in_units_of_measures(parsed(one.holds, quantities=True))
                    test = Comparison(tree, scope, medians=one.medians)
                    test(trial)
                except ExpressionError as error:
                    issues.add(f"{path}.holds", str(error), one.holds if template.each else None)
                    continue
                hangs_on = _uncertainty(one, {})
                parts.append(Part(one.says or one.holds, test, hangs_on, one.beyond))
        if form.id in [one.id for one in found]:
            issues.add(f"claim[{number}].id", "is the id of an earlier claim", form.id)
            continue
        if len(issues) > before:
            continue
        holds = "; ".join(dict.fromkeys(one.holds for one in form.parts if not one.beyond))
        reported = (form.test or holds, parts, form.replications, form.ledger, form.differs)
        if bool(form.ledger) != bool(form.differs):
            issues.add(f"claim[{number}]", "give both: ledger, another test, and why the claim's differs")
        try:
            found.append(Claim(form.id, form.where, form.says, *reported))
        except ValueError as error:
            issues.add(f"claim[{number}]", str(error))
    return found
