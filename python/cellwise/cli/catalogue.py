"""The catalogue on the screen."""

import json as json_module
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from cellwise import studies
from cellwise.catalogue import Entry, catalogue
from cellwise.cli import completion
from cellwise.cli.errors import UsageError, explained
from cellwise.screen import screen, table_of
from cellwise.terminal_text import say

#: What `cellwise list` calls the studies.
STUDIES = "studies"


@explained
def list_models(
    family: Annotated[
        str | None,
        typer.Argument(
            metavar="[FAMILY]",
            help="Such as `drop-policies`; without it, the families.",
            autocompletion=completion.families,
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the models that scenarios can name, with source and validation status, and the studies.

    Examples: `cellwise list`, `cellwise list drop-policies`, `cellwise list studies`
    """
    if family == STUDIES:
        _list_studies(json)
        return
    try:
        entries = catalogue(family)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if json:
        say(json_module.dumps([asdict(entry) for entry in entries], indent=2))
        return
    table = Table(box=None, pad_edge=False)
    if family is None:
        table.add_column("family", style="bold")
        table.add_column("models")
        for name in dict.fromkeys(entry.family for entry in entries):
            table.add_row(name, ", ".join(_marked(entry) for entry in entries if entry.family == name))
        table.add_row(STUDIES, ", ".join(studies.names()))
        table.caption = "* experimental: not compared with anything outside this project"
        table.caption_justify = "left"
    else:
        for heading in ("name", "status", "summary", "source"):
            table.add_column(heading, style="bold" if heading == "name" else None)
        for entry in entries:
            table.add_row(entry.name, entry.status, entry.summary, entry.source)
    screen().print(table)


def _marked(entry: Entry) -> str:
    return entry.name if entry.status == "validated" else f"{entry.name}*"


def _list_studies(json: bool) -> None:
    found = [studies.get(name) for name in studies.names()]
    if json:
        say(json_module.dumps([{"name": one.name, "document": one.document} for one in found], indent=2))
        return
    rows = [[one.name, one.document, ", ".join(one.groups())] for one in found]
    screen().print(table_of("lll", ["name", "document", "tables"], rows))
