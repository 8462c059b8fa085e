"""Latency under load: round-trip times of pings, and what the load adds to them."""

import numpy as np
from numpy.typing import NDArray

from cellwise.metrics.transfers import spread, times_of_flow
from cellwise.store import Columns, rows_where


def ping_times(pings: Columns, flow: str | None = None) -> dict[str, float]:
    """How long the replies to echo requests took, from the request to its reply.

    Parameters
    ----------
    pings : Columns
        The table ``pings`` of a run.
    flow : str, optional
        A ping; all of them without it.

    Returns
    -------
    dict
        ``count`` and ``unanswered``, the requests with a reply by the end of the run and without; ``mean_s``,
        ``median_s``, ``p95_s``, ``least_s`` and ``greatest_s`` of the round-trip times, not-a-number without
        any; ``increase_s``, the mean less the least: the time that queues and hosts have added.

    Examples
    --------
    >>> import numpy as np
    >>> pings = {"flow": np.array(["p"] * 3), "rtt_s": np.array([0.25, 0.75, np.nan])}
    >>> times = ping_times(pings)
    >>> times["mean_s"], times["increase_s"], times["unanswered"]
    (0.5, 0.25, 1.0)
    """
    came, others = times_of_flow(pings, "rtt_s", flow)
    of_all = spread(came)
    least_s, greatest_s = (float(came.min()), float(came.max())) if came.size else (np.nan, np.nan)
    ends = {"least_s": least_s, "greatest_s": greatest_s, "increase_s": of_all["mean_s"] - least_s}
    return {"count": float(came.size), "unanswered": float(others), **of_all, **ends}


def under_load(pings: Columns, flows: Columns) -> NDArray[np.bool_]:
    """Whether other flows than pings were active when each request was sent.

    A flow is active from its start to the end of its data; one that never ended, or of a kind without a known
    end, to the end of the run.

    Parameters
    ----------
    pings, flows : Columns
        The tables of a run.

    Returns
    -------
    ndarray of bool, shape (n_requests,)
    """
    sent_s = np.asarray(pings["sent_s"], np.float64)
    others = np.asarray(flows["kind"]) != "ping"
    begins_s = np.asarray(flows["started_s"], np.float64)[others]
    ends_s = np.asarray(flows["ended_s"], np.float64)[others]
    active = np.zeros(sent_s.shape, dtype=bool)
    for begin_s, end_s in zip(begins_s, np.where(np.isfinite(ends_s), ends_s, np.inf), strict=True):
        # A flow that never started has no beginning, and compares as false.
        active |= (sent_s >= begin_s) & (sent_s < end_s)
    return active


def bloat_s(pings: Columns, flows: Columns, flow: str | None = None) -> float:
    """How much longer a round trip takes under load, in s.

    Parameters
    ----------
    pings, flows : Columns
        The tables of a run.
    flow : str, optional
        A ping; all of them without it.

    Returns
    -------
    float
        The median round-trip time of requests sent under load less that of the others or, without any of
        these, the least; not-a-number without a reply under load.

    Examples
    --------
    >>> import numpy as np
    >>> pings = {"flow": np.array(["p"] * 3), "sent_s": np.arange(3.0), "rtt_s": np.array([0.1, 0.3, 0.5])}
    >>> flows = {"kind": np.array(["tcp"]), "started_s": np.array([1.0]), "ended_s": np.array([np.nan])}
    >>> round(bloat_s(pings, flows), 9)
    0.3
    """
    loaded = under_load(pings, flows)
    busy, _ = times_of_flow(rows_where(pings, loaded), "rtt_s", flow)
    idle, _ = times_of_flow(rows_where(pings, ~loaded), "rtt_s", flow)
    if not busy.size:
        return float("nan")
    return float(np.median(busy) - (np.median(idle) if idle.size else busy.min()))
