"""The places of the bundles of a network in its picture, from senders to receivers."""

import itertools
import math
from collections.abc import Iterable, Sequence

from cellwise import _core
from cellwise.plots.bundles import Bundled
from cellwise.plots.network_marks import LABEL, Place

#: Room between boxes side by side, for a line and its queue between boxes that it joins, and around a label
#: there, in letters.
_BESIDE, _BETWEEN, _AROUND = 1.0, 4.0, 2.0

#: The distance above or below another of a node that is attached to it, in rows.
_UPRIGHT = 1.5

#: Times that columns are put in order.
_SWEEPS = 3


def spread(
    bundled: Bundled, at: Sequence[Place], half: Sequence[float], written: Sequence[str]
) -> list[Place]:
    """Put columns as far apart as their boxes, and what is written on links between them, ask for.

    `at` has the column and the row of each bundle, `half` half the width of their boxes in letters, `written`
    the text on each wire. Gives letters from the left and row of each bundle.
    """
    # Which bundle must be how far right of which other one.
    least: dict[tuple[int, int], float] = {}
    for left, right in itertools.permutations(range(len(at)), 2):
        if at[left][0] < at[right][0] and abs(at[left][1] - at[right][1]) < 1:
            least[left, right] = half[left] + half[right] + _BESIDE
    for wire, text in zip(bundled.wires, written, strict=True):
        left, right = sorted(wire.ends, key=lambda end: at[end][0])
        letters = max(map(len, text.split("\n")))
        least[left, right] = half[left] + half[right] + max(_BETWEEN, LABEL * letters + _AROUND)
    x: dict[float, float] = {}
    for column in sorted({column for column, _ in at}):
        places = [
            x[at[left][0]] + apart
            for (left, right), apart in least.items()
            if at[right][0] == column and at[left][0] < column
        ]
        x[column] = max(places, default=0.0)
    return [(x[column], row) for column, row in at]


def grid(bundled: Bundled) -> list[Place]:
    """Number columns and rows: bundles that lead to others in the middle, their senders above them."""
    names = [str(number) for number in range(len(bundled.bundles))]
    found = places([[str(one) for one in way.bundles] for way in bundled.ways], names)
    steps = sorted({x for x, _ in found.values()})
    first = [steps.index(found[name][0]) for name in names]
    beside = beside_of(bundled)
    at: list[Place] = [(float(column), 0.0) for column in first]
    hung: dict[tuple[int, int], list[int]] = {}
    for number, others in enumerate(beside):
        if len(others) == 1:
            (inner,) = others
            aside = -1 if first[number] < first[inner] else 1
            at[number] = (float(first[inner] + aside), 0.0)
            hung.setdefault((inner, aside), []).append(number)
    for (inner, aside), alone in hung.items():
        goes_on = any(
            first[other] == first[inner] + aside and len(beside[other]) > 1 for other in beside[inner]
        )
        if goes_on and len(alone) == 1:
            # Not next to the way that continues there, but above or below the node.
            at[alone[0]] = (float(first[inner]), -_UPRIGHT * aside)
    upright = {alone[0] for alone in hung.values() if at[alone[0]][1]}
    columns = sorted({x for x, _ in at})
    heights = [-found[name][1] for name in names]
    for _ in range(_SWEEPS):
        for column in columns:
            held = [number for number in range(len(at)) if at[number][0] == column and number not in upright]
            held.sort(key=lambda number: (-heights[number], number))
            for place, number in enumerate(held):
                at[number] = (column, (len(held) - 1) / 2 - place)
        # Then by the present places of the nodes next to them.
        heights = [math.fsum(at[one][1] for one in others) / max(len(others), 1) for others in beside]
    return at


def beside_of(bundled: Bundled) -> list[set[int]]:
    """Give the bundles that each is linked with."""
    beside: list[set[int]] = [set() for _ in bundled.bundles]
    for wire in bundled.wires:
        first, last = wire.ends
        beside[first].add(last)
        beside[last].add(first)
    return beside


def places(paths: Iterable[Sequence[str]], nodes: Iterable[str]) -> dict[str, tuple[float, float]]:
    """Place nodes in a square from 0 to 1; give x and y by node.

    `paths` are the nodes that each connection passes; a node that no path passes is put at the end. A node is
    right of those before it on the paths, except paths that run in a circle.
    """
    named = list(nodes)
    return dict(zip(named, _core.places([list(path) for path in paths], named), strict=True))
