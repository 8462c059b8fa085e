"""What is wrong with a picture of a network: boxes on boxes, links on nodes not their own, crossings."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cellwise.plots.network_marks import Place

#: Half the height of a box with two lines, in rows; the room that links leave around it, in letters and rows.
HALF_HEIGHT, _ROOM = 0.3, (0.8, 0.08)

#: How bad each of them is, a link that is neither level nor upright, and a letter or a row of its length.
_OVERLAP, _OVER, _CROSSING, _SLOPE, _LENGTH = 1000.0, 100.0, 10.0, 0.2, (0.002, 0.01)

Floats = NDArray[np.float64]


class Faults:
    """The faults of places for the boxes of one network; a place is letters from the left and rows up.

    `ends` are the boxes that each link joins, `half` half the width of each box in letters.
    """

    def __init__(self, ends: Sequence[tuple[int, int]], half: Sequence[float]) -> None:
        self.ends: NDArray[np.intp] = np.array(sorted({(min(one), max(one)) for one in ends}), dtype=np.intp)
        self.ends = self.ends.reshape(-1, 2)
        self.reach: Floats = np.array([[own, HALF_HEIGHT] for own in half], dtype=np.float64)
        self.of = [np.flatnonzero((self.ends == box).any(axis=1)) for box in range(len(half))]

    def count(self, at: Sequence[Place]) -> tuple[int, int, int]:
        """Count boxes on others, boxes on links that are not theirs, and crossings of links."""
        where, links = np.array(at, dtype=np.float64), np.arange(len(self.ends))
        boxes = np.arange(len(where))
        overlaps = int(self._overlaps(where, boxes).sum()) // 2
        over = int(self._over(where, links, boxes).sum())
        return overlaps, over, int(self._crossings(where, links).sum()) // 2

    def cost(self, at: Sequence[Place]) -> float:
        """Weigh all faults, and how the links lie."""
        overlaps, over, crossings = self.count(at)
        where = np.array(at, dtype=np.float64)
        return _OVERLAP * overlaps + _OVER * over + _CROSSING * crossings + self._ease(where, self.ends)

    def cost_of(self, where: Floats, box: int) -> float:
        """Weigh the faults in which one box has a part; `where` has shape (n_boxes, 2)."""
        own, boxes = self.of[box], np.arange(len(where))
        others = np.setdiff1d(np.arange(len(self.ends)), own)
        over = self._over(where, own, boxes).sum() + self._over(where, others, np.array([box])).sum()
        return float(
            _OVERLAP * self._overlaps(where, np.array([box])).sum()
            + _OVER * over
            + _CROSSING * self._crossings(where, own).sum()
            + self._ease(where, self.ends[own])
        )

    def _ease(self, where: Floats, ends: NDArray[np.intp]) -> float:
        apart = np.abs(where[ends[:, 0]] - where[ends[:, 1]])
        return float(_SLOPE * (apart > 1e-6).all(axis=1).sum() + (apart * _LENGTH).sum())

    def _overlaps(self, where: Floats, boxes: NDArray[np.intp]) -> NDArray[np.bool_]:
        apart = np.abs(where[boxes][:, None] - where[None])
        reach = self.reach[boxes][:, None] + self.reach[None] + _ROOM
        touching: NDArray[np.bool_] = np.asarray((apart < reach).all(axis=2))
        touching[np.arange(len(boxes)), boxes] = False
        return touching

    def _over(self, where: Floats, links: NDArray[np.intp], boxes: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Return which links pass over which boxes, shape (n_links, n_boxes)."""
        first, last = (where[self.ends[links, side]] for side in (0, 1))
        found = strikes(first, last, where[boxes], self.reach[boxes] + _ROOM)
        own = (self.ends[links][:, :, None] == boxes).any(axis=1)
        return np.asarray(found & ~own)

    def _crossings(self, where: Floats, links: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Return which links cross which of all, shape (n_links, n_all_links)."""
        a, b = (where[self.ends[links, side]][:, None] for side in (0, 1))
        c, d = (where[self.ends[:, side]][None] for side in (0, 1))
        joined = (self.ends[links][:, None, :, None] == self.ends[None, :, None, :]).any(axis=(2, 3))
        apart = (_turn(a, b, c) * _turn(a, b, d) < 0) & (_turn(c, d, a) * _turn(c, d, b) < 0)
        crossing: NDArray[np.bool_] = apart & ~joined
        return crossing


def _turn(a: Floats, b: Floats, c: Floats) -> Floats:
    """Return on which side of the line from a to b each c is."""
    first, second = b - a, c - a
    return np.asarray(first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0])


def strikes(first: Floats, last: Floats, middle: Floats, reach: Floats) -> NDArray[np.bool_]:
    """Return which lines pass through which boxes, shape (n_lines, n_boxes).

    The lines go from `first` to `last`, shape (n_lines, 2); the boxes have their `middle` and half their
    widths and heights, shape (n_boxes, 2).
    """
    along = (last - first)[:, None]
    # No line is quite upright or level, so that nothing is divided by zero.
    along = np.where(np.abs(along) < 1e-9, 1e-9, along)
    from_low = (middle - reach)[None] - first[:, None]
    from_high = (middle + reach)[None] - first[:, None]
    enters = np.minimum(from_low / along, from_high / along).max(axis=2)
    leaves = np.maximum(from_low / along, from_high / along).min(axis=2)
    found: NDArray[np.bool_] = (enters < leaves) & (enters < 1) & (leaves > 0)
    return found
