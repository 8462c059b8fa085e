"""A study's outcome as tables for other documents: Markdown; `latex_tables` has LaTeX."""

from collections.abc import Sequence

from cellwise.reports.study_tables import ranking_text, tau_text
from cellwise.reports.text import (
    count_text,
    group_text,
    headline_text,
    legend,
    mark,
    median_text,
    published_text,
    range_text,
    unvalidated_text,
)
from cellwise.study.compare import Comparison
from cellwise.study.definition import Table
from cellwise.study.drive import StudyResults
from cellwise.study.ranking import rankings
from cellwise.study.score import score_by
from cellwise.version import __version__

Cells = list[list[str]]


def to_markdown(outcome: StudyResults, command: str) -> str:
    """Give the tables, the tables of our own and the claims as Markdown."""
    parts = [f"# {outcome.study.title}", outcome.study.document, *(f"Note: {one}." for one in outcome.notes)]
    found = [one for table in outcome.comparisons.values() for one in table]
    parts += [f"{headline_text(found, outcome.findings)}.", _errors(outcome, found)] if found else []
    for table in outcome.tables():
        found = outcome.comparisons[table.name]
        parts += [f"## {table.title}", markdown_table(*_of_table(table, found)), caption_of(table, found)]
    if outcome.comparisons:
        parts.append(legend())
    for title, head, rows in explorations_of(outcome):
        parts += [f"## {title}", markdown_table(head, rows)]
    parts += ["## Claims", markdown_table(*claims_of(outcome)), unvalidated_text(outcome.models)]
    parts.append(f"Cellwise {__version__}: `{command}`")
    return "\n\n".join(part for part in parts if part) + "\n"


def _errors(outcome: StudyResults, found: Sequence[Comparison]) -> str:
    scores = score_by(outcome.study.error_by, found)
    return "\n".join(f"- {group_text(name, one)}" for name, one in scores.items())


def _of_table(table: Table, found: Sequence[Comparison]) -> tuple[list[str], Cells]:
    head = list(table.label_columns)
    for heading in table.columns.values():
        head += [f"{heading}, published", "ours", "5–95 %", "off"]
    return head + (["τ"] if rankings(table, found) else []), rows_of(table, found)


def rows_of(table: Table, found: Sequence[Comparison]) -> Cells:
    """Give the rows of a table: labels, four cells for every column, and tau if rows are ranked."""
    by_place = {(one.row, one.column): one for one in found}
    ranked = {one.row: tau_text(one) for one in rankings(table, found)}
    rows = []
    for row in table.rows:
        cells = list(row.labels)
        for column in table.columns:
            one = by_place[row.labels, column]
            cells += [published_text(one), median_text(one), range_text(one), mark(one)]
        rows.append(cells + ([ranked.get(row.labels, "")] if ranked else []))
    return rows


def caption_of(table: Table, found: Sequence[Comparison]) -> str:
    """Say what the table's note says, how many numbers are inside, and how ours rank."""
    return " ".join(filter(None, [table.note, f"{count_text(found)}.", ranking_text(rankings(table, found))]))


def explorations_of(outcome: StudyResults) -> list[tuple[str, list[str], Cells]]:
    """Give the tables of our own: title, headings, rows."""
    made = []
    for one in outcome.explorations():
        by_place = {(cell.row, cell.measure): cell.text for cell in outcome.explored[one.name]}
        rows = [[*row, *(by_place[row, measure] for measure in one.measures)] for row in one.rows]
        made.append((one.title, [*one.label_columns, *one.measures.values()], rows))
    return made


def claims_of(outcome: StudyResults) -> tuple[list[str], Cells]:
    """Give the claims: headings, rows."""
    rows = [[one.claim.id, one.claim.says, one.reported, one.evidence] for one in outcome.findings]
    return ["claim", "the document says", "verdict", "evidence"], rows


def markdown_table(head: Sequence[str], rows: Cells) -> str:
    """Write a table in Markdown."""

    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"

    return "\n".join([line(head), "|" + "---|" * len(head), *map(line, rows)])
