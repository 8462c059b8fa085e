"""The looks by which a reader distinguishes the marks of figures."""

from collections.abc import Iterable

from cellwise.plots import Drawing
from cellwise.plots.marks import styles

#: Colour, marker and dashes.
Look = tuple[str, str, str]


def looks(drawings: Iterable[Drawing]) -> dict[str, set[Look]]:
    """Give every look that a thing has in some figures, by its name; pictures of networks are left out."""
    found: dict[str, set[Look]] = {}
    for drawing in drawings:
        if drawing.bare:
            continue
        for mark, style in zip(drawing.marks, styles(drawing.marks, drawing.order), strict=True):
            if mark.like == mark.name:
                found.setdefault(mark.name, set()).add((style.colour, style.marker, style.dash))
    return found


def changing(found: dict[str, set[Look]]) -> list[str]:
    """Name the things that have several looks."""
    return [name for name, known in found.items() if len(known) > 1]
