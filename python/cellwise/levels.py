"""Values of settings as levels: texts, and numbers with units, of which those of one kind compare."""

import json
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from cellwise import _core
from cellwise.vocabulary import UNITS


@dataclass(frozen=True, slots=True)
class Level:
    """The value of a setting; levels are equal if their values are, however they are written."""

    written: str = field(compare=False)
    """As text."""
    value: Fraction | str
    """Exactly, in the smallest unit of its kind; the text, if it is no number."""
    kind: str = ""
    """A key of `UNITS`; empty for a number without a unit, and for a text."""
    unit: str = field(default="", compare=False)
    """Its unit, as the simulator prints it."""

    @classmethod
    def of(cls, value: Any) -> "Level":
        """Read a value of a scenario, or a text that means one."""
        if isinstance(value, cls):
            return value
        value = value.item() if hasattr(value, "item") else value
        written = text_of(value).removesuffix(".0") if isinstance(value, float) else text_of(value)
        number = _core.number(written)
        if number is None:
            return cls(written, written)
        decimal, kind, unit = number
        return cls(written, Fraction(decimal) * (UNITS[kind][unit] if kind else 1), kind, unit)

    @property
    def is_number(self) -> bool:
        """Whether it is a number, with a unit or without one."""
        return isinstance(self.value, Fraction)

    def within(self, unit: str) -> float:
        """Give its number in a unit of its kind; unchanged, if that has no unit.

        Raises `ValueError` if it is no number.
        """
        if isinstance(self.value, str):
            raise ValueError(f"{self.written!r} is no number")
        return float(self.value / UNITS[self.kind][unit] if self.kind else self.value)


def text_of(value: Any) -> str:
    """Write a value as scenarios do; a text that is not within a table or a list has no quotes.

    Examples
    --------
    >>> text_of(True), text_of({"discipline": "cake", "wash": True})
    ('true', '{ discipline = "cake", wash = true }')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_within(one)}' for key, one in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_within, value))}]"
    return str(value)


def _within(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else text_of(value)


def name_of(values: Mapping[str, Any]) -> str:
    """Name a case by its values, each with its path."""
    return " ".join(f"{path}={text_of(value)}" for path, value in values.items())


def common_unit(levels: Iterable[Level]) -> str | None:
    """Give the unit in which most of some levels are written, of several the smallest.

    It is empty for numbers without a unit; None if they are not all numbers of one kind.

    Examples
    --------
    >>> common_unit([Level.of("5 us"), Level.of("1 ms"), Level.of("10 ms")])
    'ms'
    """
    held = list(levels)
    if not all(level.is_number for level in held) or len({level.kind for level in held}) != 1:
        return None
    units = [level.unit for level in held]
    sizes = UNITS.get(held[0].kind, {})
    return max(dict.fromkeys(units), key=lambda unit: (units.count(unit), -sizes.get(unit, 1)))


def computed(work: Callable[[Any, Any], Any], left: Any, right: Any) -> Level:
    """Compute with two levels, exactly.

    Raises `ValueError` if one is no number, the kinds do not go together, or it divides by zero.

    Examples
    --------
    >>> computed(operator.mul, 2, "500 us") == Level.of("1 ms")
    True
    """
    one, other = Level.of(left), Level.of(right)
    for level in (one, other):
        if not level.is_number:
            raise ValueError(f"{level.written!r} is no number")
    kind = one.kind
    if work is operator.mul:
        if one.kind and other.kind:
            raise ValueError("multiplies two quantities; one of them must be a plain number")
        kind = one.kind or other.kind
    elif work is not operator.truediv or other.kind:
        _require_same_kind(one, other)
        kind = "" if work is operator.truediv else kind
    try:
        value = work(one.value, other.value)
    except ZeroDivisionError:
        raise ValueError("divides by zero") from None
    return Level(f"{float(value):g}", value, kind, next(iter(UNITS[kind])) if kind else "")


def compared(sign: Callable[[Any, Any], Any], left: Any, right: Any) -> bool:
    """Compare two levels: numbers of one kind by any sign, texts by ``==`` and ``!=``.

    Raises `ValueError` if they are not of one kind, or texts are ordered.

    Examples
    --------
    >>> compared(operator.lt, "999 us", Level.of("1 ms"))
    True
    """
    one, other = Level.of(left), Level.of(right)
    if one.is_number and other.is_number:
        _require_same_kind(one, other)
    elif sign not in (operator.eq, operator.ne):
        raise ValueError("orders texts; only == and != compare texts")
    return bool(sign(one.value, other.value))


def _require_same_kind(one: Level, other: Level) -> None:
    if one.kind == other.kind:
        return
    if one.kind and other.kind:
        raise ValueError(f"combines {one.kind} with {other.kind}; give quantities of one kind")
    units = ", ".join(UNITS[one.kind or other.kind])
    raise ValueError(f"combines a quantity with a number without a unit; give one of {units}")
