"""Quantities with units: read as numbers, as the simulator reads scenarios, and written from numbers.

`cellwise.units` has a function for every unit.
"""

import math
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

from cellwise import _core
from cellwise.levels import Level
from cellwise.scenario import plain
from cellwise.vocabulary import ALIASES, UNITS

#: What can be made a quantity; also numbers of numpy.
Number = int | float | Fraction | Decimal

#: How what is meant as a number begins.
_BEGINNING = re.compile(r"[+-]*\.?\d")

#: The last word of a text: its unit, if it is a quantity.
_LAST_WORD = re.compile(r"[^\d.\s]*$")

#: By unit, the kind of quantity.
_KINDS = {unit: kind for kind, units in UNITS.items() for unit in units}

#: Kinds of things that are counted: no part of one is a quantity. Other kinds are rounded to their smallest
#: step.
COUNTED = ("bytes", "cells", "packets")

#: A number in floating point is at most this far, in parts of itself, from the whole number that was meant.
NOISE = Fraction(1, 10**12)


def rate_bps(text: str) -> float:
    """Read a rate as scenarios write it, in bit/s.

    Raises `ValueError` if it is no rate.

    Examples
    --------
    >>> rate_bps("149.76 Mbit/s"), rate_bps("10 cells/s")
    (149760000.0, 4240.0)
    """
    return float(_read("bit-rate", text))


def span_s(text: str) -> float:
    """Read a time as scenarios write it, in seconds.

    Raises `ValueError` if it is no time.

    Examples
    --------
    >>> span_s("10 ms")
    0.01
    """
    return _read("span", text) / 1e12


def begins_as_number(text: str) -> bool:
    """Say whether a text is meant as a number, right or wrong: others are words."""
    return _BEGINNING.match(text.strip()) is not None


def number_of(text: str) -> Level:
    """Read a number that an option or a call is given, with a unit or without one.

    Raises `ValueError` as the simulator refuses a quantity; without a unit, if it is no finite number.

    Examples
    --------
    >>> number_of("20 ms").within("s"), number_of("0.5").within("")
    (0.02, 0.5)
    """
    written = text.strip()
    unit = _LAST_WORD.findall(written)[0]
    kind = _KINDS.get(ALIASES.get(unit, unit))
    if kind:
        _read(kind, written)
    level = Level.of(written)
    try:
        if level.is_number and math.isfinite(float(level.value)):
            return level
    except OverflowError:
        pass
    if unit and not kind and _core.number(written.removesuffix(unit).strip()) is not None:
        raise ValueError(f"{text!r} is not allowed; {unit!r} is no unit; use one of {', '.join(_KINDS)}")
    raise ValueError(f"{text!r} is not allowed; give a finite number")


def _read(kind: str, text: str) -> int:
    try:
        return _core.quantity(kind, text)
    except ValueError as error:
        raise ValueError(f"{text!r} is not allowed; {error}") from None


def written(number: Number, unit: str) -> str:
    """Write a number of a unit as scenarios take it, to the nearest step that they can hold.

    The unit is one of ``cellwise.units.MADE``, or another spelling of it; the number is written in it if that
    can be done exactly, or else in the largest one that can. A time is rounded to whole picoseconds and a
    rate to whole bit/s.

    Raises `ValueError` if the unit is not known, or the number is not finite, below 0, or not whole for
    bytes, cells and packets.

    Examples
    --------
    >>> written(10 / 6, "ms"), written(1.5, "Mbit/s"), written(Fraction(1, 3), "h")
    ('1.666666667 ms', '1.5 Mbit/s', '20 min')
    """
    name = ALIASES.get(unit, unit)
    if name not in _KINDS:
        raise ValueError(f"unit: {unit!r} is not known; the units are {', '.join(_KINDS)}")
    kind = _KINDS[name]
    exact = _fraction(number, name) * UNITS[kind][name]
    steps = round(exact)
    if kind in COUNTED and abs(exact - steps) > NOISE * exact:
        raise ValueError(f"{number!r} {name} is not allowed; give a whole number of {kind}")
    # The unit that was asked for comes first, then those of which it has at least one, the largest first.
    others = sorted(UNITS[kind].items(), key=lambda one: -one[1])
    sizes = [(name, UNITS[kind][name]), *(one for one in others if steps >= one[1])]
    decimal, found = next(
        (text, one) for one, size in sizes if (text := _decimal(Fraction(steps, size))) is not None
    )
    return f"{decimal} {found}"


def _fraction(number: Any, unit: str) -> Fraction:
    refused = f"{number!r} {unit} is not allowed; give a finite number, at least 0"
    try:
        value = plain(number) if hasattr(number, "item") else number
        if isinstance(value, bool | str):
            raise ValueError(refused)
        # A float stands for the shortest decimal that means it: 0.1 MB are 100 000 bytes.
        exact = Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(refused) from None
    if exact < 0:
        raise ValueError(refused)
    return exact


def _decimal(value: Fraction) -> str | None:
    """Write a number exactly; None if that takes digits without end."""
    left, twos, fives = value.denominator, 0, 0
    while left % 2 == 0:
        left, twos = left // 2, twos + 1
    while left % 5 == 0:
        left, fives = left // 5, fives + 1
    if left != 1:
        return None
    places = max(twos, fives)
    digits = str(value.numerator * 10**places // value.denominator).rjust(places + 1, "0")
    whole, part = digits[: len(digits) - places], digits[len(digits) - places :]
    return f"{whole}.{part}" if part else whole
