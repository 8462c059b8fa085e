"""Relations between the numbers of a document: which exclude each other, and which repeat others.

Both are arithmetic over printed numbers, computed whenever a study is read. A *contradiction* is how far two
sides that should be equal, or in order, are apart; all numbers that it reads are marked. It counts only if
rounding cannot close it, and its value is written next to it, so that a number that is changed by no more
than its tolerance is noticed. A *repeat* follows from other printed numbers, to the digit that they are
known.
"""

import ast
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cellwise.expression import ExpressionError, Labelled, evaluate, number, parsed
from cellwise.study.compare import half_unit
from cellwise.study.data.form import ContradictionForm, RepeatForm, StudyForm
from cellwise.study.data.grid import filled, words_of
from cellwise.study.data.issues import Issues
from cellwise.study.data.known import OfNumbers
from cellwise.study.data.printed import PrintedTable, PrintedTables
from cellwise.study.definition import Number, Row

#: A printed number by its place, which distinguishes it from others.
Key = int


def related(
    printed: PrintedTables, form: StudyForm, constants: Mapping[str, float], issues: Issues
) -> PrintedTables:
    """Mark what contradicts and what repeats; arithmetic that does not hold goes to `issues`."""
    marks = _Marks(printed, constants, issues)
    for place, one in enumerate(form.contradiction):
        if one is not None:
            marks.contradict(f"contradiction[{place}]", one)
    for place, other in enumerate(form.repeat):
        if other is not None:
            marks.repeat(f"repeat[{place}]", other)
    return marks.tables()


@dataclass(slots=True)
class _Reading:
    """Reads an expression over printed numbers, one of which may be another, and notes which it reads."""

    printed: PrintedTables
    constants: Mapping[str, float]
    changed: Key | None = None
    change: float = 0.0
    read: dict[Key, Number] = field(default_factory=dict)

    def name(self, name: str) -> float:
        return OfNumbers(self.constants).name(name)

    def call(self, name: str, arguments: Sequence[Any], options: Mapping[str, Any]) -> Any:
        if name != "printed":
            return OfNumbers(self.constants, self.printed).call(name, arguments, options)
        return self.printed.column(arguments, options, self._value)

    def _value(self, one: Number) -> float:
        self.read[id(one)] = one
        return float(one.printed) + (self.change if id(one) == self.changed else 0.0)

    def values(self, tree: ast.expr) -> NDArray[np.float64]:
        found = evaluate(tree, self)
        return np.atleast_1d(
            np.asarray(found.numbers if isinstance(found, Labelled) else found, dtype=float)
        ).reshape(-1)


def tolerance_of(one: Number) -> float:
    """How far a printed number may be from the result of its document."""
    return half_unit(one.printed) if one.tolerance is None else one.tolerance


