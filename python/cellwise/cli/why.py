"""`cellwise why`: what became of the cells and packets that were lost."""

import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from cellwise.cli.errors import explained, refusal
from cellwise.cli.options import Json
from cellwise.cli.rows import Shown, print_table
from cellwise.losses import sentences, wasted
from cellwise.results import Run
from cellwise.screen import screen
from cellwise.terminal_text import say_json

_COLUMNS: Shown = {
    "place": ("place", 1.0, "s"),
    "reason": ("reason", 1.0, "s"),
    "lost_packets": ("packets lost", 1.0, "d"),
    "lost_cells": ("cells lost", 1.0, "d"),
    "frames": ("frames hit first", 1.0, "d"),
    "wasted_cells": ("carried in vain", 1.0, "d"),
    "wasted_bps": ("wasted, Mbit/s", 1e-6, ".3f"),
}
#: Columns that say nothing of a run without losses of that kind.
_OF_PACKETS = ("lost_packets",)
_OF_CELLS = ("lost_cells", "frames", "wasted_cells", "wasted_bps")


@explained
def why(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A results folder.")],
    flow: Annotated[str | None, typer.Option("--flow", metavar="NAME", help="Losses of one flow.")] = None,
    first: Annotated[int, typer.Option("--first", min=0, metavar="N", help="How many losses to list.")] = 20,
    json: Json = False,
) -> None:
    """Show why cells and packets were lost: by place and reason, and loss by loss.

    The run's scenario needs `probes.losses = { port = "*" }`, or a single port.

    Example: `cellwise why results/my-run --flow tcp3 --first 5`
    """
    result = Run.load(run)
    with refusal(f"{run}: "):
        rows, losses = wasted(result), sentences(result, flow)
        lines = list(itertools.islice(losses, first))
        left = sum(1 for _ in losses)
    if json:
        say_json({"by_reason": rows, "losses": lines, "more": left})
        return
    console = screen()
    print_table(console, rows, _shown(rows), "places and reasons")
    if not rows:
        console.print("nothing was lost where losses are recorded")
    for line in lines:
        console.print(line)
    if left:
        console.print(f"... and {left} more; see --first, or the table losses")


def _shown(rows: Sequence[Mapping[str, Any]]) -> Shown:
    """Give the columns of a table with these rows: those of cells and of packets only if some were lost."""
    kinds = {"lost_cells": _OF_CELLS, "lost_packets": _OF_PACKETS}
    unlost = [names for count, names in kinds.items() if rows and not any(row[count] for row in rows)]
    left_out = {name for names in unlost for name in names}
    return {name: shown for name, shown in _COLUMNS.items() if name not in left_out}
