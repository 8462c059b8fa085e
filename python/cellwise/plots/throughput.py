"""Throughput of TCP flows over time: what was acknowledged in windows of equal length."""

from dataclasses import replace

import numpy as np

from cellwise.plots.drawing import Drawing
from cellwise.plots.marks import Line
from cellwise.plots.needs import ACKNOWLEDGMENT
from cellwise.plots.over_time import over_time
from cellwise.plots.source import Names, Source, chosen, part
from cellwise.windows import acknowledged_bps, default_window_s, window_edges_s


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
    edges = window_edges_s(begin, end, width)
    marks = []
    for one in chosen(ACKNOWLEDGMENT.found(source), flow=flow):
        mbps = acknowledged_bps(one, edges) / 1e6
        # The last value is drawn up to the end of its window.
        marks.append(Line(one.target, edges, np.append(mbps, mbps[-1]), steps=True))
    drawing = over_time(source, "acknowledged throughput, Mbit/s", marks, from_s, to_s)
    told = f"windows of {width:g} s"
    return replace(drawing, title=f"{source.title}; {told}" if source.title else told)
