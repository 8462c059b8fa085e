"""Standard output as the commands use it, and tables on it."""

import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cellwise.terminal_text import printable

#: Columns when output is not a terminal, so that tables in files are whole.
FILE_WIDTH = 160


class Screen(Console):
    """Shows what is in a text as `say` does, in lines and in cells of tables."""

    def render_str(self, text: str, **options: Any) -> Text:
        """Make of a text what is shown; every text that is printed comes by here."""
        return super().render_str(printable(text), **options)


def screen() -> Screen:
    """Give standard output: as wide as the terminal, or wide enough for tables."""
    width = None if sys.stdout.isatty() else FILE_WIDTH
    return Screen(highlight=False, markup=False, soft_wrap=True, width=width)


def table_of(align: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Make a table; `align` has a letter for each column: ``l`` left, ``r`` right, ``p`` left and whole."""
    table = Table(box=None, pad_edge=False)
    for side, heading in zip(align, head, strict=True):
        table.add_column(heading, justify="right" if side == "r" else "left", no_wrap=side == "p")
    for row in rows:
        table.add_row(*row)
    return table
