"""Cells that policers discard: they never come to the ports behind, and so are in no picture of these."""

from collections import Counter

import numpy as np

from cellwise.graph import Document
from cellwise.network import Network
from cellwise.results import Run

_REASONS = ("policed", "policed-frame", "policed-remainder")


def policed(run: Run, document: Document, port: str, from_s: float, until_s: float) -> dict[str, int]:
    """Count the cells that policers kept from a port in a part of a run.

    Parameters
    ----------
    run : Run
        With its losses recorded.
    document : dict
        The run's expanded scenario.
    port : str
        Only connections that pass it count, and only policers before it.
    from_s, until_s : float
        The part of the run, in simulated seconds.

    Returns
    -------
    dict
        Cells by the policer's place.
    """
    network = Network.of(document)
    losses = run.columns("losses")
    found: Counter[str] = Counter()
    during = (losses["time_s"] >= from_s) & (losses["time_s"] <= until_s)
    for row in np.flatnonzero(during & np.isin(losses["reason"], _REASONS)).tolist():
        ways = network.ways_back if losses["direction"][row] == "backward" else network.ways
        place = str(losses["place"][row])
        if _is_behind(ways.get(str(losses["vc"][row]), []), port, place):
            found[place] += int(losses["cells"][row])
    return dict(found)


def _is_behind(way: list[str], port: str, place: str) -> bool:
    """Tell whether cells on their way come to a port after a policer; it stands where they enter its node."""
    nodes = [one.partition(".")[0] for one in way]
    node = place.partition(".")[0]
    return port in way and node in nodes and way.index(port) >= nodes.index(node)
