"""Measures that no expression can state: functions of a file in the study's folder.

Whether there is such a function is seen without running the file. It is run when one of its functions is
first needed, from the text in the folder: not from a compiled file that Python keeps next to it.
"""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import Any

from cellwise.expression import ExpressionError
from cellwise.study.data.inside import octets_of


@contextmanager
def user_errors() -> Iterator[None]:
    """Turn what a user's function raises, which may be anything, into an `ExpressionError`."""
    try:
        yield
    except ExpressionError:
        raise
    except Exception as error:
        raise ExpressionError(f"{type(error).__name__}: {error}") from error


class Function:
    """A function of a study's file.

    A measure takes a run, as `cellwise.points.store.PointResult`, and the constants of the measure by name.
    """

    def __init__(self, folder: Path, named: str) -> None:
        """Find a function such as ``measures.py:share``; nothing is run.

        Raises `ExpressionError` if there is no such file or function, or the file is not Python.
        """
        self.named = named
        self._file, _, self._name = named.partition(":")
        self._folder = folder.resolve()
        self._source = _source(self._folder, self._file)
        if not {self._name, "*"} & _names_in(self._file, self._source):
            raise ExpressionError(f"{self._file} has no function {self._name}")

    def load(self) -> Callable[..., Any]:
        """Give the function itself; the file is run once.

        Raises `ExpressionError` if the file cannot be run, or this is no function in it.
        """
        found = getattr(_module(self._folder / self._file, self._source), self._name, None)
        if not callable(found):
            raise ExpressionError(f"{self._file} has no function {self._name}")
        return found  # type: ignore[no-any-return]

    def taking(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Give those options for which the function has parameters; raises `ExpressionError` as `load`."""
        parameters = signature(self.load()).parameters
        return {name: one for name, one in options.items() if name in parameters}

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Call it; raises `ExpressionError` as `load`, and whatever the function does."""
        return self.load()(*arguments, **options)


def files_of(functions: Iterable[Function]) -> list[str]:
    """Name the files that functions are of, each once."""
    return list(dict.fromkeys(one.named.partition(":")[0] for one in functions))


def _source(folder: Path, file: str) -> bytes:
    try:
        return octets_of(folder, file)
    except ValueError as error:
        raise ExpressionError(f"{file} {error}") from None


def _names_in(file: str, source: bytes) -> set[str]:
    try:
        return set(_names(ast.parse(source).body))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ExpressionError(f"{file} cannot be run: {type(error).__name__}: {error}") from None


def _names(body: Iterable[ast.AST]) -> Iterator[str]:
    """Name what statements bind, as far as that is seen without running them; `*` for anything."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.alias):
            yield node.asname or node.name
        elif isinstance(node, ast.Name):
            yield node.id
        elif not isinstance(node, ast.expr) or isinstance(node, ast.Tuple | ast.List):
            yield from _names(ast.iter_child_nodes(node))


@cache
def _module(file: Path, source: bytes) -> ModuleType:
    module = ModuleType(f"study_{file.parent.name}_{file.stem}")
    module.__file__ = str(file)
    try:
        exec(compile(source, str(file), "exec"), module.__dict__)
    # A user's file may raise any error; it is reported like any other mistake of a study.
    except Exception as error:
        raise ExpressionError(f"{file.name} cannot be run: {type(error).__name__}: {error}") from error
    return module
