"""The network of a scenario: nodes, links with rates and delays, queues, and the ways of connections."""

import re
from collections.abc import Sequence

from cellwise.network import Network
from cellwise.plots.bundles import Bundled, Way
from cellwise.plots.drawing import Axis, Drawing
from cellwise.plots.network_links import Links
from cellwise.plots.network_marks import Boxes, Path
from cellwise.plots.network_places import grid, spread
from cellwise.source import Source

#: More ways than this would hide the network: it is drawn without them.
_MOST_WAYS = 16

#: Room around the outermost nodes, in letters and in distances of rows.
_ASIDE, _ABOVE = 1.0, 0.55

#: Height of a line of a label beyond the second, in distances of rows.
_LINE = 0.25

#: Height of a picture with one row, and what a row and a name in the legend add, in parts of other plots'.
_HEIGHT, _HEIGHT_OF_ROW, _HEIGHT_OF_NAME = 0.45, 0.2, 0.03


def draw(source: Source) -> Drawing:
    """Draw the network of a run's scenario, with equal parts of it put together.

    Queues are those of switches' ports that data pass.
    """
    network = Network.of(source.scenario)
    bundled = Bundled.of(network)
    labels = [_label(network, bundled, number) for number in range(len(bundled.bundles))]
    half = [_width(label) / 2 for label in labels]
    columns = grid(bundled)
    links = Links.of(network, bundled, columns)
    at = spread(bundled, columns, half, links.written)
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
    rows = [y for _, y in at]
    # What is written above the links of the uppermost row.
    above = _LINE * max(max((text.count("\n") for text in links.above), default=0) - 1, 0)
    boxes = Boxes("nodes", at, labels, kinds, right - left)
    return Drawing(
        Axis("x", left, right),
        Axis("y", min(rows) - _ABOVE, max(rows) + _ABOVE + above),
        # The first of the ways has the first colour.
        [*ways, links.mark(bundled, at, half, right - left), boxes],
        title="; ".join(filter(None, [source.title, *links.shared, left_out])),
        footer=source.again,
        bare=True,
        height=_HEIGHT + _HEIGHT_OF_ROW * (max(rows) - min(rows) + above) + _HEIGHT_OF_NAME * len(ways),
    )


def _width(text: str) -> float:
    """Give the width of a box with a text, in letters."""
    return max(map(len, text.split("\n"))) + 1.5


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
