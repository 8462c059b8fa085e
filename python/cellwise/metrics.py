"""Metrics over the flows of a run, under the names that the documents give them.

Where documents define the same word differently, each definition has its own function here.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cellwise.vocabulary import LOST_ELSEWHERE

if TYPE_CHECKING:
    from cellwise.results import Run
    from cellwise.store import Columns

#: What separates the ports in the ``path`` column of ``vcs``.
PATH_SEPARATOR = " > "


def jain_index(goodput_bps: ArrayLike) -> float:
    """How equally connections share a bottleneck, from 1/n (one has all) to 1 (equal).

    Parameters
    ----------
    goodput_bps : array_like of float, shape (n_connections,)
        Goodput of each connection over the measured interval, in bit/s; none negative.

    Raises
    ------
    ValueError
        If the array is empty, not one-dimensional, has a negative entry or is all zero.

    References
    ----------
    .. [1] Jain, Chiu, Hawe, DEC-TR-301, 1984.

    Examples
    --------
    >>> jain_index([4e6, 0.0])
    0.5
    """
    goodput = np.asarray(goodput_bps, dtype=np.float64)
    if goodput.ndim != 1 or goodput.size == 0:
        raise ValueError(f"goodput_bps: shape {goodput.shape} is not allowed; give one value per connection")
    if not np.isfinite(goodput).all() or (goodput < 0).any():
        raise ValueError("goodput_bps: every value must be finite and not negative")
    largest = goodput.max()
    if largest == 0:
        raise ValueError("goodput_bps: all values are zero, so no share is defined")
    share = goodput / largest
    return float(share.sum() ** 2 / (share.size * np.square(share).sum()))


def efficiency(throughput_bps: ArrayLike, payload_fraction: ArrayLike, rate_bps: float) -> float:
    """Efficiency as ATM Forum 96-1269, section 3.2, defines it.

    The sum of the TCP throughputs over the largest sum that the link could carry, which is its rate times
    the payload fraction (512/636 for 512-octet segments). With flows of different payload fractions, each
    throughput is weighed by its own.

    Parameters
    ----------
    throughput_bps : array_like of float, shape (n_flows,)
        Octets delivered to the destination application, in bit/s.
    payload_fraction : array_like of float, shape (n_flows,) or scalar
        Application octets per octet on the wire for a full segment, above 0, at most 1.
    rate_bps : float
        Rate of the link, in bit/s; above 0.

    Raises
    ------
    ValueError
        If a value is out of range.

    Examples
    --------
    >>> round(efficiency([62.6e6, 62.6e6], 512 / 636, 155.52e6), 3)
    1.0
    """
    throughput = np.asarray(throughput_bps, dtype=np.float64)
    fraction = np.asarray(payload_fraction, dtype=np.float64)
    if not rate_bps > 0:
        raise ValueError(f"rate_bps: {rate_bps} is not allowed; give a rate above 0")
    if not ((fraction > 0) & (fraction <= 1)).all():
        raise ValueError("payload_fraction: every value must be above 0 and at most 1")
    if not np.isfinite(throughput).all() or (throughput < 0).any():
        raise ValueError("throughput_bps: every value must be finite and not negative")
    return float((throughput / fraction).sum() / rate_bps)


@dataclass(slots=True)
class Passing:
    """The rows of the flows whose data pass a port, and of those whose acknowledgments do, rising."""

    data: list[int] = field(default_factory=list)
    back: list[int] = field(default_factory=list)


def passing(flows: "Columns", vcs: "Columns") -> dict[str, Passing]:
    """Tell which flows pass each port, in one pass over all of them; ports that none passes are missing."""
    ways: dict[str, list[list[str]]] = {}
    for vc, path in zip(vcs["vc"], vcs["path"], strict=True):
        ways.setdefault(str(vc), []).append(str(path).split(PATH_SEPARATOR))
    found: dict[str, Passing] = {}
    for row, (vc, source) in enumerate(zip(flows["vc"], flows["source"], strict=True)):
        both = ways[str(vc)]
        # A host behind a router is at no end of the connection; it sends forward.
        there = next((way for way in both if way[0].partition(".")[0] == str(source)), both[0])
        for way in both:
            for port in dict.fromkeys(way):
                one = found.setdefault(port, Passing())
                (one.data if way is there else one.back).append(row)
    return found


def port_flows(flows: "Columns", vcs: "Columns", port: str) -> NDArray[np.bool_]:
    """Tell which flows send their data through a port.

    Returns
    -------
    ndarray of bool, shape (n_flows,)
        In the order of the rows of ``flows``.
    """
    through = np.zeros(len(flows["vc"]), dtype=np.bool_)
    through[passing(flows, vcs).get(port, Passing()).data] = True
    return through


def port_efficiency(run: "Run", port: str) -> float:
    """`efficiency` of the flows that send their data through a port.

    Raises
    ------
    ValueError
        If there is no such port.
    """
    return efficiency_of_tables(run.columns("flows"), run.columns("vcs"), run.columns("ports"), port)


def port_fairness(run: "Run", port: str) -> float:
    """`jain_index` of the throughputs of the flows that send their data through a port.

    Raises
    ------
    ValueError
        If there is no such port, or nothing goes through it.
    """
    flows = run.columns("flows")
    chosen = port_flows(flows, run.columns("vcs"), port)
    return jain_index(np.asarray(flows["throughput_bps"])[chosen])


def efficiency_of_tables(flows: "Columns", vcs: "Columns", ports: "Columns", port: str) -> float:
    """`port_efficiency` for tables that are not in a `Run`."""
    chosen = port_flows(flows, vcs, port)
    return efficiency(
        np.asarray(flows["throughput_bps"])[chosen],
        np.asarray(flows["payload_fraction"])[chosen],
        float(port_row(ports, port)["rate_bps"]),
    )


def shared_ports(flows: "Columns", vcs: "Columns", ports: "Columns") -> dict[str, dict[str, float]]:
    """Efficiency and fairness of the flows at every port that several flows send their data through.

    Streams of cells take part in the efficiency, but no share is theirs to have: fairness is of the others.

    Returns
    -------
    dict
        By port, in the order of ``ports``: ``efficiency`` and ``fairness``.
    """
    shared: dict[str, dict[str, float]] = {}
    through = passing(flows, vcs)
    throughput_bps, fraction = np.asarray(flows["throughput_bps"]), np.asarray(flows["payload_fraction"])
    for name, rate_bps in zip(ports["port"], ports["rate_bps"], strict=True):
        # Of a large network most ports are a single flow's.
        if str(name) not in through or len(through[str(name)].data) < 2:
            continue
        sending = np.array(through[str(name)].data, dtype=np.intp)
        others = sending[flows["kind"][sending] != "cells"]
        if len(others) > 1 and throughput_bps[others].any():
            shared[str(name)] = {
                "efficiency": efficiency(throughput_bps[sending], fraction[sending], float(rate_bps)),
                "fairness": jain_index(throughput_bps[others]),
            }
    return shared


#: Columns of lost cells that are no reason: the sum, and RM cells, which are beside the data.
_NO_REASON = ("lost_cells", "lost_rm_cells")


def losses_by_reason(table: "Columns") -> dict[str, NDArray[np.float64]]:
    """Give the ``lost_<reason>_cells`` columns of a table by reason, spelled as in the catalogue.

    Parameters
    ----------
    table : Columns
        ``vcs``, whose rows count cells of data, or ``ports``, whose rows count RM cells too.
    """
    return {
        name.removeprefix("lost_").removesuffix("_cells").replace("_", "-"): np.asarray(values, np.float64)
        for name, values in table.items()
        if name.startswith("lost_") and name.endswith("_cells") and name not in _NO_REASON
    }


def losses_of(run: "Run") -> dict[str, int]:
    """Count the lost cells of a run by reason, RM cells included.

    What is lost at no port, only the connections count.
    """
    at_ports, of_data = (losses_by_reason(run.columns(name)) for name in ("ports", "vcs"))
    found = {**at_ports, **{reason: of_data[reason] for reason in LOST_ELSEWHERE}}
    return {reason: int(cells.sum()) for reason, cells in found.items()}


#: Between which columns of ``flows`` each side's ttcp runs its clock.
_TTCP_CLOCK = {
    "receiver": ("receiver_established_s", "ended_s"),
    "transmitter": ("sender_established_s", "written_s"),
}


def ttcp_bps(flows: "Columns", side: str = "receiver") -> NDArray[np.float64]:
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
        Not-a-number for flows that are no TCP, have no end, or had not come to it when the run ended.

    Raises
    ------
    KeyError
        If there is no such side.
    """
    begin, end = _TTCP_CLOCK[side]
    took_s = np.asarray(flows[end], np.float64) - np.asarray(flows[begin], np.float64)
    bits = 8.0 * np.asarray(flows["delivered_bytes"], np.float64)
    return np.divide(bits, took_s, out=np.full_like(bits, np.nan), where=took_s > 0)


