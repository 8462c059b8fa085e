"""Conditions on the settings of a sweep, such as ``switch.buffer >= 1000 cells and seed != 2``.

A condition is read as a Python expression of which only comparisons, ``and``, ``or``, ``not``, arithmetic,
numbers, quantities, texts and paths are allowed; nothing in it is ever executed. Values with units are
compared as quantities, whatever their units are, and with nothing but quantities of their kind; other values
are compared as text.
"""

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from cellwise.levels import Level, quoted
from cellwise.vocabulary import UNITS

_COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}

_ARITHMETIC: Mapping[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}

_ALLOWED = (
    "comparisons, `and`, `or`, `not`, + - * /, numbers, quantities such as `5 us`, texts in quotes and paths "
    "of the sweep"
)


@dataclass(frozen=True, slots=True)
class _Amount:
    """A number that was computed."""

    value: Fraction
    kind: str
    """What it is of: a key of `UNITS`; empty for a number without a unit."""


class Where:
    """A condition, read once and tested on many cases.

    Raises
    ------
    ValueError
        If it is no expression, or has something in it that is not allowed.

    Examples
    --------
    >>> Where("switch.buffer * 2 > 1500 cells and tcp.variant == 'reno'")(
    ...     {"switch.buffer": "1000 cells", "tcp.variant": "reno"}
    ... )
    True
    """

    def __init__(self, text: str) -> None:
        self.text = text
        try:
            self._tree = ast.parse(quoted(text.strip()), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise ValueError(f"where: {text!r} is no condition; give {_ALLOWED}") from None

    def __call__(self, values: Mapping[str, Any]) -> bool:
        """Return whether it holds; raises `ValueError` as the class does, or if the sweep lacks a path."""
        found = self._truth(self._tree, values)
        if not isinstance(found, bool):
            raise ValueError(f"where: {self.text!r} is neither true nor false; compare something")
        return found

    def _truth(self, node: ast.expr, values: Mapping[str, Any]) -> Any:
        if isinstance(node, ast.BoolOp):
            parts = [self._condition(part, values) for part in node.values]
            return all(parts) if isinstance(node.op, ast.And) else any(parts)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return not self._condition(node.operand, values)
        if isinstance(node, ast.Compare):
            return self._comparison(node, values)
        return self._value(node, values)

    def _condition(self, node: ast.expr, values: Mapping[str, Any]) -> bool:
        found = self._truth(node, values)
        if not isinstance(found, bool):
            raise ValueError(f"where: a part of {self.text!r} is neither true nor false; compare it")
        return found

    def _comparison(self, node: ast.Compare, values: Mapping[str, Any]) -> bool:
        left = self._value(node.left, values)
        for sign, right_node in zip(node.ops, node.comparators, strict=True):
            right = self._value(right_node, values)
            if type(sign) not in _COMPARISONS:
                raise ValueError(f"where: {self.text!r} compares otherwise than by == != < <= > >=")
            if not _compare(_COMPARISONS[type(sign)], left, right, self.text):
                return False
            left = right
        return True

    def _value(self, node: ast.expr, values: Mapping[str, Any]) -> Any:
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float | str | bool):
            return node.value
        if isinstance(node, ast.Name | ast.Attribute):
            return self._setting(_path(node), values)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            amount = _amount(self._value(node.operand, values), self.text)
            return _Amount(-amount.value, amount.kind)
        if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
            left, right = (_amount(self._value(side, values), self.text) for side in (node.left, node.right))
            return _computed(node.op, left, right, self.text)
        raise ValueError(f"where: {self.text!r} has something that is not allowed; give {_ALLOWED}")

    def _setting(self, path: str | None, values: Mapping[str, Any]) -> Any:
        if path is None or path not in values:
            known = ", ".join(values)
            raise ValueError(f"where: {path or self.text!r} is no path of the sweep; those are {known}")
        return values[path]


def _path(node: ast.expr) -> str | None:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = _path(node.value)
        return before and f"{before}.{node.attr}"
    return None


def _amount(value: Any, text: str) -> _Amount:
    found = _read(value)
    if not isinstance(found, _Amount):
        raise ValueError(f"where: {value!r} in {text!r} is no number")
    return found


def _read(value: Any) -> _Amount | str:
    """Give a value in the form in which it is compared."""
    if isinstance(value, _Amount):
        return value
    level = Level.of(value)
    return level.written if isinstance(level.value, str) else _Amount(level.value, level.kind)


def _computed(sign: ast.operator, left: _Amount, right: _Amount, text: str) -> _Amount:
    if isinstance(sign, ast.Mult):
        if left.kind and right.kind:
            raise ValueError(f"where: {text!r} multiplies two quantities; one of them must be a plain number")
        kind = left.kind or right.kind
    elif isinstance(sign, ast.Div) and not right.kind:
        kind = left.kind
    else:
        _require_same_kind(left, right, text)
        kind = "" if isinstance(sign, ast.Div) else left.kind
    try:
        return _Amount(_ARITHMETIC[type(sign)](left.value, right.value), kind)
    except ZeroDivisionError:
        raise ValueError(f"where: {text!r} divides by zero") from None


def _compare(compare: Callable[[Any, Any], bool], left: Any, right: Any, text: str) -> bool:
    one, other = _read(left), _read(right)
    if isinstance(one, _Amount) and isinstance(other, _Amount):
        _require_same_kind(one, other, text)
        return compare(one.value, other.value)
    if compare not in (operator.eq, operator.ne):
        raise ValueError(f"where: {text!r} orders texts; only == and != compare texts")
    return compare(one, other)


def _require_same_kind(one: _Amount, other: _Amount, text: str) -> None:
    if one.kind == other.kind:
        return
    if one.kind and other.kind:
        raise ValueError(
            f"where: {text!r} combines {one.kind} with {other.kind}; give quantities of one kind"
        )
    units = ", ".join(UNITS[one.kind or other.kind])
    raise ValueError(f"where: {text!r} combines a quantity with a number without a unit; give one of {units}")
