"""Tables in LaTeX (``booktabs``, ``longtable``): longer than a page if need be, and never wider.

A table that does not fit across is written in parts, which repeat the labels of its rows and share a number.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from cellwise.reports.latex_text import latex_text, width_pt
from cellwise.reports.text_tables import Cells

#: The width of text that tables fit into: A4 with margins of 20 mm.
TEXT_WIDTH_PT = 483.0

#: Letters that tables are tried in, by their size in pt.
_SIZES = {"footnotesize": 8.0, "scriptsize": 7.0}

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
    labels: Block, blocks: Sequence[Block], title: str, first_only: str, last: Sequence[Block] = ()
) -> list[str]:
    """Write a table in as many parts as it takes to fit across.

    Parameters
    ----------
    labels : Block
        The columns with which every part begins.
    blocks, last : sequence of Block
        The columns that are divided among the parts, and those at the end of the last part.
    title, first_only : str
        The caption: of every part, and what only the first part has.
    """
    size, chunks = fitted(labels, blocks, last)
    written = []
    for at, chunk in enumerate(chunks):
        part = f"Part {at + 1} of {len(chunks)}." if len(chunks) > 1 else ""
        caption = " ".join(filter(None, [title, part, first_only if at == 0 else ""]))
        shown = [labels, *chunk]
        rows = [
            [cell for cells in row for cell in cells] for row in zip(*(b.rows for b in shown), strict=True)
        ]
        table = long_table(size, "".join(block.columns for block in shown), _head(shown), rows, caption)
        written.append("\\addtocounter{table}{-1}\n" + table if at else table)
    return written


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


def _head(blocks: Sequence[Block]) -> str:
    """Write the headings: one line, or two if some are above several columns."""
    below = _lines([head for block in blocks for head in block.heads])
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


def _lines(heads: Sequence[str]) -> str:
    """Write headings of one line or more, all of which end on the last."""
    split = [head.split("\n") for head in heads]
    most = max(map(len, split))
    padded = [[""] * (most - len(one)) + one for one in split]
    return "\n".join(line(row) for row in zip(*padded, strict=True))


def long_table(size: str, columns: str, head: str, rows: Cells, caption: str, between: str = "") -> str:
    """Write one table.

    Parameters
    ----------
    size : {"footnotesize", "scriptsize"}
        Of its letters.
    columns, head : str
        Its specification and its headings, as LaTeX.
    rows : list of lists of str
        Plain text.
    caption : str
        Plain text.
    between : str
        The text between two rows, as LaTeX.
    """
    above = "\n".join([r"\toprule", head, r"\midrule"])
    return "\n".join(
        [
            rf"{{\{size}\setlength{{\tabcolsep}}{{{_GAP_PT}pt}}\setlength{{\LTcapwidth}}{{\linewidth}}",
            rf"\begin{{longtable}}{{{columns}}}",
            rf"\caption{{{latex_text(caption)}}} \\",
            above,
            r"\endfirsthead",
            above,
            r"\endhead",
            r"\bottomrule",
            r"\endfoot",
            f"{between}\n".join(map(line, rows)),
            r"\end{longtable}}",
        ]
    )


def line(cells: Sequence[str]) -> str:
    """Write one row."""
    return " & ".join(map(_cell, cells)) + r" \\"


def _cell(text: str) -> str:
    """Write a cell; a number below 0 gets a minus and no hyphen."""
    return latex_text(re.sub(r"^-(?=[0-9])", "−", text))
