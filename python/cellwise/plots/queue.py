"""Cells in the queues of ports over time."""

from dataclasses import replace

from cellwise.plots.at_ports import Shown, at_ports, greatest_of
from cellwise.plots.drawing import Drawing
from cellwise.plots.needs import QUEUE
from cellwise.plots.queue_bounds import bounds_at
from cellwise.source import Names, Source

#: A single cell that is sent at once is no queue.
_CELLS = Shown("queue, cells", "without a queue", "no cell was seen waiting", least=1.0)


def draw(
    source: Source, *, port: Names = None, from_s: float | None = None, to_s: float | None = None
) -> Drawing:
    """Draw the queues of some ports, or of all that were recorded and had one, if any had.

    Lines are at their thresholds and buffers, if those are not far above.
    """
    drawing = at_ports(source, QUEUE.found(source), _CELLS, port, from_s, to_s)
    if drawing.note:
        return drawing
    ports = [mark.name for mark in drawing.marks]
    return replace(drawing, bounds=bounds_at(source, ports, greatest_of(drawing)))
