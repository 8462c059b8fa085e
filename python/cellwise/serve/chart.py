"""What the page draws of a run: parts of series, thinned to a picture's width, and the network over time."""

from typing import Any

import numpy as np

from cellwise.plots.decimate import decimate
from cellwise.serve.loads import counted, loads
from cellwise.serve.runs import Numbers, Run


def part(
    time_s: Numbers, value: Numbers, from_s: float | None, to_s: float | None
) -> tuple[Numbers, Numbers]:
    """Cut a series to a part of the run, with the point before it and the one behind it."""
    first = 0 if from_s is None else max(int(np.searchsorted(time_s, from_s, side="right")) - 1, 0)
    last = len(time_s) if to_s is None else int(np.searchsorted(time_s, to_s, side="left")) + 1
    return time_s[first:last], value[first:last]


def points(
    time_s: Numbers, value: Numbers, from_s: float | None, to_s: float | None, width: int
) -> tuple[Numbers, Numbers]:
    """Give the points of a series that a picture of a width shows; no peak is lost.

    Parameters
    ----------
    time_s, value : ndarray of float, shape (n_points,)
        The series.
    from_s, to_s : float, optional
        The part that is shown.
    width : int
        Columns of the picture; at most four points of each stay.
    """
    x, y = part(time_s, value, from_s, to_s)
    if len(x) > 4 * width:
        y = np.where(np.isfinite(y), y, np.nan)
        kept = decimate(x, y, width)
        return x[kept], y[kept]
    return x, np.where(np.isfinite(y), y, np.nan)


def extremes(time_s: Numbers, value: Numbers, times_s: Numbers) -> tuple[Numbers, Numbers]:
    """Give the least and the greatest that a series held from each instant until before the next one.

    Parameters
    ----------
    time_s, value : ndarray of float, shape (n_points,)
        The series; a value holds until the next point, and before the first it is 0.
    times_s : ndarray of float, shape (n_instants,)
        Rising; what the last one has is what the series held then.

    Returns
    -------
    least, greatest : ndarray of float, shape (n_instants,)
    """
    held = np.concatenate([[0.0], np.where(np.isfinite(value), value, 0.0), [0.0]])
    first = np.searchsorted(time_s, times_s, side="right")
    after = np.append(np.searchsorted(time_s, times_s[1:], side="left") + 1, first[-1] + 1)
    # Where two instants are the same, there is at least the value that holds.
    pairs = np.column_stack([first, np.maximum(after, first + 1)]).ravel()
    return np.minimum.reduceat(held, pairs)[::2], np.maximum.reduceat(held, pairs)[::2]


def playback(run: Run, steps: int, from_s: float | None = None, to_s: float | None = None) -> dict[str, Any]:
    """Tell how queues and links were filled in equal steps of a run, or of a part of it.

    Returns
    -------
    dict
        ``times_s``: where the steps begin, the last one being an instant; ``ports``: the most cells in the
        queue of every port that was recorded from there until the next step, ``least``: the fewest;
        ``links`` and ``means``: as `loads` gives them for the ports that are drawn.
    """
    assert run.results is not None
    end_s = float(run.results.summary["simulated_s"])
    begin_s = min(max(from_s or 0.0, 0.0), end_s)
    times = np.linspace(begin_s, min(max(end_s if to_s is None else to_s, begin_s), end_s), steps)
    least, most, sent = {}, {}, {}
    for about, (time_s, value) in zip(run.about["series"], run.results.series, strict=True):
        if about["quantity"] == "queue":
            few, many = extremes(time_s, value, times)
            least[about["target"]], most[about["target"]] = (
                few.astype(int).tolist(),
                many.astype(int).tolist(),
            )
        elif about["quantity"] == "acknowledgment":
            sent[about["target"]] = counted(time_s, value, times)
    sent |= {flow: counted(*series, times) for flow, series in run.results.acknowledged.items()}
    drawn = {way["port"] for link in run.about["topology"]["links"] for way in link["directions"]}
    found, means = loads(run.results, drawn, sent, times)
    links = {port: np.round(values, 4).tolist() for port, values in found.items()}
    return {"times_s": times.tolist(), "ports": most, "least": least, "links": links, "means": means}
