"""Cells of single virtual connections in the queues of ports over time."""

from cellwise.plots.drawing import Drawing
from cellwise.plots.needs import OCCUPANCY
from cellwise.plots.over_time import line_of, longest_first, over_time
from cellwise.source import Names, Source, chosen


def draw(
    source: Source,
    *,
    port: Names = None,
    vc: Names = None,
    from_s: float | None = None,
    to_s: float | None = None,
) -> Drawing:
    """Draw the occupancy of some connections at some ports, or of all that were recorded."""
    found = longest_first(chosen(OCCUPANCY.found(source), port=port, vc=vc))
    marks = [line_of(one, source, from_s, to_s) for one in found]
    return over_time(source, "occupancy, cells", marks, from_s, to_s)
