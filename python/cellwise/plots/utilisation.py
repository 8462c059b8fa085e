"""Utilisation of ports over time: the traffic between samples, as a share of the line's capacity."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from cellwise.plots import orders
from cellwise.plots.drawing import Drawing
from cellwise.plots.marks import Line
from cellwise.plots.needs import BUSY, TRANSMITTED
from cellwise.plots.over_time import over_time
from cellwise.series import Series
from cellwise.source import Names, Source, chosen, part
from cellwise.vocabulary import CELL_BITS


def draw(
    source: Source, *, port: Names = None, from_s: float | None = None, to_s: float | None = None
) -> Drawing:
    """Draw the utilisation of some ports, or of all that were recorded, from one sample to the next.

    A cell counts when its transmission ends, so that a share of cells may be above 1 by one cell; packets
    count while they are sent. Where both were recorded of a port, the cells are drawn.
    """
    begin, end = part(from_s, to_s, source.end_s)
    ports = source.tables("ports")
    rates_bps = dict(zip(map(str, ports["port"]), map(float, ports["rate_bps"]), strict=True))
    cells = {one.target: one for one in TRANSMITTED.found(source)}
    recorded = [*cells.values(), *(one for one in BUSY.found(source) if one.target not in cells)]
    found = chosen(recorded, port=port)
    lines = [_line(one, rates_bps, begin, end) for one in found]
    marks = [line for line in lines if len(line.x)]
    drawing = over_time(source, "utilisation", marks, from_s, to_s, orders.ports(source))
    if marks:
        return drawing
    too_long = f"probes.{found[0].quantity}.every"
    return replace(drawing, note=f"no two samples are shown; make {too_long} shorter")


def _line(one: Series, rates_bps: Mapping[str, float], begin_s: float, end_s: float) -> Line:
    edges_s = one.time_s
    sent_s = one.value if one.quantity == BUSY.quantity else CELL_BITS * one.value / rates_bps[one.target]
    share = np.diff(sent_s) / np.diff(edges_s)
    shown = (edges_s[1:] > begin_s) & (edges_s[:-1] < end_s)
    until_s = min(float(edges_s[-1]), end_s) if shown.any() else None
    return Line(one.target, np.maximum(edges_s[:-1][shown], begin_s), share[shown], steps=True, until=until_s)
