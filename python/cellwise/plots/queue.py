"""Cells in the queues of ports over time."""

from cellwise.plots import orders
from cellwise.plots.drawing import Drawing
from cellwise.plots.needs import QUEUE
from cellwise.plots.over_time import line_of, longest_first, over_time
from cellwise.source import Names, Source, chosen


def draw(
    source: Source, *, port: Names = None, from_s: float | None = None, to_s: float | None = None
) -> Drawing:
    """Draw the queues of some ports, or of all that were recorded."""
    found = longest_first(chosen(QUEUE.found(source), port=port))
    marks = [line_of(one, source, from_s, to_s) for one in found]
    return over_time(source, "queue, cells", marks, from_s, to_s, orders.ports(source))
