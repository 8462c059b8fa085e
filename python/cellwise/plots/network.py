"""The network of a scenario: nodes, links with rates and delays, queues, and the ways of connections."""

import re
from collections.abc import Sequence

from cellwise.network import Network
from cellwise.plots.bundles import Bundled, Way
from cellwise.plots.drawing import Axis, Drawing
from cellwise.plots.network_faults import HALF_HEIGHT
from cellwise.plots.network_labels import extent
from cellwise.plots.network_layout import layout
from cellwise.plots.network_links import Links
from cellwise.plots.network_marks import Boxes, Path
from cellwise.plots.network_places import grid
from cellwise.source import Source

#: More ways than this would hide the network: it is drawn without them.
_MOST_WAYS = 16

#: Room around the outermost nodes and labels, in letters and in rows.
_ASIDE, _ASIDE_ROWS = 1.0, 0.2

#: Room for the legend of shapes below them, in rows.
_SHAPES_ROWS = 0.5

#: Height of a picture without rows, and what a row and a name in the legend add, in parts of other plots'.
_HEIGHT, _HEIGHT_OF_ROW, _HEIGHT_OF_NAME = 0.24, 0.19, 0.03


def draw(source: Source) -> Drawing:
    """Draw the network of a run's scenario, with equal parts of it put together.

    Queues are those of switches' ports that data pass.
    """
    network = Network.of(source.scenario)
    bundled = Bundled.of(network)
    labels = [_label(network, bundled, number) for number in range(len(bundled.bundles))]
    half = [(max(map(len, label.split("\n"))) + 1.5) / 2 for label in labels]
    # What is written says how far apart the bundles are; its arrows follow where they are then.
    at = layout(bundled, half, Links.of(network, bundled, grid(bundled)).written)
    links = Links.of(network, bundled, at)
    shown = bundled.ways if len(bundled.ways) <= _MOST_WAYS else []
    ways = [
        Path(
            _description(way),
            [at[bundle] for bundle in way.bundles],
            [labels[bundle] for bundle in way.bundles],
            number,
            len(shown),
        )
        for number, way in enumerate(shown)
    ]
    left_out = f"without {len(bundled.ways)} ways" if len(shown) < len(bundled.ways) else ""
    kinds = [network.nodes[nodes[0]] for nodes in bundled.bundles]
    left = min(x - reach for (x, _), reach in zip(at, half, strict=True)) - _ASIDE
    right = max(x + reach for (x, _), reach in zip(at, half, strict=True)) + _ASIDE
    wires = links.mark(bundled, at, half, (left, right))
    reached = [(y, HALF_HEIGHT) for _, y in at] + [extent(label)[1::2] for label in wires.labels]
    low = min(y - own for y, own in reached) - _ASIDE_ROWS - _SHAPES_ROWS
    high = max(y + own for y, own in reached) + _ASIDE_ROWS
    return Drawing(
        Axis("x", left, right),
        Axis("y", low, high),
        # The first of the ways has the first colour.
        [*ways, wires, Boxes("nodes", at, labels, kinds, right - left, bool(wires.queues))],
        title="; ".join(filter(None, [source.title, *links.shared, left_out])),
        footer=source.again,
        bare=True,
        height=_HEIGHT + _HEIGHT_OF_ROW * (high - low) + _HEIGHT_OF_NAME * len(ways),
    )


def _label(network: Network, bundled: Bundled, number: int) -> str:
    nodes = bundled.bundles[number]
    if len(nodes) == 1:
        return nodes[0]
    kind = network.nodes[nodes[0]]
    word = {"switch": "switches", "router": "routers"}.get(kind) or _role(bundled, nodes[0])
    return f"{len(nodes)} {word}\n{_span(nodes)}"


def _role(bundled: Bundled, host: str) -> str:
    """Name hosts by their role."""
    sends = any(host in way.senders for way in bundled.ways)
    receives = any(host in way.receivers for way in bundled.ways)
    return "hosts" if sends == receives else "sources" if sends else "destinations"


def _span(names: Sequence[str]) -> str:
    """Write names, those in a row by the first and the last of them."""
    if len(names) == 1:
        return names[0]
    parts = [re.fullmatch(r"(.*?)(\d+)", name) for name in names]
    found = [(one[1], int(one[2])) for one in parts if one]
    first = found[0] if found else ("", 0)
    in_a_row = [(first[0], first[1] + step) for step in range(len(names))]
    if found == in_a_row:
        return f"{names[0]} to {names[-1]}"
    return ", ".join(names) if len(names) < 4 else f"{names[0]}, {names[1]} … {names[-1]}"


def _description(way: Way) -> str:
    """Say what the legend says of a way."""
    what = [f"a {way.contract} contract" if way.contract else way.category.upper() or "packet links"]
    if way.kind:
        what.insert(0, way.kind.upper() if way.kind in ("tcp", "udp") else way.kind)
    counts = "1 VC" if len(way.vcs) == 1 else f"{len(way.vcs)} VCs"
    if way.flows > len(way.vcs):
        counts = f"{way.flows} flows in {counts}"
    if not way.vcs:
        counts = "1 flow" if way.flows == 1 else f"{way.flows} flows"
    return f"{counts}, {_span(way.senders)} → {_span(way.receivers)}: {' over '.join(what)}"
