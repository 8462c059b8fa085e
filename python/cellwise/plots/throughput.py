"""Throughput of TCP flows over time: what was acknowledged in windows, all but the last of equal length."""

from dataclasses import replace

from cellwise.plots import orders
from cellwise.plots.drawing import Drawing
from cellwise.plots.marks import Line
from cellwise.plots.needs import ACKNOWLEDGMENT
from cellwise.plots.over_time import over_time
from cellwise.source import Names, Source, chosen, part
from cellwise.windows import acknowledged_bps, default_window_s, whole_edges_s


def draw(
    source: Source,
    *,
    flow: Names = None,
    window_s: float | None = None,
    from_s: float | None = None,
    to_s: float | None = None,
) -> Drawing:
    """Draw the throughput of some flows, or of all that were recorded, in windows of `window_s`."""
    begin, end = part(from_s, to_s, source.end_s)
    width = default_window_s(end - begin) if window_s is None else float(window_s)
    edges = whole_edges_s(begin, end, width)
    marks = []
    for one in chosen(ACKNOWLEDGMENT.found(source), flow=flow):
        mbps = acknowledged_bps(one, edges) / 1e6
        marks.append(Line(one.target, edges[:-1], mbps, steps=True, until=float(edges[-1])))
    label = "acknowledged throughput, Mbit/s"
    drawing = over_time(source, label, marks, from_s, to_s, orders.flows(source))
    rest = float(edges[-1] - edges[-2])
    windows = f"windows of {width:g} s" + (f", the last of {rest:g} s" if rest < 0.999 * width else "")
    return replace(drawing, title=f"{source.title}; {windows}" if source.title else windows)
