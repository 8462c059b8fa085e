"""Commands about scenarios, and how a scenario is put together from options."""

import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time
from pathlib import Path
from typing import Annotated, Any

import typer

from cellwise.cli import completion
from cellwise.cli.errors import BAD_INPUT, UsageError, complain, explained
from cellwise.cli.option_groups import grouped
from cellwise.scenario import Scenario, config_error, json_schema
from cellwise.terminal_text import say

File = Annotated[
    str | None,
    typer.Argument(
        metavar="FILE", help="A scenario in TOML, or in JSON as .json; `-` reads TOML from standard input."
    ),
]
Template = Annotated[
    str | None,
    typer.Option(
        "--template",
        metavar="NAME",
        help="Start from a template instead of a file.",
        autocompletion=completion.templates,
    ),
]
Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="PATH=VALUE",
        help="Set one value, such as `switch.buffer='2000 cells'`.",
        autocompletion=completion.settings,
    ),
]
Seed = Annotated[int | None, typer.Option("--seed", min=0, metavar="N", help="Seed of all random streams.")]
Replication = Annotated[
    int | None,
    typer.Option("--replication", min=0, metavar="N", help="Number of the independent repetition."),
]


@dataclass(frozen=True, slots=True)
class Described:
    """A scenario: a file or a template, and what is set in it."""

    file: File = None
    template: Template = None
    changes: Changes = None
    seed: Seed = None

    def scenario(self) -> Scenario:
        """Make it; raises as `assemble`."""
        return assemble(self.file, self.template, self.changes, self.seed)


#: Nothing is given.
NOTHING = Described()


def assemble(
    file: str | None,
    template: str | None,
    changes: list[str] | None,
    seed: int | None = None,
    replication: int | None = None,
) -> Scenario:
    """Make the scenario that a command's options describe.

    Raises `UsageError` if the options do not go together. Raises `ConfigError` if the scenario breaks the
    schema.
    """
    if (file is None) == (template is None):
        raise UsageError("give either a scenario FILE or --template NAME")
    scenario = _read(file) if file is not None else Scenario.from_template(template or "")
    scenario = changed(scenario, changes)
    if seed is not None:
        scenario = scenario.set("seed", str(seed))
    if replication is not None:
        scenario = scenario.set("replication", str(replication))
    return scenario


def changed(scenario: Scenario, changes: list[str] | None) -> Scenario:
    """Set what `--set` says."""
    given = [_path_and_value(change) for change in changes or []]
    return scenario.set_all(given) if given else scenario


def value_of(written: str) -> Any:
    """Read one of several values as `--set` does: as a TOML value, else as text."""
    try:
        value = tomllib.loads(f"value = {written}")["value"]
    except tomllib.TOMLDecodeError:
        return written
    return written if isinstance(value, date | time) else value


def values_in(written: str) -> list[str]:
    """Split values at their commas, except those within a table, a list or quotes.

    Examples
    --------
    >>> values_in('1, {a = "x,y", b = 2}')
    ['1', '{a = "x,y", b = 2}']
    """
    found, depth, quote = [""], 0, ""
    for letter in written:
        if quote or letter in "\"'":
            quote = "" if letter == quote else quote or letter
        else:
            depth += (letter in "{[") - (letter in "}]")
        if letter == "," and not quote and depth <= 0:
            found.append("")
        else:
            found[-1] += letter
    return [one.strip() for one in found]


def _path_and_value(change: str) -> tuple[str, str]:
    path, equals, value = change.partition("=")
    if not equals or not path.strip():
        raise config_error("--set", repr(change), "write PATH=VALUE, such as switch.drop.policy=fba")
    return path.strip(), value


def _read(file: str) -> Scenario:
    if file == "-":
        try:
            return Scenario.from_toml(sys.stdin.read())
        except UnicodeDecodeError as error:
            raise config_error("standard input", f"byte {error.start}", "a scenario is UTF-8 text") from None
    if "\0" in file:
        raise config_error("FILE", repr(file), "give the name of a file")
    return Scenario.read(Path(file))


@explained
@grouped
def check(described: Described = NOTHING) -> None:
    """Report every mistake in a scenario at once, each with path, value and rule.

    Warnings are about what can run but is probably not meant, or is outside the standards.

    Examples: `cellwise check my.toml`, `cellwise check --template n-source --set tcp.mss='1024 bytes'`
    """
    scenario = described.scenario()
    issues = scenario.check()
    for issue in issues:
        complain(issue_line(issue))
    if issues:
        raise typer.Exit(BAD_INPUT)
    warnings = warn(scenario)
    reported = f", {warnings} warning{'s' if warnings > 1 else ''}" if warnings else ""
    say(f"{described.file or described.template}: good{reported}")


def warn(scenario: Scenario) -> int:
    """Print the warnings about a scenario on standard error, and count them."""
    warnings = scenario.warnings()
    for warning in warnings:
        complain(f"warning: {warning['message']}")
    return len(warnings)


def issue_line(issue: dict[str, object]) -> str:
    """Write one broken rule in one line."""
    place = f"{issue['line']}:{issue['column']}: " if issue.get("line") is not None else ""
    value = f"{issue['value']} is not allowed; " if issue.get("value") is not None else ""
    return f"{place}{issue['path']}: {value}{issue['rule']}"


@explained
@grouped
def expand(
    described: Described = NOTHING,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of TOML.")] = False,
) -> None:
    """Print a scenario with everything written out: the template as a graph, every default as a value.

    Examples: `cellwise expand my.toml`, `cellwise expand --template n-source --set topology.sources=2`
    """
    expanded = described.scenario().expanded()
    say(expanded.to_json() if json else expanded.to_toml())


@explained
def schema() -> None:
    """Print the JSON Schema of scenarios, so that editors complete and check them.

    Example: `cellwise schema > cellwise.schema.json`
    """
    say(json_schema())


def by_path(option: str, given: Sequence[str] | None, write: str, twice: str) -> dict[str, str]:
    """Read PATH=TEXT of an option by path; a `UsageError` says what to write, or what to do for one twice."""
    found: dict[str, str] = {}
    for written in given or []:
        path, equals, text = (part.strip() for part in written.partition("="))
        if not equals or not path or not text:
            raise UsageError(f"{option}: {written!r} is not allowed; write {write}")
        if path in found:
            raise UsageError(f"{option}: {path} comes twice; {twice}")
        found[path] = text
    return found
