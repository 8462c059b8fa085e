"""Expressions of studies, conditions and goals: arithmetic, comparisons, a few functions, and nothing else.

An expression is parsed as Python writes it and its tree is walked here: what is not in this file cannot be
written. Where names and calls come from, a `Scope` says. Numbers are those of numpy, or a `Level`: the value
of a setting, exact and with its unit, which is compared with nothing but quantities of its kind.
"""

import ast
import difflib
import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from cellwise import _core
from cellwise.errors import CellwiseError
from cellwise.levels import Level, compared, computed

#: What is longer or deeper is no expression any more; and none has larger powers.
_MOST_LETTERS, _MOST_DEEP, _MOST_POWER = 2000, 100, 64

#: Before a quantity while an expression is read; no text that a user types begins with it.
_QUANTITY = "\x01"

#: Values of different shapes are at most so many together; of one shape, as many as each has.
MOST_ELEMENTS = 1_000_000

#: The numbers of so many comparisons are also reported.
_MOST_SHOWN = 10

_Binary = Callable[[Any, Any], Any]
_BINARY: Mapping[type[ast.operator], _Binary] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: np.divide,
    ast.Mod: np.mod,
    ast.Pow: np.power,
    ast.BitAnd: np.logical_and,
    ast.BitOr: np.logical_or,
}
#: What is computed with levels, which are exact.
_EXACT: Mapping[type[ast.operator], _Binary] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_UNARY: Mapping[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: np.logical_not,
    ast.Invert: np.logical_not,
}
_COMPARE: Mapping[type[ast.cmpop], tuple[str, _Binary]] = {
    ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le),
    ast.Gt: (">", operator.gt),
    ast.GtE: (">=", operator.ge),
    ast.Eq: ("==", operator.eq),
    ast.NotEq: ("!=", operator.ne),
}


