"""Cells in the queues of ports over time."""

from dataclasses import replace

from cellwise.plots import orders
from cellwise.plots.drawing import Drawing
from cellwise.plots.needs import QUEUE
from cellwise.plots.over_time import line_of, longest_first, over_time
from cellwise.source import Names, Source, chosen


def draw(
    source: Source, *, port: Names = None, from_s: float | None = None, to_s: float | None = None
) -> Drawing:
    """Draw the queues of some ports, or of all that were recorded and had one, if any had."""
    recorded = longest_first(chosen(QUEUE.found(source), port=port))
    found = [one for one in recorded if one.value.max(initial=0.0) > 1.0]
    if port is not None or not found:
        found = recorded
    marks = [line_of(one, source, from_s, to_s) for one in found]
    drawing = over_time(source, "queue, cells", marks, from_s, to_s, orders.ports(source))
    left_out = len(recorded) - len(found)
    told = f"; {left_out} more port{'s' if left_out > 1 else ''} without a queue" if left_out else ""
    if not any(mark.y.any() for mark in marks):
        # An axis of fractions of a cell would make much of nothing.
        return replace(drawing, y=replace(drawing.y, high=1.0, whole=True), note="no cell was seen waiting")
    return replace(drawing, title=f"{drawing.title}{told}")
