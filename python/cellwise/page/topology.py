"""The picture of a network: nodes with their places, links with their directions, connections and flows."""

from typing import Any

from cellwise.layout import places
from cellwise.network import Direction, Network

#: More nodes than this are not drawn: the first connections stand for the others.
MOST_NODES = 160

#: Connections and flows that are named.
_MOST_WAYS = 1000


def topology(network: Network) -> dict[str, Any]:
    """Describe a network for its picture.

    Returns
    -------
    dict
        ``nodes``, ``links``, ``vcs`` and ``flows``, as the page takes them; ``left_out`` counts the nodes
        that are not shown because there are too many.
    """
    shown = _shown(network)
    drawn = [vc for vc in network.vcs.values() if shown.issuperset(vc.nodes)]
    flows = [flow for flow in network.flows.values() if shown.issuperset(flow.nodes)][:_MOST_WAYS]
    at = places(
        dict.fromkeys([*(vc.nodes for vc in drawn), *(flow.nodes for flow in flows)]),
        [node for node in network.nodes if node in shown],
    )
    return {
        "nodes": [{"name": node, "kind": network.nodes[node], "x": x, "y": y} for node, (x, y) in at.items()],
        "links": _links(network, shown),
        "vcs": [{"name": vc.name, "path": vc.ways[0]} for vc in drawn[:_MOST_WAYS]],
        "flows": [
            {"name": flow.name, "from": flow.sender, "to": flow.receiver, "kind": flow.kind} for flow in flows
        ],
        "left_out": len(network.nodes) - len(shown),
    }


def _shown(network: Network) -> set[str]:
    if len(network.nodes) <= MOST_NODES:
        return set(network.nodes)
    shown: set[str] = set()
    for vc in network.vcs.values():
        if len(shown.union(vc.nodes)) > MOST_NODES:
            break
        shown.update(vc.nodes)
    for flow in network.flows.values():
        if len(shown.union(flow.nodes)) > MOST_NODES:
            break
        shown.update(flow.nodes)
    return shown


def _links(network: Network, shown: set[str]) -> list[dict[str, Any]]:
    links = []
    for link in network.links.values():
        if shown.issuperset(link.ends):
            ways = [_direction(one) for one in link.directions]
            first = link.directions[0]
            rate, delay = (None, None) if link.kind == "lan" else (first.rate_bps, first.delay_s)
            about = {"name": link.name, "ends": list(link.ends), "rate_bps": rate, "delay_s": delay}
            links.append({**about, "kind": link.kind, "directions": ways})
    return links


def _direction(one: Direction) -> dict[str, Any]:
    return {
        "port": one.port,
        "from": one.sender,
        "to": one.receiver,
        "rate_bps": one.rate_bps,
        "delay_s": one.delay_s,
        "capacity_cells": one.queue.buffer_cells if one.queue else None,
        "policy": one.queue.policy if one.queue else "",
        "discipline": one.discipline,
    }
