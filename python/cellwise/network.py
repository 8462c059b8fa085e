"""The network of an expanded scenario: ports with rates and buffers, and the ways of its connections."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cellwise.graph import Document, is_backward, links_by_ends, ports, rate_bps, span_s


@dataclass(frozen=True, slots=True)
class Direction:
    """One direction of a link: what its sending port does."""

    port: str
    """As results name it: ``NODE.LINK``, at a host ``HOST.nic``."""
    link: str
    sender: str
    receiver: str
    rate_bps: float
    delay_s: float
    buffer: str
    """As the scenario has it: ``1000 cells`` or ``unlimited``; empty where no port of a switch is."""
    drop: Mapping[str, Any]
    rate_rule: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Network:
    """An expanded scenario as a graph."""

    document: Document
    directions: Mapping[str, Direction]
    """By port, in the order of the links."""
    ways: Mapping[str, list[str]]
    """The ports that the cells of a connection pass from its first end to its last."""
    ways_back: Mapping[str, list[str]]

    @classmethod
    def of(cls, document: Document) -> "Network":
        """Read an expanded document."""
        by_ends = links_by_ends(document)
        found = {one.port: one for link in document.get("links", {}) for one in _both(document, link)}

        def way(vc: str, *, backward: bool) -> list[str]:
            return [_port(document, name) for name in ports(document, vc, by_ends, backward=backward)]

        vcs = document.get("vcs", {})
        return cls(
            document,
            found,
            {vc: way(vc, backward=False) for vc in vcs},
            {vc: way(vc, backward=True) for vc in vcs},
        )

    def is_switch(self, node: str) -> bool:
        """Tell whether a node is a switch."""
        return kind_of(self.document, node) == "switch"

    def switch_ports(self) -> list[str]:
        """Name the ports of the switches that lead into ATM links."""
        return [port for port, one in self.directions.items() if self.is_switch(one.sender)]


@dataclass(frozen=True, slots=True)
class Route:
    """The way of a flow: its connection's, and the hosts behind routers at both ends."""

    flow: str
    vc: str
    kind: str
    """``tcp``, ``udp``, ``cells`` or ``web``."""
    sender: str
    receiver: str
    nodes: tuple[str, ...]
    """From the connection's first end to its last, whichever of them sends."""

    @classmethod
    def of(cls, document: Document, name: str) -> "Route":
        """Read a flow of an expanded document."""
        flow = document["flows"][name]
        path = path_nodes(document["vcs"][flow["vc"]]["path"])
        backward = is_backward(document, flow)
        first, last = (path[-1], path[0]) if backward else (path[0], path[-1])
        sender, receiver = str(flow.get("from") or first), str(flow.get("to") or last)
        outer = (receiver, *path, sender) if backward else (sender, *path, receiver)
        kind = str(flow.get("kind") or document.get("flow", {}).get("kind", "tcp"))
        return cls(name, flow["vc"], kind, sender, receiver, tuple(dict.fromkeys(outer)))


def path_nodes(path: Sequence[str]) -> tuple[str, ...]:
    """Give the nodes of a connection's path, without the links that it may name."""
    return tuple(step.partition(".")[0] for step in path)


def kind_of(document: Document, node: str) -> str:
    """Tell whether a node is a host, a router or a switch."""
    return str(document["nodes"][node].get("kind", "host"))


def _both(document: Document, name: str) -> Iterator[Direction]:
    link = document["links"][name]
    if link.get("kind", "atm") != "atm":
        return
    first, last = link["ends"]
    for sender, receiver, reverse in ((first, last, False), (last, first, True)):
        rate = link["reverse_rate"] if reverse and link.get("reverse_rate") else link["rate"]
        delay = link["reverse_delay"] if reverse and link.get("reverse_delay") else link["delay"]
        settings = _port_settings(document, sender, name)
        yield Direction(
            _port(document, f"{sender}.{name}"),
            name,
            sender,
            receiver,
            rate_bps(rate),
            span_s(delay),
            str(settings.get("buffer", "")),
            settings.get("drop", {}),
            settings.get("rate_rule", {}),
        )


def _port(document: Document, name: str) -> str:
    node = name.partition(".")[0]
    return f"{node}.nic" if kind_of(document, node) == "host" else name


def _port_settings(document: Document, node: str, link: str) -> dict[str, Any]:
    """Merge what is set for all switches, for the node and for the port; the nearest counts."""
    if kind_of(document, node) != "switch":
        return {}
    entry = document["nodes"][node]
    port = (entry.get("ports") or {}).get(link, {})
    settings: dict[str, Any] = {}
    for level in (document.get("switch", {}), entry, port):
        settings.update({key: value for key, value in level.items() if value is not None})
    return settings
