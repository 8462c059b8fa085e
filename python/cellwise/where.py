"""Conditions on settings, such as ``switch.buffer >= 1000 cells and seed != 2``, or ``seed=3``.

A condition is an expression that compares settings, with quantities in any unit. ``PATH=VALUE`` is short for
a setting that equals a value, which needs no quotes.
"""

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from cellwise.expression import ExpressionError, evaluate, parsed, truth
from cellwise.levels import Level

#: One condition, several of which all must hold, or the values of settings by path.
Conditions: TypeAlias = str | Sequence[str] | Mapping[str, Any]

_EQUAL = re.compile(r"\s*([\w.-]+)\s*=(?!=)\s*(\S.*?)\s*")


class MissingPathError(ExpressionError):
    """A condition names a setting that is not there."""


@dataclass(frozen=True, slots=True)
class _Settings:
    """What a condition may name: settings by path."""

    values: Mapping[str, Any]

    def name(self, name: str) -> Level:
        """Give the value of a setting."""
        if name not in self.values:
            raise MissingPathError(f"{name} is no path here; those are {', '.join(self.values)}")
        return Level.of(self.values[name])

    def call(self, name: str, _arguments: Sequence[Any], _options: Mapping[str, Any]) -> Any:
        """Refuse a function."""
        raise ExpressionError(f"{name} is not allowed: conditions have no functions")


class _Paths(ast.NodeTransformer):
    """Makes one name of each dotted path, and collects them."""

    def __init__(self) -> None:
        self.found: dict[str, None] = {}

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """Note a path without dots."""
        self.found[node.id] = None
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """Join what is before the last dot and behind it."""
        before = self.visit(node.value)
        if not isinstance(before, ast.Name):
            return node
        self.found.pop(before.id, None)
        return self.visit_Name(ast.Name(f"{before.id}.{node.attr}", ast.Load()))


class Where:
    """A condition, read once and tested on many cases.

    Raises `ValueError` if it is no condition, or has something in it that is not allowed.

    Examples
    --------
    >>> values = {"switch.buffer": "1000 cells", "tcp.variant": "reno"}
    >>> Where("switch.buffer * 2 > 1500 cells and tcp.variant == 'reno'")(values)
    True
    >>> Where("switch.buffer=0.001 k")(values)
    False
    """

    def __init__(self, text: str) -> None:
        if equal := _EQUAL.fullmatch(text):
            self._be_equal(equal[1], equal[2])
            return
        self.text, paths = text.strip(), _Paths()
        try:
            self._tree: Any = paths.visit(parsed(text, quantities=True))
        except ExpressionError as error:
            raise self._refused(error) from None
        self.paths = tuple(paths.found)
        """The settings that it names."""
        if not isinstance(self._tree, ast.Compare | ast.BoolOp | ast.UnaryOp):
            raise ValueError(
                f"where: {self.text!r} is not allowed; write PATH=VALUE, or a condition such as "
                "switch.buffer > 900 cells"
            )

    @classmethod
    def equal(cls, path: str, value: Any) -> "Where":
        """Make the condition that a setting has a value."""
        made = cls.__new__(cls)
        made._be_equal(path, value)
        return made

    def _be_equal(self, path: str, value: Any) -> None:
        self.text, self.paths = f"{path} = {value}", (path,)
        self._tree = ast.Compare(ast.Name(path, ast.Load()), [ast.Eq()], [ast.Constant(value)])

    def __call__(self, values: Mapping[str, Any]) -> bool:
        """Return whether it holds.

        Raises `ValueError` if it combines values that do not go together, or a path is not there.
        """
        try:
            return truth(evaluate(self._tree, _Settings(values)))
        except ExpressionError as error:
            raise self._refused(error) from None

    def is_met(self, values: Mapping[str, Any]) -> bool:
        """Return whether it holds; not where a setting is missing that it names."""
        return all(path in values for path in self.paths) and self(values)

    def _refused(self, error: ExpressionError) -> ExpressionError:
        return type(error)(f"where: {self.text!r}: {error}")


def conditions(where: Conditions | None) -> list[Where]:
    """Read conditions, as options and calls are given them.

    Examples
    --------
    >>> [one.text for one in conditions({"seed": 1, "tcp.variant": "reno"})]
    ['seed = 1', 'tcp.variant = reno']
    """
    if isinstance(where, Mapping):
        return [Where.equal(path, value) for path, value in where.items()]
    return [Where(one) for one in ([where] if isinstance(where, str) else where or [])]
