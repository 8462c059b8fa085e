"""Cells of single virtual connections in the queue of a port over time, stacked: their top is the queue."""

from dataclasses import replace

from cellwise.plots import orders
from cellwise.plots.drawing import Drawing
from cellwise.plots.needs import OCCUPANCY
from cellwise.plots.queue_bounds import bounds_at
from cellwise.plots.stacks import stacked_at_port, top_of
from cellwise.source import Names, Source


def draw(
    source: Source,
    *,
    port: Names = None,
    vc: Names = None,
    from_s: float | None = None,
    to_s: float | None = None,
) -> Drawing:
    """Draw the occupancy of some connections at a port, or of all that were recorded there.

    Without a `port`, the recorded one that held most cells of a connection is drawn.

    Raises `ValueError` if more than one port is named, or a name was not recorded.
    """
    drawing, here = stacked_at_port(
        source, OCCUPANCY.found(source), "occupancy, cells", orders.vcs(source), port, from_s, to_s, vc=vc
    )
    return replace(drawing, bounds=bounds_at(source, [here], top_of(drawing)))
