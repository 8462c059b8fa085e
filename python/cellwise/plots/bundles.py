"""A network with equal parts put together: fifteen equal hosts are one place of its picture.

Nodes are alike if their links are, and what they lead to, and the connections and flows that pass them: they
are parted by that again and again, until nothing parts them further (colour refinement). A switch or router
with more than two links stays by itself.
"""

import json
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from cellwise.network import Network

#: Keys of a connection or a flow that say who it is and when it sends, not what it is.
_OWN = ("path", "vc", "from", "to", "start", "stop", "size", "transfers", "bursts")


@dataclass(frozen=True, slots=True)
class Way:
    """Connections that are alike, with the flows in them, or connections without any."""

    vcs: tuple[str, ...]
    flows: int
    kind: str
    """What sends, such as ``tcp``; empty without flows."""
    category: str
    contract: str
    """The kind of the traffic contract; empty without one."""
    senders: tuple[str, ...]
    receivers: tuple[str, ...]
    bundles: tuple[int, ...]
    """The bundles that it passes, from the connection's first end to its last."""
    backward: bool
    """Whether it sends from the last to the first."""


@dataclass(frozen=True, slots=True)
class Wire:
    """Links that are alike between two bundles."""

    links: tuple[str, ...]
    ends: tuple[int, int]
    """The bundles of their first and last ends."""


@dataclass(frozen=True, slots=True)
class Bundled:
    """A network as bundles of nodes, wires between them, and the ways through them."""

    bundles: Sequence[tuple[str, ...]]
    """The nodes of each bundle."""
    wires: Sequence[Wire]
    ways: Sequence[Way]

    @classmethod
    def of(cls, network: Network) -> "Bundled":
        """Put together what is alike."""
        passing = list(_passing(network))
        number = _refined(network, passing)
        members: dict[int, list[str]] = {}
        for node, place in number.items():
            members.setdefault(place, []).append(node)
        # Numbered by the first of their nodes.
        order = {place: rank for rank, place in enumerate(members)}
        of_node = {node: order[place] for node, place in number.items()}
        bundles = [tuple(nodes) for nodes in members.values()]
        return cls(bundles, _wires(network, of_node), _ways(passing, of_node))


@dataclass(frozen=True, slots=True)
class _Passing:
    """A flow, or a connection without one, and what it is."""

    vc: str
    nodes: tuple[str, ...]
    sender: str
    receiver: str
    what: tuple[str, ...]
    """Its own settings, kind, category and contract."""


def _passing(network: Network) -> Iterable[_Passing]:
    for flow in network.flows.values():
        what = (_written(network.document["flows"][flow.name]), flow.kind, *_of_vc(network, flow.vc))
        yield _Passing(flow.vc, flow.nodes, flow.sender, flow.receiver, what)
    used = {flow.vc for flow in network.flows.values()}
    for vc in network.vcs.values():
        if vc.name not in used:
            yield _Passing(vc.name, vc.nodes, vc.nodes[0], vc.nodes[-1], ("", "", *_of_vc(network, vc.name)))


def _of_vc(network: Network, name: str) -> tuple[str, ...]:
    if not name:
        return "", "", ""
    vc = network.vcs[name]
    contract = vc.contracts[0].kind if vc.contracts[0] else ""
    return _written(network.document["vcs"][name]), vc.category, contract


def _written(entry: Mapping[str, Any]) -> str:
    return json.dumps({key: value for key, value in entry.items() if key not in _OWN}, sort_keys=True)


def _refined(network: Network, passing: Sequence[_Passing]) -> dict[str, int]:
    """Number the nodes; those that are alike have one number."""
    beside = _neighbours(network)
    own = {
        node: node if kind != "host" and len(beside[node]) > 2 else "" for node, kind in network.nodes.items()
    }
    number = _numbered({node: (kind, own[node]) for node, kind in network.nodes.items()})
    by_node: dict[str, list[tuple[int, int]]] = {node: [] for node in own}
    for place, one in enumerate(passing):
        for step, node in enumerate(one.nodes):
            by_node[node].append((place, step))
    while True:
        labels = [(one.what, tuple(number[node] for node in one.nodes)) for one in passing]
        marks = {
            node: (
                number[node],
                frozenset(Counter((link, number[there]) for link, there in beside[node]).items()),
                frozenset(Counter((*labels[place], step) for place, step in by_node[node]).items()),
            )
            for node in own
        }
        parted = _numbered(marks)
        if len(set(parted.values())) == len(set(number.values())):
            return parted
        number = parted


def _numbered(marks: Mapping[str, Hashable]) -> dict[str, int]:
    known: dict[Hashable, int] = {}
    return {node: known.setdefault(mark, len(known)) for node, mark in marks.items()}


def _neighbours(network: Network) -> dict[str, list[tuple[str, str]]]:
    """Give for every node its links, as it sees them, and the nodes at their other ends."""
    found: dict[str, list[tuple[str, str]]] = {node: [] for node in network.nodes}
    labels = _labels(network)
    for name, link in network.links.items():
        for side, node in enumerate(link.ends):
            found[node].append((f"{side} {labels[name]}", link.ends[1 - side]))
    return found


def _labels(network: Network) -> dict[str, str]:
    """Write what each link and its two ports are."""
    own = {
        name: {key: value for key, value in entry.items() if key != "ends"}
        for name, entry in network.document["links"].items()
    }
    return {
        name: json.dumps([own[name], *(asdict(one.queue) if one.queue else None for one in link.directions)])
        for name, link in network.links.items()
    }


def _wires(network: Network, of_node: Mapping[str, int]) -> list[Wire]:
    found: dict[tuple[tuple[int, int], str], list[str]] = {}
    labels = _labels(network)
    for name, link in network.links.items():
        first, last = (of_node[node] for node in link.ends)
        found.setdefault(((first, last), labels[name]), []).append(name)
    return [Wire(tuple(names), ends) for (ends, _), names in found.items()]


def _ways(passing: Sequence[_Passing], of_node: Mapping[str, int]) -> list[Way]:
    found: dict[tuple[Any, ...], list[_Passing]] = {}
    for one in passing:
        bundles = tuple(of_node[node] for node in one.nodes)
        backward = one.sender == one.nodes[-1]
        found.setdefault((one.what, bundles, backward), []).append(one)
    return [
        Way(
            vcs=tuple(dict.fromkeys(one.vc for one in alike if one.vc)),
            flows=len(alike) if what[1] else 0,
            kind=what[1],
            category=what[-2],
            contract=what[-1],
            senders=tuple(dict.fromkeys(one.sender for one in alike)),
            receivers=tuple(dict.fromkeys(one.receiver for one in alike)),
            bundles=bundles,
            backward=backward,
        )
        for (what, bundles, backward), alike in found.items()
    ]
