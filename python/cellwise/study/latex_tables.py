"""A study's outcome as LaTeX tables, which may be longer than a page."""

import re
from collections.abc import Sequence
from itertools import accumulate, pairwise

from cellwise.study.definition import Table
from cellwise.study.drive import Outcome
from cellwise.study.ranking import rankings
from cellwise.study.text import legend, unvalidated_text
from cellwise.study.text_tables import Cells, claims_of, explorations_of, rows_of, told_of
from cellwise.version import __version__

#: What LaTeX would take for its own, and signs that its fonts lack.
_LATEX = {
    "\\": r"\textbackslash{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "–": "--",
    "−": "$-$",
    "●": r"$\bullet$",
    "○": r"$\circ$",
    "◐": r"$\odot$",
    "✗": r"$\times$",
    "×": r"$\times$",
    "≠": r"$\neq$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "±": r"$\pm$",
    "→": r"$\rightarrow$",
    "τ": r"$\tau$",
    "µ": r"$\mu$",
    "μ": r"$\mu$",
}

#: Each published number takes four columns: itself, our median, its range, the mark.
_EACH, _EACH_HEAD = "rrcc", ("publ.", "ours", "5–95 %", "")

#: From so many columns on, letters are smaller.
_MANY = 14


def to_latex(outcome: Outcome, command: str) -> str:
    """Give the tables, the tables of our own and the claims as LaTeX (``booktabs``, ``longtable``)."""
    parts = [
        f"% {outcome.study.title}. Cellwise {__version__}: {command}",
        "% Needs \\usepackage{booktabs,longtable}; wide tables want narrow margins.",
        *(f"% Note: {one}." for one in outcome.notes),
        *(f"% {told}" for told in [unvalidated_text(outcome.models)] if told),
    ]
    for table in outcome.tables():
        found = outcome.comparisons[table.name]
        ranked = bool(rankings(table, found))
        caption = f"{table.title}. {told_of(table, found)} {legend()}"
        columns = "l" * len(table.label_columns) + _EACH * len(table.columns) + "r" * ranked
        parts.append(_long_table(columns, _head(table, ranked), rows_of(table, found), caption))
    for title, head, rows in explorations_of(outcome):
        parts.append(_long_table("l" * len(head), _line(head), rows, title))
    head, rows = claims_of(outcome)
    caption = f"Claims of {outcome.study.document}"
    parts.append(_long_table(r"lp{0.3\textwidth}lp{0.35\textwidth}", _line(head), rows, caption))
    return "\n\n".join(parts) + "\n"


def _head(table: Table, ranked: bool) -> str:
    """Write two lines of headings: the columns of the document, and the four of each."""
    labels = len(table.label_columns)
    empty = [""] * labels
    spans = [rf"\multicolumn{{{len(_EACH)}}}{{c}}{{{latex_text(one)}}}" for one in table.columns.values()]
    starts = list(accumulate([len(_EACH)] * len(spans), initial=labels + 1))
    rules = [rf"\cmidrule(lr){{{start}-{end - 1}}}" for start, end in pairwise(starts)]
    last = [""] * ranked
    above = " & ".join([*empty, *spans, *last]) + r" \\"
    below = [*table.label_columns, *(_EACH_HEAD * len(spans)), *(["τ"] * ranked)]
    return "\n".join([above, "".join(rules), _line(below)])


def _long_table(columns: str, head: str, rows: Cells, caption: str) -> str:
    size = "scriptsize" if len(columns) >= _MANY and columns.isalpha() else "footnotesize"
    above = "\n".join([r"\toprule", head, r"\midrule"])
    return "\n".join(
        [
            rf"{{\{size}\setlength{{\tabcolsep}}{{2.5pt}}",
            rf"\begin{{longtable}}{{{columns}}}",
            rf"\caption{{{latex_text(caption)}}} \\",
            above,
            r"\endfirsthead",
            above,
            r"\endhead",
            r"\bottomrule",
            r"\endfoot",
            *map(_line, rows),
            r"\end{longtable}}",
        ]
    )


def _line(cells: Sequence[str]) -> str:
    return " & ".join(map(_cell, cells)) + r" \\"


def _cell(text: str) -> str:
    """Write a cell; a number below 0 gets a minus and no hyphen."""
    return latex_text(re.sub(r"^-(?=[0-9])", "−", text))


def latex_text(text: str) -> str:
    r"""Write plain text so that LaTeX shows it.

    Examples
    --------
    >>> print(latex_text("100 % of x_1"))
    100 \% of x\_1
    """
    return "".join(_LATEX.get(sign, sign) for sign in text)
