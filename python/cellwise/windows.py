"""What was acknowledged over time, in windows of equal length."""

import math

import numpy as np
from numpy.typing import NDArray

from cellwise.series import Series

#: About how many windows a span is cut into if nothing is said.
_WINDOWS = 100


def default_window_s(span_s: float) -> float:
    """Give a round width, 1, 2 or 5 times a power of ten, that cuts a span into some hundred windows.

    Examples
    --------
    >>> default_window_s(10.0), default_window_s(0.3)
    (0.1, 0.005)
    """
    least = span_s / _WINDOWS
    power = 10.0 ** math.floor(math.log10(least))
    return float(next(f"{step * power:.6g}" for step in (1, 2, 5, 10) if step * power >= least * (1 - 1e-9)))


def window_edges_s(begin_s: float, end_s: float, width_s: float) -> NDArray[np.float64]:
    """Give the instants that part a span into whole windows, shape (n_windows + 1,).

    Raises
    ------
    ValueError
        If not even one window fits.
    """
    if not 0 < width_s <= end_s - begin_s:
        raise ValueError(
            f"window_s: {width_s:g} is not allowed; give a time above 0, up to {end_s - begin_s:g} s"
        )
    count = math.floor((end_s - begin_s) / width_s * (1 + 1e-12))
    # Rounded to the picosecond, so that what is written is what is meant.
    return np.round(begin_s + width_s * np.arange(count + 1), 12)


def acknowledged_bps(acknowledgment: Series, edges_s: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give what was acknowledged between each two instants, in bit/s, shape (n_edges - 1,)."""
    before = np.searchsorted(acknowledgment.time_s, edges_s, side="right") - 1
    octets = np.where(before >= 0, acknowledgment.value[np.maximum(before, 0)], 0.0)
    return 8 * np.diff(octets) / np.diff(edges_s)
