"""Where the nodes of a network stand in its picture: in columns, from senders to receivers."""

from collections.abc import Iterable, Sequence

from cellwise import _core


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
    named = list(nodes)
    return dict(zip(named, _core.places([list(path) for path in paths], named), strict=True))
