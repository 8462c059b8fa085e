"""A study's outcome as LaTeX tables."""

import re
from collections.abc import Sequence

from cellwise.reports.latex_layout import TEXT_WIDTH_PT, blocks_of, in_parts, line, long_table
from cellwise.reports.text import MARKS, unvalidated_text
from cellwise.reports.text_tables import Cells, caption_of, claims_of, explorations_of, rows_of
from cellwise.study.compare import Comparison
from cellwise.study.definition import Exploration, Table
from cellwise.study.drive import StudyResults
from cellwise.study.ranking import rankings
from cellwise.version import __version__

#: Each published number takes four columns: itself, our median, its range, the mark.
_EACH, _EACH_HEAD = "rrcl", ("publ.", "ours", "5–95 %", "off")

#: Claims are sentences, and so is their evidence.
_CLAIM_COLUMNS = (
    r"l>{\raggedright\arraybackslash}p{0.3\linewidth}l>{\raggedright\arraybackslash}p{0.36\linewidth}"
)

_MM_PER_PT = 25.4 / 72.27


def to_latex(outcome: StudyResults, command: str) -> str:
    """Give the tables, the tables of our own and the claims as LaTeX; its first lines say what it needs."""
    parts = [_comments(outcome, command)]
    for table in outcome.tables():
        parts += _published(table, outcome.comparisons[table.name])
    for one, (_, head, rows) in zip(outcome.explorations(), explorations_of(outcome), strict=True):
        parts += _explored(one, head, rows, outcome.replications)
    head, rows = claims_of(outcome)
    caption = f"Claims of {outcome.study.document}."
    parts.append(long_table("footnotesize", _CLAIM_COLUMNS, line(head), rows, caption, "\n\\addlinespace"))
    return "\n\n".join(parts) + "\n"


def _comments(outcome: StudyResults, command: str) -> str:
    width_mm = TEXT_WIDTH_PT * _MM_PER_PT
    comments = [
        f"{outcome.study.title}. Cellwise {__version__}: {command}",
        r"Needs \usepackage{array,booktabs,longtable} and one column of text,",
        rf"{width_mm:.0f} mm wide, as with \usepackage[a4paper,margin=20mm]{{geometry}}.",
        *(f"Note: {one}." for one in outcome.notes),
        *filter(None, [unvalidated_text(outcome.models)]),
    ]
    return "\n".join(f"% {' '.join(one.split())}" for one in comments)


def _published(table: Table, found: Sequence[Comparison]) -> list[str]:
    labels, many = len(table.label_columns), len(table.columns)
    ranked = bool(rankings(table, found))
    first, *blocks = blocks_of(
        [labels, *[len(_EACH)] * many, *[1] * ranked],
        "l" * labels + _EACH * many + "r" * ranked,
        [*table.label_columns, *_EACH_HEAD * many, *["τ"] * ranked],
        rows_of(table, found),
        ["", *table.columns.values(), *[""] * ranked],
    )
    caption = f"{caption_of(table, found)} {_legend(found)}"
    return in_parts(first, blocks[:many], _title(table.title), caption, blocks[many:])


def _explored(one: Exploration, head: Sequence[str], rows: Cells, replications: int) -> list[str]:
    labels, many = len(one.label_columns), len(one.measures)
    first, *blocks = blocks_of([labels, *[1] * many], "l" * (labels + many), head, rows, [""] * (1 + many))
    caption = f"Medians with 5–95 % ranges over {replications} replications."
    return in_parts(
        first, blocks, _title(one.title), caption if replications > 1 else "One run of each case."
    )


def _title(title: str) -> str:
    """End a title; the document's own number of a table goes last, because LaTeX also counts."""
    numbered = re.fullmatch(r"((?:Tables?|Figures?|Sections?) \d[^:]*): (.)(.*)", title)
    if not numbered:
        return f"{title}."
    number, first, rest = numbered.groups()
    return f"{first.upper()}{rest} ({number} of the document)."


def _legend(found: Sequence[Comparison]) -> str:
    """Say what ours are, and explain the marks that a table has."""
    replications = max(one.replications for one in found)
    ours = f"medians over {replications} replications" if replications > 1 else "one run"
    used = {one.verdict for one in found}
    marks = [f"{sign} {meaning}" for verdict, (sign, meaning) in MARKS.items() if verdict in used]
    return f"Ours: {ours}; {'; '.join(marks)}."
