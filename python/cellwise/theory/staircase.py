"""The staircase of round-trip times over packet sizes on a line of cells, and the overhead that it shows.

Sources: J. D. Brouer, Optimising the utilization of ADSL connections using packet scheduling and a low-delay
priority queue, M.Sc. thesis, University of Copenhagen, 2004, and R. Stuart's tc-atm, who read the overhead of
a line from the sizes at which the time rises. The time rises by one cell every 48 octets, and where it rises
shows the overhead, except for multiples of 48.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cellwise.theory.access_line import PAYLOAD_BYTES

#: Twice the logarithm of a likelihood ratio that one parameter exceeds by chance in 5 % of all cases.
_CHI_SQUARE_95 = 3.84

#: Sums of squares closer than this part of the whole variance are the same.
_ROUNDING = 1e-12

#: How much of the squares that a straight line leaves, a staircase may leave to be believed.
_BELIEVED = 0.5

#: What a fit needs at least: different sizes, and octets from the smallest to the largest.
LEAST_SIZES, LEAST_RANGE_BYTES = 12, 3 * PAYLOAD_BYTES


@dataclass(frozen=True, slots=True)
class Staircase:
    """What measured round-trip times say of a line."""

    is_staircase: bool
    """Whether steps of 48 octets explain them much better than a straight line."""
    offsets: Sequence[int]
    """Overheads that cannot be distinguished, from 0 to 47 octets, the best first."""
    step: float
    """What a cell takes, both ways together, in the unit of the times."""
    base: float
    """The time without any cell, in that unit, for the best offset."""
    residual: float
    """Standard deviation of the remainder after the best staircase, in that unit."""
    straight_residual: float
    """The same of a straight line."""
    sizes: int
    """Different sizes."""


def detect(sizes_bytes: Sequence[float], times: Sequence[float]) -> Staircase:
    """Fit staircases of every overhead to the least time of each packet size, by least squares.

    Parameters
    ----------
    sizes_bytes : sequence of float
        Octets of the IP packets.
    times : sequence of float
        Their round-trip times, in any unit; the least of each size counts, since queues only add to it.

    Raises
    ------
    ValueError
        If there are too few sizes, or their range is too short.

    Examples
    --------
    A line with 40 octets of overhead and 1 ms for a cell:

    >>> sizes = range(40, 340)
    >>> found = detect(sizes, [5 + math.ceil((size + 40) / 48) for size in sizes])
    >>> found.is_staircase, found.offsets, round(found.step, 6), round(found.base, 6)
    (True, [40], 1.0, 5.0)
    """
    size, time = _least(sizes_bytes, times)
    _require_enough(size)
    fits = {offset: _fit(np.ceil((size + offset) / PAYLOAD_BYTES), time) for offset in range(PAYLOAD_BYTES)}
    straight = _fit(size, time).squares
    best = min(fits, key=lambda offset: fits[offset].squares)
    least, whole = fits[best].squares, float(np.square(time - time.mean()).sum())
    as_good = least * math.exp(_CHI_SQUARE_95 / len(size)) + _ROUNDING * whole
    alike = sorted((fit.squares, offset) for offset, fit in fits.items() if fit.squares <= as_good)
    freedom = max(len(size) - 3, 1)
    return Staircase(
        is_staircase=fits[best].slope > 0 and least <= _BELIEVED * straight and straight > _ROUNDING * whole,
        offsets=[offset for _, offset in alike],
        step=fits[best].slope,
        base=fits[best].intercept,
        residual=math.sqrt(least / freedom),
        straight_residual=math.sqrt(straight / freedom),
        sizes=len(size),
    )


def _require_enough(size: NDArray[np.float64]) -> None:
    faults = []
    if len(size) < LEAST_SIZES:
        faults.append(f"{len(size)} different sizes are not enough; give at least {LEAST_SIZES}")
    if len(size) > 1 and np.ptp(size) < LEAST_RANGE_BYTES:
        faults.append(
            f"sizes from {size[0]:g} to {size[-1]:g} octets are a short range, of {np.ptp(size):g} octets; "
            f"give one of at least {LEAST_RANGE_BYTES}, {LEAST_RANGE_BYTES // PAYLOAD_BYTES} steps of "
            f"{PAYLOAD_BYTES}"
        )
    if faults:
        raise ValueError("; ".join(faults))


@dataclass(frozen=True, slots=True)
class _Fit:
    intercept: float
    slope: float
    squares: float


def _fit(x: NDArray[np.float64], y: NDArray[np.float64]) -> _Fit:
    from_mean = x - x.mean()
    slope = float(from_mean @ (y - y.mean()) / (from_mean @ from_mean))
    intercept = float(y.mean() - slope * x.mean())
    return _Fit(intercept, slope, float(np.square(y - intercept - slope * x).sum()))


def _least(
    sizes_bytes: Sequence[float], times: Sequence[float]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give each size once, with its least time."""
    least: dict[float, float] = {}
    for size, time in zip(sizes_bytes, times, strict=True):
        least[size] = min(time, least.get(size, math.inf))
    in_order = sorted(least.items())
    return np.array([size for size, _ in in_order], float), np.array([time for _, time in in_order], float)
