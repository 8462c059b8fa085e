"""Cells in the queues of ports over time."""

from cellwise.plots.at_ports import Shown, at_ports
from cellwise.plots.drawing import Drawing
from cellwise.plots.needs import QUEUE
from cellwise.source import Names, Source

#: A single cell that is sent at once is no queue.
_CELLS = Shown("queue, cells", "without a queue", "no cell was seen waiting", least=1.0)


def draw(
    source: Source, *, port: Names = None, from_s: float | None = None, to_s: float | None = None
) -> Drawing:
    """Draw the queues of some ports, or of all that were recorded and had one, if any had."""
    return at_ports(source, QUEUE.found(source), _CELLS, port, from_s, to_s)
