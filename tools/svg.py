"""Small drawings as SVG text: boxes, bars, arrows and words, on white."""

from dataclasses import dataclass, field
from html import escape

INK = "#222222"
QUIET = "#6b6b6b"
FONT = "font-family='Helvetica, Arial, sans-serif'"


@dataclass
class Sheet:
    """A drawing in the making; lengths in pixels, y downwards."""

    width: int
    height: int
    title: str
    """What the drawing shows, for those who do not see it."""
    parts: list[str] = field(default_factory=list)

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, edge: str = INK, round_px: float = 3
    ) -> None:
        """Draw a box."""
        self.parts.append(
            f"<rect x='{x:g}' y='{y:g}' width='{width:g}' height='{height:g}' rx='{round_px:g}' "
            f"fill='{fill}' stroke='{edge}' stroke-width='1.2'/>"
        )

    def text(
        self, x: float, y: float, words: str, size: float = 13, anchor: str = "start", ink: str = INK
    ) -> None:
        """Write a line of words; `y` is their base line."""
        self.parts.append(
            f"<text x='{x:g}' y='{y:g}' font-size='{size:g}' text-anchor='{anchor}' fill='{ink}' {FONT}>"
            f"{escape(words)}</text>"
        )

    def line(
        self,
        points: list[tuple[float, float]],
        ink: str = INK,
        width: float = 1.4,
        *,
        arrow: bool = False,
        dashed: bool = False,
    ) -> None:
        """Draw a line through points, with an arrow's head at its end if wanted."""
        way = " ".join(f"{x:g},{y:g}" for x, y in points)
        head = " marker-end='url(#head)'" if arrow else ""
        dashes = " stroke-dasharray='4 3'" if dashed else ""
        self.parts.append(
            f"<polyline points='{way}' fill='none' stroke='{ink}' stroke-width='{width:g}'{head}{dashes}/>"
        )

    def finished(self) -> str:
        """Give the file."""
        size = f"width='{self.width}' height='{self.height}' viewBox='0 0 {self.width} {self.height}'"
        head = (
            "<defs><marker id='head' viewBox='0 0 8 8' refX='7' refY='4' markerWidth='7' markerHeight='7' "
            f"orient='auto'><path d='M0 0L8 4L0 8z' fill='{INK}'/></marker></defs>"
        )
        body = "\n".join([f"<title>{escape(self.title)}</title>", head, *self.parts])
        back = f"<rect width='{self.width}' height='{self.height}' fill='white'/>"
        return f"<svg xmlns='http://www.w3.org/2000/svg' role='img' {size}>\n{back}\n{body}\n</svg>\n"
