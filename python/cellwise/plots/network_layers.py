"""Networks with several ways between two nodes, in layers (Sugiyama, Tagawa, Toda, 1981).

A layer has the nodes that are equally far from where the picture begins: a sender, at the left, or the
middle of the network, at the top. So a link joins nodes of one layer or of two that follow each other.
Nodes are in the order of the means of their neighbours (barycentres); then single nodes move while that
corrects a fault.
"""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from cellwise.plots.network_faults import Faults, Floats
from cellwise.plots.network_marks import Place

#: Times that layers are put in order, forth and back, and that each node is moved.
_SWEEPS, _MOVES = 8, 6

#: Rows by which a node is moved; it is also tried in the rows of its neighbours.
_STEPS = (0.5, 1.0, 1.5, 2.0)

#: In larger networks no node is moved: it would take long, and correct few faults.
_MOST_MOVED = 32

#: Room between boxes side by side in letters, and between layers beneath each other in rows.
_BESIDE, _BENEATH = 1.5, 2.0


def layers_from(roots: Iterable[int], beside: Sequence[set[int]]) -> list[list[int]]:
    """Put nodes into layers by how far they are from the nearest root; those that none reaches come last.

    `beside` has the nodes that each is linked with.
    """
    found = [sorted(set(roots))]
    seen = set(found[0])
    while found[-1]:
        following = dict.fromkeys(
            one for node in found[-1] for one in sorted(beside[node]) if one not in seen
        )
        seen.update(following)
        found.append(list(following))
    found[-1] = [node for node in range(len(beside)) if node not in seen]
    return [layer for layer in found if layer]


def middle_of(beside: Sequence[set[int]]) -> list[int]:
    """Give the nodes whose furthest other node is nearest."""
    far = [len(layers_from([node], beside)) for node in range(len(beside))]
    return [node for node, own in enumerate(far) if own == min(far)]


def in_order(layers: Sequence[Sequence[int]], beside: Sequence[set[int]]) -> list[list[int]]:
    """Put the nodes of each layer in the order in which the fewest links cross that was found."""
    made = [list(layer) for layer in layers]
    best, fewest = made, math.inf
    for sweep in range(_SWEEPS):
        forth = sweep % 2 == 0
        for at in range(len(made)) if forth else reversed(range(len(made))):
            made[at] = _by_means(made, at, forth, beside)
        crossings = _crossings(made, beside)
        if crossings < fewest:
            best, fewest = [list(layer) for layer in made], crossings
    return best


def _by_means(layers: Sequence[Sequence[int]], at: int, forth: bool, beside: Sequence[set[int]]) -> list[int]:
    """Put a layer in the order of the means of its nodes' neighbours, there and in the layer before."""
    near = [layers[one] for one in (at, at - 1 if forth else at + 1) if 0 <= one < len(layers)]
    places = {node: place - (len(layer) - 1) / 2 for layer in near for place, node in enumerate(layer)}

    def mean(node: int) -> float:
        # A node without neighbours keeps its place.
        of = [places[one] for one in beside[node] if one in places] or [places[node]]
        return math.fsum(of) / len(of)

    return sorted(layers[at], key=lambda node: (mean(node), places[node]))


def _crossings(layers: Sequence[Sequence[int]], beside: Sequence[set[int]]) -> int:
    """Count the links between layers that cross, and nodes between the ends of links within a layer."""
    place = {node: at for layer in layers for at, node in enumerate(layer)}
    found = 0
    for layer, following in zip(layers, [*layers[1:], []], strict=True):
        there = set(following)
        links = [(place[node], place[one]) for node in layer for one in beside[node] if one in there]
        found += sum((a - c) * (b - d) < 0 for a, b in links for c, d in links) // 2
        within = [abs(place[node] - place[one]) - 1 for node in layer for one in beside[node] if one in layer]
        found += sum(within)
    return found


def columns_of(layers: Sequence[Sequence[int]], pitch: float) -> list[Place]:
    """Number the column and the row of each node: layers from the left, each around the middle."""
    at = {
        node: (float(column), pitch * ((len(layer) - 1) / 2 - place))
        for column, layer in enumerate(layers)
        for place, node in enumerate(layer)
    }
    return [at[node] for node in range(len(at))]


def tiers_of(layers: Sequence[Sequence[int]], half: Sequence[float]) -> list[Place]:
    """Place layers beneath each other, all as wide as the widest, in letters and rows."""
    widths = [math.fsum(2 * half[node] + _BESIDE for node in layer) for layer in layers]
    at: dict[int, Place] = {}
    for number, (layer, width) in enumerate(zip(layers, widths, strict=True)):
        room = (max(widths) - width) / len(layer)
        x = 0.0
        for node in layer:
            own = 2 * half[node] + _BESIDE + room
            at[node] = (x + own / 2, -_BENEATH * number)
            x += own
    return [at[node] for node in range(len(at))]


def moved(at: Sequence[Place], faults: Faults) -> list[Place]:
    """Move single nodes up and down, or exchange two of a column, while that corrects more than it spoils."""
    where = np.array(at, dtype=np.float64)
    if len(where) > _MOST_MOVED:
        return list(at)
    for _ in range(_MOVES):
        before = where.copy()
        for node in range(len(where)):
            _move(where, node, faults)
        for node in range(len(where)):
            _exchange(where, node, faults)
        if (where == before).all():
            break
    return [(float(x), float(y)) for x, y in where]


def _move(where: Floats, node: int, faults: Faults) -> None:
    row, least = where[node, 1], faults.cost_of(where, node)
    best = row
    level = where[np.unique(faults.ends[faults.of[node]]), 1].tolist()
    for there in [*level, *(row + sign * step for step in _STEPS for sign in (1, -1))]:
        where[node, 1] = there
        cost = faults.cost_of(where, node)
        if cost < least - 1e-9:
            best, least = there, cost
    where[node, 1] = best


def _exchange(where: Floats, node: int, faults: Faults) -> None:
    for other in map(int, np.flatnonzero(where[:, 0] == where[node, 0])):
        if other <= node:
            continue
        before = faults.cost_of(where, node) + faults.cost_of(where, other)
        _swap(where, node, other)
        if faults.cost_of(where, node) + faults.cost_of(where, other) >= before - 1e-9:
            _swap(where, node, other)


def _swap(where: Floats, node: int, other: int) -> None:
    """Exchange the rows of two nodes."""
    where[node, 1], where[other, 1] = float(where[other, 1]), float(where[node, 1])
