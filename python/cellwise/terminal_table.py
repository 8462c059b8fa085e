"""Tables on a terminal: names and numbers are whole on any width; columns without room are shown below."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from textwrap import wrap

from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segments
from rich.table import Table as Grid
from rich.text import Text

from cellwise.column import Column
from cellwise.terminal_text import printable

#: Columns of the screen between two columns of a table.
_GAP = 2

#: A column of prose is not made narrower than this, unless it is narrower by itself.
_LEAST_PROSE = 16

Cells = Sequence[str | Text]


def print_table(
    console: Console, columns: Sequence[Column], rows: Sequence[Cells], *, names: int = 1
) -> None:
    """Print a table, in several blocks if the screen is too narrow for all its columns side by side.

    The first `names` columns identify a row; they are in every block.
    """
    # The text that replaces a control character is wider.
    heads = [replace(one, heading=printable(one.heading), group=printable(one.group)) for one in columns]
    made = [[printable(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
    table = _Table(heads, made, console.width)
    for block in table.blocks(names):
        widths = table.widths(block)
        # A name that is longer than the screen is wide is not cut either: the terminal continues below.
        wide = console.options.update_width(max(_whole(widths), console.width))
        console.print(Segments(console.render(table.grid(block, widths), wide)))


@dataclass(frozen=True, slots=True)
class _Table:
    columns: Sequence[Column]
    rows: Sequence[Cells]
    screen: int

    def blocks(self, names: int) -> list[list[int]]:
        """Part the columns into those that fit side by side, the names before each."""
        labels, others = list(range(names)), range(names, len(self.columns))
        made = [labels]
        for _, places in groupby(others, key=lambda place: self.columns[place].group or place):
            together = list(places)
            parts = [together] if self._fits(labels + together) else [[place] for place in together]
            for part in parts:
                if made[-1] != labels and not self._fits(made[-1] + part):
                    made.append(labels)
                made[-1] = made[-1] + part
        return made

    def _fits(self, block: Sequence[int]) -> bool:
        return _whole(self._least(block)) <= self.screen

    def widths(self, block: Sequence[int]) -> list[int]:
        """Give each column what it cannot do without, and what is left to those that want least more."""
        widths = self._least(block)
        wanted = [self._wanted(place) - width for place, width in zip(block, widths, strict=True)]
        spare = max(self.screen - _whole(widths), 0)
        by_want = sorted(range(len(block)), key=lambda number: wanted[number])
        for left, number in zip(range(len(block), 0, -1), by_want, strict=True):
            more = max(0, min(wanted[number], spare // left))
            widths[number] += more
            spare -= more
        return widths

    def _least(self, block: Sequence[int]) -> list[int]:
        """Give how narrow each column of a block can be."""
        groups = self._groups(block)
        return [
            max(cell_len(group), self._least_cells(place)) for place, group in zip(block, groups, strict=True)
        ]

    def _least_cells(self, place: int) -> int:
        heading = max(map(cell_len, self.columns[place].heading.split()), default=0)
        if not self.columns[place].is_prose:
            return max(heading, self._cells(place))
        words = (cell_len(word) for row in self.rows for word in str(row[place]).split())
        return max(heading, min(self._cells(place), _LEAST_PROSE), *words)

    def _wanted(self, place: int) -> int:
        return max(cell_len(self.columns[place].heading), self._cells(place))

    def _cells(self, place: int) -> int:
        lines = (line for row in self.rows for line in str(row[place]).splitlines())
        return max(map(cell_len, lines), default=0)

    def grid(self, block: Sequence[int], widths: Sequence[int]) -> Grid:
        """Draw a block."""
        has_headings = any(column.heading for column in self.columns)
        is_grouped = any(column.group for column in self.columns)
        made = Grid(box=None, pad_edge=False, show_header=has_headings)
        for place, width, group in zip(block, widths, self._groups(block), strict=True):
            column = self.columns[place]
            lines = wrap(column.heading, max(width, 1), break_long_words=False, break_on_hyphens=False)
            heading = "\n".join(lines)
            made.add_column(
                f"{group}\n{heading}" if is_grouped else heading,
                justify="right" if column.is_number else "left",
                width=width,
                no_wrap=not column.is_prose,
                style=column.style or None,
            )
        for row in self.rows:
            made.add_row(*(row[place] for place in block))
        return made

    def _groups(self, block: Sequence[int]) -> list[str]:
        """Give the text above each column of a block: a group above the first of its columns."""
        groups = [self.columns[place].group for place in block]
        return [
            group if group != before else "" for before, group in zip(["", *groups], groups, strict=False)
        ]


def _whole(widths: Sequence[int]) -> int:
    return sum(widths) + _GAP * (len(widths) - 1)
