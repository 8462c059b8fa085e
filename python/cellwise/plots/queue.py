"""Cells in the queues of ports over time, of all connections, or of each of them, stacked."""

from dataclasses import replace
from functools import partial

from cellwise.plots import orders
from cellwise.plots.at_ports import Shown, at_ports
from cellwise.plots.drawing import Drawing
from cellwise.plots.needs import OCCUPANCY, QUEUE
from cellwise.plots.queue_bounds import bounds_at
from cellwise.plots.stacks import stacked_at_port
from cellwise.source import Names, Source

#: A single cell that is sent at once is no queue.
_CELLS = Shown("queue, cells", "without a queue", "no cell was seen waiting", least=1.0, bounds=bounds_at)
_OCCUPANCY = replace(_CELLS, label="occupancy, cells")

draw = partial(at_ports, QUEUE, _CELLS)


def draw_occupancy(
    source: Source,
    *,
    port: Names = None,
    vc: Names = None,
    from_s: float | None = None,
    to_s: float | None = None,
) -> Drawing:
    """Draw the occupancy of some connections at a port, or of all; as `stacked_at_port`."""
    return stacked_at_port(
        source, OCCUPANCY.found(source), _OCCUPANCY, orders.vcs(source), port, from_s, to_s, vc=vc
    )
