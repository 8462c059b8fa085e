"""What expressions of a study in data may name besides a run: cases, measures, tables, constants."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cellwise.expression import FUNCTIONS, ExpressionError, evaluate, number, parsed, unknown
from cellwise.study.data.grid import Cases
from cellwise.study.data.issues import Issues
from cellwise.study.data.measures import MeasureRun, Named
from cellwise.study.data.printed import PRINTED, PrintedTables


@dataclass(frozen=True, slots=True)
class Known:
    """What claims and figures may name, and what measures a run of theirs."""

    cases: Cases
    measures: Sequence[Named]
    printed: PrintedTables
    constants: Mapping[str, float]
    measure: MeasureRun
    colours: Sequence[str] = ()
    """What figures draw, in the order of its colours."""


@dataclass(frozen=True, slots=True)
class OfNumbers:
    """Names that stand for numbers, and published tables if there are any."""

    numbers: Mapping[str, float]
    printed: PrintedTables | None = None

    def value(self, expression: str) -> float:
        """Compute an expression; raises `ExpressionError`."""
        return number(evaluate(parsed(expression), self))

    def name(self, name: str) -> float:
        """Give the number."""
        if name not in self.numbers:
            raise unknown(name, "a number here", self.numbers)
        return self.numbers[name]

    def call(self, name: str, arguments: Sequence[Any], options: Mapping[str, Any]) -> Any:
        """Give a column of a published table."""
        if name != PRINTED or self.printed is None:
            raise unknown(name, "a function", [*FUNCTIONS, *([PRINTED] if self.printed else [])])
        return self.printed.column(arguments, options, lambda one: float(one.printed))


def constants_of(forms: Mapping[str, str], issues: Issues) -> dict[str, float]:
    """Compute the constants of a study; each may name those before it."""
    found: dict[str, float] = {}
    for name, one in forms.items():
        try:
            found[name] = OfNumbers(found).value(one)
        except ExpressionError as error:
            issues.add(f"constant.{name}", str(error))
            found[name] = 1.0
    return found
