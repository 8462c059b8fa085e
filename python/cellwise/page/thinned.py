"""Series that the page has added, thinned before they are kept: every peak stays, most points do not."""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from cellwise.series import Series

#: Points of all added series of a run that are kept together, and points that any series may keep.
_MOST_POINTS, _LEAST_POINTS = 1_000_000, 60_000

#: Points of one block that may stay: the first, the least, the greatest and the last.
_OF_BLOCK = 4


def thinned(series: Sequence[Series], added: Collection[str]) -> list[Series]:
    """Thin the series of some quantities, so that the server can keep the runs of an afternoon.

    Parameters
    ----------
    series : sequence of Series
        What was recorded.
    added : collection of str
        Quantities that the page asked for; what a scenario asks for itself stays whole.

    Returns
    -------
    list of Series
        In the same order.
    """
    crowd = sum(one.quantity in added and len(one) > _LEAST_POINTS for one in series)
    most = max(_LEAST_POINTS, _MOST_POINTS // max(crowd, 1))
    return [_thin(one, most) if one.quantity in added else one for one in series]


def _thin(one: Series, most: int) -> Series:
    if len(one) <= most:
        return one
    kept = of_blocks(one.value, most)
    return Series(
        one.probe, one.quantity, one.target, one.unit, time_ps=one.time_ps[kept], value=one.value[kept]
    )


def of_blocks(value: NDArray[np.float64], most: int) -> NDArray[np.intp]:
    """Choose the first, least, greatest and last value of blocks of as many points each.

    Blocks of points, not of time: where much happens they are short.

    Parameters
    ----------
    value : ndarray of float, shape (n_points,)
        Finite.
    most : int
        About how many may stay, at least 4.

    Returns
    -------
    ndarray of int
        Positions of the points that stay, rising.
    """
    length = -(-len(value) * _OF_BLOCK // most)
    blocks = len(value) // length
    table = value[: blocks * length].reshape(blocks, length)
    first = np.arange(blocks, dtype=np.intp) * length
    kept = np.zeros(len(value), dtype=np.bool_)
    for some in (first, first + length - 1, first + _greatest(-table), first + _greatest(table)):
        kept[some] = True
    kept[blocks * length :] = True
    return np.flatnonzero(kept)


def _greatest(table: NDArray[np.float64]) -> NDArray[np.intp]:
    """Give where the first greatest value of each row is: as `argmax`, which is slow for short rows."""
    best = table[:, 0].copy()
    place = np.zeros(len(table), dtype=np.intp)
    for column in range(1, table.shape[1]):
        better = table[:, column] > best
        np.copyto(best, table[:, column], where=better)
        np.copyto(place, column, where=better)
    return place
