"""Writing a topology as a scenario of routers, packet links and flows."""

import json
import re
from collections.abc import Iterator

from cellwise.quantity import rate_bps
from cellwise.topologies.graph import Graph, Link

#: Light in glass takes this long for a kilometre.
_NS_PER_KM = 5000

#: The longest name that a scenario takes.
_LONGEST = 64


def scenario_text(
    graph: Graph,
    title: str,
    *,
    rate: str = "10 Gbit/s",
    delay: str = "1 ms",
    unit: str | None = None,
) -> str:
    """Write a topology as a scenario in TOML.

    Each node becomes a router. Each demand becomes a UDP flow of its rate; without demands, one TCP flow
    and one ping go between two nodes that are far apart. A node with a flow has a host at a link of 0 s.

    `rate` is that of links without one, and of the links of hosts if it is above those of all links. `delay`
    is that of links that have none, and whose nodes have no positions; otherwise it is 5 us for each km of
    the great circle. `unit` is the rate of a capacity or a demand of 1; by default `graph.unit`.

    Raises `ValueError` if a quantity is not one.
    """
    unit_bps = rate_bps(unit or graph.unit)
    rates = [_rate(link, rate, unit_bps) for link in graph.links]
    fastest = max((rate, *rates), key=rate_bps)
    nodes, names = _Names(), _Names()
    routers = {name: nodes.give(name) for name in graph.nodes}
    demands = [(demand.ends, demand.amount * unit_bps) for demand in graph.demands]
    pairs = [ends for ends, _ in demands] or [ends for ends in (graph.farthest(),) if ends]
    with_flows = dict.fromkeys(name for ends in pairs for name in ends)
    hosts = {name: nodes.give(f"{routers[name]}-host") for name in with_flows}
    links = []
    for link, link_rate in zip(graph.links, rates, strict=True):
        ends = [routers[end] for end in link.ends]
        name = names.give(link.name or "-".join(ends))
        links.append((name, ends, link_rate, link.delay or _delay(graph, link, delay)))
    links += [
        (names.give(f"{host}-link"), [host, routers[name]], fastest, "0 s") for name, host in hosts.items()
    ]
    lines = [f"title = {json.dumps(title)}", 'duration = "1 s"', "", "[nodes]"]
    lines += [f'{router} = {{ kind = "router" }}' for router in routers.values()]
    lines += [f'{host} = {{ kind = "host" }}' for host in hosts.values()]
    lines += ["", "[links]"]
    for name, ends, link_rate, link_delay in links:
        keys = f'kind = "raw", rate = {json.dumps(link_rate)}, delay = {json.dumps(link_delay)}'
        lines.append(f"{name} = {{ ends = {json.dumps(ends)}, {keys} }}")
    lines += ["", "[flows]"]
    flows = _Names()
    for (source, target), bps in demands:
        name = flows.give(f"{routers[source]}-{routers[target]}")
        ends_text = f'from = "{hosts[source]}", to = "{hosts[target]}"'
        lines.append(f'{name} = {{ kind = "udp", {ends_text}, udp = {{ rate = "{round(bps)} bit/s" }} }}')
    if not demands:
        lines += _default_flows([hosts[name] for name in pairs[0]])
    return "\n".join(lines) + "\n"


def _default_flows(hosts: list[str]) -> Iterator[str]:
    source, target = hosts
    for name in ("tcp", "ping"):
        yield f'{name} = {{ kind = "{name}", from = "{source}", to = "{target}" }}'


def _rate(link: Link, default: str, unit_bps: float) -> str:
    """Give the rate of a link; a number alone is in the unit of the demands."""
    if not link.rate:
        return default
    try:
        return f"{round(float(link.rate) * unit_bps)} bit/s"
    except ValueError:
        return link.rate


def _delay(graph: Graph, link: Link, default: str) -> str:
    distance_km = graph.distance_km(link.ends)
    return default if distance_km is None else f"{round(distance_km * _NS_PER_KM)} ns"


class _Names:
    """Names as scenarios take them, each once."""

    def __init__(self) -> None:
        # A link of this name would be taken for the port of a host.
        self._given = {"nic"}

    def give(self, text: str) -> str:
        base = re.sub(r"[^A-Za-z0-9_-]+", "-", text).strip("-")[:_LONGEST] or "n"
        name, number = base, 1
        while name in self._given:
            number += 1
            end = f"-{number}"
            name = f"{base[: _LONGEST - len(end)]}{end}"
        self._given.add(name)
        return name
