"""How long transfers and web pages took."""

import numpy as np
from numpy.typing import NDArray

from cellwise.store import Columns

#: Between which columns of ``flows`` each side's ttcp runs its clock.
_TTCP_CLOCK = {
    "receiver": ("receiver_established_s", "ended_s"),
    "transmitter": ("sender_established_s", "written_s"),
}


def ttcp_bps(flows: Columns, side: str = "receiver") -> NDArray[np.float64]:
    """Throughput of finite TCP transfers as ttcp prints it, in bit/s.

    The transmitter's clock runs from the end of its connect call to the return of its last write, when the
    rest is still in its socket buffer; the receiver's from the accepted connection to the end of the data.

    Parameters
    ----------
    flows : Columns
        The table ``flows`` of a run without warm-up, or rows of it.
    side : {"receiver", "transmitter"}
        Whose ttcp.

    Returns
    -------
    ndarray of float, shape (n_flows,)
        Not-a-number for flows that are no TCP, have no end, or had not reached it when the run ended.

    Raises
    ------
    KeyError
        If there is no such side.
    """
    begin, end = _TTCP_CLOCK[side]
    took_s = np.asarray(flows[end], np.float64) - np.asarray(flows[begin], np.float64)
    bits = 8.0 * np.asarray(flows["delivered_bytes"], np.float64)
    return np.divide(bits, took_s, out=np.full_like(bits, np.nan), where=took_s > 0)


def page_times(pages: Columns, flow: str | None = None) -> dict[str, float]:
    """How long web pages took, from the request for the main object to the arrival of the last object.

    Parameters
    ----------
    pages : Columns
        The table ``pages`` of a run.
    flow : str, optional
        A web flow; all of them without it.

    Returns
    -------
    dict
        ``count`` and ``incomplete``, the pages that came and that did not by the end of the run; ``mean_s``,
        ``median_s`` and ``p95_s`` of those that came, not-a-number without any.

    Examples
    --------
    >>> import numpy as np
    >>> pages = {"flow": np.array(["web1"] * 3), "completion_time_s": np.array([1.0, 2.0, np.nan])}
    >>> page_times(pages)["mean_s"]
    1.5
    """
    came, others = times_of_flow(pages, "completion_time_s", flow)
    return {"count": float(came.size), "incomplete": float(others), **spread(came)}


def times_of_flow(table: Columns, column: str, flow: str | None) -> tuple[NDArray[np.float64], int]:
    """Give the times of a flow, or of all, that are there, and how many are not."""
    times_s = np.asarray(table[column], np.float64)
    chosen = times_s if flow is None else times_s[np.asarray(table["flow"]) == flow]
    came = chosen[np.isfinite(chosen)]
    return came, chosen.size - came.size


def spread(times_s: NDArray[np.float64]) -> dict[str, float]:
    """Mean, median and 95 % quantile of times, not-a-number without any."""
    if not times_s.size:
        return {"mean_s": np.nan, "median_s": np.nan, "p95_s": np.nan}
    median_s, p95_s = np.quantile(times_s, [0.5, 0.95])
    return {"mean_s": float(times_s.mean()), "median_s": float(median_s), "p95_s": float(p95_s)}
