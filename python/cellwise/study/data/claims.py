"""Claims of a study in data: comparisons of measures over cases."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cellwise.study.claims import Claim, Part
from cellwise.study.data.expression import (
    FUNCTIONS,
    ExpressionError,
    Labelled,
    evaluate,
    numbers_of,
    parsed,
    truth,
)
from cellwise.study.data.form import ClaimForm
from cellwise.study.data.grid import Cases, text_of
from cellwise.study.data.issues import Issues, unknown_rule
from cellwise.study.data.measures import Measure
from cellwise.study.values import Values, View


@dataclass(frozen=True, slots=True)
class OfCases:
    """What a claim may name: measures, called with the levels of the cases that are meant."""

    cases: Cases
    measures: Sequence[Measure]
    view: View

    def name(self, name: str) -> Any:
        """Refuse a bare name."""
        raise ExpressionError(f"{name}: say of which cases, as in {name}(factor=...)")

    def call(self, name: str, arguments: Sequence[Any], options: Mapping[str, Any]) -> Any:
        """Give a measure of all cases that have the levels; a list names several levels of a factor."""
        family = [one for one in self.measures if one.family == name]
        if not family:
            known = [*FUNCTIONS, *dict.fromkeys(one.family for one in self.measures)]
            raise ExpressionError(f"{name} {unknown_rule(name, 'a function or a measure', known)}")
        if arguments:
            raise ExpressionError(f"{name}: takes levels by name, as in {name}(factor=...)")
        wanted = {key: _texts(value) for key, value in options.items()}
        constants = {key: wanted.pop(key) for key in family[0].constants if key in wanted}
        chosen = [one for one in family if _fits(one.constants, constants)]
        cases = self.cases.where(self._known(name, wanted))
        if not cases or not chosen:
            raise ExpressionError(f"{name}: no case has all these levels")
        free = [key for key in self.cases.factors() if len(wanted.get(key, ())) != 1]
        labels = tuple(
            (*(case.levels.get(key, "") for key in free), one.name)
            if len(chosen) > 1
            else tuple(case.levels.get(key, "") for key in free)
            for case in cases
            for one in chosen
        )
        numbers = np.array([self.view(case.name, one.name) for case in cases for one in chosen])
        return float(numbers[0]) if len(numbers) == 1 else Labelled(numbers, labels)

    def _known(self, name: str, wanted: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
        for factor, levels in wanted.items():
            known = self.cases.levels(factor)
            if not known:
                told = unknown_rule(factor, "a factor of the cases", self.cases.factors())
                raise ExpressionError(f"{name}: {factor} {told}")
            for level in levels:
                if level not in known:
                    told = unknown_rule(level, f"a level of {factor}", known)
                    raise ExpressionError(f"{name}: {level} {told}")
        return wanted


def _texts(value: Any) -> list[str]:
    return [text_of(one) for one in (value if isinstance(value, list) else [value])]


def _fits(constants: Mapping[str, Any], wanted: Mapping[str, Sequence[str]]) -> bool:
    return all(text_of(constants[key]) in values for key, values in wanted.items())


class Comparison:
    """A part's test: whether an expression holds in a view, and the numbers that it rests on."""

    def __init__(self, tree: ast.expr, cases: Cases, measures: Sequence[Measure]) -> None:
        """Take the expression and what it is about."""
        self.tree, self.cases, self.measures = tree, cases, measures

    def __call__(self, view: View) -> tuple[bool, str]:
        """Test it; raises `MissingCaseError` as `Values.of` does."""
        scope = OfCases(self.cases, self.measures, view)
        return truth(evaluate(self.tree, scope)), numbers_of(self.tree, scope)


def claims_of(
    forms: Sequence[ClaimForm], cases: Cases, measures: Sequence[Measure], issues: Issues
) -> list[Claim]:
    """Make the claims; those that name what does not exist go to `issues`."""
    ones = {one.name: 1.0 for one in measures}
    trial = Values({name: [ones] for name in cases.by_name}).medians()
    found: list[Claim] = []
    for number, form in enumerate(forms):
        parts = []
        for place, one in enumerate(form.parts):
            test = Comparison(parsed(one.holds), cases, measures)
            parts.append(Part(one.says or one.holds, test, one.hangs_on, one.beyond))
            try:
                test(trial)
            except ExpressionError as error:
                issues.add(f"claim[{number}].parts[{place}].holds", str(error))
        if form.id in [one.id for one in found]:
            issues.add(f"claim[{number}].id", "is the id of an earlier claim", form.id)
            continue
        test_text = "; ".join(dict.fromkeys(one.holds for one in form.parts if not one.beyond))
        try:
            found.append(Claim(form.id, form.where, form.says, test_text, parts, form.replications))
        except ValueError as error:
            issues.add(f"claim[{number}]", str(error))
    return found
