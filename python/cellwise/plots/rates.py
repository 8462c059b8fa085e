"""Rates of ABR connections over time: what their sources are allowed, and what ports allow them."""

from cellwise.graph import CELL_BITS
from cellwise.plots.drawing import Drawing
from cellwise.plots.needs import ACR, ER
from cellwise.plots.over_time import line_of, over_time
from cellwise.plots.source import Names, Source, chosen

_MBPS = CELL_BITS / 1e6


def draw(
    source: Source, *, vc: Names = None, from_s: float | None = None, to_s: float | None = None
) -> Drawing:
    """Draw ACR, and ER where it was recorded, of some connections, or of all that were recorded.

    In bits of whole cells per second, 424 to the cell.
    """
    allowed = chosen(ACR.found(source), vc=vc)
    connections = [one.target for one in allowed]
    marks = [line_of(one, source, from_s, to_s, name=f"{one.target} ACR", scale=_MBPS) for one in allowed]
    for one in ER.found(source):
        port, connection = one.target.split()
        if connection in connections:
            told = f"{connection} ER at {port}"
            beside = f"{connection} ACR"
            marks.append(line_of(one, source, from_s, to_s, name=told, beside=beside, scale=_MBPS))
    return over_time(source, "rate in cells, Mbit/s", marks, from_s, to_s)
