"""How large the pictures of the front page are: their letters can also be read on a telephone."""

from dataclasses import replace
from pathlib import Path

from cellwise.plots import look
from cellwise.plots.drawing import Drawing

#: Narrower than a page's text, which a telephone shows at half its width: 9 pixels are left of a letter's 13.
SIZE = look.Size(5.4, 3.4, 9.5)


def save(drawing: Drawing, image: Path) -> None:
    """Draw it at that size, which no user needs."""
    look.SIZES["front"] = SIZE
    replace(drawing, size="front").save(image)
