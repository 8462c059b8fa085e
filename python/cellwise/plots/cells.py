"""The cells under each segment of a TCP flow, where so little is shown that they can be distinguished."""

from typing import Any

import numpy as np

from cellwise import _core
from cellwise.losses import sendings
from cellwise.network import Network
from cellwise.plots import look
from cellwise.plots.marks import Spans
from cellwise.source import Source
from cellwise.store import Columns

#: The height of a cell that can be distinguished from the next one, in pixels of the page.
_LEAST_PIXELS = 3

#: The events of the table ``segments`` at which data are sent.
SENDINGS = ("sent", "sent-again")

#: The part of its place that a cell fills; the rest sets it apart from the next one.
_FILLED = 0.75


def frame_cells(source: Source, flow: str, payload_bytes: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Give the cells of the frame that each segment of a flow goes in, shape (n_segments,).

    `payload_bytes` has the octets of data of each segment, shape (n_segments,); of a flow, the first virtual
    connection counts.
    """
    network = Network.of(source.scenario)
    vc = _vc_of(source, flow)
    encapsulation, headers = network.vcs[vc].encapsulation, network.flows[flow].header_bytes or 0
    sizes, place = np.unique(payload_bytes, return_inverse=True)
    rows = _core.overhead([str(headers + int(size)) for size in sizes], encapsulation)
    found: np.ndarray[Any, Any] = np.array([row["cells"] for row in rows], dtype=np.int64)[place]
    return found


def _vc_of(source: Source, flow: str) -> str:
    """Name the first virtual connection on a flow's way; empty if all its links carry packets."""
    table = source.tables("flows")
    return str(table["vc"][[str(name) for name in table["flow"]].index(flow)])


def cells_of(source: Source, flow: str, sent: Columns) -> list[Spans]:
    """Give the cells of some segments, each as its part of the octets; none if they are too small to see.

    `sent` has rows of the table ``segments`` with data of the flow; its column ``row`` has their place there.
    Those are the cells that came through; if losses were recorded, also those that were lost anywhere at any
    time. No cells are given where no link on the way has them.
    """
    octet, payload = sent["octet"].astype(float), sent["payload_bytes"].astype(float)
    if len(octet) == 0 or not _vc_of(source, flow):
        return []
    count = frame_cells(source, flow, sent["payload_bytes"])
    height = (octet + payload).max() - octet.min()
    if (payload / count).max() * look.PIXEL_ROWS < _LEAST_PIXELS * height:
        return []
    time_s, number = np.repeat(sent["time_s"], count), numbered(count)
    each = np.repeat(payload / count, count)
    low = np.repeat(octet, count) + each * number
    high = low + _FILLED * each
    lost = np.isin(_keys(np.repeat(sent["row"], count), number), _lost(source, flow))
    return [
        Spans("cells", time_s[~lost], low[~lost], high[~lost], 5.0, look.PALE, under=True),
        # Also distinguished by their width, for eyes and printers that see no colours.
        Spans("cells lost later", time_s[lost], low[lost], high[lost], 9.0, look.BLACK, under=True),
    ]


def _lost(source: Source, flow: str) -> np.ndarray[Any, Any]:
    """Give the keys of a flow's lost cells, wherever and whenever they were lost; none without the probe."""
    losses = source.recorded("losses")
    if losses is None or not len(losses["time_s"]):
        return np.empty(0, dtype=np.int64)
    segments = source.tables("segments")
    sent = np.flatnonzero((segments["flow"] == flow) & np.isin(segments["event"].astype(str), SENDINGS))
    data = (losses["flow"] == flow) & (losses["kind"] == "data")
    losses = {name: values[data] for name, values in losses.items()}
    row = sendings({name: values[sent] for name, values in segments.items()}, losses)
    known = row >= 0
    count = losses["cells"][known]
    first = np.repeat(losses["first_cell"][known] - 1, count)
    return _keys(np.repeat(sent[row[known]], count), first + numbered(count))


def _keys(row: np.ndarray[Any, Any], number: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Give every cell a number of its own, by the segment's row and the cell's number in its frame."""
    # A frame has at most 1366 cells.
    keys: np.ndarray[Any, Any] = row.astype(np.int64) << 16 | number.astype(np.int64)
    return keys


def numbered(count: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Number the members of groups of so many, each group from 0: counts 2 and 3 give 0 1 0 1 2."""
    ends = np.cumsum(count)
    found: np.ndarray[Any, Any] = np.arange(count.sum()) - np.repeat(ends - count, count)
    return found
