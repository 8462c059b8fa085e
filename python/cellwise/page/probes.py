"""What the page records of a run where its scenario does not say: queues, loads, windows, sequences, rates.

All of it is bounded, so that a long run of a large network costs the page no more than a short one.
"""

import itertools
import math
from collections.abc import Iterable, Mapping
from typing import Any

from cellwise.network import Direction, Network
from cellwise.vocabulary import CELL_BITS

#: Samples of one series over a whole run; of the queues where most connections meet, and how many those are.
_SAMPLES, _FINE_SAMPLES, _FINE_PORTS = 10_000, 50_000, 2
#: Changes of queues that are recorded at most, all ports together: less than a tenth of a second of work.
_EXACT_CHANGES = 1 << 20
#: Most ports, flows and connections of which something is recorded.
_MOST_PORTS, _MOST_FLOWS, _MOST_VCS = 24, 16, 16
#: Most ports of packets whose load is recorded, and bits of a packet that are least: a header of IP and TCP.
_MOST_LINES, _PACKET_BITS = 320, 320
#: Most flows of which acknowledgments are recorded, for the loads of links; samples of those that are in no
#: plot, all flows together.
_MOST_ACKNOWLEDGED, _LOAD_SAMPLES = 1 << 12, 1 << 19


def added(network: Network, most_changes: int = _EXACT_CHANGES) -> dict[str, Any]:
    """Give the probes that the page adds to those of an expanded scenario.

    Parameters
    ----------
    network : Network
        The scenario.
    most_changes : int
        Changes of queues for which there is memory.

    Returns
    -------
    dict
        By kind of probe, a list of tables. A kind that the scenario has already is left as it is.
    """
    duration_s = network.duration_s
    every = _every(duration_s, _SAMPLES)
    flows = [flow.name for flow in network.flows.values() if flow.kind == "tcp"]
    paced = [vc for vc in network.vcs.values() if vc.abr]
    ports = [*contended(network), *narrow_adapters(network)][:_MOST_PORTS]
    ruled = [port for port in ports if (queue := network.directions[port].queue) and queue.rate_rule][:1]
    lines = packet_ports(network)[:_MOST_LINES]
    waiting = lines[:_MOST_PORTS]
    budget = min(most_changes, _EXACT_CHANGES)
    # Where there are both, cells and packets have half of it each.
    budget = budget // 2 if ports and waiting else budget
    rare = _every(duration_s, min(_SAMPLES, _LOAD_SAMPLES // max(1, len(lines))))
    wanted: dict[str, list[dict[str, str]]] = {
        "queue": _queues(network, ports, budget),
        "backlog": _backlogs(network, waiting, budget),
        "busy": [{"port": port, **rare} for port in lines],
        "acr": [{"vc": vc.name, **every} for vc in paced[:_MOST_VCS]],
        "er": [
            {"port": port, "vc": vc.name, **every}
            for port in ruled
            for vc in [one for one in paced if port in one.ways[0]][:_MOST_VCS]
        ],
    }
    for kind in ("cwnd", "ssthresh", "sequence", "acknowledgment"):
        wanted[kind] = [{"flow": flow, **every} for flow in flows[:_MOST_FLOWS]]
    others = flows[_MOST_FLOWS:_MOST_ACKNOWLEDGED]
    coarse = _every(duration_s, min(_SAMPLES, _LOAD_SAMPLES // max(1, len(others))))
    wanted["acknowledgment"] += [{"flow": flow, **coarse} for flow in others]
    there = network.document.get("probes") or {}
    return {kind: probes for kind, probes in wanted.items() if probes and not there.get(kind)}


def unplotted(added: Mapping[str, Any]) -> set[str]:
    """Name the flows whose acknowledgments are recorded for the loads of links alone."""
    return {one["flow"] for one in added.get("acknowledgment", [])[_MOST_FLOWS:]}


def _queues(network: Network, ports: list[str], most_changes: int) -> list[dict[str, str]]:
    """Give the probes of queues of cells: every change, as far as there is room for it, else every peak."""
    rates_bps = {port: network.directions[port].rate_bps for port in ports}
    probes = _with_room(rates_bps, network.duration_s, CELL_BITS, most_changes)
    return [probe | ({"keep": "most"} if "every" in probe else {}) for probe in probes]


def _backlogs(network: Network, ports: list[str], most_changes: int) -> list[dict[str, str]]:
    """Give the probes of queues of packets: every change, as far as there is room for it, else samples."""
    directions = _packet_directions(network)
    rates_bps = {port: directions[port].rate_bps for port in ports}
    return _with_room(rates_bps, network.duration_s, _PACKET_BITS, most_changes)


def _with_room(
    rates_bps: Mapping[str, float], duration_s: float, unit_bits: int, most_changes: int
) -> list[dict[str, str]]:
    """Give probes of ports in their order: every change, as far as there is room for it, else samples."""
    found = []
    left = most_changes
    for place, (port, rate_bps) in enumerate(rates_bps.items()):
        # At most one unit comes and one goes in the time of the least unit.
        changes = math.ceil(2 * rate_bps * duration_s / unit_bits)
        if changes <= left:
            left -= changes
            found.append({"port": port})
        else:
            samples = _FINE_SAMPLES if place < _FINE_PORTS else _SAMPLES
            found.append({"port": port, **_every(duration_s, samples)})
    return found


def packet_ports(network: Network) -> list[str]:
    """Name the ports where packets may wait and that flows pass, the slowest first."""
    pairs = {
        pair
        for flow in network.flows.values()
        for nodes in (flow.nodes, flow.nodes[::-1])
        for pair in itertools.pairwise(nodes)
    }
    passed = [one for one in _packet_directions(network).values() if (one.sender, one.receiver) in pairs]
    return [one.port for one in sorted(passed, key=lambda one: one.rate_bps)]


def _packet_directions(network: Network) -> dict[str, Direction]:
    """Give the directions that packets wait for, by port: packet links, and lines below a packet queue."""
    return {
        one.port: one
        for link in network.links.values()
        for one in link.directions
        if one.discipline or not link.is_atm
    }


def _every(duration_s: float, samples: int) -> dict[str, str]:
    return {"every": f"{max(1, round(duration_s / samples * 1e9))} ns"}


def contended(network: Network) -> list[str]:
    """Name the ports of switches where cells may have to wait, those that most connections pass first.

    Cells wait where they come over several links, or over a faster one than they leave by; where that is
    nowhere, all ports of switches are named.
    """
    feeders = _feeders(network)
    crowd = _crowd(network)
    found = [port for port in network.switch_ports() if _may_wait(network, port, feeders.get(port, set()))]
    return sorted(found or network.switch_ports(), key=lambda port: -crowd.get(port, 0))


def narrow_adapters(network: Network) -> list[str]:
    """Name the adapters of hosts that are slower than every port behind them where cells may have to wait.

    What is too much then waits in the adapter itself: that of a modem, or of a host alone in a network.
    """
    feeders = _feeders(network)
    found: dict[str, None] = {}
    for flow in network.flows.values():
        if not flow.vc:
            continue
        first, *others = network.way(flow)
        waiting = [port for port in others if _may_wait(network, port, feeders.get(port, set()))]
        if all(_rate_bps(network, first) < _rate_bps(network, port) for port in waiting):
            found[first] = None
    return [port for port in found if port in network.directions]


def _rate_bps(network: Network, port: str) -> float:
    """Give the rate of a port; what is no direction of a link, such as a fabric, holds nothing up."""
    return float(network.directions[port].rate_bps) if port in network.directions else math.inf


def _may_wait(network: Network, port: str, feeders: Iterable[str]) -> bool:
    rate = _rate_bps(network, port)
    rates = [network.directions[feeder].rate_bps for feeder in feeders if feeder in network.directions]
    return len(rates) > 1 or any(one > rate for one in rates)


def _feeders(network: Network) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for way in (way for vc in network.vcs.values() for way in vc.ways):
        for before, port in itertools.pairwise(way):
            found.setdefault(port, set()).add(before)
    return found


def _crowd(network: Network) -> dict[str, int]:
    count: dict[str, int] = {}
    for vc in network.vcs.values():
        # The way there counts more than the way back, which mostly carries acknowledgments.
        for weight, way in zip((2, 1), vc.ways, strict=True):
            for port in way:
                count[port] = count.get(port, 0) + weight
    return count
