"""Tables of a study in data: published numbers with cases and measures, and our own tables."""

import csv
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, Self

from cellwise.expression import ExpressionError
from cellwise.study.compare import half_unit
from cellwise.study.data.form import ColumnForm, ExplorationForm, TableForm
from cellwise.study.data.grid import Cases, filled, texts_of, wanted_levels
from cellwise.study.data.inside import text_of
from cellwise.study.data.issues import Issues
from cellwise.study.data.known import OfNumbers
from cellwise.study.data.measures import Named
from cellwise.study.data.patterns import replaced_in
from cellwise.study.data.printed import PRINTED, PrintedTable, PrintedTables
from cellwise.study.definition import Exploration, Number, Row, Table
from cellwise.study.kinds import COLUMN, Printed

#: Where the published numbers of a study are.
PUBLISHED = "published"

#: A column of the published table in a text.
_COLUMN = re.compile(r"\{(\w+)\}")


def tables_of(
    forms: Sequence[TableForm | None],
    folder: Path,
    cases: Cases,
    measures: Sequence[Named],
    constants: Mapping[str, float],
    issues: Issues,
) -> PrintedTables:
    """Make the published tables; parts that do not fit go to `issues`."""
    known = [one.name for one in measures]
    made: list[PrintedTable] = []
    for number, form in enumerate(forms):
        if form is not None:
            path, before = f"table[{number}]", OfNumbers(constants, PrintedTables(made))
            table = _Maker(form, path, cases, known, before, issues).table(folder)
            made.append(PrintedTable(table, list(form.labels)))
    return PrintedTables(made)


class _Maker:
    def __init__(
        self,
        form: TableForm,
        path: str,
        cases: Cases,
        measures: Sequence[str],
        before: OfNumbers,
        issues: Issues,
    ) -> None:
        self.form, self.path, self.cases, self.measures, self.issues = form, path, cases, measures, issues
        self._before = before
        self._faults = False

    def table(self, folder: Path) -> Table:
        form = self.form
        lines = self._read(folder)
        before = len(self.issues)
        if lines:
            self._check_columns(lines[0])
        self._faults = len(self.issues) > before
        columns = {column: one.heading for column, one in form.numbers.items()}
        rows = [self._row(line, [column for column in columns if column in line]) for line in lines]
        if not all(one.measure for one in form.numbers.values()):
            # What is printed in other rows is compared with nothing.
            rows = [row for row in rows if row.numbers]
        return Table(form.name, form.title, tuple(form.labels.values()), columns, rows, form.note)

    def _row(self, line: Printed, columns: Sequence[str]) -> Row:
        made = {column: self._number(line, column, self.form.numbers[column]) for column in columns}
        numbers = {column: one for column, one in made.items() if one is not None}
        return Row(tuple(line.get(column, "") for column in self.form.labels), numbers)

    def _read(self, folder: Path) -> list[Printed]:
        path, name = f"{self.path}.published", self.form.published
        try:
            lines = list(csv.DictReader(text_of(folder, f"{PUBLISHED}/{name}").splitlines()))
        except (ValueError, csv.Error) as error:
            self.issues.add(path, f"{error} ({PUBLISHED}/{name})", name)
            return []
        found = []
        for number, line in enumerate(lines, start=2):
            try:
                found.append(Printed({key: value or "" for key, value in line.items() if key is not None}))
            except ValueError as error:
                self.issues.add(f"{PUBLISHED}/{name}: line {number}", str(error))
        if not found:
            self.issues.add(path, f"has no row that could be read; it needs a column {COLUMN!r}", name)
        self._replace_texts(found)
        return found

    def _replace_texts(self, lines: Sequence[Printed]) -> None:
        for column, (pattern, text) in self.form.texts.items():
            some = [line for line in lines if column in line]
            try:
                replaced = replaced_in([line[column] for line in some], pattern, text)
            except ValueError as error:
                self.issues.add(f"{self.path}.texts.{column}", f"is not a pattern: {error}", pattern)
                continue
            for line, one in zip(some, replaced, strict=True):
                line[column] = one

    def _check_columns(self, line: Mapping[str, str]) -> None:
        templates = {"case": self.form.case}
        for column, one in self.form.numbers.items():
            templates[f"numbers.{column}"] = {**one.case, "measure": one.measure}
        named = {"labels and numbers": [*self.form.labels, *self.form.numbers]}
        named["texts"] = list(self.form.texts)
        for key, texts in templates.items():
            named[key] = [column for text in texts.values() for column in _COLUMN.findall(text)]
        for number, some in enumerate(self.form.rows):
            reported = [*some.case.values(), some.measure or ""]
            columns = [*some.row, *([some.column] if some.column else [])]
            named[f"rows[{number}]"] = columns + [one for text in reported for one in _COLUMN.findall(text)]
        for key, columns in named.items():
            for column in dict.fromkeys(columns):
                if column not in line:
                    self.issues.unknown(
                        f"{self.path}.{key}", column, f"a column of {self.form.published}", line
                    )

    def _number(self, line: Printed, column: str, form: ColumnForm) -> Number | None:
        """Give a printed number; None where nothing is printed, or where the study is at fault."""
        printed, path = line[column].strip(), f"{self.path}.numbers.{column}"
        own = _RowOf.read(self.form, column, line)
        if not printed or not own.measure:
            return None
        try:
            printed = _times(printed, form.times)
            tolerance = self._tolerance(form, printed, line) if own.tolerance is None else own.tolerance
        except ExpressionError as error:
            self.issues.add(f"{path}.tolerance", str(error))
            return None
        except ValueError as error:
            self.issues.add(f"{PUBLISHED}/{self.form.published}: {column}", str(error))
            return None
        before = len(self.issues)
        measure = filled(own.measure, line)
        if measure not in self.measures:
            self.issues.unknown(f"{path}.measure", measure, "a measure", self.measures)
        levels = {key: [filled(one, line)] for key, one in own.case.items()}
        found = self.cases.one_of(wanted_levels(levels, self.cases, f"{path}.case", self.issues))
        if self._faults or len(self.issues) > before:
            return None
        if len(found) != 1:
            reported = " ".join(f"{key}={one}" for key, (one,) in levels.items())
            self.issues.add(f"{path}.case", f"{len(found)} cases have these levels; name one", reported)
            return None
        return Number(printed, found[0], measure, tolerance, own.near, kind=line.kind(column))

    def _tolerance(self, form: ColumnForm, printed: str, line: Mapping[str, str]) -> float | None:
        """Give how far outside is still inside, where it is not half a unit of the last printed digit."""
        half = half_unit(printed)
        if form.tolerance is None and form.decimals is not None:
            least = 0.5 * 10.0**-form.decimals
            return least if least < half else None
        if not isinstance(form.tolerance, str):
            return form.tolerance
        names = {**self._before.numbers, **_numbers_in(line), PRINTED: float(printed)}
        found = replace(self._before, numbers=names).value(form.tolerance)
        if not found >= 0:
            raise ExpressionError(f"is {found:g}; it must be at least 0")
        return found


