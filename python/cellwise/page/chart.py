"""What the page draws of a run: parts of series, thinned to a picture's width, and the network over time."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from cellwise.page.loads import counted, loads, taken
from cellwise.plots.decimate import shown
from cellwise.store import Columns, Numbers


class Recorded(Protocol):
    """The columns of a finished run, times of series in seconds."""

    @property
    def tables(self) -> Mapping[str, Columns]:
        """Tables by name."""

    @property
    def series(self) -> Sequence[tuple[Numbers, Numbers]]:
        """Instants and values of each series."""

    @property
    def acknowledged(self) -> Mapping[str, tuple[Numbers, Numbers]]:
        """What was acknowledged of flows that are in no plot, as the series, by flow."""

    @property
    def summary(self) -> Mapping[str, Any]:
        """Its scalars by name."""


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
    kept = shown(time_s, value, from_s, to_s, width)
    y = value[kept]
    return time_s[kept], np.where(np.isfinite(y), y, np.nan)


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


def playback(
    about: Mapping[str, Any],
    results: Recorded,
    steps: int,
    from_s: float | None = None,
    to_s: float | None = None,
) -> dict[str, Any]:
    """Show how queues and links were filled in equal steps of a run, or of a part of it.

    Parameters
    ----------
    about : mapping
        What `described` says of the run.
    results : Recorded
        Its columns.
    steps : int
        How many instants.
    from_s, to_s : float, optional
        The part that is shown.

    Returns
    -------
    dict
        ``times_s``: where the steps begin, the last one being an instant; ``ports``: the most cells in the
        queue of every port that was recorded from there until the next step, ``least``: the fewest;
        ``packets`` names the ports of which these are packets; ``links`` and ``means``: as `loads` gives them
        for the ports that are drawn, and `taken` where that was recorded.
    """
    end_s = float(results.summary["simulated_s"])
    begin_s = min(max(from_s or 0.0, 0.0), end_s)
    times = np.linspace(begin_s, min(max(end_s if to_s is None else to_s, begin_s), end_s), steps)
    least, most, sent, lines = {}, {}, {}, {}
    packets = {one["target"] for one in about["series"] if _is_backlog(one)}
    for one, (time_s, value) in zip(about["series"], results.series, strict=True):
        if _is_backlog(one) or (one["quantity"] == "queue" and one["target"] not in packets):
            few, many = extremes(time_s, value, times)
            least[one["target"]], most[one["target"]] = (
                few.astype(int).tolist(),
                many.astype(int).tolist(),
            )
        elif one["quantity"] == "acknowledgment":
            sent[one["target"]] = counted(time_s, value, times)
        elif one["quantity"] == "busy":
            lines[one["target"]] = counted(time_s, value, times)
    sent |= {flow: counted(*series, times) for flow, series in results.acknowledged.items()}
    drawn = {way["port"] for link in about["topology"]["links"] for way in link["directions"]}
    found, means = loads(results.tables, drawn, sent, times)
    found |= {port: taken(busy_s, times) for port, busy_s in lines.items() if port in drawn}
    return {
        "times_s": times.tolist(),
        "ports": most,
        "least": least,
        "packets": sorted(packets),
        "links": {port: np.round(values, 4).tolist() for port, values in found.items()},
        "means": [port for port in means if port not in lines],
    }


def _is_backlog(one: Mapping[str, Any]) -> bool:
    """Whether a series is of all packets that wait at a port."""
    return one["quantity"] == "backlog" and " " not in one["target"]
