"""What was acknowledged over time, in windows."""

import math

import numpy as np
from numpy.typing import NDArray

from cellwise.series import Series

#: About how many windows a span is cut into if nothing is said.
_WINDOWS = 100

#: More windows than this are refused: no picture shows them, and each takes memory for every flow.
MOST_WINDOWS = 100_000

#: A rest shorter than this part of a window belongs to the last one: its own rate would be chance.
_LEAST_REST = 1e-3


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

    Raises `ValueError` if not even one window fits, or more than `MOST_WINDOWS` do.
    """
    span_s = end_s - begin_s
    least_s = span_s / MOST_WINDOWS
    if not 0 < least_s <= width_s <= span_s:
        raise ValueError(
            f"window_s: {width_s:g} s is not allowed; give {least_s:g} to {span_s:g} s: at most "
            f"{MOST_WINDOWS} windows, at least one"
        )
    count = math.floor(span_s / width_s * (1 + 1e-12))
    # Rounded to the picosecond, so that the written value is the intended one.
    return np.round(begin_s + width_s * np.arange(count + 1), 12)


def whole_edges_s(begin_s: float, end_s: float, width_s: float) -> NDArray[np.float64]:
    """Give the instants that part a span into windows up to its end; the last one may be shorter.

    Raises `ValueError` as `window_edges_s`.

    Examples
    --------
    >>> whole_edges_s(0.0, 2.0, 0.75).tolist()
    [0.0, 0.75, 1.5, 2.0]
    """
    edges = window_edges_s(begin_s, end_s, width_s)
    if end_s - edges[-1] >= _LEAST_REST * width_s:
        return np.append(edges, end_s)
    edges[-1] = end_s
    return edges


def acknowledged_bps(acknowledgment: Series, edges_s: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give what was acknowledged between each two instants, in bit/s, shape (n_edges - 1,)."""
    before = np.searchsorted(acknowledgment.time_s, edges_s, side="right") - 1
    octets = np.where(before >= 0, acknowledgment.value[np.maximum(before, 0)], 0.0)
    return 8 * np.diff(octets) / np.diff(edges_s)
