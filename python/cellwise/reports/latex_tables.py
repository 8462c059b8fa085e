"""A study's outcome as LaTeX tables."""

import re
from collections.abc import Sequence

from cellwise.reports.latex_layout import (
    PAGE_LINES,
    TEXT_WIDTH_PT,
    blocks_of,
    in_parts,
    line,
    paged,
    table,
)
from cellwise.reports.latex_style import PLAIN, Style, packages
from cellwise.reports.latex_text import width_pt
from cellwise.reports.text import MARKS, unvalidated_text
from cellwise.reports.text_tables import Cells, caption_of, claims_of, explorations_of, rows_of
from cellwise.study.compare import Comparison
from cellwise.study.definition import Exploration, Table
from cellwise.study.drive import StudyResults
from cellwise.study.ranking import rankings
from cellwise.version import __version__

#: Each published number takes four columns: itself, our median, its range, the mark.
_EACH, _EACH_HEAD = "rrcl", ("publ.", "ours", "5–95 %", "off")

#: Claims are sentences, and so is their evidence: columns of these parts of the text's width.
_CLAIM_WIDTHS = {1: 0.3, 3: 0.36}
_CLAIM_COLUMNS = "".join(
    rf">{{\raggedright\arraybackslash}}p{{{_CLAIM_WIDTHS[at]}\linewidth}}" if at in _CLAIM_WIDTHS else "l"
    for at in range(4)
)

_MM_PER_PT = 25.4 / 72.27


def to_latex(outcome: StudyResults, command: str, style: Style = PLAIN) -> str:
    """Give the tables, the tables of our own and the claims as LaTeX; its first lines say what it needs."""
    parts = []
    for one in outcome.tables():
        parts += _published(one, outcome.comparisons[one.name], style)
    for each, (_, head, rows) in zip(outcome.explorations(), explorations_of(outcome), strict=True):
        parts += _explored(each, head, rows, outcome.replications, style)
    parts += _claims(outcome, style)
    return "\n\n".join([_comments(outcome, command, packages("\n".join(parts)), style), *parts]) + "\n"


def _comments(outcome: StudyResults, command: str, needs: str, style: Style) -> str:
    width_mm = TEXT_WIDTH_PT * _MM_PER_PT
    text = "two columns of text, together" if style.wide else "one column of text,"
    comments = [
        f"{outcome.study.title}. Cellwise {__version__}: {command}",
        needs,
        rf"It is for {text} {width_mm:.0f} mm wide, as with \usepackage[a4paper,margin=20mm]{{geometry}}.",
        *(f"Note: {one}." for one in outcome.notes),
        *filter(None, [unvalidated_text(outcome.models)]),
    ]
    return "\n".join(f"% {' '.join(one.split())}" for one in comments)


def _claims(outcome: StudyResults, style: Style) -> list[str]:
    """Write the claims; in a wide text, which no table can break in, as many as fit a page at a time."""
    head, rows = claims_of(outcome)
    pages = paged([_lines_of(row) for row in rows], style)
    return [
        ("\\addtocounter{table}{-1}\n" if at else "")
        + table(
            "footnotesize",
            _CLAIM_COLUMNS,
            line(head),
            [line(rows[row]) for row in page],
            f"Claims of {outcome.study.document}.{f' Part {at + 1} of {len(pages)}.' * (len(pages) > 1)}",
            style,
            between="\n\\addlinespace",
            is_long=True,
        )
        for at, page in enumerate(pages)
    ]


def _lines_of(row: Sequence[str]) -> int:
    """Give about how many lines a claim takes, with the space after it."""
    parts = [width_pt(row[at], 8.0) / (share * TEXT_WIDTH_PT) for at, share in _CLAIM_WIDTHS.items()]
    return min(PAGE_LINES, 2 + int(1.1 * max(parts)))


def _published(one: Table, found: Sequence[Comparison], style: Style) -> list[str]:
    labels, many = len(one.label_columns), len(one.columns)
    ranked = bool(rankings(one, found))
    first, *blocks = blocks_of(
        [labels, *[len(_EACH)] * many, *[1] * ranked],
        "l" * labels + _EACH * many + "r" * ranked,
        [*one.label_columns, *_EACH_HEAD * many, *["τ"] * ranked],
        rows_of(one, found),
        ["", *one.columns.values(), *[""] * ranked],
    )
    caption = f"{caption_of(one, found)} {_legend(found)}"
    return in_parts(first, blocks[:many], _title(one.title), caption, blocks[many:], style)


def _explored(
    one: Exploration, head: Sequence[str], rows: Cells, replications: int, style: Style
) -> list[str]:
    labels, many = len(one.label_columns), len(one.measures)
    first, *blocks = blocks_of([labels, *[1] * many], "l" * (labels + many), head, rows, [""] * (1 + many))
    caption = f"Medians with 5–95 % ranges over {replications} replications."
    reported = caption if replications > 1 else "One run of each case."
    return in_parts(first, blocks, _title(one.title), reported, style=style)


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
