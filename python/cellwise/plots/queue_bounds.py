"""The lengths of queues at which something changes: thresholds and buffers of cells, limits of packets."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cellwise.network import Network
from cellwise.plots.bounds import MOST_BOUNDS, Bound
from cellwise.source import Source

#: A bound further up than this, in parts of the greatest value, would press the curves down.
_FAR = 2.0

#: Settings of disciplines at which something changes: lengths of the queue, or times that a packet waits.
_LIMITS = ("limit", "min_threshold", "max_threshold", "target")


def bounds_at(source: Source, ports: Sequence[str], greatest: float) -> list[Bound]:
    """Give the thresholds and buffers of the queues of some ports, except those far above `greatest`.

    `greatest` is the greatest value that is shown, in cells.
    """
    directions = Network.of(source.scenario).directions.values()
    queues = {one.port: one.queue for one in directions if one.queue and one.port in ports}
    levels = [(port, level.name, level.cells) for port, queue in queues.items() for level in queue.levels]
    return _named(levels, ports, greatest)


def limits_at(unit: str, source: Source, ports: Sequence[str], greatest: float) -> list[Bound]:
    """Give the limits in a unit of the packet queues of some ports, except those far above `greatest`.

    `greatest` is the greatest value that is shown. The unit is ``packets``, ``bytes`` or ``ms``, as scenarios
    write it: a limit that is a time is no length.
    """
    limits = []
    for port, queue in _packet_queues(source.scenario.expanded().to_dict()):
        for key in _LIMITS:
            number, _, of = str(queue.get(key, "")).partition(" ")
            if port in ports and of == unit and number.isdecimal():
                limits.append((port, key.replace("_", " "), int(number)))
    return _named(limits, ports, greatest)


def _packet_queues(document: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Give the ports of links with the packet queues that they have, or would have as packet links."""
    for name, link in document["links"].items():
        usual = link.get("queue", document["packet"]["queue"])
        for node, queue in zip(link["ends"], (usual, link.get("reverse_queue", usual)), strict=True):
            port = "nic" if document["nodes"][node]["kind"] == "host" else name
            yield f"{node}.{port}", queue


def _named(levels: Iterable[tuple[str, str, int]], ports: Sequence[str], greatest: float) -> list[Bound]:
    """Give bounds of levels, each once, with the ports that have it unless all do."""
    found: dict[tuple[str, int], list[str]] = {}
    for port, name, value in levels:
        if value <= _FAR * greatest:
            found.setdefault((name, value), []).append(port)
    if len(found) > MOST_BOUNDS:
        return []
    return [
        Bound(name if len(of) == len(ports) else f"{name}, {', '.join(of)}", float(value))
        for (name, value), of in found.items()
    ]
