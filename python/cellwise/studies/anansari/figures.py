"""The lines of Figures 2 to 5 of the paper, from the series of one run; the figures are not preserved."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cellwise.points.store import PointResult
from cellwise.series import Series
from cellwise.studies.anansari.measures import throughput_over
from cellwise.vocabulary import CELL_BITS

#: How often what is acknowledged is sampled.
WINDOW_S = 0.02

#: Over how long throughput is averaged; the paper does not say. In 20 ms a source sends some five segments,
#: and one more or less makes a sawtooth of a fifth; in this time it is a thirtieth.
AVERAGED_S = 0.1

#: Times and values by the name of the line.
Lines = Mapping[str, tuple[NDArray[Any], NDArray[Any]]]


def _of(series: Sequence[Series], quantity: str) -> list[Series]:
    return [one for one in series if one.quantity == quantity]


def queue(point: PointResult) -> Lines:
    """Give the queue of the backbone's port, in cells.

    In Python because a line of an expression is of the first replication and has an axis of its own.
    """
    (one,) = _of(point.series, "queue")
    return {"queue": (one.time_s, one.value)}


def rates(point: PointResult) -> Lines:
    """Give the allowed cell rates of all connections, in Mbit/s.

    In Python because an expression gives one line, and here each connection has one.
    """
    return {
        f"source {number}": (one.time_s, one.value * CELL_BITS / 1e6)
        for number, one in enumerate(_of(point.series, "acr"), 1)
    }


def throughput(point: PointResult) -> Lines:
    """Give throughput over whole numbers of sampling windows, so that a segment more or less hardly shows.

    In Python because no expression takes means over windows, and here each connection has a line.
    """
    time_s, each = throughput_over(_of(point.series, "acknowledgment"))
    joined = round(AVERAGED_S / WINDOW_S)
    whole = len(time_s) // joined * joined
    means = each[:, :whole].reshape(len(each), -1, joined).mean(axis=2)
    # A value holds since the beginning of its windows, the last one until their end.
    begins = np.append(time_s[:whole:joined] - WINDOW_S, time_s[whole - 1])
    return {
        f"source {number}": (begins, np.append(flow / 1e6, flow[-1] / 1e6))
        for number, flow in enumerate(means, 1)
    }
