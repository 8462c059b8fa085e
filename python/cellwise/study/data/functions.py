"""Measures that no expression says: functions of a file in the study's folder."""

from collections.abc import Callable
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from cellwise.study.data.expression import ExpressionError

#: Takes a run, as `cellwise.study.points.PointResult`, and the constants of the measure by name.
Function = Callable[..., Any]


def function_of(folder: Path, named: str) -> Function:
    """Give a function such as ``measures.py:share``; the file is run once.

    Raises
    ------
    ExpressionError
        If the file cannot be run, or has no such function.
    """
    file, _, name = named.partition(":")
    found = getattr(_module(folder.resolve() / file), name, None)
    if not callable(found):
        raise ExpressionError(f"{file} has no function {name}")
    given: Function = found
    return given


@cache
def _module(file: Path) -> ModuleType:
    spec = spec_from_file_location(f"study_{file.parent.name}_{file.stem}", file)
    if spec is None or spec.loader is None or not file.is_file():
        raise ExpressionError(f"{file.name} is not in the folder of the study")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    # A user's file may raise whatever it likes; it is told like any other mistake of a study.
    except Exception as error:
        raise ExpressionError(f"{file.name} cannot be run: {type(error).__name__}: {error}") from error
    return module
