"""Quantities in claims, as in ``rtt_ms() < 0.1 s``: numbers in the unit in which the measure's name ends."""

import ast
from typing import Any

from cellwise.expression import FUNCTIONS, ExpressionError
from cellwise.levels import Level

#: Endings of the names of measures that are units.
_ENDINGS = {
    "s": "s",
    "ms": "ms",
    "us": "us",
    "bps": "bit/s",
    "kbps": "kbit/s",
    "mbps": "Mbit/s",
    "cells": "cells",
    "packets": "packets",
    "bytes": "bytes",
}

#: A product or a ratio of two measures is in the unit of neither.
_PRODUCTS = (ast.Mult, ast.Div, ast.Pow)


def in_units_of_measures(tree: ast.expr) -> ast.expr:
    """Replace each quantity that is compared with measures by its number in their unit.

    Raises `ExpressionError` if they have no unit, or several, or one of another kind.
    """
    found: ast.expr = _InUnits().visit(tree)
    return found


class _InUnits(ast.NodeTransformer):
    def visit_Compare(self, node: ast.Compare) -> ast.Compare:
        """Replace the quantities of a comparison."""
        quantities = [one for one in ast.walk(node) if _is_quantity(one)]
        unit = _unit(node) if quantities else ""
        for one in quantities:
            level: Any = one.value  # type: ignore[attr-defined]
            try:
                one.value = level.within(unit)  # type: ignore[attr-defined]
            except KeyError:
                raise ExpressionError(f"{level.written} is not in {unit}, the unit of the measure") from None
        return node


def _unit(node: ast.Compare) -> str:
    products = [one for one in ast.walk(node) if isinstance(one, ast.BinOp) and isinstance(one.op, _PRODUCTS)]
    for one in products:
        if all(map(_has_unit, (one.left, one.right))):
            raise ExpressionError(f"{ast.unparse(one)} has no unit of a measure; give a plain number")
    names = dict.fromkeys(one.func.id for one in ast.walk(node) if _is_measure(one))  # type: ignore[attr-defined]
    units = {_ENDINGS.get(name.rpartition("_")[2], "") for name in names}
    if len(units) != 1 or "" in units:
        raise ExpressionError(
            f"compares a quantity with {', '.join(names) or 'no measure'}; the names of measures must end in "
            f"one unit: {', '.join(f'_{one}' for one in _ENDINGS)}"
        )
    return units.pop()


def _has_unit(tree: ast.AST) -> bool:
    return any(_is_quantity(one) or _is_measure(one) for one in ast.walk(tree))


def _is_measure(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id not in FUNCTIONS


def _is_quantity(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, Level)
