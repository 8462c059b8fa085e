"""Utilisation of ports over time: cells sent between samples, as a share of what the line could have sent."""

from dataclasses import replace

import numpy as np

from cellwise.plots import orders
from cellwise.plots.drawing import Drawing
from cellwise.plots.marks import Line
from cellwise.plots.needs import TRANSMITTED
from cellwise.plots.over_time import over_time
from cellwise.series import Series
from cellwise.source import Names, Source, chosen, part
from cellwise.vocabulary import CELL_BITS


def draw(
    source: Source, *, port: Names = None, from_s: float | None = None, to_s: float | None = None
) -> Drawing:
    """Draw the utilisation of some ports, or of all that were recorded, from one sample to the next.

    A cell counts when its transmission ends, so that a share may be above 1 by one cell.
    """
    begin, end = part(from_s, to_s, source.end_s)
    ports = source.tables("ports")
    rates_bps = dict(zip(map(str, ports["port"]), map(float, ports["rate_bps"]), strict=True))
    lines = [
        _line(one, rates_bps[one.target], begin, end) for one in chosen(TRANSMITTED.found(source), port=port)
    ]
    marks = [line for line in lines if len(line.x)]
    drawing = over_time(source, "utilisation", marks, from_s, to_s, orders.ports(source))
    return (
        drawing
        if marks
        else replace(drawing, note="no two samples are shown; make probes.transmitted.every shorter")
    )


def _line(one: Series, rate_bps: float, begin_s: float, end_s: float) -> Line:
    edges_s = one.time_s
    share = CELL_BITS * np.diff(one.value) / (rate_bps * np.diff(edges_s))
    shown = (edges_s[1:] > begin_s) & (edges_s[:-1] < end_s)
    until_s = min(float(edges_s[-1]), end_s) if shown.any() else None
    return Line(one.target, np.maximum(edges_s[:-1][shown], begin_s), share[shown], steps=True, until=until_s)
