"""Equations as drawings in the page: no script, no network, no font that a reader may lack.

Pages write ``$X > R$`` in a line and ``$$ ... $$`` on lines of their own, as other readers of Markdown do.
Matplotlib typesets them; screen readers are given the source.
"""

from html import escape
from typing import Any

from docutils import nodes
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import TextPath

#: Size at which equations are typeset; in the page they are as large as its text, a little more.
_SIZE = 100.0
_LETTERS = 1.1

#: Room around an equation, in parts of its letters, so that no stroke is cut.
_MARGIN = 0.03

_COMMANDS: dict[Any, str] = {Path.MOVETO: "M", Path.LINETO: "L", Path.CURVE3: "Q", Path.CURVE4: "C"}


def svg(source: str) -> str:
    """Typeset an equation as SVG on the base line of the text and in its colour."""
    path = TextPath((0, 0), f"${source}$", size=_SIZE, prop=FontProperties(math_fontfamily="stix"))
    box = path.get_extents()
    margin = _MARGIN * _SIZE
    left, top = box.x0 - margin, -box.y1 - margin
    width, height = box.width + 2 * margin, box.height + 2 * margin
    em = _LETTERS / _SIZE
    style = (
        f"width:{em * width:.3f}em;height:{em * height:.3f}em;vertical-align:{em * (box.y0 - margin):.3f}em"
    )
    view = f"{left:.1f} {top:.1f} {width:.1f} {height:.1f}"
    return (
        f'<svg class="equation" role="img" aria-label="{escape(source)}" viewBox="{view}" style="{style}">'
        f'<path fill="currentColor" d="{_outline(path)}"/></svg>'
    )


def _outline(path: Path) -> str:
    """Write a path as SVG does, whose vertical axis runs down."""
    parts = []
    for points, code in path.iter_segments(curves=True, simplify=False):
        if code == Path.CLOSEPOLY:
            parts.append("Z")
            continue
        pairs = zip(points[::2], points[1::2], strict=True)
        parts.append(_COMMANDS[code] + " ".join(f"{x:.1f} {-y:.1f}" for x, y in pairs))
    return "".join(parts)


def in_line(writer: Any, node: nodes.math) -> None:
    """Write an equation in a line of text."""
    writer.body.append(svg(node.astext()))
    raise nodes.SkipNode


def as_block(writer: Any, node: nodes.math_block) -> None:
    """Write an equation as a block of its own; it scrolls by itself if it is wide."""
    writer.body.append(f'<div class="equation">{svg(" ".join(node.astext().split()))}</div>\n')
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, bool]:
    """Join Sphinx."""
    app.add_html_math_renderer("drawn", (in_line, None), (as_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
