"""A topology as files describe it: nodes with positions, links between them, demands."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

#: The mean radius of the Earth, in kilometres.
_EARTH_KM = 6371.0088


@dataclass(frozen=True)
class Node:
    """A node; `degrees` are its longitude and latitude, if the file has them."""

    name: str
    degrees: tuple[float, float] | None = None


@dataclass(frozen=True)
class Link:
    """A link between two nodes by name; its rate and delay are quantities, or empty if the file has none."""

    ends: tuple[str, str]
    name: str = ""
    rate: str = ""
    delay: str = ""


@dataclass(frozen=True)
class Demand:
    """Traffic from a node to another; `amount` is in the unit of the file."""

    ends: tuple[str, str]
    amount: float


@dataclass(frozen=True)
class Graph:
    """A topology: the nodes by name, the links and the demands in the order of the file.

    `unit` is the unit of numbers without one, as a rate.
    """

    nodes: dict[str, Node] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)
    demands: list[Demand] = field(default_factory=list)
    unit: str = "1 Mbit/s"

    def distance_km(self, ends: tuple[str, str]) -> float | None:
        """Give the length of the great circle between two nodes, in km; None if a position is missing."""
        places = [self.nodes[end].degrees for end in ends]
        if None in places:
            return None
        (west, south), (east, north) = (map(math.radians, place or ()) for place in places)
        half = (
            math.sin((north - south) / 2) ** 2
            + math.cos(south) * math.cos(north) * math.sin((east - west) / 2) ** 2
        )
        return 2 * _EARTH_KM * math.asin(math.sqrt(min(1.0, half)))

    def farthest(self) -> tuple[str, str] | None:
        """Give two nodes that are far apart, in the part of the network with the busiest node."""
        degrees = dict.fromkeys(self.nodes, 0)
        for end in self._ends():
            degrees[end] += 1
        if not any(degrees.values()):
            return None
        start = self._last_from(max(degrees, key=lambda name: degrees[name]))
        return start, self._last_from(start)

    def _ends(self) -> Iterable[str]:
        return (end for link in self.links for end in link.ends)

    def _last_from(self, start: str) -> str:
        near: dict[str, list[str]] = {}
        for a, b in (link.ends for link in self.links):
            near.setdefault(a, []).append(b)
            near.setdefault(b, []).append(a)
        order = {start: None}
        for node in (queue := [start]):
            new = [other for other in near.get(node, ()) if other not in order]
            order |= dict.fromkeys(new)
            queue += dict.fromkeys(new)
        return next(reversed(order))
