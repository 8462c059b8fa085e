"""A study's outcome as tables for other documents: Markdown and LaTeX."""

from collections.abc import Sequence

from cellwise.study.compare import Comparison
from cellwise.study.definition import Table
from cellwise.study.drive import Outcome
from cellwise.study.ranking import rankings
from cellwise.study.report_tables import ranking_text, tau_text
from cellwise.study.text import count_text, legend, mark, median_text, range_text
from cellwise.version import __version__

#: What LaTeX would take for its own, and the marks that its fonts lack.
_LATEX = {
    "\\": r"\textbackslash{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "–": "--",
    "●": r"$\bullet$",
    "○": r"$\circ$",
    "◐": r"$\odot$",
    "✗": r"$\times$",
    "≠": r"$\neq$",
    "τ": r"$\tau$",
}

Cells = list[list[str]]


def to_markdown(outcome: Outcome, command: str) -> str:
    """Give the tables, the tables of our own and the claims as Markdown."""
    parts = [f"# {outcome.study.title}", outcome.study.document, *(f"Note: {one}." for one in outcome.notes)]
    for table in outcome.tables():
        found = outcome.comparisons[table.name]
        parts += [f"## {table.title}", _markdown(*_of_table(table, found)), _told(table, found)]
    if outcome.comparisons:
        parts.append(legend())
    for title, head, rows in _explorations(outcome):
        parts += [f"## {title}", _markdown(head, rows)]
    parts += ["## Claims", _markdown(*_claims(outcome)), f"Cellwise {__version__}: `{command}`"]
    return "\n\n".join(part for part in parts if part) + "\n"


def to_latex(outcome: Outcome, command: str) -> str:
    """Give the same as LaTeX tables (package ``booktabs``)."""
    parts = [f"% {outcome.study.title}. Cellwise {__version__}: {command}", "% Needs \\usepackage{booktabs}."]
    parts += [f"% Note: {one}." for one in outcome.notes]
    for table in outcome.tables():
        found = outcome.comparisons[table.name]
        parts.append(_latex(*_of_table(table, found), f"{table.title}. {_told(table, found)} {legend()}"))
    parts += [_latex(head, rows, title) for title, head, rows in _explorations(outcome)]
    parts.append(
        _latex(*_claims(outcome), f"Claims of {outcome.study.document}", widths={1: "6cm", 3: "6cm"})
    )
    return "\n\n".join(parts) + "\n"


def _of_table(table: Table, found: Sequence[Comparison]) -> tuple[list[str], Cells]:
    by_place = {(one.row, one.column): one for one in found}
    ranked = {one.row: tau_text(one) for one in rankings(table, found)}
    head = list(table.label_columns)
    for heading in table.columns.values():
        head += [f"{heading}, published", "ours", "5–95 %", ""]
    head += ["τ"] if ranked else []
    rows = []
    for row in table.rows:
        cells = list(row.labels)
        for column in table.columns:
            one = by_place[row.labels, column]
            cells += [one.number.printed, median_text(one), range_text(one), mark(one)]
        rows.append(cells + ([ranked.get(row.labels, "")] if ranked else []))
    return head, rows


def _told(table: Table, found: Sequence[Comparison]) -> str:
    return " ".join(filter(None, [table.note, f"{count_text(found)}.", ranking_text(rankings(table, found))]))


def _explorations(outcome: Outcome) -> list[tuple[str, list[str], Cells]]:
    made = []
    for one in outcome.explorations():
        by_place = {(cell.row, cell.measure): cell.text for cell in outcome.explored[one.name]}
        rows = [[*row, *(by_place[row, measure] for measure in one.measures)] for row in one.rows]
        made.append((one.title, [*one.label_columns, *one.measures.values()], rows))
    return made


def _claims(outcome: Outcome) -> tuple[list[str], Cells]:
    rows = [[one.claim.id, one.claim.says, one.verdict, one.evidence] for one in outcome.findings]
    return ["claim", "the document says", "verdict", "evidence"], rows


def _markdown(head: Sequence[str], rows: Cells) -> str:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"

    return "\n".join([line(head), "|" + "---|" * len(head), *map(line, rows)])


def _latex(head: Sequence[str], rows: Cells, caption: str, widths: dict[int, str] | None = None) -> str:
    columns = "".join(f"p{{{widths[i]}}}" if widths and i in widths else "l" for i in range(len(head)))

    def line(cells: Sequence[str]) -> str:
        return " & ".join(map(latex_text, cells)) + r" \\"

    return "\n".join(
        [
            r"\begin{table}",
            rf"\caption{{{latex_text(caption)}}}",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            line(head),
            r"\midrule",
            *map(line, rows),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
        ]
    )


def latex_text(text: str) -> str:
    r"""Write plain text so that LaTeX shows it.

    Examples
    --------
    >>> print(latex_text("100 % of x_1"))
    100 \% of x\_1
    """
    return "".join(_LATEX.get(sign, sign) for sign in text)
