"""Decimation: the points of a long series that a picture of so many columns can show.

Of every column the first, the least, the greatest and the last point stay, so that a spike of a single cell
is never lost: within a column, a line through these four covers what the line through all points covers.
"""

import numpy as np
from numpy.typing import NDArray

#: Points of one column that may stay.
POINTS_PER_COLUMN = 4


def decimate(x: NDArray[np.float64], y: NDArray[np.float64], columns: int) -> NDArray[np.intp]:
    """Choose the points of a series that a picture shows.

    Parameters
    ----------
    x : ndarray of float, shape (n_points,)
        Never falling; finite.
    y : ndarray of float, shape (n_points,)
        Not-a-number is a gap, and is neither least nor greatest.
    columns : int
        Columns of the picture, of equal width from the first to the last `x`; at least 1.

    Returns
    -------
    ndarray of int
        Positions of the points that stay, rising; at most four per column.

    Raises
    ------
    ValueError
        If the shapes differ, `x` falls or is not finite, or there is no column.

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
    if len(x) == 0:
        return np.empty(0, dtype=np.intp)
    if not (np.isfinite(x[0]) and np.isfinite(x[-1]) and (x[1:] >= x[:-1]).all()):
        raise ValueError("x: must be finite and never fall")
    column = _cell_of(x, float(x[0]), float(x[-1]), columns)
    starts = np.concatenate([[0], np.flatnonzero(column[1:] != column[:-1]) + 1])
    ends = np.append(starts[1:], len(x))
    least = _first_equal(y, np.fmin.reduceat(y, starts), starts, ends)
    greatest = _first_equal(y, np.fmax.reduceat(y, starts), starts, ends)
    return np.unique(np.concatenate([starts, least, greatest, ends - 1]))


def distinct(
    x: NDArray[np.float64],
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    columns: int,
    rows: int,
) -> NDArray[np.intp]:
    """Choose, of vertical strokes, the first of those that begin and end on the same pixels.

    Parameters
    ----------
    x, low, high : ndarray of float, shape (n_strokes,)
        Where each stroke stands, begins and ends; finite, in any order.
    columns, rows : int
        Size of the picture from the least to the greatest of them; at least 1.

    Returns
    -------
    ndarray of int
        Positions of the strokes that stay, rising.
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


def _first_equal(
    y: NDArray[np.float64],
    wanted: NDArray[np.float64],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Give, for every column that has one, the position of the first point with the wanted value."""
    found = np.flatnonzero(y == np.repeat(wanted, ends - starts))
    of_column = np.searchsorted(starts, found, side="right") - 1
    first = np.ones(len(found), dtype=bool)
    first[1:] = of_column[1:] != of_column[:-1]
    return found[first]