def page_times(pages: "Columns", flow: str | None = None) -> dict[str, float]:
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
        ``median_s`` and ``p95_s`` of those that came, not-a-number if there are none.

    Examples
    --------
    >>> import numpy as np
    >>> pages = {"flow": np.array(["web1"] * 3), "completion_time_s": np.array([1.0, 2.0, np.nan])}
    >>> page_times(pages)["mean_s"]
    1.5
    """
    names = np.asarray(pages["flow"])
    times_s = np.asarray(pages["completion_time_s"], np.float64)
    chosen = times_s if flow is None else times_s[names == flow]
    came = chosen[np.isfinite(chosen)]
    counts = {"count": float(came.size), "incomplete": float(chosen.size - came.size)}
    if not came.size:
        return {**counts, "mean_s": np.nan, "median_s": np.nan, "p95_s": np.nan}
    median_s, p95_s = np.quantile(came, [0.5, 0.95])
    return {**counts, "mean_s": float(came.mean()), "median_s": float(median_s), "p95_s": float(p95_s)}


def port_row(ports: "Columns", port: str) -> dict[str, Any]:
    """Give one row of ``ports``.

    Raises
    ------
    ValueError
        If there is no such port; the message names those that exist.
    """
    names = [str(name) for name in ports["port"]]
    if port not in names:
        raise ValueError(f"port: {port!r} is not known; the ports are {', '.join(names)}")
    return {column: values[names.index(port)] for column, values in ports.items()}


#: Largest goodput over an OC-3c link with segments of 9140 octets, as the University of Kansas thesis has it:
#: 149.76 Mbit/s x 9140/10176, and with one cell in 32 an RM cell, 87.01 %.
KANSAS_LINK_BPS = 149.76e6
KANSAS_MAXIMUM_BPS = {"ubr": 134.513e6, "abr": 130.306e6}


def efficiency_of_service(goodput_bps: ArrayLike, service: str, background_bps: float = 0.0) -> float:
    """Efficiency as the University of Kansas thesis, section 3.3, defines it.

    The sum of the goodputs over the maximum theoretical goodput of the service, which with ABR leaves out the
    RM cells; with background of a higher category, over its part of what the background leaves.

    Parameters
    ----------
    goodput_bps : array_like of float, shape (n_flows,)
        Goodput of each flow, in bit/s.
    service : {"ubr", "abr"}
        The service category that carries the flows.
    background_bps : float
        Rate of the background in cells, in bit/s; from 0 to below the 149.76 Mbit/s of the link.

    Raises
    ------
    ValueError
        If a value is out of range.

    Examples
    --------
    >>> round(efficiency_of_service([129e6], "abr"), 4)
    0.99
    """
    goodput = np.asarray(goodput_bps, dtype=np.float64)
    if not np.isfinite(goodput).all() or (goodput < 0).any():
        raise ValueError("goodput_bps: every value must be finite and not negative")
    if service not in KANSAS_MAXIMUM_BPS:
        raise ValueError(f"service: {service!r} is not allowed; give one of {', '.join(KANSAS_MAXIMUM_BPS)}")
    if not 0 <= background_bps < KANSAS_LINK_BPS:
        raise ValueError(f"background_bps: {background_bps} is not allowed; give 0 up to {KANSAS_LINK_BPS:g}")
    return float(goodput.sum() / (KANSAS_MAXIMUM_BPS[service] * (1 - background_bps / KANSAS_LINK_BPS)))


def fairness_of_shares(goodput_bps: ArrayLike, fair_share_bps: ArrayLike) -> float:
    """`jain_index` of goodputs that should be unequal: each as a part of its fair share.

    Parameters
    ----------
    goodput_bps, fair_share_bps : array_like of float, shape (n_connections,)
        Goodput and fair share of each connection, in the same unit; shares above 0.

    Raises
    ------
    ValueError
        As `jain_index`, or if a share is not above 0.

    Examples
    --------
    >>> fairness_of_shares([9.1, 16.6], [9.1, 16.6])
    1.0
    """
    share = np.asarray(fair_share_bps, dtype=np.float64)
    if not (share > 0).all():
        raise ValueError("fair_share_bps: every value must be above 0")
    return jain_index(np.asarray(goodput_bps, dtype=np.float64) / share)


def mean_ratio(part: ArrayLike, whole: ArrayLike) -> float:
    """Mean over connections of a ratio of counts, such as cells lost by cells sent, where there is one.

    Examples
    --------
    >>> mean_ratio([1, 0, 0], [4, 4, 0])
    0.125
    """
    parts, wholes = np.asarray(part, dtype=np.float64), np.asarray(whole, dtype=np.float64)
    counted = wholes > 0
    return float((parts[counted] / wholes[counted]).mean()) if counted.any() else 0.0