class _Marks:
    def __init__(self, printed: PrintedTables, constants: Mapping[str, float], issues: Issues) -> None:
        self._printed, self._constants, self._issues = printed, constants, issues
        self._why: dict[Key, list[str]] = {}
        self._repeats: dict[Key, tuple[RepeatForm, str]] = {}
        self._repeated: set[Key] = set()

    def contradict(self, path: str, form: ContradictionForm) -> None:
        every = list(words_of(form.each))
        if len(form.by) != len(every):
            self._issues.add(f"{path}.by", f"give {len(every)} numbers, one for each text of `each`")
            return
        for words, by in zip(every, form.by, strict=True):
            try:
                read = self._excluding(filled(form.apart, words), by)
            except ExpressionError as error:
                self._issues.add(f"{path}.apart", f"{error}{_of(words)}")
                continue
            reported = f"{filled(form.why, words)}; the two sides are {by:g} apart"
            for key in read:
                self._why.setdefault(key, []).append(reported)

    def _excluding(self, text: str, by: float) -> dict[Key, Number]:
        """Give the numbers that exclude each other; raises `ExpressionError` if they do not."""
        tree, reading = parsed(text), self._reading()
        found = reading.values(tree)
        apart = number(found)
        effects = {key: float(one[0]) for key, one in self._effects(tree, found, reading.read).items()}
        if not effects or not all(effects.values()):
            raise ExpressionError("reads a printed number that does not move it, or none")
        if not apart > sum(effects.values()):
            raise ExpressionError(f"is {apart:.4g}, which rounding can close: nothing is excluded")
        least = min(effects.values())
        if abs(apart - by) >= least / 2:
            raise ExpressionError(f"is {_digits(apart, least)}, not {by:g} as `by` says")
        return reading.read

    def repeat(self, path: str, form: RepeatForm) -> None:
        for words in words_of(form.each):
            numbers, of = (filled(one, words) for one in (form.numbers, form.of))
            try:
                chosen, parts = self._following(numbers, of, form)
            except ExpressionError as error:
                self._issues.add(f"{path}.of", f"{error}{_of(words)}")
                continue
            self._repeats |= dict.fromkeys(chosen, (form, of))
            self._repeated |= parts

    def _following(self, numbers: str, of: str, form: RepeatForm) -> tuple[set[Key], set[Key]]:
        """Give the numbers that repeat, and those that they repeat; raises `ExpressionError`."""
        chosen, parts = self._reading(), self._reading()
        tree = parsed(of)
        printed, found = chosen.values(parsed(numbers)), parts.values(tree)
        if found.shape != printed.shape or len(chosen.read) != printed.size:
            raise ExpressionError(f"gives {found.size} numbers for {printed.size}")
        if not parts.read or parts.read.keys() & chosen.read.keys():
            raise ExpressionError("names no other printed number")
        allowed = np.full(printed.shape, form.within)
        if form.kind != "copy":
            allowed += [tolerance_of(one) for one in chosen.read.values()]
            allowed += sum(self._effects(tree, found, parts.read).values())
        off = np.abs(printed - found)
        if not (off <= allowed + 1e-9 * np.abs(printed)).all():
            worst = int(np.argmax(off - allowed))
            raise ExpressionError(f"is {found[worst]:.6g} where {printed[worst]:g} is printed")
        for key, one in chosen.read.items():
            if one.kind not in ("prediction", "fitted") or key in self._repeats:
                raise ExpressionError("names a number that is no prediction, or repeats another already")
            if key in self._repeated:
                raise ExpressionError("comes after what repeats one of these numbers; put it before")
        return set(chosen.read), set(parts.read)

    def _effects(
        self, tree: ast.expr, found: NDArray[np.float64], read: Mapping[Key, Number]
    ) -> dict[Key, NDArray[np.float64]]:
        """How far each printed number moves the computed value when it is one tolerance larger."""
        return {
            key: np.abs(self._reading(key, tolerance_of(one)).values(tree) - found)
            for key, one in read.items()
        }

    def _reading(self, changed: Key | None = None, change: float = 0.0) -> _Reading:
        return _Reading(self._printed, self._constants, changed, change)

    def tables(self) -> PrintedTables:
        return PrintedTables([self._marked(one) for one in self._printed.all])

    def _marked(self, one: PrintedTable) -> PrintedTable:
        rows = [
            Row(row.labels, {column: self._number(each) for column, each in row.numbers.items()})
            for row in one.table.rows
        ]
        return replace(one, table=replace(one.table, rows=rows))

    def _number(self, one: Number) -> Number:
        why = self._why.get(id(one))
        marked = replace(one, inconsistent="; ".join(dict.fromkeys(why))) if why else one
        if id(one) not in self._repeats:
            return marked
        form, of = self._repeats[id(one)]
        return replace(marked, kind=form.kind, of=of)


def _of(words: Mapping[str, str]) -> str:
    return f" ({', '.join(f'{key} = {one}' for key, one in words.items())})" if words else ""


def _digits(value: float, least: float) -> str:
    """Write a value with as many digits as show a change of `least`."""
    return f"{value:.{max(0, math.ceil(1 - math.log10(least)))}f}"
