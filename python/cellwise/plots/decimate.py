"""Decimation: the points of a long series that a picture of so many columns can show.

Of every column the first, the least, the greatest and the last point stay, so that a spike of a single cell
is never lost: within a column, a line through these four covers what the line through all points covers.
`crates/view` chooses them, for browsers as well.
"""

import numpy as np
from numpy.typing import NDArray

from cellwise import _core

#: Points of one column that may stay.
POINTS_PER_COLUMN = 4


def decimate(x: NDArray[np.float64], y: NDArray[np.float64], columns: int) -> NDArray[np.intp]:
    """Choose the points of a series that a picture shows.

    `x` and `y` have the shape (n_points,). `x` is finite and never falls; a `y` that is not-a-number is a
    gap, and is neither least nor greatest. The `columns` of the picture, at least 1, are of equal width from
    the first to the last `x`.

    Gives the positions of the points that stay, rising, at most four per column. Raises `ValueError` if the
    shapes differ, `x` falls or is not finite, or there is no column.

    Examples
    --------
    >>> spike = np.zeros(1000)
    >>> spike[123] = 1.0
    >>> 123 in decimate(np.arange(1000.0), spike, columns=10)
    True
    """
    if x.ndim != 1 or x.shape != y.shape:
        raise ValueError(f"x, y: shapes {x.shape} and {y.shape} are not allowed; give one y for every x")
    if columns < 1:
        raise ValueError(f"columns: {columns} is not allowed; give at least 1")
    if not (len(x) == 0 or (np.isfinite(x[0]) and np.isfinite(x[-1]) and (x[1:] >= x[:-1]).all())):
        raise ValueError("x: must be finite and never fall")
    return _core.decimate(_plain(x), _plain(y), columns).astype(np.intp, copy=False)


def shown(
    x: NDArray[np.float64], y: NDArray[np.float64], begin: float | None, end: float | None, columns: int
) -> NDArray[np.intp]:
    """Choose the points of a part of a series that a picture shows, with the point before and the one behind.

    `x`, `y` and `columns` are as for `decimate`; `begin` and `end` are the part, of `x`. Gives the positions
    of the points that stay, rising: all of the part if there are at most four per column.
    """
    return _core.shown(_plain(x), _plain(y), begin, end, columns).astype(np.intp, copy=False)


def _plain(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.ascontiguousarray(values, dtype=np.float64)


def distinct(
    x: NDArray[np.float64],
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    columns: int,
    rows: int,
) -> NDArray[np.intp]:
    """Choose, of vertical strokes, the first of those that begin and end on the same pixels.

    `x`, `low` and `high` are the place, begin and end of each stroke, shape (n_strokes,), finite, in any
    order. The picture has `columns` and `rows`, at least 1, from the least to the greatest of them. Gives the
    positions of the strokes that stay, rising.
    """
    if len(x) == 0:
        return np.empty(0, dtype=np.intp)
    least, greatest = float(min(low.min(), high.min())), float(max(low.max(), high.max()))
    cells = _cell_of(x, float(x.min()), float(x.max()), columns)
    for ends in (low, high):
        cells = cells * rows + _cell_of(ends, least, greatest, rows)
    return np.sort(np.unique(cells, return_index=True)[1])


def _cell_of(values: NDArray[np.float64], least: float, greatest: float, count: int) -> NDArray[np.int64]:
    """Number the part of a range, cut into `count` equal ones, that each value is in."""
    # Halves keep the width of the widest ranges finite.
    width = greatest / 2 - least / 2
    if width == 0:
        return np.zeros(len(values), dtype=np.int64)
    share = (values / 2 - least / 2) / width
    cell: NDArray[np.int64] = np.minimum((share * count).astype(np.int64), count - 1)
    return cell
