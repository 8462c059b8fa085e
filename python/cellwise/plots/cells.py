"""The cells under each segment of a TCP flow, where so little is shown that they can be told apart."""

from typing import Any

import numpy as np

from cellwise import _core
from cellwise.graph import atm_key
from cellwise.plots import look
from cellwise.plots.marks import Spans
from cellwise.plots.source import Source
from cellwise.store import Columns

#: Octets of an IPv4 and of a TCP header without options, and of the option for timestamps, padded.
_HEADERS_BYTES, _TIMESTAMPS_BYTES = 40, 12

#: The height of a cell that can be told from the next one, in pixels of the page.
_LEAST_PIXELS = 3

#: The part of its place that a cell fills; the rest sets it apart from the next one.
_FILLED = 0.75


def frame_cells(source: Source, flow: str, payload_bytes: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Give the cells of the frame that each segment of a flow goes in.

    Parameters
    ----------
    source : Source
        The run.
    flow : str
        A TCP flow; its first virtual connection counts.
    payload_bytes : ndarray of int, shape (n_segments,)
        Octets of data of each segment.

    Returns
    -------
    ndarray of int, shape (n_segments,)
    """
    document = source.scenario.expanded().to_dict()
    table = source.tables("flows")
    vc = str(table["vc"][[str(name) for name in table["flow"]].index(flow)])
    encapsulation = atm_key(document, document["vcs"][vc], "encapsulation", "llc-snap")
    tcp = {**document.get("tcp", {}), **document["flows"][flow].get("tcp", {})}
    headers = _HEADERS_BYTES + (_TIMESTAMPS_BYTES if tcp.get("timestamps") else 0)
    sizes, place = np.unique(payload_bytes, return_inverse=True)
    rows = _core.overhead([str(headers + int(size)) for size in sizes], encapsulation)
    found: np.ndarray[Any, Any] = np.array([row["cells"] for row in rows], dtype=np.int64)[place]
    return found


def cells_of(source: Source, flow: str, sent: Columns) -> Spans | None:
    """Give the cells of some segments, each as its part of the octets; None if they are too small to see."""
    octet, payload = sent["octet"].astype(float), sent["payload_bytes"].astype(float)
    if len(octet) == 0:
        return None
    count = frame_cells(source, flow, sent["payload_bytes"])
    height = (octet + payload).max() - octet.min()
    if (payload / count).max() * look.PIXEL_ROWS < _LEAST_PIXELS * height:
        return None
    each = np.repeat(payload / count, count)
    low = np.repeat(octet, count) + each * numbered(count)
    return Spans(
        "cells", np.repeat(sent["time_s"], count), low, low + _FILLED * each, 5.0, look.PALE, under=True
    )


def numbered(count: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Number the members of groups of so many, each group from 0: counts 2 and 3 give 0 1 0 1 2."""
    ends = np.cumsum(count)
    found: np.ndarray[Any, Any] = np.arange(count.sum()) - np.repeat(ends - count, count)
    return found
