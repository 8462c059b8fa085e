"""A study's outcome on the screen."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from cellwise.reports.text import (
    count_text,
    group_text,
    headline_text,
    legend,
    mark,
    median_text,
    published_text,
    range_text,
)
from cellwise.study.compare import Comparison
from cellwise.study.definition import Exploration, Row, Table
from cellwise.study.drive import StudyResults
from cellwise.study.explore import Explored
from cellwise.study.score import score_by

_STYLES = {
    "inside_5_95": "green",
    "inside_min_max": "yellow",
    "near": "cyan",
    "outside": "red",
    "inconsistent": "magenta",
}

#: Columns that one published column takes on the screen.
_PER_COLUMN = ("publ.", "median", "5–95 %", "off")

#: Width of our columns beside a published one, with the gaps.
_OURS_WIDTH = 34


def print_outcome(outcome: StudyResults, console: Console) -> None:
    """Print the tables side by side, the claims, and what it cost."""
    for table in outcome.tables():
        print_table(table, outcome.comparisons[table.name], outcome.replications, console)
    if outcome.comparisons:
        console.print(legend())
    if len(outcome.comparisons) > 1:
        found = [one for table in outcome.comparisons.values() for one in table]
        told = headline_text(found, outcome.findings)
        console.print(f"\nAll {len(outcome.comparisons)} tables: {told}", style="bold")
        for name, one in score_by(outcome.study.error_by, found).items():
            console.print(f"  {group_text(name, one)}")
    for exploration in outcome.explorations():
        print_exploration(exploration, outcome.explored[exploration.name], console)
    print_claims(outcome, console)
    per_cell_ns = outcome.cpu_s / outcome.cells * 1e9 if outcome.cells else 0.0
    console.print(
        f"\n{outcome.runs} runs, {outcome.cells} cells, {outcome.cpu_s:.1f} s of processor "
        f"({per_cell_ns:.1f} ns per cell), {outcome.wall_s:.1f} s"
    )


def print_table(table: Table, found: Sequence[Comparison], replications: int, console: Console) -> None:
    """Print one table; published columns go side by side as far as the screen is wide."""
    plural = "s" if replications != 1 else ""
    console.print(f"\n{table.title}   ({replications} replication{plural})", style="bold")
    by_place = {(one.row, one.column): one for one in found}
    for columns in _fitting(list(table.columns), table, console.width):
        console.print(_grid(table, columns, by_place))
    console.print(count_text(found))


def print_exploration(exploration: Exploration, found: Sequence[Explored], console: Console) -> None:
    """Print one table of our own: medians, with the 5-95 % ranges in brackets."""
    console.print(f"\n{exploration.title}", style="bold")
    by_place = {(one.row, one.measure): one.text for one in found}
    grid = Grid(box=None, pad_edge=False)
    for name in exploration.label_columns:
        grid.add_column(name)
    for heading in exploration.measures.values():
        grid.add_column(heading, justify="right")
    for row in exploration.rows:
        grid.add_row(*row, *(by_place[row, measure] for measure in exploration.measures))
    console.print(grid)
    if exploration.note:
        console.print(exploration.note)


def print_claims(outcome: StudyResults, console: Console) -> None:
    """Print what became of the claims that what was run can decide, and name the others."""
    console.print("\nClaims", style="bold")
    grid = Grid(box=None, pad_edge=False, show_header=False)
    for finding in outcome.findings:
        if not finding.open:
            grid.add_row(finding.claim.id, finding.told, f"{finding.claim.says}\n{finding.evidence}")
    console.print(grid)
    open_ones = [finding.claim for finding in outcome.findings if finding.open]
    if open_ones:
        ids = ", ".join(claim.id.rpartition("-")[2] for claim in open_ones)
        enough = max(claim.replications for claim in open_ones)
        console.print(
            f"Not decided by these runs: {ids}. They need the whole study and up to {enough} replications."
        )


def _fitting(columns: list[str], table: Table, width: int) -> list[list[str]]:
    """Part the published columns into groups that fit on the screen beside the labels."""
    labels = sum(
        2 + max([len(name), *(len(row.labels[i]) for row in table.rows)])
        for i, name in enumerate(table.label_columns)
    )
    groups: list[list[str]] = [[]]
    left = width - labels
    for column in columns:
        needed = max(len(table.columns[column]), len(_PER_COLUMN[0])) + _OURS_WIDTH
        if needed > left and groups[-1]:
            groups.append([])
            left = width - labels
        groups[-1].append(column)
        left -= needed
    return groups


def _grid(table: Table, columns: list[str], by_place: dict[tuple[tuple[str, ...], str], Comparison]) -> Grid:
    grid = Grid(box=None, pad_edge=False)
    for name in table.label_columns:
        grid.add_column(name)
    for column in columns:
        first, *others = _PER_COLUMN
        grid.add_column(f"{table.columns[column]}\n{first}", justify="right", no_wrap=True)
        for heading in others:
            grid.add_column(f"\n{heading}", justify="right", no_wrap=True)
    for row in table.rows:
        grid.add_row(*row.labels, *_cells(row, columns, by_place))
    return grid


def _cells(
    row: Row, columns: list[str], by_place: dict[tuple[tuple[str, ...], str], Comparison]
) -> list[str | Text]:
    cells: list[str | Text] = []
    for column in columns:
        one = by_place[row.labels, column]
        style = _STYLES[one.verdict]
        cells += [published_text(one), median_text(one), range_text(one), Text(mark(one), style=style)]
    return cells
