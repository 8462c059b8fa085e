"""What packets take on the line, on the screen."""

import json as json_module
from typing import Annotated, Any

import typer
from rich.table import Table

from cellwise import _core
from cellwise.cli.errors import UsageError, explained
from cellwise.cli.screen import screen

#: Heading, key and format of each column.
COLUMNS = (
    ("IP octets", "packet_bytes", "d"),
    ("encapsulation", "encapsulation", "s"),
    ("SDU octets", "sdu_bytes", "d"),
    ("cells", "cells", "d"),
    ("line octets", "line_bytes", "d"),
    ("efficiency", "efficiency", ".4f"),
)


@explained
def overhead(
    sizes: Annotated[list[str], typer.Argument(metavar="BYTES...", help="Octets of IP packets.")],
    encapsulation: Annotated[
        str | None,
        typer.Option("--encapsulation", metavar="NAME", help="Such as `pppoe-llc`; without it, each."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print the cells and octets that IP packets take on an ATM line, and the efficiency.

    Line octets are those of whole cells, 53 each; efficiency is IP octets over line octets.

    Examples: `cellwise overhead 1500 --encapsulation pppoe-llc`, `cellwise overhead 40 1492 --json`
    """
    try:
        rows = _core.overhead(sizes, encapsulation)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if json:
        print(json_module.dumps(rows, indent=2))
    else:
        screen().print(_table(rows))


def _table(rows: list[dict[str, Any]]) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading, _, form in COLUMNS:
        table.add_column(heading, justify="left" if form == "s" else "right")
    for row in rows:
        table.add_row(*(format(row[key], form) for _, key, form in COLUMNS))
    return table