@dataclass(frozen=True, slots=True)
class _RowOf:
    """What a number of a row is compared with: what its column says, and then what its row does."""

    case: Mapping[str, str]
    measure: str
    tolerance: float | None
    near: float | None

    @classmethod
    def read(cls, table: TableForm, column: str, line: Mapping[str, str]) -> Self:
        form = table.numbers[column]
        found = cls({**table.case, **form.case}, form.measure, None, form.near)
        for one in table.rows:
            if one.column in (None, column) and _is_of(line, one.row):
                found = cls(
                    {**found.case, **one.case},
                    found.measure if one.measure is None else one.measure,
                    found.tolerance if one.tolerance is None else one.tolerance,
                    found.near if one.near is None else one.near,
                )
        return found


def _is_of(line: Mapping[str, str], row: Mapping[str, Sequence[Any]]) -> bool:
    """Return whether a line has one of the texts in each column."""
    return all(line.get(key) in texts for key, texts in texts_of(row).items())


def _times(printed: str, times: int) -> str:
    """Multiply a printed number to the last digit; raises `ValueError` if it is no plain number."""
    half_unit(printed)
    return printed if times == 1 else f"{(Decimal(printed) * times).normalize():f}"


def _numbers_in(line: Mapping[str, str]) -> dict[str, float]:
    found = {}
    for column, text in line.items():
        # A text is no number; it cannot be named.
        with suppress(ValueError):
            found[column] = float(text)
    return found


def explorations_of(
    forms: Sequence[ExplorationForm | None], cases: Cases, measures: Sequence[Named], issues: Issues
) -> list[Exploration]:
    """Make our own tables; parts that do not fit go to `issues`."""
    known = [one.name for one in measures]
    found = []
    for number, form in enumerate(forms):
        if form is None:
            continue
        path = f"exploration[{number}]"
        for one in form.measures:
            if one not in known:
                issues.unknown(f"{path}.measures", one, "a measure", known)
        for one in form.labels:
            if one not in cases.factors():
                issues.unknown(f"{path}.labels", one, "a factor of the cases", cases.factors())
        chosen = cases.where(wanted_levels(form.cases, cases, f"{path}.cases", issues))
        rows = {tuple(one.levels.get(key, "") for key in form.labels): one.name for one in chosen}
        if len(rows) != len(chosen):
            issues.add(
                f"{path}.labels", "several cases have the same labels; name more factors, or fewer cases"
            )
        found.append(
            Exploration(form.name, form.title, tuple(form.labels.values()), form.measures, rows, form.note)
        )
    return found
