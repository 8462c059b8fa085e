"""Which of several layouts a picture of a network has: the one with the fewest faults."""

from collections.abc import Iterable, Sequence

from cellwise.plots.bundles import Bundled
from cellwise.plots.network_faults import HALF_HEIGHT, Faults
from cellwise.plots.network_layers import (
    columns_of,
    in_order,
    layers_from,
    middle_of,
    moved,
    tiers_of,
)
from cellwise.plots.network_marks import LINE, Place
from cellwise.plots.network_places import beside_of, grid, spread

#: The most senders and receivers from which layers are tried.
_MOST_ROOTS = 6

#: So many of the best layouts in layers have their nodes moved.
_MOST_MOVED = 2

#: How bad it is that a connection runs from the right to the left.
_AGAINST = 20.0

#: The largest network of which the middle is looked for.
_MOST_IN_TIERS = 200


def layout(bundled: Bundled, half: Sequence[float], written: Sequence[str]) -> list[Place]:
    """Place the bundles of a network: letters from the left, and rows.

    `half` is half the width of their boxes in letters, `written` the text on each wire.
    """
    faults = Faults([wire.ends for wire in bundled.wires], half)
    at = spread(bundled, grid(bundled), half, written)
    if not any(faults.count(at)):
        # Along the connections, which nothing else shows as well.
        return at

    def cost(made: Sequence[Place]) -> float:
        return faults.cost(made) + _AGAINST * _against(bundled, made)

    in_layers = sorted(_layered(bundled, half, written), key=cost)[:_MOST_MOVED]
    made = [at, *(moved(one, faults) for one in in_layers), *_in_tiers(bundled, half)]
    return min(made, key=cost)


def _layered(bundled: Bundled, half: Sequence[float], written: Sequence[str]) -> Iterable[list[Place]]:
    beside = beside_of(bundled)
    pitch = max(
        1.0, 2 * HALF_HEIGHT + LINE * max((text.count("\n") + 1 for text in written if text), default=0)
    )
    for root in _roots(bundled):
        layers = in_order(layers_from([root], beside), beside)
        yield _from_the_left(bundled, spread(bundled, columns_of(layers, pitch), half, written))


def _in_tiers(bundled: Bundled, half: Sequence[float]) -> Iterable[list[Place]]:
    beside = beside_of(bundled)
    if len(beside) <= _MOST_IN_TIERS:
        yield tiers_of(in_order(layers_from(middle_of(beside), beside), beside), half)


def _from_the_left(bundled: Bundled, at: list[Place]) -> list[Place]:
    """Turn a picture around in which most connections run from the right, as one from a receiver does."""
    return [(-x, y) for x, y in at] if 2 * _against(bundled, at) > len(bundled.ways) else at


def _against(bundled: Bundled, at: Sequence[Place]) -> int:
    """Count the connections whose receivers are left of their senders."""
    ends = [way.bundles[:: 1 - 2 * way.backward] for way in bundled.ways]
    return sum(at[passed[0]][0] > at[passed[-1]][0] for passed in ends)


def _roots(bundled: Bundled) -> list[int]:
    """Give where layers may begin: at senders and receivers; without any, at the first node."""
    ends = [way.bundles[end] for end in (0, -1) for way in bundled.ways]
    return list(dict.fromkeys(ends))[:_MOST_ROOTS] or [0]
