"""A study's outcome on the screen."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from cellwise.column import Column
from cellwise.reports.text import (
    count_text,
    group_text,
    headline_text,
    legend,
    mark,
    median_text,
    published_text,
    range_text,
    runs_text,
    tone,
)
from cellwise.study.compare import Comparison
from cellwise.study.definition import Exploration, Row, Table
from cellwise.study.drive import StudyResults
from cellwise.study.explore import Explored
from cellwise.study.score import score_by
from cellwise.terminal_table import print_table as print_cells

_STYLES = {
    "inside_5_95": "green",
    "wide": "yellow",
    "inside_min_max": "yellow",
    "near": "cyan",
    "outside": "red",
    "inconsistent": "magenta",
}

#: Columns that one published column takes on the screen.
_PER_COLUMN = ("publ.", "median", "5–95 %", "off")


def print_outcome(outcome: StudyResults, console: Console) -> None:
    """Print the tables side by side, the claims, and what it cost."""
    for table in outcome.tables():
        print_table(table, outcome.comparisons[table.name], outcome.replications, console)
    if outcome.comparisons:
        console.print(legend())
    if len(outcome.comparisons) > 1:
        found = [one for table in outcome.comparisons.values() for one in table]
        reported = headline_text(found, outcome.findings)
        console.print(f"\nAll {len(outcome.comparisons)} tables: {reported}", style="bold")
        for name, one in score_by(outcome.study.error_by, found).items():
            console.print(f"  {group_text(name, one)}")
    for exploration in outcome.explorations():
        print_exploration(exploration, outcome.explored[exploration.name], console)
    print_claims(outcome, console)
    per_cell = f" ({outcome.cpu_s / outcome.cells * 1e9:.1f} ns per cell)" if outcome.cells else ""
    console.print(
        f"\n{runs_text(outcome.runs, outcome.cells)}, {outcome.cpu_s:.1f} s of processor{per_cell}, "
        f"{outcome.wall_s:.1f} s"
    )


def print_table(table: Table, found: Sequence[Comparison], replications: int, console: Console) -> None:
    """Print one table; as many published columns are side by side as the screen has room for."""
    plural = "s" if replications != 1 else ""
    console.print(f"\n{table.title}   ({replications} replication{plural})", style="bold")
    by_place = {(one.row, one.column): one for one in found}
    columns = list(map(Column, table.label_columns))
    for heading in table.columns.values():
        columns += [Column(one, is_number=True, group=heading) for one in _PER_COLUMN]
    rows = [[*row.labels, *_cells(row, table.columns, by_place)] for row in table.rows]
    print_cells(console, columns, rows, names=len(table.label_columns))
    console.print(count_text(found))


def print_exploration(exploration: Exploration, found: Sequence[Explored], console: Console) -> None:
    """Print one table of our own: medians, with the 5-95 % ranges in brackets."""
    console.print(f"\n{exploration.title}", style="bold")
    by_place = {(one.row, one.measure): one.text for one in found}
    columns = list(map(Column, exploration.label_columns))
    columns += [Column(heading, is_number=True) for heading in exploration.measures.values()]
    rows = [[*row, *(by_place[row, measure] for measure in exploration.measures)] for row in exploration.rows]
    print_cells(console, columns, rows, names=len(exploration.label_columns))
    if exploration.note:
        console.print(exploration.note)


def print_claims(outcome: StudyResults, console: Console) -> None:
    """Print what became of the claims that what was run can decide, and name the others."""
    console.print("\nClaims", style="bold")
    rows = [
        (finding.claim.id, finding.reported, f"{finding.claim.says}\n{finding.evidence}")
        for finding in outcome.findings
        if not finding.open
    ]
    if rows:
        print_cells(console, [Column(""), Column("", is_prose=True), Column("", is_prose=True)], rows)
    open_ones = [finding.claim for finding in outcome.findings if finding.open]
    if open_ones:
        ids = ", ".join(claim.id.rpartition("-")[2] for claim in open_ones)
        enough = max(claim.replications for claim in open_ones)
        console.print(
            f"Not decided by these runs: {ids}. They need the whole study and up to {enough} replications."
        )


def _cells(
    row: Row, columns: Iterable[str], by_place: dict[tuple[tuple[str, ...], str], Comparison]
) -> list[str | Text]:
    cells: list[str | Text] = []
    for column in columns:
        one = by_place[row.labels, column]
        style = _STYLES[tone(one)]
        cells += [published_text(one), median_text(one), range_text(one), Text(mark(one), style=style)]
    return cells
