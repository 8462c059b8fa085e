"""Tables in LaTeX (``booktabs``): never wider than the text, and longer than a page if need be.

A table that does not fit across is written in parts, which repeat the labels of its rows and share a number.
A table that fits a page is a ``tabular`` that floats. A longer one is a ``longtable``, or in a text of two
columns, in which that does not work, in parts again.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from cellwise.reports import latex_numbers
from cellwise.reports.latex_style import PLAIN, Style
from cellwise.reports.latex_text import latex_text, width_pt
from cellwise.reports.text_tables import Cells

#: The width of text that tables fit into: A4 with margins of 20 mm.
TEXT_WIDTH_PT = 483.0

#: Letters that tables are tried in, by their size in pt.
_SIZES = {"footnotesize": 8.0, "scriptsize": 7.0}

#: Lines of a page that a table may take.
PAGE_LINES = 50

#: Space on either side of a column.
_GAP_PT = 2.0


@dataclass(frozen=True, slots=True)
class Block:
    """Columns that stay together."""

    columns: str
    """One letter each, as in the specification of a table."""
    heads: Sequence[str]
    """The heading of each; of several lines, the last is the lowest."""
    rows: Cells
    heading: str = ""
    """The heading above all of them; empty for nothing."""

    def width_pt(self, size_pt: float) -> float:
        """Give about how wide its columns get in letters of a size, in pt."""
        columns = zip(self.heads, *self.rows, strict=True)
        widths = [
            max(width_pt(one, size_pt) for cell in column for one in cell.split("\n")) + 2 * _GAP_PT
            for column in columns
        ]
        return max(sum(widths), width_pt(self.heading, size_pt) + 2 * _GAP_PT)


def blocks_of(
    sizes: Sequence[int], columns: str, heads: Sequence[str], rows: Cells, headings: Sequence[str]
) -> list[Block]:
    """Cut the columns of a table into blocks of some sizes, each under its heading."""
    ends = pairwise(accumulate(sizes, initial=0))
    return [
        Block(columns[start:end], heads[start:end], [row[start:end] for row in rows], heading)
        for heading, (start, end) in zip(headings, ends, strict=True)
    ]


def in_parts(
    labels: Block,
    blocks: Sequence[Block],
    title: str,
    first_only: str,
    last: Sequence[Block] = (),
    style: Style = PLAIN,
) -> list[str]:
    """Write a table in as many parts as it takes to fit across, and with ``wide`` down.

    Every part begins with `labels`; the others are divided among the parts, and `last` ends the last one. The
    caption of the first part alone has `first_only`.
    """
    size, chunks = fitted(labels, blocks, last)
    pages = paged([1] * len(labels.rows), style)
    parts = [([labels, *chunk], page) for chunk in chunks for page in pages]
    written = []
    for at, (shown, page) in enumerate(parts):
        part = f"Part {at + 1} of {len(parts)}." if len(parts) > 1 else ""
        caption = " ".join(filter(None, [title, part, first_only if at == 0 else ""]))
        rows = [[cell for block in shown for cell in block.rows[row]] for row in page]
        letters = "".join(block.columns for block in shown)
        columns = _specified(letters, rows, style)
        made = table(
            size,
            "".join(columns),
            _head(shown, columns),
            [_row(row, columns) for row in rows],
            caption,
            style,
            is_long=len(rows) > PAGE_LINES,
        )
        written.append("\\addtocounter{table}{-1}\n" + made if at else made)
    return written


def paged(lines: Sequence[int], style: Style) -> list[range]:
    """Share rows of so many lines out among pages; all are on one where a table may break by itself."""
    if not style.wide or not lines:
        return [range(len(lines))]
    starts, held = [0], 0
    for row, own in enumerate(lines):
        if held and held + own > PAGE_LINES:
            starts.append(row)
            held = 0
        held += own
    return [range(start, end) for start, end in pairwise([*starts, len(lines)])]


def _specified(letters: str, rows: Cells, style: Style) -> list[str]:
    """Give the specification of each column: its letter, or for numbers that of `siunitx`."""
    if not style.siunitx or not rows:
        return list(letters)
    cells = zip(*rows, strict=True)
    return [
        (latex_numbers.column(own) if letter == "r" else None) or letter
        for letter, own in zip(letters, cells, strict=True)
    ]


def _row(cells: Sequence[str], columns: Sequence[str]) -> str:
    """Write a row; numbers of `siunitx` are written as it reads them."""
    written = [
        latex_numbers.cell(cell) if own.startswith("S") else _cell(cell)
        for cell, own in zip(cells, columns, strict=True)
    ]
    return " & ".join(written) + r" \\"


def fitted(labels: Block, blocks: Sequence[Block], last: Sequence[Block]) -> tuple[str, list[list[Block]]]:
    """Choose the size of letters, and the blocks of each part: as few parts as fit, as even as may be."""
    for count in range(1, len(blocks) + 1):
        each = -(-len(blocks) // count)
        chunks = [list(blocks[start : start + each]) for start in range(0, len(blocks), each)]
        chunks[-1] += last
        for size, size_pt in _SIZES.items():
            widths = [sum(block.width_pt(size_pt) for block in [labels, *chunk]) for chunk in chunks]
            if max(widths) <= TEXT_WIDTH_PT:
                return size, chunks
    return list(_SIZES)[-1], chunks


def _head(blocks: Sequence[Block], columns: Sequence[str]) -> str:
    """Write the headings: one line, or two if some are above several columns."""
    below = _lines([head for block in blocks for head in block.heads], columns)
    if not any(block.heading for block in blocks):
        return below
    above, rules = [], []
    for block, end in zip(blocks, accumulate(len(block.columns) for block in blocks), strict=True):
        many = len(block.columns)
        if block.heading:
            above.append(rf"\multicolumn{{{many}}}{{c}}{{{latex_text(block.heading)}}}")
            rules.append(rf"\cmidrule(lr){{{end - many + 1}-{end}}}")
        else:
            above += [""] * many
    return "\n".join([" & ".join(above) + r" \\", "".join(rules), below])


def _lines(heads: Sequence[str], columns: Sequence[str]) -> str:
    """Write headings of one line or more, all of which end on the last; `siunitx` wants them in braces."""
    split = [head.split("\n") for head in heads]
    most = max(map(len, split))
    padded = [[""] * (most - len(one)) + one for one in split]
    return "\n".join(
        " & ".join(
            f"{{{_cell(cell)}}}" if cell and own.startswith("S") else _cell(cell)
            for cell, own in zip(row, columns, strict=True)
        )
        + r" \\"
        for row in zip(*padded, strict=True)
    )


def table(
    size: str,
    columns: str,
    head: str,
    rows: Sequence[str],
    caption: str,
    style: Style = PLAIN,
    *,
    between: str = "",
    is_long: bool,
) -> str:
    """Write one table.

    `columns`, `head`, `rows` and what is `between` two rows are LaTeX, `caption` is plain text. A table that
    `is_long` breaks by itself, unless the style is wide.
    """
    above = "\n".join([r"\toprule", head, r"\midrule"])
    letters = rf"\{size}\setlength{{\tabcolsep}}{{{_GAP_PT}pt}}"
    inside, written = f"{between}\n".join(rows), latex_text(caption)
    if is_long and not style.wide:
        lines = [
            rf"{{{letters}\setlength{{\LTcapwidth}}{{\linewidth}}",
            rf"\begin{{longtable}}{{{columns}}}",
            rf"\caption{{{written}}} \\",
            above,
            r"\endfirsthead",
            above,
            r"\endhead",
            r"\bottomrule",
            r"\endfoot",
            inside,
            r"\end{longtable}}",
        ]
        return "\n".join(lines)
    floating = "table*" if style.wide else "table"
    lines = [
        rf"\begin{{{floating}}}[tbp]",
        rf"\centering{letters}",
        rf"\caption{{{written}}}",
        rf"\begin{{tabular}}{{{columns}}}",
        above,
        inside,
        r"\bottomrule",
        r"\end{tabular}",
        rf"\end{{{floating}}}",
    ]
    return "\n".join(lines)


def line(cells: Sequence[str]) -> str:
    """Write one row."""
    return " & ".join(map(_cell, cells)) + r" \\"


def _cell(text: str) -> str:
    """Write a cell; a number below 0 gets a minus and no hyphen."""
    return latex_text(re.sub(r"^-(?=[0-9])", "−", text))
