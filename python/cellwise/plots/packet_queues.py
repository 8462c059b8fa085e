"""Queues of packets over time: how long they waited, how many wait, whose they are, how likely a drop is."""

from dataclasses import replace
from functools import partial
from typing import Literal

from cellwise.plots import orders
from cellwise.plots.at_ports import Shown, at_ports
from cellwise.plots.drawing import Drawing
from cellwise.plots.needs import BACKLOG, BACKLOG_BYTES, DROP_PROBABILITY, SOJOURN, Probe, require
from cellwise.plots.queue_bounds import limits_at
from cellwise.plots.stacks import stacked_at_port
from cellwise.source import Names, Source

View = Literal["ports", "flows"]

_NOBODY = ("where none waited", "no packet was seen waiting")
_DELAY = Shown("queueing delay, ms", *_NOBODY, scale=1e3, bounds=partial(limits_at, "ms"))
_PACKETS = Shown("backlog, packets", *_NOBODY, bounds=partial(limits_at, "packets"))
_BYTES = Shown("backlog, bytes", *_NOBODY, bounds=partial(limits_at, "bytes"))
_PROBABILITY = Shown(
    "drop probability", "that never dropped by chance", "the probability was 0 in every sample"
)

#: How long the packet that left last had waited, and the probability of drops.
draw_delay = partial(at_ports, SOJOURN, _DELAY)
draw_probability = partial(at_ports, DROP_PROBABILITY, _PROBABILITY)


def _draw_waiting(
    probe: Probe,
    shown: Shown,
    source: Source,
    *,
    port: Names = None,
    flow: Names = None,
    view: View | None = None,
    from_s: float | None = None,
    to_s: float | None = None,
) -> Drawing:
    """Draw what waits, a line for each port, or that of each flow at one port, stacked.

    Without a `view`, ``ports`` is drawn where that was recorded and no `flow` is named. Of ``flows``, the
    recorded port is drawn that held most of one, unless a `port` is named.

    Raises `NotRecordedError` if the backlog was recorded, but not for the queue that the view shows. Raises
    `ValueError` if the view, a port or a flow is not known, or flows at several ports are asked for.
    """
    if view not in ("ports", "flows", None):
        raise ValueError(f"view: {view!r} is not known; the views are ports, flows")
    of_ports, of_flows = (Probe(probe.quantity, keys) for keys in (probe.of, (*probe.of, *probe.may)))
    if flow is not None and view == "ports":
        raise ValueError("flow: is not allowed with view ports; give view flows")
    if view == "flows" or flow is not None or (view is None and not of_ports.found(source)):
        require(source, [of_flows], "view flows")
        # The top of some flows is not the queue, which the limits are about.
        shown = shown if flow is None else replace(shown, bounds=None)
        flows = of_flows.found(source)
        return stacked_at_port(source, flows, shown, orders.flows(source), port, from_s, to_s, flow=flow)
    require(source, [of_ports], "view ports")
    return at_ports(of_ports, shown, source, port=port, from_s=from_s, to_s=to_s)


#: In packets, and in octets.
draw_backlog = partial(_draw_waiting, BACKLOG, _PACKETS)
draw_bytes = partial(_draw_waiting, BACKLOG_BYTES, _BYTES)
