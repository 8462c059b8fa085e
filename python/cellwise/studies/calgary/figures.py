"""Lines of figures from a run: bursts of errored cells, and the congestion window, over time."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cellwise.points.store import PointResult
from cellwise.quantity import rate_bps
from cellwise.scenario import Scenario
from cellwise.series import Series
from cellwise.vocabulary import CELL_BITS

Numbers = NDArray[np.float64]
Lines = Mapping[str, tuple[Numbers, Numbers]]

#: Errored cells are of one burst if they are at most so many cell times apart.
_SAME_BURST_SLOTS = 1.5

#: Windows are drawn in kB.
_KB = 1000.0


def bursts(point: PointResult, scenario: Scenario, shown: Sequence[float]) -> Lines:
    """Give when bursts of errors begin, and how many cells each errs.

    In Python because errors are joined to bursts by the time between them.
    """
    cell_s = CELL_BITS / rate_bps(scenario.to_dict()["topology"]["downstream"])
    time_s, cells = errors_by_burst(_of(point, "errors"), cell_s)
    inside = (time_s >= shown[0]) & (time_s <= shown[1])
    return {"in a burst": (time_s[inside], cells[inside])}


def accumulation(point: PointResult, scenario: Scenario, shown: Sequence[float]) -> Lines:
    """Give errored cells so far, and bursts.

    In Python because an expression gives one line; these are two.
    """
    return {"so far": _within(_of(point, "errors"), shown), **bursts(point, scenario, shown)}


def window(point: PointResult, shown: Sequence[float]) -> Lines:
    """Give the congestion window.

    In Python because the line begins and ends at the edges of the figure, between two samples.
    """
    time_s, octets = _within(_of(point, "cwnd"), shown)
    return {"cwnd": (time_s, octets / _KB)}


def errors_by_burst(errors: Series, cell_s: float) -> tuple[Numbers, Numbers]:
    """Give when bursts of errored cells begin, and how many cells each has errored.

    `errors` counts the errored cells so far; `cell_s` is the time of a cell on the line.
    """
    counted = np.diff(errors.value, prepend=0.0)
    happened = counted > 0
    time_s, cells = errors.time_s[happened], counted[happened]
    if not len(time_s):
        return time_s, cells
    begins = np.diff(time_s, prepend=-np.inf) > _SAME_BURST_SLOTS * cell_s
    return time_s[begins], np.add.reduceat(cells, np.flatnonzero(begins))


def _of(point: PointResult, what: str) -> Series:
    return next(one for one in point.series if one.quantity == what)


def _within(one: Series, shown: Sequence[float]) -> tuple[Numbers, Any]:
    """Give a series inside a window, with the values that it begins and ends with."""
    first = max(int(np.searchsorted(one.time_s, shown[0], side="right")) - 1, 0)
    last = int(np.searchsorted(one.time_s, shown[1], side="right"))
    time_s, value = np.maximum(one.time_s[first:last], shown[0]), one.value[first:last]
    if not len(value):
        return time_s, value
    # The last value holds to the end.
    return np.append(time_s, shown[1]), np.append(value, value[-1])
