"""What people read of an experiment, in reports and on a terminal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TextIO

from cellwise.column import Column


@dataclass(frozen=True, slots=True)
class Sheet:
    """What people read of an experiment, in reports and on a terminal."""

    title: str
    about: str
    """What is said below the title; empty for nothing."""
    notes: Sequence[str]
    """What has to be known: settings that values took away, how many replications there are, and why."""
    counts: Sequence[tuple[str, str]]
    """Numbers with their nouns: how much was tried."""
    columns: Sequence[Column]
    rows: list[list[str]]
    meaning: str
    """What the numbers are."""
    before: Sequence[str] = ()
    """Lines before the table on a terminal, which has neither title nor counts, notes or meaning."""
    after: Sequence[str] = ()

    def called(self, labels: Mapping[str, str]) -> "Sheet":
        """Give the same with other headings and names of rows, by the present ones."""
        columns = [replace(one, heading=labels.get(one.heading, one.heading)) for one in self.columns]
        rows = [[labels.get(first, first), *rest] for first, *rest in self.rows]
        return replace(self, columns=columns, rows=rows)

    def show(self, file: TextIO | None = None) -> None:
        """Print it as commands do, on standard output or into a file."""
        from cellwise.screen import screen
        from cellwise.terminal_table import print_table

        console = screen(file)
        for line in self.before:
            console.print(line)
        labels = [one.is_number for one in self.columns].index(True)
        print_table(console, self.columns, self.rows, names=labels)
        for line in self.after:
            console.print(line)
