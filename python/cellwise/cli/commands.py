"""The commands by name and in the order of the help, each loaded when it is first asked for.

One command needs a part of the package, all of them need most of it: loading that took as long as the rest
of a quick command.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Literal

import typer
from typer.core import TyperCommand, TyperGroup

#: How help texts are written.
MARKUP: Literal["markdown"] = "markdown"

#: Where each command is: the module below `cellwise.cli` and what it has there.
_PLACES = {
    "new": ("new", "new"),
    "run": ("run", "run"),
    "serve": ("serve", "serve"),
    "check": ("scenario", "check"),
    "expand": ("scenario", "expand"),
    "study": ("study", "study"),
    "report": ("report", "report"),
    "compare": ("compare", "compare"),
    "sweep": ("sweep", "sweep"),
    "find": ("find", "find"),
    "plot": ("plot", "plot"),
    "why": ("why", "why"),
    "capture": ("captures", "capture"),
    "export": ("export", "export"),
    "list": ("catalogue", "list_models"),
    "explain": ("explain", "explain"),
    "verify": ("verify", "verify"),
    "overhead": ("overhead", "overhead"),
    "staircase": ("staircase", "staircase"),
    "packetdrill": ("packetdrill", "packetdrill"),
    "wire": ("wire", "wire"),
    "schema": ("scenario", "schema"),
}


@cache
def _loaded(name: str) -> Any:
    module, attribute = _PLACES[name]
    found = getattr(import_module(f"cellwise.cli.{module}"), attribute)
    if not isinstance(found, typer.Typer):
        alone = typer.Typer(add_completion=False, rich_markup_mode=MARKUP)
        alone.command(name=name, cls=Command)(found)
        found = alone
    return typer.main.get_command(found)


class _Commands(Mapping[str, Any]):
    def __getitem__(self, name: str) -> Any:
        return _loaded(name)

    def __contains__(self, name: object) -> bool:
        return name in _PLACES

    def __iter__(self) -> Iterator[str]:
        return iter(_PLACES)

    def __len__(self) -> int:
        return len(_PLACES)


class _Plain:
    """Says nothing of the type of an option that takes no value, where help says what others take."""

    def get_params(self, ctx: Any) -> Any:
        """Give the parameters, that of help among them."""
        params = super().get_params(ctx)  # type: ignore[misc]
        for one in params:
            if getattr(one, "is_bool_flag", False) and one.metavar is None:
                one.metavar = ""
        return params


class Command(_Plain, TyperCommand):
    """A command."""


class Group(_Plain, TyperGroup):
    """A command with commands below it."""


class Commands(Group):
    """The group of all commands."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**{**given, "commands": _Commands()})
