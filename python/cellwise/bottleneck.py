"""Which port or adapter of a run is its bottleneck, and which adapters queue."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from cellwise import _core
from cellwise.lazy import np
from cellwise.store import Columns

if TYPE_CHECKING:
    from numpy.typing import NDArray


def bottleneck(ports: Columns, vcs: Columns, packet_ports: Columns | None = None) -> dict[str, Any] | None:
    """Describe the busiest port or adapter of a run.

    That is the one that sends for the greatest share of the measured time. Of several that are as busy,
    within 2 %, such as the ports that one stream of cells passes in turn, it is the one that lost most cells
    and, where none did, the one with the longest queue over time. Adapters of ABR connections wait for a rate
    that the network gives them, so they are never the bottleneck, however long their queues.

    Parameters
    ----------
    ports, vcs, packet_ports : Columns
        The tables of a run; without ``packet_ports`` only ports of cells are examined.

    Returns
    -------
    dict or None
        ``port``; ``is_adapter``; ``rate_bps``; ``utilisation``, from 0 to 1; ``lost_cells``;
        ``queue_mean_waiting_cells``, ``queue_max_waiting_cells`` and ``wait_mean_s`` as in ``ports``; and
        ``queue_max_s``, the seconds in which the port sends its longest queue: in a FIFO the greatest wait,
        to a cell time. A port that sends packets, which is the bottleneck only if no port of cells is as
        busy, or has a packet queue in front of its cells, has ``discipline``, and instead of the columns in
        cells ``lost_packets``, ``queue_mean_waiting_packets``, ``queue_max_waiting_packets`` and
        ``queue_max_waiting_bytes``; its ``queue_max_s`` is the time of these octets. None if no port sent
        anything in the measured time.
    """
    found: dict[str, Any] | None = json.loads(_core.bottleneck(ports, vcs, packet_ports))
    return found


def queueing(ports: Columns) -> NDArray[np.intp]:
    """Find the adapters in which 32 cells or more, a packet of 1500 octets, wait on average.

    They are rows of ``ports``, the longest queue over time first.
    """
    return np.array(_core.queueing(ports), dtype=np.intp)


def abr_adapters(ports: Columns, vcs: Columns) -> set[str]:
    """Name the adapters of ABR connections among the ports.

    They are called ``NODE.CONNECTION``; those of switches for the way back end in ``.backward``.
    """
    return set(_core.abr_adapters(ports, vcs))
