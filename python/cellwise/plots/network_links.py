"""The links of a picture of a network: rates, delays and queues, each written once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cellwise.network import Network
from cellwise.plots.bundles import Bundled, Way, Wire
from cellwise.plots.network_faults import HALF_HEIGHT
from cellwise.plots.network_labels import Wanted, labelled, visible
from cellwise.plots.network_marks import Place, Segment, Wires, label_off
from cellwise.plots.network_speeds import arrows, speed, usual, written_once

#: How far from its box a queue is drawn, in letters to the side and in rows up or down.
_QUEUE = (1.3, 0.2)

#: Half the width of a queue in letters, and half its height in rows.
_MARKER = (1.2, 0.1)


@dataclass(frozen=True, slots=True)
class Links:
    """What is written on the links of a picture, in their order, and what is said of several at once."""

    above: Sequence[str]
    below: Sequence[str]
    queues: Sequence[tuple[str, str]]
    shared: Sequence[str]

    @classmethod
    def of(cls, network: Network, bundled: Bundled, at: Sequence[Place]) -> "Links":
        """Read the links of a network whose bundles are at some places."""
        busy = _busy(network, bundled)
        above, shared_speed = written_once([speed(network, wire, at) for wire in bundled.wires])
        queues = [_queues(network, wire, busy) for wire in bundled.wires]
        usual_queue, _ = usual([text for pair in queues for text in pair if text])
        texts = [[one if one != usual_queue else "" for one in pair] for pair in queues]
        below = [
            _both(there, back, *arrows(wire, at))
            for wire, (there, back) in zip(bundled.wires, texts, strict=True)
        ]
        adapter = str(network.document.get("adapter", {}).get("buffer", "unlimited"))
        shared = [
            shared_speed,
            f"{'other' if any(below) else 'all'} queues: {usual_queue}" if usual_queue else "",
            f"adapters: {adapter} for each connection" if adapter != "unlimited" else "",
        ]
        return cls(above, below, queues, shared)

    @property
    def written(self) -> list[str]:
        """What is written on each link."""
        return [f"{above}\n{below}" for above, below in zip(self.above, self.below, strict=True)]

    def mark(
        self, bundled: Bundled, at: Sequence[Place], half: Sequence[float], ends: tuple[float, float]
    ) -> Wires:
        """Draw them where the bundles are, whose boxes reach so many letters to both sides.

        `ends` are the left and the right end of the picture, in letters.
        """
        queues = [
            visible(at[end], at[other], half[end] + _QUEUE[0], 0.0, HALF_HEIGHT + _QUEUE[1])[0]
            for wire, waiting in zip(bundled.wires, self.queues, strict=True)
            for end, other, text in zip(wire.ends, reversed(wire.ends), waiting, strict=True)
            if text
        ]
        seen = [
            visible(at[first], at[last], half[first], half[last], HALF_HEIGHT)
            for first, last in (wire.ends for wire in bundled.wires)
        ]
        boxes = [(x, y, own, HALF_HEIGHT) for (x, y), own in zip(at, half, strict=True)]
        boxes += [(x, y, *_MARKER) for x, y in queues]
        whole = [(at[first], at[last]) for first, last in (wire.ends for wire in bundled.wires)]
        ways = max((sum(_passes(way, wire) for way in bundled.ways) for wire in bundled.wires), default=0)
        letters = ends[1] - ends[0]
        labels = labelled(self._wanted(seen), whole, np.array(boxes), ends, label_off(ways, letters))
        return Wires("links", whole, self.above, self.below, labels, queues, ways, letters)

    def _wanted(self, seen: Sequence[Segment]) -> list[Wanted]:
        """List the texts: of a level link speed above and queues below, of others both together."""
        found = []
        for segment, above, below in zip(seen, self.above, self.below, strict=True):
            is_level = segment[0][1] == segment[1][1]
            texts = [(above, 1), (below, -1)] if is_level else [("\n".join(filter(None, [above, below])), 1)]
            found += [Wanted(text, segment, side) for text, side in texts if text]
        return found


def _both(there: str, back: str, arrow: str, arrow_back: str) -> str:
    """Write what both directions of a link have, if either has something."""
    if there and back:
        return f"{arrow} {there}\n{arrow_back} {back}"
    return there or back


def _busy(network: Network, bundled: Bundled) -> set[str]:
    """Name the ports that data pass."""
    return {port for way in bundled.ways for vc in way.vcs for port in network.vcs[vc].ways[way.backward]}


def _queues(network: Network, wire: Wire, busy: set[str]) -> tuple[str, str]:
    """Write the queues at the first end of a link and at the last; nothing where no data wait in one.

    Of packet queues it is the discipline; tail drop, which packet links have by default, goes without saying.
    """
    found = {
        one.sender: one.discipline
        for one in network.links[wire.links[0]].directions
        if one.discipline and one.discipline != "tail"
    }
    for one in network.directions.values():
        if one.link in wire.links and one.port in busy and one.queue:
            policy = "" if one.queue.policy == "tail" else one.queue.policy
            found[one.sender] = ", ".join(filter(None, [one.queue.buffer, policy, one.queue.rule]))
    first, last = network.links[wire.links[0]].ends
    return found.get(first, ""), found.get(last, "")


def _passes(way: Way, wire: Wire) -> bool:
    pairs = zip(way.bundles, way.bundles[1:], strict=False)
    return any({*pair} == {*wire.ends} for pair in pairs)
