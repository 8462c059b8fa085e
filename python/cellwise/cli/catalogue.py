"""The catalogue on the screen."""

from dataclasses import asdict
from typing import Annotated

import typer

from cellwise import studies
from cellwise.catalogue import Entry, catalogue
from cellwise.cli import completion
from cellwise.cli.errors import explained, refusal
from cellwise.cli.options import Json
from cellwise.column import Column
from cellwise.screen import screen
from cellwise.terminal_table import print_table
from cellwise.terminal_text import say_json

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
    json: Json = False,
) -> None:
    """List the models that scenarios can name, with source and validation status, and the studies.

    Examples: `cellwise list`, `cellwise list drop-policies`, `cellwise list studies`
    """
    if family == STUDIES:
        _list_studies(json)
        return
    with refusal():
        entries = catalogue(family)
    if json:
        say_json([asdict(entry) for entry in entries])
        return
    console = screen()
    if family is None:
        names = dict.fromkeys(entry.family for entry in entries)
        rows = [
            (name, ", ".join(_marked(entry) for entry in entries if entry.family == name)) for name in names
        ]
        columns = [Column("family", style="bold"), Column("models", is_prose=True)]
        print_table(console, columns, [*rows, (STUDIES, ", ".join(studies.names()))])
        console.print("* experimental: not compared with anything outside this project", style="italic")
        return
    columns = [Column("name", style="bold"), Column("status")]
    columns += [Column(heading, is_prose=True) for heading in ("summary", "source")]
    print_table(
        console, columns, [(entry.name, entry.status, entry.summary, entry.source) for entry in entries]
    )


def _marked(entry: Entry) -> str:
    return entry.name if entry.status == "validated" else f"{entry.name}*"


def _list_studies(json: bool) -> None:
    found = [studies.get(name) for name in studies.names()]
    if json:
        say_json([{"name": one.name, "document": one.document} for one in found])
        return
    columns = [Column("name"), *(Column(heading, is_prose=True) for heading in ("document", "tables"))]
    print_table(screen(), columns, [(one.name, one.document, ", ".join(one.groups())) for one in found])
