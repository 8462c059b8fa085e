"""Rates of ABR connections over time: those of sources, of their RM cells, and those that ports allow."""

from cellwise.plots import orders
from cellwise.plots.drawing import Drawing
from cellwise.plots.needs import ACR, CCR, ER
from cellwise.plots.over_time import line_of, over_time
from cellwise.source import Names, Source, chosen
from cellwise.vocabulary import CELL_BITS

_MBPS = CELL_BITS / 1e6


def draw(
    source: Source, *, vc: Names = None, from_s: float | None = None, to_s: float | None = None
) -> Drawing:
    """Draw ACR, with CCR and ER where they were recorded, of some connections, or of all that were.

    In bits of whole cells per second, 424 to the cell.
    """
    allowed = chosen(ACR.found(source), vc=vc)
    connections = [one.target for one in allowed]
    marks = [line_of(one, source, from_s, to_s, name=f"{one.target} ACR", scale=_MBPS) for one in allowed]
    for one in CCR.found(source) + ER.found(source):
        *ports, connection = one.target.split()
        if connection in connections:
            label = f"{connection} ER at {ports[0]}" if ports else f"{connection} CCR"
            own = f"{connection} ACR"
            marks.append(line_of(one, source, from_s, to_s, name=label, beside=own, scale=_MBPS))
    order = [f"{name} ACR" for name in orders.vcs(source)]
    return over_time(source, "rate in cells, Mbit/s", marks, from_s, to_s, order)
