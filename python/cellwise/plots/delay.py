"""Distribution of the delay of packets, by flow, from the quantiles that a run keeps."""

import numpy as np

from cellwise.plots.drawing import Axis, Drawing
from cellwise.plots.marks import Line
from cellwise.plots.source import Names, Source, checked

#: The columns of ``flows`` that are points of the distribution, and the share of packets up to there.
_QUANTILES = {
    "delay_min_s": 0.0,
    "delay_p50_s": 0.5,
    "delay_p95_s": 0.95,
    "delay_p99_s": 0.99,
    "delay_max_s": 1.0,
}


def draw(source: Source, *, flow: Names = None) -> Drawing:
    """Draw the known points of the distributions of some flows, or of all, joined by straight lines."""
    table = source.tables("flows")
    known = [str(name) for name in table["flow"]]
    wanted = checked("flow", flow, known, "is not known; the flows are")
    delays_ms = 1e3 * np.array([table[column] for column in _QUANTILES], dtype=np.float64)
    share = np.array(list(_QUANTILES.values()))
    marks = [
        Line(name, delays_ms[:, row], share, points=True)
        for row, name in enumerate(known)
        if name in wanted and np.isfinite(delays_ms[:, row]).all()
    ]
    return Drawing(
        Axis("delay of packets, ms", low=0),
        Axis("share of packets", 0, 1.02),
        marks,
        title="; ".join([*([source.title] if source.title else []), "known at the marked points"]),
        footer=source.again,
        note="" if marks else "no packet arrived",
    )
