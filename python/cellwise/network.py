"""The network that the simulator makes of a scenario, in names and numbers."""

import itertools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cellwise import _core
from cellwise.scenario import Scenario

#: An expanded scenario as nested dicts.
Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class QueueLevel:
    """A length of a queue at which something changes."""

    name: str
    """What a picture calls it, such as ``threshold`` or ``buffer``."""
    cells: int


@dataclass(frozen=True, slots=True)
class Queue:
    """The queue of a switch's port."""

    buffer_cells: int | None
    """None without limit."""
    drop: Mapping[str, Any]
    """The drop policy, with its settings."""
    rate_rule: Mapping[str, Any] | None
    """The rate rule of ABR, with its settings."""
    scheduler: str
    levels: tuple[QueueLevel, ...]
    """The shortest first."""

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "Queue":
        """Read what the simulator gives."""
        return cls(**{**given, "levels": tuple(QueueLevel(**level) for level in given["levels"])})

    @property
    def buffer(self) -> str:
        """Its buffer as scenarios write it."""
        return "unlimited" if self.buffer_cells is None else f"{self.buffer_cells} cells"

    @property
    def policy(self) -> str:
        """The name of the drop policy."""
        return str(self.drop["policy"])

    @property
    def rule(self) -> str:
        """The name of the rate rule; empty without one."""
        return str(self.rate_rule["rule"]) if self.rate_rule else ""


@dataclass(frozen=True, slots=True)
class Direction:
    """One direction of a link, and the port that feeds it."""

    port: str
    """As results name it: ``NODE.LINK``, at a host ``HOST.nic``."""
    link: str
    sender: str
    receiver: str
    rate_bps: int
    """Of cells with their headers, or of packets with their framing on a packet link."""
    delay_s: float
    noise: str | None
    """The error model of the line."""
    discipline: str | None
    """That of the packet queue in front of it; None without one."""
    queue: Queue | None
    """None where no port of a switch is."""

    @classmethod
    def of(cls, link: str, given: Mapping[str, Any]) -> "Direction":
        """Read what the simulator gives."""
        return cls(**{**given, "link": link, "queue": Queue.of(given["queue"]) if given["queue"] else None})


@dataclass(frozen=True, slots=True)
class Link:
    """A link with both of its directions."""

    name: str
    kind: str
    """``atm``, or the framing of its packets, such as ``ethernet``."""
    directions: tuple[Direction, Direction]

    @property
    def ends(self) -> tuple[str, str]:
        """The nodes that it joins."""
        return (self.directions[0].sender, self.directions[0].receiver)

    @property
    def is_atm(self) -> bool:
        """Whether it carries cells, not packets."""
        return self.kind == "atm"


@dataclass(frozen=True, slots=True)
class Rates:
    """What a direction of a connection may send, in bit/s of cells."""

    pcr_bps: int
    mcr_bps: int = 0
    scr_bps: int | None = None
    """Of VBR contracts."""
    kind: str = ""
    """Of a contract."""


@dataclass(frozen=True, slots=True)
class Vc:
    """A virtual connection; of two values the first is of the direction forward."""

    name: str
    category: str
    weight: int
    encapsulation: str
    nodes: tuple[str, ...]
    """From its first end to its last."""
    ways: tuple[tuple[str, ...], tuple[str, ...]]
    """The ports that its cells pass."""
    abr: tuple[Rates, Rates] | None
    """The rates between which its sources are, if its category is ABR."""
    contracts: tuple[Rates | None, Rates | None]

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "Vc":
        """Read what the simulator gives."""
        read = {
            "nodes": tuple(given["nodes"]),
            "ways": tuple(map(tuple, given["ways"])),
            "abr": given["abr"] and tuple(Rates(**one) for one in given["abr"]),
            "contracts": tuple(one and Rates(**one) for one in given["contracts"]),
        }
        return cls(**{**given, **read})


@dataclass(frozen=True, slots=True)
class Flow:
    """A flow, and the way of its data."""

    name: str
    vc: str
    """The first connection on its way; empty if all its links carry packets."""
    kind: str
    """``tcp``, ``udp``, ``cells``, ``web`` or ``ping``."""
    connection: str | None
    """The flow whose TCP connection it shares, for data in the opposite direction."""
    backward: bool
    """Whether data go from the connection's last end to its first."""
    sender: str
    receiver: str
    nodes: tuple[str, ...]
    """With the hosts behind routers, from the connection's first end to its last, whichever of them sends."""
    size_bytes: int | None
    """None without end, and where it depends on chance."""
    mean_rate_bps: float | None
    """Of cells, in the long run, of a flow of cells."""
    header_bytes: int | None
    """Before the data of a packet; None without packets."""


@dataclass(frozen=True, slots=True)
class Network:
    """A scenario as a graph."""

    document: Document
    """The scenario, expanded."""
    duration_s: float
    memory_bytes: int
    """Its own limit."""
    nodes: Mapping[str, str]
    """The kinds of nodes: ``host``, ``router`` or ``switch``."""
    links: Mapping[str, Link]
    directions: Mapping[str, Direction]
    """Of ATM links, by port, in the order of the links."""
    vcs: Mapping[str, Vc]
    flows: Mapping[str, Flow]

    @classmethod
    def of(cls, scenario: Scenario) -> "Network":
        """Resolve a scenario.

        Raises `ConfigError` if the scenario breaks a rule.
        """
        resolved = json.loads(_core.resolved(scenario.to_json()))
        links = {one["name"]: _link(one) for one in resolved["links"]}
        return cls(
            document=scenario.expanded().to_dict(),
            duration_s=resolved["duration_s"],
            memory_bytes=resolved["memory_bytes"],
            nodes={one["name"]: one["kind"] for one in resolved["nodes"]},
            links=links,
            directions={one.port: one for link in links.values() if link.is_atm for one in link.directions},
            vcs={one["name"]: Vc.of(one) for one in resolved["vcs"]},
            flows={one["name"]: Flow(**{**one, "nodes": tuple(one["nodes"])}) for one in resolved["flows"]},
        )

    def way(self, flow: Flow) -> tuple[str, ...]:
        """Name the ports that the cells of a flow's data pass, in order; none if all links carry packets."""
        return self.vcs[flow.vc].ways[flow.backward] if flow.vc else ()

    def packet_ports(self, flow: Flow) -> list[Direction]:
        """Give the directions of packet links that the data of a flow pass, beginning at the sender.

        Of several links between two nodes the first is given.
        """
        between: dict[tuple[str, str], Direction] = {}
        for link in self.links.values():
            for one in () if link.is_atm else link.directions:
                between.setdefault((one.sender, one.receiver), one)
        nodes = flow.nodes[::-1] if flow.backward else flow.nodes
        pairs = itertools.pairwise(nodes)
        return [between[pair] for pair in pairs if pair in between]


def _link(given: Mapping[str, Any]) -> Link:
    first, last = (Direction.of(given["name"], one) for one in given["directions"])
    return Link(given["name"], given["kind"], (first, last))
