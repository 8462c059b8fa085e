"""Where the nodes of a network stand in its picture: in columns, from senders to receivers."""

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence

#: Times that the columns are put in order by their neighbours.
_SWEEPS = 4


def places(paths: Iterable[Sequence[str]], nodes: Iterable[str]) -> dict[str, tuple[float, float]]:
    """Place nodes in a square from 0 to 1.

    Parameters
    ----------
    paths : iterable of sequence of str
        The nodes that each connection passes, from its first end to its last.
    nodes : iterable of str
        All nodes; one that no path passes is put at the end.

    Returns
    -------
    dict
        By node, x and y: a node is right of those before it on the paths, but for paths that run in a circle.
    """
    ways = [list(path) for path in paths]
    column = _columns(ways, list(nodes))
    rows = _rows(ways, column)
    widest = max(column.values(), default=0) or 1
    return {node: (column[node] / widest, rows[node]) for node in column}


def _columns(ways: Sequence[Sequence[str]], nodes: Sequence[str]) -> dict[str, int]:
    """Number the columns: one more than the last of those before a node, in the order of the paths."""
    before: dict[str, set[str]] = {node: set() for node in nodes}
    for way in ways:
        for here, there in itertools.pairwise(way):
            # What would close a circle is left out.
            if not _leads(before, there, here):
                before[there].add(here)
    column: dict[str, int] = {}
    for node in nodes:
        _settle(node, before, column)
    return {node: column[node] for node in nodes}


def _leads(before: Mapping[str, set[str]], first: str, last: str) -> bool:
    """Return whether one node is somewhere before another."""
    seen, left = set(), [last]
    while left:
        node = left.pop()
        if node == first:
            return True
        if node not in seen:
            seen.add(node)
            left.extend(before[node])
    return False


def _settle(node: str, before: Mapping[str, set[str]], column: dict[str, int]) -> None:
    left = [node]
    while left:
        here = left[-1]
        missing = [one for one in sorted(before[here]) if one not in column]
        if missing:
            left.extend(missing)
            continue
        column[here] = 1 + max((column[one] for one in before[here]), default=-1)
        left.pop()


def _rows(ways: Sequence[Sequence[str]], column: Mapping[str, int]) -> dict[str, float]:
    """Order every column by the mean height of the neighbours, and spread it evenly."""
    beside: dict[str, set[str]] = {node: set() for node in column}
    for way in ways:
        for here, there in itertools.pairwise(way):
            beside[here].add(there)
            beside[there].add(here)
    by_column: dict[int, list[str]] = {}
    for node, number in column.items():
        by_column.setdefault(number, []).append(node)
    rows = _spread(by_column)
    for _ in range(_SWEEPS):
        for held in by_column.values():
            # A sum that does not hang on the order in which a set gives its members.
            held.sort(
                key=lambda node: math.fsum(rows[one] for one in beside[node]) / (len(beside[node]) or 1)
            )
        rows = _spread(by_column)
    return rows


def _spread(by_column: Mapping[int, Sequence[str]]) -> dict[str, float]:
    return {
        node: (place + 0.5) / len(held)
        for _, held in sorted(by_column.items())
        for place, node in enumerate(held)
    }
