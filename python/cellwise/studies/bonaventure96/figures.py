"""What the figure of the mechanism takes from a run."""

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from cellwise.points.store import PointResult

#: How much of the transfer is shown, and the octets of its segments.
SPAN_S = 1.0
MSS = 9148


def begin(point: PointResult) -> Mapping[str, tuple[NDArray[Any], NDArray[Any]]]:
    """Give what is sent next and what is acknowledged over time, in packets, as the transfer begins.

    In Python because one figure has the lines of two series, both of the time after the transfer began.
    """
    started_s = float(point.tables["flows"]["started_s"][0])
    found = {}
    for one in point.series:
        time_s = one.time_s - started_s
        shown = (time_s >= 0) & (time_s <= SPAN_S)
        found[one.quantity] = (time_s[shown], one.value[shown] / MSS)
    return found
