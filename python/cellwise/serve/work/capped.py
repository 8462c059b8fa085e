"""A scenario as it is run for the page: never beyond what a process may take."""

from typing import Any

from cellwise.network import Network
from cellwise.scenario import Scenario

#: Of the memory that a process may take, the part that the simulator may fill: its results are copied twice.
_SIMULATORS_PART = 0.25

#: Of that, the part that the queues may fill that the page records besides, and octets of one change.
_PAGES_PART, _CHANGE_BYTES = 0.5, 16


def memory_limit(network: Network, memory_bytes: int) -> str:
    """Give `limits.memory` for a process that may take so much; the scenario's own counts if it is less.

    Parameters
    ----------
    network : Network
        The scenario's.
    memory_bytes : int
        What the process may take.
    """
    return f"{min(network.memory_bytes, int(memory_bytes * _SIMULATORS_PART))} bytes"


def most_changes(memory_bytes: int) -> int:
    """Give how many changes of queues the page may record in a process that may take so much memory."""
    return int(memory_bytes * _SIMULATORS_PART * _PAGES_PART) // _CHANGE_BYTES


def capped(scenario: Scenario, network: Network, memory_bytes: int, changes: dict[str, Any]) -> Scenario:
    """Change some values of a scenario, and its limit of memory to what there is."""
    return scenario.with_({**changes, "limits.memory": memory_limit(network, memory_bytes)})
