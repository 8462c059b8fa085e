"""Conditions on the settings of a sweep, such as ``switch.buffer >= 1000 and tcp.mss != 512``.

A condition is read as a Python expression of which only comparisons, ``and``, ``or``, ``not``, arithmetic,
numbers, texts and paths are allowed; nothing in it is ever executed. A value with a unit counts as its
number; what is no number is compared as text.
"""

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from cellwise.plots.groups import Level

_COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}

_ARITHMETIC: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}

_ALLOWED = "comparisons, `and`, `or`, `not`, + - * /, numbers, texts in quotes and paths of the sweep"


class Where:
    """A condition, read once and asked of many cases.

    Raises
    ------
    ValueError
        If it is no expression, or has something else in it than what is allowed.

    Examples
    --------
    >>> Where("switch.buffer * 2 > 1500 and tcp.variant == 'reno'")(
    ...     {"switch.buffer": "1000 cells", "tcp.variant": "reno"}
    ... )
    True
    """

    def __init__(self, text: str) -> None:
        self.text = text
        try:
            self._tree = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise ValueError(f"where: {text!r} is no condition; give {_ALLOWED}") from None

    def __call__(self, values: Mapping[str, Any]) -> bool:
        """Tell whether it holds; raises `ValueError` as the class does, or if a path is not in the sweep."""
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
            return -_number(self._value(node.operand, values), self.text)
        if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
            sides = [_number(self._value(side, values), self.text) for side in (node.left, node.right)]
            try:
                return _ARITHMETIC[type(node.op)](*sides)
            except ZeroDivisionError:
                raise ValueError(f"where: {self.text!r} divides by zero") from None
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


def _number(value: Any, text: str) -> float:
    number = Level.of(value).number if not isinstance(value, bool) else None
    if number is None:
        raise ValueError(f"where: {value!r} in {text!r} is no number")
    return number


def _compare(compare: Callable[[Any, Any], bool], left: Any, right: Any, text: str) -> bool:
    if isinstance(left, bool) or isinstance(right, bool):
        return compare(left, right)
    sides = [Level.of(value) for value in (left, right)]
    if all(side.number is not None for side in sides):
        units = {side.unit for side in sides if side.unit}
        if len(units) > 1:
            raise ValueError(f"where: {text!r} compares {' with '.join(sorted(units))}; give the same unit")
        return compare(sides[0].number, sides[1].number)
    if compare not in (operator.eq, operator.ne):
        raise ValueError(f"where: {text!r} orders texts; only == and != compare texts")
    return compare(sides[0].written, sides[1].written)
