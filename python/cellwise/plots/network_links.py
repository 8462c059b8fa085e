"""The links of a picture of a network: rates, delays and queues, each written once."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cellwise.network import Network
from cellwise.plots.bundles import Bundled, Way, Wire
from cellwise.plots.network_marks import Place, Wires
from cellwise.plots.network_places import along, beside_of

#: A label that so many links share is written once.
_SHARED = 3

#: How far from its box a queue is drawn, in letters.
_QUEUE = 1.3

#: The place of a label next to a link of several that leave a node: nearer to the other end.
_OUT = 0.65

_RATES = ((1e9, "Gbit/s"), (1e6, "Mbit/s"), (1e3, "kbit/s"))
_SPANS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns"))


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
        speeds = [_speed(network, wire, at) for wire in bundled.wires]
        queues = [_queues(network, wire, busy) for wire in bundled.wires]
        usual_speed = _usual(speeds)
        usual_queue = _usual([text for pair in queues for text in pair if text])
        texts = [[one if one != usual_queue else "" for one in pair] for pair in queues]
        below = [
            _both(there, back, *_arrows(wire, at))
            for wire, (there, back) in zip(bundled.wires, texts, strict=True)
        ]
        is_same, is_one = len(set(speeds)) == 1, not any(below)
        adapter = str(network.document.get("adapter", {}).get("buffer", "unlimited"))
        shared = [
            f"{'all' if is_same else 'other'} links: {', '.join(usual_speed.split(chr(10)))}"
            if usual_speed
            else "",
            f"{'all' if is_one else 'other'} queues: {usual_queue}" if usual_queue else "",
            f"adapters: {adapter} for each connection" if adapter != "unlimited" else "",
        ]
        above = ["" if text == usual_speed else text for text in speeds]
        return cls(above, below, queues, shared)

    @property
    def written(self) -> list[str]:
        """What is written on each link."""
        return [f"{above}\n{below}" for above, below in zip(self.above, self.below, strict=True)]

    def mark(self, bundled: Bundled, at: Sequence[Place], half: Sequence[float], letters: float) -> Wires:
        """Draw them where the bundles are, whose boxes reach so many letters to both sides."""
        middles, queues = [], []
        joined = [len(one) for one in beside_of(bundled)]
        for wire, waiting in zip(bundled.wires, self.queues, strict=True):
            first, last = sorted(wire.ends, key=lambda end: at[end])
            begin = along(at[first], at[last], half[first])
            part = _OUT if _outwards(wire, at, joined) else 0.5
            if joined[first] < joined[last]:
                part = 1 - part
            middles.append(along(begin, at[last], part * (at[last][0] - half[last] - begin[0])))
            for end, other, text in zip(wire.ends, reversed(wire.ends), waiting, strict=True):
                if text:
                    queues.append(along(at[end], at[other], half[end] + _QUEUE))
        return Wires(
            "links",
            [(at[wire.ends[0]], at[wire.ends[1]]) for wire in bundled.wires],
            self.above,
            self.below,
            middles,
            [_outwards(wire, at, joined) for wire in bundled.wires],
            queues,
            [sum(_passes(way, wire) for way in bundled.ways) for wire in bundled.wires],
            letters,
        )


def _outwards(wire: Wire, at: Sequence[Place], joined: Sequence[int]) -> int:
    outer, inner = sorted(wire.ends, key=lambda end: joined[end])
    return (at[outer][1] > at[inner][1]) - (at[outer][1] < at[inner][1])


def _usual(labels: Iterable[str]) -> str:
    """Give the label that so many share that it is written once; nothing if they share no label."""
    ((label, count),) = Counter(labels).most_common(1) or (("", 0),)
    return label if count >= _SHARED else ""


def _arrows(wire: Wire, at: Sequence[Place]) -> tuple[str, str]:
    """Give the arrows from the first end of a link to the last, and back."""
    return ("→", "←") if at[wire.ends[0]][0] <= at[wire.ends[1]][0] else ("←", "→")


def _both(there: str, back: str, arrow: str, arrow_back: str) -> str:
    """Write what both directions of a link have, if either has something."""
    if there and back:
        return f"{arrow} {there}\n{arrow_back} {back}"
    return there or back


def _speed(network: Network, wire: Wire, at: Sequence[Place]) -> str:
    """Write rate and delay of a link, the kind of a packet link, and whether it has errors."""
    link = network.links[wire.links[0]]
    directions = link.directions
    rates = [_scaled(one.rate_bps, _RATES) for one in directions]
    delays = [_scaled(one.delay_s, _SPANS) for one in directions]
    rate, delay = (_pair(pair, *_arrows(wire, at)) for pair in (rates, delays))
    delay = delay if any(one.delay_s for one in directions) else ""
    noisy = "noisy" if any(one.noise for one in directions) else ""
    kind = "" if link.is_atm else link.kind
    return "\n".join(filter(None, [kind, rate, delay, noisy]))


def _pair(texts: Sequence[str], arrow: str, arrow_back: str) -> str:
    return texts[0] if len(set(texts)) == 1 else f"{arrow} {texts[0]}\n{arrow_back} {texts[1]}"


def _scaled(value: float, units: Sequence[tuple[float, str]]) -> str:
    """Write a quantity in the largest unit of which it has one at least."""
    size, unit = next((one for one in units if value >= one[0]), units[-1] if value else units[0])
    return f"{value / size:.6g} {unit}"


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
