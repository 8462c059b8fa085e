"""Orders in which things of a run have colours: a flow has the same one in every plot of the run.

The order is that of the run and not of the part that a plot shows, so that choosing some changes no colour.
"""

from collections.abc import Sequence

from cellwise.groups import levels_of
from cellwise.levels import Level
from cellwise.metrics import shared_ports
from cellwise.plots.needs import (
    BACKLOG,
    BACKLOG_BYTES,
    BUSY,
    DROP_PROBABILITY,
    OCCUPANCY,
    QUEUE,
    SOJOURN,
    TRANSMITTED,
    Probe,
)
from cellwise.plots.places import ordered
from cellwise.source import Source

#: The tables that say which ports flows share.
_OF_PORTS = ("flows", "vcs", "ports")

#: The probes of ports, those of cells and those of packets.
_AT_CELLS = (QUEUE, TRANSMITTED, OCCUPANCY)
_AT_PACKETS = (SOJOURN, BACKLOG, BACKLOG_BYTES, DROP_PROBABILITY, BUSY)


def flows(source: Source) -> list[str]:
    """Name the flows of a run."""
    return [str(name) for name in source.tables("flows")["flow"]]


def vcs(source: Source) -> list[str]:
    """Name the virtual connections of a run."""
    return list(dict.fromkeys(str(name) for name in source.tables("vcs")["vc"]))


def ports(*sources: Source) -> list[str]:
    """Name the ports that plots show: those of which something was recorded, then those that flows share.

    The others come after them; there are many, and no plot shows them.
    """
    found: dict[str, None] = {}
    for source in sources:
        names = [str(name) for name in source.tables("ports")["port"]]
        recorded = set(_recorded(source, _AT_CELLS))
        found |= dict.fromkeys(name for name in names if name in recorded)
        found |= dict.fromkeys(_recorded(source, _AT_PACKETS))
        found |= dict.fromkeys(shared_ports(*(source.tables(name) for name in _OF_PORTS)))
    return list(found)


def _recorded(source: Source, probes: Sequence[Probe]) -> list[str]:
    """Name the ports of which something was recorded, in the order in which it was."""
    return [one.target.split()[0] for probe in probes for one in probe.found(source)]


def curves(sources: Sequence[Source], path: str) -> list[Level]:
    """Give the values of a setting in all of some runs; those without it are left out."""
    return ordered(set(levels_of(sources, path)))
