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

#: The commands by purpose, in the order of the help, each with the first paragraph of its help, so that the
#: list of all commands loads none of them.
_PANELS = {
    "Run": {
        "new": "Write a first scenario from a template, with a comment for every key, or from a topology "
        "file.",
        "convert": "Write a log, a trace, pings or a capture as the table of rates, arrivals or delays of "
        "a scenario.",
        "run": "Simulate one scenario: a summary on the screen, columns and provenance in a results folder.",
        "check": "Report every mistake in a scenario at once, each with path, value and rule.",
        "expand": "Print a scenario with everything written out: the template as a graph, every default as "
        "a value.",
        "schema": "Print the JSON Schema of scenarios, so that editors complete and check them.",
        "serve": "Open a page in the browser to run scenarios, change their settings and see the results.",
    },
    "Look": {
        "plot": "Draw a plot by name from the results of a run, or of several; of an experiment also its "
        "own picture.",
        "why": "Show why cells and packets were lost: by place and reason, and loss by loss.",
        "report": "Write the report of a study, an experiment or one run from stored results; missing "
        "points are named.",
        "export": "Write a run's results as other tools read them, or an experiment's as CSV; prints the "
        "files.",
        "capture": "Help to read captures, which `cellwise run --capture` writes.",
    },
    "Experiment": {
        "compare": "Compare two sides in pairs of the same seed and replication: the differences B - A "
        "with intervals.",
        "sweep": "Run a scenario under many settings, and report the metrics of each with intervals over "
        "replications.",
        "replicate": "Run independent replications of a scenario, and report the means of its metrics with "
        "intervals.",
        "find": "Find the least or greatest value of a setting for which a goal holds, or the best values "
        "of several.",
    },
    "Documents": {
        "study": "Rerun published experiments, side by side with their numbers. `cellwise study NAME` is "
        "short for `cellwise study run NAME`.",
        "verify": "Compare the simulator with standards, closed forms and published numbers.",
    },
    "Tools": {
        "list": "List the models that scenarios can name, with source and validation status, and the "
        "studies.",
        "explain": "Explain what a model does: its rule, parameters, source, validation status and file.",
        "overhead": "Print what IP packets take on an access line, the efficiency, and the matching tc "
        "commands.",
        "staircase": "Print how the round-trip time grows with the size of packets on an idle ATM line, "
        "step by step.",
        "packetdrill": "Replay packetdrill scripts against our TCP: what they expect to leave, and when.",
        "wire": "Put real hosts onto the network of a scenario, in real time. Linux only.",
    },
}
_HELP = {name: text for commands in _PANELS.values() for name, text in commands.items()}

#: The places below `cellwise.cli` of commands that are not in a module of their own name, under that name.
_PLACES = {
    "check": "scenario.check",
    "expand": "scenario.expand",
    "capture": "captures.capture",
    "list": "catalogue.list_models",
    "schema": "scenario.schema",
}


@cache
def _loaded(name: str) -> Any:
    module, _, attribute = _PLACES.get(name, f"{name}.{name}").partition(".")
    found = getattr(import_module(f"cellwise.cli.{module}"), attribute)
    if not isinstance(found, typer.Typer):
        alone = typer.Typer(add_completion=False, rich_markup_mode=MARKUP)
        alone.command(name=name, cls=Command)(found)
        found = alone
    return typer.main.get_command(found)


class _Loaded(Mapping[str, Any]):
    """The commands themselves."""

    def __getitem__(self, name: str) -> Any:
        return _loaded(name)

    def __contains__(self, name: object) -> bool:
        return name in _HELP

    def __iter__(self) -> Iterator[str]:
        return iter(_HELP)

    def __len__(self) -> int:
        return len(_HELP)


class _Listed(TyperCommand):
    """A command in the list of all: loaded when it is called."""

    def __init__(self, name: str) -> None:
        panel = next(panel for panel, names in _PANELS.items() if name in names)
        super().__init__(name=name, help=_HELP[name], rich_help_panel=panel)

    def make_context(self, info_name: Any, args: Any, parent: Any = None, **extra: Any) -> Any:
        """Call the command."""
        return _loaded(str(self.name)).make_context(info_name, args, parent, **extra)


class _Plain:
    """Says nothing of the type of an option that takes no value, and names arguments without braces."""

    def collect_usage_pieces(self, ctx: Any) -> Any:
        """Give the parts of the line that says how it is called."""
        return [one.strip("{}") for one in super().collect_usage_pieces(ctx)]  # type: ignore[misc]

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
        super().__init__(**{**given, "commands": _Loaded()})

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Name all commands, in the order of the help."""
        return list(_HELP)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """Give a command that is loaded when it is called; None if no command has that name."""
        return _Listed(cmd_name) if cmd_name in _HELP else None
