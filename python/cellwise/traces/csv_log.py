"""Logs as comma-separated values: any two columns, of instants and rates or of instants and sizes.

Commas, semicolons, tabs or white space separate columns; with semicolons a comma may be the decimal point.
The first line has names if it has no value where others have one.
"""

import csv
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from fractions import Fraction

from cellwise.traces.lines import bounded, each_line, first_line, in_order, number, rates_of
from cellwise.traces.table import Arrivals, Given, Rates, TraceError, refused
from cellwise.vocabulary import ALIASES, UNITS

#: For each kind of column, the sizes of its units in the smallest one.
#: Some programs count octets in a second.
_SIZES: Mapping[str, Mapping[str, int]] = {
    "time": UNITS["span"],
    "rate": {
        **UNITS["bit-rate"],
        **{f"{name}/s": 8 * size for name, size in {**UNITS["bytes"], "B": 1}.items()},
    },
    "size": UNITS["bytes"],
}

_EXAMPLES = {"time": "1:s", "rate": "2:Mbit/s", "size": "2:bytes"}

#: Where the name of a column may have its unit: behind `_`, or in brackets.
_UNIT_OF_NAME = re.compile(r".*?(?:[_ ]|[(\[])([^\s_()\[\]]+)[)\]]?")

_PS_PER_US = 10**6

_Cells = list[str]


def matches(text: str) -> bool:
    """Say whether the first line may be one of this format."""
    return any(one in first_line(text) for one in ",;\t")


def read(text: str, given: Given) -> Rates | Arrivals:
    """Read a log.

    Raises
    ------
    TraceError
        With every line that has no such column, or no number there; if instants are out of order.
    ValueError
        If a column is not known or has no unit.
    """
    if given.rate and given.size:
        raise ValueError("--rate, --size: give one of them")
    rows = _rows(text)
    names = rows[0][1]
    is_size = given.size or not (given.rate or any(_unit_in(name, "rate") for name in names))
    time = _Column("time", given.time, names)
    value = _Column("size" if is_size else "rate", given.size or given.rate, names)
    if not (time.reads(names) or value.reads(names)):
        rows = rows[1:]
    for column in (time, value):
        column.require_unit(rows)
    pairs = each_line(rows, lambda cells: (time.value(cells), value.value(cells)))
    instants = [at for at, _ in pairs]
    in_order([place for place, _ in rows], instants, strictly=not is_size)
    at_ps = [round(at - instants[0]) for at in instants]
    values = [round(one) for _, one in pairs]
    if is_size:
        return Arrivals(at_ps, values)
    if not given.before:
        return rates_of(at_ps, values, None)
    if len(at_ps) < 2:
        raise TraceError([(rows[0][0], "is the only instant; with --before give two")])
    return rates_of(at_ps[:-1], values[1:], at_ps[-1])


def _rows(text: str) -> list[tuple[int, _Cells]]:
    """Give the cells of each line that has some; the comment before them may be the names."""
    lines = [(place, line) for place, line in enumerate(text.splitlines(), 1) if line.strip()]
    begin = next((begin for begin, (_, line) in enumerate(lines) if not line.startswith("#")), None)
    if begin is None:
        raise TraceError([(None, "has no values")])
    first = lines[begin][1]
    most = max("\t;,", key=first.count)
    between = most if most in first else None
    found = [
        (place, _cells(place, line, between)) for place, line in lines[begin:] if not line.startswith("#")
    ]
    if begin:
        place, comment = lines[begin - 1]
        names = _cells(place, comment.lstrip("# "), between)
        found = [(place, names), *found] if len(names) == len(found[0][1]) else found
    return found


def _cells(place: int, line: str, between: str | None) -> _Cells:
    if between is None:
        return line.split()
    try:
        cells: _Cells = next(csv.reader([line], delimiter=between), [])
    except csv.Error as error:
        raise TraceError([(place, refused(line, f"write comma-separated values: {error}"))]) from None
    return [(cell.replace(",", ".") if between == ";" else cell).strip() for cell in cells]


