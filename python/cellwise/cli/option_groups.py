"""Options that several commands take together, as types: a dataclass, each of whose fields is an option."""

import functools
import inspect
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, get_type_hints

Result = TypeVar("Result")


def grouped(command: Callable[..., Result]) -> Callable[..., Result]:
    """Give a command that takes the options of its groups one by one, each group at its place.

    A parameter that is a group has an instance of it as its default: a command's own defaults of the options.
    """
    hints = get_type_hints(command, include_extras=True)
    groups = {name: kind for name, kind in hints.items() if is_dataclass(kind)}

    @functools.wraps(command)
    def called(**given: Any) -> Result:
        made = {
            name: kind(**{one.name: given.pop(one.name) for one in fields(kind)})  # type: ignore[operator]
            for name, kind in groups.items()
        }
        return command(**given, **made)

    parameters: list[inspect.Parameter] = []
    for name, one in inspect.signature(command).parameters.items():
        options = get_type_hints(hints[name], include_extras=True) if name in groups else {name: hints[name]}
        parameters += [
            inspect.Parameter(
                option,
                inspect.Parameter.KEYWORD_ONLY,
                default=getattr(one.default, option) if name in groups else one.default,
                annotation=annotation,
            )
            for option, annotation in options.items()
        ]
    called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {one.name: one.annotation for one in parameters}
    return called
