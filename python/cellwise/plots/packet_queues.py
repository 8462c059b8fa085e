"""Queues of packets over time: how long they waited, how many wait, whose they are, how likely a drop is."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from cellwise.plots import orders
from cellwise.plots.at_ports import Shown, at_ports, greatest_of
from cellwise.plots.drawing import Drawing
from cellwise.plots.needs import BACKLOG, BACKLOG_BYTES, DROP_PROBABILITY, SOJOURN, Probe, require
from cellwise.plots.queue_bounds import limits_at
from cellwise.plots.stacks import stacked_at_port, top_of
from cellwise.source import Names, Source

View = Literal["ports", "flows"]

_NOBODY = ("where none waited", "no packet was seen waiting")
_DELAY = Shown("queueing delay, ms", *_NOBODY, scale=1e3)
_PACKETS = Shown("backlog, packets", *_NOBODY)
_BYTES = Shown("backlog, bytes", *_NOBODY)
_PROBABILITY = Shown(
    "drop probability", "that never dropped by chance", "the probability was 0 in every sample"
)


def draw_delay(
    source: Source, *, port: Names = None, from_s: float | None = None, to_s: float | None = None
) -> Drawing:
    """Draw how long the packet that left last had waited, at some ports or at all where one had to wait."""
    drawing = at_ports(source, SOJOURN.found(source), _DELAY, port, from_s, to_s)
    return _with_limits(source, drawing, _DELAY)


def draw_probability(
    source: Source, *, port: Names = None, from_s: float | None = None, to_s: float | None = None
) -> Drawing:
    """Draw the probability of drops at some ports, or at all where it was above 0."""
    return at_ports(source, DROP_PROBABILITY.found(source), _PROBABILITY, port, from_s, to_s)


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
        flows = of_flows.found(source)
        drawing, here = stacked_at_port(
            source, flows, shown.label, orders.flows(source), port, from_s, to_s, flow=flow
        )
        # The top of some flows is not the queue, which the limits are about.
        return drawing if flow is not None else _limited(source, drawing, [here], top_of(drawing), shown)
    require(source, [of_ports], "view ports")
    return _with_limits(source, at_ports(source, of_ports.found(source), shown, port, from_s, to_s), shown)


#: In packets, and in octets.
draw_backlog = partial(_draw_waiting, BACKLOG, _PACKETS)
draw_bytes = partial(_draw_waiting, BACKLOG_BYTES, _BYTES)


def _with_limits(source: Source, drawing: Drawing, shown: Shown) -> Drawing:
    """Add the limits of the queues of all ports that are drawn."""
    if drawing.note:
        return drawing
    ports = [mark.name for mark in drawing.marks]
    return _limited(source, drawing, ports, greatest_of(drawing), shown)


def _limited(
    source: Source, drawing: Drawing, ports: Sequence[str], greatest: float, shown: Shown
) -> Drawing:
    """Add the limits of the queues of some ports."""
    return replace(drawing, bounds=limits_at(source, ports, greatest, shown.label.rpartition(" ")[2]))