class _Column:
    """A column of a log: which it is, and how its cells become numbers in the smallest unit."""

    def __init__(self, what: str, column: str | None, names: _Cells) -> None:
        self._what = what
        name, unit = _split(column or "", what, names)
        self._place = _place(what, name, names)
        self._unit = unit or (_unit_in(names[self._place], what) if self._place < len(names) else None)

    def reads(self, cells: _Cells) -> bool:
        """Say whether a line has a value here, of any unit."""
        try:
            self._number(cells, 1)
        except ValueError:
            return False
        return True

    def require_unit(self, rows: list[tuple[int, _Cells]]) -> None:
        """Raise ValueError if the column needs a unit and has none; dates need none."""
        if self._unit is None and rows and not (self._what == "time" and _is_date(self._cell(rows[0][1]))):
            example = f"{self._place + 1}:{_EXAMPLES[self._what].partition(':')[2]}"
            raise ValueError(f"--{self._what}: give the unit of the column, such as {example}")

    def value(self, cells: _Cells) -> Fraction:
        """Read a value, in the smallest unit."""
        found = self._number(cells, _SIZES[self._what][self._unit] if self._unit else 1)
        return found if self._what == "time" else bounded(found, self._what, self._cell(cells))

    def _number(self, cells: _Cells, size: int) -> Fraction:
        cell = self._cell(cells)
        if self._what == "time" and _is_date(cell):
            return _date_ps(cell)
        return number(cell, size)

    def _cell(self, cells: _Cells) -> str:
        if len(cells) <= self._place:
            raise ValueError(refused(",".join(cells), f"give at least {self._place + 1} columns"))
        return cells[self._place]


def _split(column: str, what: str, names: _Cells) -> tuple[str, str | None]:
    """Split a column and its unit; a colon before anything else is a part of the name."""
    name, colon, unit = column.rpartition(":")
    known = _unit(unit, what) if colon else None
    if colon and known is None and column not in names and (name.isdecimal() or name in names):
        raise ValueError(f"--{what}: {unit!r} is not known; the units are {', '.join(_SIZES[what])}")
    return (name, known) if known else (column, None)


def _place(what: str, name: str, names: _Cells) -> int:
    """Find a column by its number or name; without either, the first whose name has a fitting unit."""
    if name.isascii() and name.isdecimal() and 1 <= int(name[:9]) <= len(names):
        return int(name) - 1
    if name in names and name:
        return names.index(name)
    found = [place for place, one in enumerate(names) if _unit_in(one, what)]
    if found and not name:
        return found[0]
    first = ", ".join(names)[:80]
    if name:
        raise ValueError(f"--{what}: {name!r} is no column; the first line is {first!r}")
    raise ValueError(
        f"--{what}: no column of {first!r} has a unit; give one with it, such as {_EXAMPLES[what]}"
    )


def _unit_in(name: str, what: str) -> str | None:
    """Give the unit that a column's name ends in, such as ``at_s`` and ``Rate (Mbit/s)``."""
    found = _UNIT_OF_NAME.fullmatch(name[:200])
    if found is None and what == "size":
        return _unit(name, what)
    return _unit(found[1], what) if found else None


def _unit(text: str, what: str) -> str | None:
    """Give the unit that a text means; letters may be of another case where that means nothing else."""
    alike = [one for one in (*_SIZES[what], *ALIASES) if "B" not in one and one.lower() == text.lower()]
    known = (ALIASES.get(one, one) for one in (text, *alike))
    return next((one for one in known if one in _SIZES[what]), None)


def _is_date(cell: str) -> bool:
    """Say whether a cell is a date as ISO 8601 writes it, not a number."""
    return len(cell) < 40 and cell[4:5] == "-" and cell[:4].isdecimal()


def _date_ps(cell: str) -> Fraction:
    """Read a date and time, in ps since 1970; one without a zone is UTC."""
    try:
        read = datetime.fromisoformat(cell)
        whole = (read if read.tzinfo else read.replace(tzinfo=UTC)) - datetime.fromtimestamp(0, UTC)
    except (ValueError, OverflowError):
        raise ValueError(refused(cell, "give a date and time such as 2024-05-01T12:00:00.5")) from None
    return Fraction(whole // timedelta(microseconds=1) * _PS_PER_US)
