"""The picture of a network: nodes with their places, links with their directions, connections and flows."""

from typing import Any

from cellwise.graph import Document
from cellwise.layout import places
from cellwise.network import Network, Route, kind_of, path_nodes
from cellwise.serve.work.thresholds import cells

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
    document = network.document
    shown = _shown(document)
    paths = {vc: path_nodes(entry["path"]) for vc, entry in document.get("vcs", {}).items()}
    drawn = {vc: path for vc, path in paths.items() if shown.issuperset(path)}
    flows = [
        Route.of(document, name)
        for name, flow in document.get("flows", {}).items()
        if flow.get("vc") in drawn
    ]
    flows = [flow for flow in flows if shown.issuperset(flow.nodes)][:_MOST_WAYS]
    at = places(
        dict.fromkeys([*drawn.values(), *(flow.nodes for flow in flows)]),
        [node for node in document["nodes"] if node in shown],
    )
    return {
        "nodes": [
            {"name": node, "kind": kind_of(document, node), "x": x, "y": y} for node, (x, y) in at.items()
        ],
        "links": _links(network, shown),
        "vcs": [{"name": vc, "path": network.ways[vc]} for vc in list(drawn)[:_MOST_WAYS]],
        "flows": [
            {"name": flow.flow, "from": flow.sender, "to": flow.receiver, "kind": flow.kind} for flow in flows
        ],
        "left_out": len(document["nodes"]) - len(shown),
    }


def _shown(document: Document) -> set[str]:
    nodes = document["nodes"]
    if len(nodes) <= MOST_NODES:
        return set(nodes)
    shown: set[str] = set()
    for entry in document.get("vcs", {}).values():
        path = path_nodes(entry["path"])
        if len(shown.union(path)) > MOST_NODES:
            break
        shown.update(path)
    return shown


def _links(network: Network, shown: set[str]) -> list[dict[str, Any]]:
    by_link: dict[str, list[dict[str, Any]]] = {}
    for one in network.directions.values():
        told = {
            "port": one.port,
            "from": one.sender,
            "to": one.receiver,
            "rate_bps": one.rate_bps,
            "delay_s": one.delay_s,
            "capacity_cells": cells(one.buffer),
            "policy": str(one.drop.get("policy", "")),
        }
        by_link.setdefault(one.link, []).append(told)
    links = []
    for name, link in network.document["links"].items():
        if shown.issuperset(link["ends"]):
            ways = by_link.get(name, [])
            rate, delay = (ways[0]["rate_bps"], ways[0]["delay_s"]) if ways else (None, None)
            told = {"name": name, "ends": list(link["ends"]), "rate_bps": rate, "delay_s": delay}
            links.append({**told, "kind": link.get("kind", "atm"), "directions": ways})
    return links
