"""Cells that policers discard: they never come to the ports behind, and so are in no picture of these."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from cellwise.network import Network
from cellwise.results import Run
from cellwise.vocabulary import LOSS_PLACES

_REASONS = [reason for reason, place in LOSS_PLACES.items() if place == "policer"]


def policed(run: Run, network: Network, port: str, from_s: float, until_s: float) -> dict[str, int]:
    """Count the cells that policers kept from a port in a part of a run.

    Parameters
    ----------
    run : Run
        With its losses recorded.
    network : Network
        The run's.
    port : str
        Only connections that pass it count, and only policers before it.
    from_s, until_s : float
        The part of the run, in simulated seconds.

    Returns
    -------
    dict
        Cells by the policer's place.
    """
    losses = run.columns("losses")
    found: Counter[str] = Counter()
    during = (losses["time_s"] >= from_s) & (losses["time_s"] <= until_s)
    for row in np.flatnonzero(during & np.isin(losses["reason"], _REASONS)).tolist():
        way = network.vcs[str(losses["vc"][row])].ways[losses["direction"][row] == "backward"]
        place = str(losses["place"][row])
        if _is_behind(way, port, place):
            found[place] += int(losses["cells"][row])
    return dict(found)


def _is_behind(way: Sequence[str], port: str, place: str) -> bool:
    """Return whether cells come to a port after a policer; it stands where they enter its node."""
    nodes = [one.partition(".")[0] for one in way]
    node = place.partition(".")[0]
    return port in way and node in nodes and way.index(port) >= nodes.index(node)
