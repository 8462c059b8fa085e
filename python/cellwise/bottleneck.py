"""Which port or adapter of a run is its bottleneck, and which adapters queue."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cellwise.store import Columns
from cellwise.vocabulary import CELL_BITS

#: What `drop_policy` says of a port that never refuses a cell.
ADAPTER = "adapter"

#: Ports that one stream of cells keeps busy in turn differ by what is on its way between them at the end.
_AS_BUSY = 0.98

#: Every adapter takes a while for a burst; in one that queues, a packet of 1500 octets waits on average.
_QUEUES_FROM_CELLS = 32.0


def bottleneck(ports: Columns, vcs: Columns, packet_ports: Columns | None = None) -> dict[str, Any] | None:
    """Describe the busiest port or adapter of a run.

    That is the one that sends for the greatest share of the measured time. Of several that are as busy,
    within 2 %, such as the ports that one stream of cells passes in turn, it is the one that lost most cells
    and, where none did, the one with the longest queue over time. Adapters of ABR connections wait for a rate
    that the network gives them, so they are never the bottleneck, however long their queues.

    Parameters
    ----------
    ports, vcs, packet_ports : Columns
        The tables of a run; without ``packet_ports`` only what sends cells is looked at.

    Returns
    -------
    dict or None
        ``port``; ``is_adapter``; ``rate_bps``; ``utilisation``, from 0 to 1; ``lost_cells``;
        ``queue_mean_waiting_cells``, ``queue_max_waiting_cells`` and ``wait_mean_s`` as in ``ports``; and
        ``queue_max_s``, the seconds in which the port sends its longest queue: in a FIFO the greatest wait,
        to a cell time. A port that sends packets, which is the bottleneck only if no port of cells is as
        busy, or has a packet queue in front of its cells, has ``discipline``, and instead of what is in cells
        ``lost_packets``, ``queue_mean_waiting_packets``, ``queue_max_waiting_packets`` and
        ``queue_max_waiting_bytes``; its ``queue_max_s`` is the time of these octets. None if no port sent
        anything in the measured time.
    """
    told = _packet_ports(packet_ports) if packet_ports is not None else {}
    of_packets = _busiest(list(told.values()))
    busy = np.nan_to_num(np.asarray(ports["utilisation"], dtype=np.float64))
    paced = abr_adapters(ports, vcs)
    busy = np.where([str(name) in paced for name in ports["port"]], 0.0, busy)
    if not busy.any() or (of_packets and of_packets["utilisation"] > float(busy.max()) / _AS_BUSY):
        return of_packets
    among = np.flatnonzero(busy >= busy.max() * _AS_BUSY)
    # The last key counts first; of equals, the first row.
    keys = (
        among,
        -busy[among],
        *(-ports[name][among] for name in ("queue_mean_waiting_cells", "lost_cells")),
    )
    row = int(among[np.lexsort(keys)[0]])
    # Where packets wait for a line of cells, no cell does.
    return told.get(str(ports["port"][row])) or _described(ports, row)


def _described(ports: Columns, row: int) -> dict[str, Any]:
    rate_bps, longest = int(ports["rate_bps"][row]), int(ports["queue_max_waiting_cells"][row])
    return {
        "port": str(ports["port"][row]),
        "is_adapter": str(ports["drop_policy"][row]) == ADAPTER,
        "rate_bps": rate_bps,
        "utilisation": float(ports["utilisation"][row]),
        "lost_cells": int(ports["lost_cells"][row]),
        "queue_mean_waiting_cells": float(ports["queue_mean_waiting_cells"][row]),
        "queue_max_waiting_cells": longest,
        "wait_mean_s": float(ports["wait_mean_s"][row]),
        "queue_max_s": longest * CELL_BITS / rate_bps,
    }


def _packet_ports(packet_ports: Columns) -> dict[str, dict[str, Any]]:
    """Describe every port of packets."""
    return {str(port): _packets_described(packet_ports, row) for row, port in enumerate(packet_ports["port"])}


def _busiest(told: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Give the busiest port of packets; of several, the one that lost most or had the longest queue."""
    busiest = max((one["utilisation"] for one in told), default=0.0)
    among = [one for one in told if busiest and one["utilisation"] >= busiest * _AS_BUSY]
    keys = ("lost_packets", "queue_mean_waiting_packets", "utilisation")
    return max(among, key=lambda one: tuple(one[key] for key in keys), default=None)


def _packets_described(ports: Columns, row: int) -> dict[str, Any]:
    rate_bps, octets = int(ports["rate_bps"][row]), int(ports["queue_max_waiting_bytes"][row])
    return {
        "port": str(ports["port"][row]),
        "is_adapter": str(ports["port"][row]).endswith(".nic"),
        "discipline": str(ports["discipline"][row]),
        "rate_bps": rate_bps,
        "utilisation": float(ports["utilisation"][row]),
        "lost_packets": int(ports["dropped_packets"][row]) + int(ports["lost_on_line_packets"][row]),
        "queue_mean_waiting_packets": float(ports["queue_mean_waiting_packets"][row]),
        "queue_max_waiting_packets": int(ports["queue_max_waiting_packets"][row]),
        "queue_max_waiting_bytes": octets,
        "wait_mean_s": float(ports["wait_mean_s"][row]),
        "queue_max_s": octets * 8 / rate_bps,
    }


def queueing(ports: Columns) -> NDArray[np.intp]:
    """Find the adapters in which 32 cells or more, a packet of 1500 octets, wait on average.

    Returns
    -------
    ndarray of int, shape (n_adapters,)
        Rows of ``ports``, the longest queue over time first.
    """
    waiting = np.asarray(ports["queue_mean_waiting_cells"], dtype=np.float64)
    rows = np.flatnonzero((np.asarray(ports["drop_policy"]) == ADAPTER) & (waiting >= _QUEUES_FROM_CELLS))
    return rows[np.argsort(-waiting[rows], kind="stable")]


def abr_adapters(ports: Columns, vcs: Columns) -> set[str]:
    """Name the adapters of ABR connections among the ports.

    They are called ``NODE.CONNECTION``; those of switches for the way back end in ``.backward``.
    """
    paced = {str(vc) for vc, of in zip(vcs["vc"], vcs["category"], strict=True) if of == "abr"}
    names = [str(port) for port in ports["port"]] if paced else []
    return {name for name in names if name.partition(".")[2].removesuffix(".backward") in paced}
