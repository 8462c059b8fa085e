"""The lengths of queues at which something changes: thresholds and buffers."""

from collections.abc import Sequence

from cellwise.network import Network
from cellwise.plots.bounds import MOST_BOUNDS, Bound
from cellwise.source import Source

#: A bound further up than this, in parts of the greatest value, would press the curves down.
_FAR = 2.0


def bounds_at(source: Source, ports: Sequence[str], greatest: float) -> list[Bound]:
    """Give the thresholds and buffers of the queues of some ports, except those far above `greatest`.

    Parameters
    ----------
    source : Source
        The run.
    ports : sequence of str
        The ports that are shown.
    greatest : float
        The greatest value that is shown, in cells.
    """
    directions = Network.of(source.scenario).directions.values()
    queues = {one.port: one.queue for one in directions if one.queue and one.port in ports}
    found: dict[tuple[str, int], list[str]] = {}
    for port, queue in queues.items():
        for level in queue.levels:
            if level.cells <= _FAR * greatest:
                found.setdefault((level.name, level.cells), []).append(port)
    if len(found) > MOST_BOUNDS:
        return []
    return [
        Bound(name if len(of) == len(ports) else f"{name}, {', '.join(of)}", float(cells))
        for (name, cells), of in found.items()
    ]
