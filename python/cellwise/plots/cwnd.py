"""Congestion windows over time, with the slow start thresholds where those were recorded."""

import numpy as np

from cellwise.plots import orders
from cellwise.plots.drawing import Drawing
from cellwise.plots.needs import CWND, SSTHRESH
from cellwise.plots.over_time import line_of, over_time
from cellwise.source import Names, Source, chosen


def draw(
    source: Source, *, flow: Names = None, from_s: float | None = None, to_s: float | None = None
) -> Drawing:
    """Draw the windows of some flows, or of all that were recorded."""
    windows = chosen(CWND.found(source), flow=flow)
    flows = [one.target for one in windows]
    thresholds = [one for one in SSTHRESH.found(source) if one.target in flows]
    marks = [line_of(one, source, from_s, to_s) for one in windows]
    below = [
        line_of(one, source, from_s, to_s, name=f"{one.target} ssthresh", beside=one.target)
        for one in thresholds
    ]
    # Before the first loss a threshold is infinite: there is nothing to draw or to name.
    marks += [one for one in below if np.isfinite(one.y).any()]
    return over_time(source, "congestion window, bytes", marks, from_s, to_s, orders.flows(source))