class ExpressionError(CellwiseError, ValueError):
    """An expression that cannot be read, or has no value."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """Numbers of several cases, each with the levels in which it differs from the others."""

    numbers: Any
    labels: tuple[tuple[str, ...], ...]


class Scope(Protocol):
    """What an expression may name."""

    def name(self, name: str) -> Any:
        """Give what a name stands for; raises `ExpressionError`."""

    def call(self, name: str, arguments: Sequence[Any], options: Mapping[str, Any]) -> Any:
        """Call a function that is not one of `FUNCTIONS`; raises `ExpressionError`."""


def parsed(text: str, *, quantities: bool = False) -> ast.expr:
    """Read an expression; with `quantities`, a number with a unit may be in it: a `Level`.

    Raises `ExpressionError` if it is not one, or has something that expressions do not have.
    """
    if len(text) > _MOST_LETTERS:
        raise ExpressionError(f"is longer than {_MOST_LETTERS} letters")
    python = _core.quoted(text.strip(), _QUANTITY) if quantities else text.strip()
    try:
        tree = ast.parse(python, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reported = error.msg if isinstance(error, SyntaxError) else "cannot be read"
        raise ExpressionError(f"is not an expression: {reported}") from None
    if _depth(tree) > _MOST_DEEP:
        raise ExpressionError(f"is nested more than {_MOST_DEEP} deep")
    for node in ast.walk(tree):
        _refuse(node)
        if isinstance(node, ast.Constant) and str(node.value).startswith(_QUANTITY):
            # Not a constant of Python's grammar, but nothing reads the tree except `evaluate`.
            node.value = Level.of(str(node.value)[1:])  # type: ignore[assignment]
    return tree


def _depth(tree: ast.AST) -> int:
    depth, level = 0, [tree]
    while level:
        depth, level = depth + 1, [below for node in level for below in ast.iter_child_nodes(node)]
    return depth


_ALLOWED = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare),
    *(ast.IfExp, ast.Call, ast.List, ast.keyword, ast.Load, ast.And, ast.Or),
    *(*_BINARY, *_UNARY, *_COMPARE),
)


def _refuse(node: ast.AST) -> None:
    if not isinstance(node, _ALLOWED):
        reported = ast.unparse(node) if isinstance(node, ast.expr) else type(node).__name__.lower()
        raise ExpressionError(f"has {reported}, which expressions do not have")
    if isinstance(node, ast.Call) and not isinstance(node.func, ast.Name):
        raise ExpressionError(f"calls {ast.unparse(node.func)}, which is not a name")
    if isinstance(node, ast.keyword) and node.arg is None:
        raise ExpressionError("has **, which expressions do not have")
    if isinstance(node, ast.List) and any(isinstance(one, ast.List) for one in node.elts):
        raise ExpressionError(f"has {ast.unparse(node)}, a list in a list, which expressions do not have")
    if isinstance(node, ast.Constant) and not isinstance(node.value, bool | int | float | str):
        raise ExpressionError(f"has {node.value!r}, which is neither a number nor a text")


def unknown_rule(name: str, what: str, known: Sequence[str]) -> str:
    """Say that a name does not exist, which is nearest, in capital letters or not, and which do."""
    by_letters = {one.lower(): one for one in known}
    near = difflib.get_close_matches(name.lower(), by_letters, 1)
    guess = f"; did you mean {by_letters[near[0]]!r}?" if near else ";"
    return f"is not {what}{guess} Known: {', '.join(known) or 'none'}"


def unknown(name: str, what: str, known: Iterable[str]) -> ExpressionError:
    """Make the error about a name that does not exist, as `unknown_rule` says."""
    return ExpressionError(f"{name} {unknown_rule(name, what, list(known))}")


def evaluate(node: ast.expr, scope: Scope) -> Any:
    """Give the value of an expression that `parsed` has read.

    Raises `ExpressionError` if it has none; the message has the part at fault.
    """
    try:
        with np.errstate(all="ignore"):
            return _EVALUATE[type(node)](node, scope)
    except ExpressionError:
        raise
    except (TypeError, ValueError, KeyError, IndexError, OverflowError, RecursionError) as error:
        raise ExpressionError(f"{ast.unparse(node)} has no value: {error}") from None


def numbers_of(node: ast.expr, scope: Scope) -> str:
    """Give the numbers of a comparison, part by part."""
    if isinstance(node, ast.BoolOp):
        return ", ".join(numbers_of(one, scope) for one in node.values)
    if isinstance(node, ast.Compare):
        signs = [_COMPARE[type(one)][0] for one in node.ops]
        reported = [_reported(evaluate(one, scope)) for one in (node.left, *node.comparators)]
        return " ".join(
            [reported[0], *(word for pair in zip(signs, reported[1:], strict=True) for word in pair)]
        )
    if isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Name):
        value = np.asarray(_plain(evaluate(node.args[0], scope)))
        if value.ndim:
            whether = f"{int(np.sum(value))} of {np.size(value)}" if value.dtype == bool else _reported(value)
            is_reported = (
                value.dtype == bool and value.size <= _MOST_SHOWN and isinstance(node.args[0], ast.Compare)
            )
            return f"{node.func.id}: {whether}" + (
                f", {numbers_of(node.args[0], scope)}" if is_reported else ""
            )
    return str(bool(_plain(evaluate(node, scope))))


def truth(value: Any) -> bool:
    """Give the truth of one comparison; raises `ExpressionError` if it is of several, or of none."""
    value = np.asarray(_plain(value))
    if value.size != 1 or value.dtype != bool:
        raise ExpressionError("is not one comparison; of several say all(...), any(...) or count(...) >= N")
    return bool(value.reshape(())[()])


def number(value: Any) -> float:
    """Give one number; not-a-number without one. Raises `ExpressionError` if there are several."""
    value = np.asarray(_plain(value))
    if value.size > 1 or value.dtype.kind not in "biuf":
        raise ExpressionError("is not one number; say which, or sum(...), mean(...), median(...), ...")
    return float(value.reshape(-1)[0]) if value.size else float("nan")


def _reported(value: Any) -> str:
    value = np.asarray(_plain(value))
    shown = [f"{one:.4g}" if value.dtype.kind in "iuf" else str(one) for one in value.reshape(-1)]
    return shown[0] if value.ndim == 0 and shown else f"({', '.join(shown)})"


def _plain(value: Any) -> Any:
    return value.numbers if isinstance(value, Labelled) else value


def _combined(work: _Binary, left: Any, right: Any) -> Any:
    if isinstance(left, Level) or isinstance(right, Level):
        raise ExpressionError("has a value that is neither true nor false; compare it")
    labels = {one.labels for one in (left, right) if isinstance(one, Labelled) and np.size(one.numbers) != 1}
    if len(labels) > 1:
        raise ExpressionError("combines cases that differ in more than the levels that are named")
    one, other = _bounded(left, right)
    found = work(one, other)
    return Labelled(found, labels.pop()) if labels else found


def _bounded(*values: Any) -> tuple[Any, ...]:
    """Give values that are put together one by one: lists as columns, which are neither joined nor repeated.

    Raises `ExpressionError` if one value of each with one of each other are too many.
    """
    plain = tuple(np.asarray(one) if isinstance(one, list) else one for one in map(_plain, values))
    shape = np.broadcast_shapes(*map(np.shape, plain))
    if math.prod(shape) > max(MOST_ELEMENTS, *map(np.size, plain)):
        raise ExpressionError(f"{math.prod(shape)} values come of this; at most {MOST_ELEMENTS} are allowed")
    return plain


def _constant(node: ast.Constant, _scope: Scope) -> Any:
    return node.value


def _name(node: ast.Name, scope: Scope) -> Any:
    return scope.name(node.id)


def _column(value: Any, name: str) -> Any:
    if not isinstance(value, Mapping):
        raise ExpressionError(f"{name}: the value has no columns")
    if name not in value:
        raise unknown(name, "a column", value)
    return value[name]


def _attribute(node: ast.Attribute, scope: Scope) -> Any:
    return _column(evaluate(node.value, scope), node.attr)


def _subscript(node: ast.Subscript, scope: Scope) -> Any:
    value, chosen = _plain(evaluate(node.value, scope)), _plain(evaluate(node.slice, scope))
    if isinstance(chosen, str):
        return _column(value, chosen)
    if isinstance(chosen, int) and not isinstance(chosen, bool):
        # There may be fewer than asked for: no value, not a mistake.
        return value[chosen] if -len(value) <= chosen < len(value) else float("nan")
    if np.asarray(chosen).dtype != bool:
        raise ExpressionError(f"[{ast.unparse(node.slice)}] is neither a whole number nor a comparison")
    return np.asarray(value)[chosen]


def _binary(node: ast.BinOp, scope: Scope) -> Any:
    left, right = evaluate(node.left, scope), evaluate(node.right, scope)
    if isinstance(left, Level) or isinstance(right, Level):
        if type(node.op) not in _EXACT:
            raise ExpressionError("combines values of settings otherwise than by + - * /")
        return computed(_EXACT[type(node.op)], left, right)
    if isinstance(node.op, ast.Pow):
        if np.any(np.abs(np.asarray(_plain(right), dtype=float)) > _MOST_POWER):
            raise ExpressionError(f"{ast.unparse(node)} has a power above {_MOST_POWER}")
        # Whole numbers would grow without bound.
        left = _combined(np.multiply, left, 1.0)
    if any(np.asarray(_plain(one)).dtype.kind in "US" for one in (left, right)):
        raise ExpressionError(f"{ast.unparse(node)} computes with text")
    return _combined(_BINARY[type(node.op)], left, right)


def _unary(node: ast.UnaryOp, scope: Scope) -> Any:
    operand = evaluate(node.operand, scope)
    if isinstance(operand, Level) and isinstance(node.op, ast.USub):
        return computed(operator.mul, -1, operand)
    return _combined(lambda one, _none: _UNARY[type(node.op)](one), operand, None)


def _boolean(node: ast.BoolOp, scope: Scope) -> Any:
    work = np.logical_and if isinstance(node.op, ast.And) else np.logical_or
    found, *others = (evaluate(one, scope) for one in node.values)
    for one in others:
        found = _combined(work, found, one)
    return found


def _comparison(node: ast.Compare, scope: Scope) -> Any:
    values = [evaluate(one, scope) for one in (node.left, *node.comparators)]
    found: Any = None
    for sign, left, right in zip(node.ops, values[:-1], values[1:], strict=True):
        one = _compared(_COMPARE[type(sign)][1], left, right)
        found = one if found is None else _combined(np.logical_and, found, one)
    return found


def _compared(sign: _Binary, left: Any, right: Any) -> Any:
    if isinstance(left, Level) or isinstance(right, Level):
        return compared(sign, left, right)
    return _combined(sign, left, right)


def _conditional(node: ast.IfExp, scope: Scope) -> Any:
    return evaluate(node.body if truth(evaluate(node.test, scope)) else node.orelse, scope)


def _list(node: ast.List, scope: Scope) -> Any:
    found = [_plain(evaluate(one, scope)) for one in node.elts]
    if len({np.shape(one) for one in found}) > 1:
        raise ExpressionError(f"{ast.unparse(node)} puts together single values and several, or not as many")
    return found


def _call(node: ast.Call, scope: Scope) -> Any:
    assert isinstance(node.func, ast.Name)
    arguments = [evaluate(one, scope) for one in node.args]
    options = {str(one.arg): _plain(evaluate(one.value, scope)) for one in node.keywords}
    if node.func.id not in FUNCTIONS:
        return scope.call(node.func.id, arguments, options)
    if options:
        raise ExpressionError(f"{node.func.id} takes nothing by name")
    if node.func.id in _ELEMENTWISE:
        if len(arguments) != 1:
            raise ExpressionError(f"{node.func.id} takes one value")
        work = _ELEMENTWISE[node.func.id]
        return _combined(lambda one, _none: work(one), arguments[0], None)
    return FUNCTIONS[node.func.id](*map(_plain, arguments))


_EVALUATE: Mapping[type[ast.expr], Callable[[Any, Scope], Any]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _boolean,
    ast.Compare: _comparison,
    ast.IfExp: _conditional,
    ast.List: _list,
    ast.Call: _call,
}


def _reduced(work: Callable[..., Any]) -> Callable[..., float]:
    """Take all numbers of all arguments that are numbers: what has no value does not count."""

    def reduce(*arguments: Any) -> float:
        given = np.concatenate([np.asarray(one, dtype=float).reshape(-1) for one in arguments])
        known = given[~np.isnan(given)]
        return float(work(known)) if known.size else float("nan")

    return reduce


def _quantile(values: Any, level: float) -> float:
    """Give the least value within which that share of the values lies."""
    return _reduced(lambda known: np.quantile(known, level, method="inverted_cdf"))(values)


def _count(values: Any) -> int:
    if np.asarray(values).dtype != bool:
        raise ExpressionError("count: counts where a comparison holds; give a comparison")
    return int(np.sum(values))


def _steps(sign: int) -> Callable[[Any], bool]:
    return lambda values: bool(np.all(sign * np.diff(np.asarray(values, dtype=float)) > 0))


def _fitted(values: Any, at: Any, degree: int) -> tuple[Any, Any, Any]:
    """Fit a polynomial to values at places, one after another if none are given; nothing to too few."""
    found = np.asarray(values, dtype=float).reshape(-1)
    places = np.arange(found.size) if at is None else np.asarray(at, dtype=float)
    if places.shape != found.shape or found.size <= degree:
        raise ExpressionError(f"{found.size} values at {places.size} places are too few, or not as many")
    if not np.isfinite(found).all():
        return found, places, np.full(degree + 1, np.nan)
    return found, places, np.polyfit(places, found, degree)


def _straightness(values: Any, at: Any = None) -> float:
    """Give the share of the variance that a straight line explains (R2)."""
    found, places, line = _fitted(values, at, 1)
    left, total = found - np.polyval(line, places), found - found.mean()
    return float(1 - np.square(left).sum() / np.square(total).sum())


def _begins(texts: Any, start: str) -> Any:
    return np.array([str(one).startswith(start) for one in np.asarray(texts).reshape(-1)], dtype=bool)


#: What is done to each value by itself.
_ELEMENTWISE: Mapping[str, Callable[[Any], Any]] = {"abs": np.abs, "exp": np.exp, "log10": np.log10}

#: What every expression may call.
FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    **_ELEMENTWISE,
    "values": np.asarray,
    "begins": _begins,
    "sum": lambda values: float(np.nansum(values)),
    "mean": _reduced(np.mean),
    "median": _reduced(np.median),
    "min": _reduced(np.min),
    "max": _reduced(np.max),
    "quantile": _quantile,
    "count": _count,
    "all": lambda values: bool(np.all(values)),
    "any": lambda values: bool(np.any(values)),
    "rising": _steps(1),
    "falling": _steps(-1),
    "slope": lambda values, at=None: float(_fitted(values, at, 1)[2][0]),
    "curvature": lambda values, at=None: float(_fitted(values, at, 2)[2][0]),
    "straightness": _straightness,
}
