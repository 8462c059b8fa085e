"""Efficiency and fairness of the flows that share a port."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cellwise import _core
from cellwise.metrics.shares import efficiency
from cellwise.store import Columns

#: What separates the ports in the ``path`` column of ``vcs``.
PATH_SEPARATOR = " > "


@dataclass(slots=True)
class Passing:
    """The rows of the flows whose data pass a port, and of those whose acknowledgments do, rising."""

    data: list[int] = field(default_factory=list)
    back: list[int] = field(default_factory=list)


def passing(flows: Columns, vcs: Columns) -> dict[str, Passing]:
    """Return which flows pass each port, in one pass over all of them; ports that none passes are missing."""
    return {port: Passing(*rows) for port, rows in _core.passing(flows, vcs).items()}


def port_flows(flows: Columns, vcs: Columns, port: str) -> NDArray[np.bool_]:
    """Return which flows send their data through a port.

    Returns
    -------
    ndarray of bool, shape (n_flows,)
        In the order of the rows of ``flows``.
    """
    through = np.zeros(len(flows["vc"]), dtype=np.bool_)
    through[passing(flows, vcs).get(port, Passing()).data] = True
    return through


def efficiency_of_tables(flows: Columns, vcs: Columns, ports: Columns, port: str) -> float:
    """`efficiency` of the flows that send their data through a port; raises `ValueError` as `port_row`."""
    chosen = port_flows(flows, vcs, port)
    return efficiency(
        np.asarray(flows["throughput_bps"])[chosen],
        np.asarray(flows["payload_fraction"])[chosen],
        float(port_row(ports, port)["rate_bps"]),
    )


def shared_ports(flows: Columns, vcs: Columns, ports: Columns) -> dict[str, dict[str, float]]:
    """Efficiency and fairness of the flows at every port that several flows send their data through.

    Streams of cells and pings take part in the efficiency, but no share is theirs to have: fairness is of the
    others.

    Returns
    -------
    dict
        By port, in the order of ``ports``: ``efficiency`` and ``fairness``.
    """
    return _core.shared_ports(flows, vcs, ports)


def port_row(ports: Columns, port: str) -> dict[str, Any]:
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
