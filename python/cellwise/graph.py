"""Reading an expanded scenario as a graph: quantities as numbers, the ports on the way of a connection.

The simulator resolves scenarios itself; this is for theory that its runs are compared with.
"""

import itertools
import re
from collections.abc import Mapping
from typing import Any

from cellwise.levels import UNITS

#: Service categories, the one served first at the head.
CATEGORIES = ("cbr", "rt-vbr", "nrt-vbr", "abr", "gfr", "ubr")

#: The categories that a contract is for, by the beginning of its kind, the usual one first.
_OF_CONTRACTS = {
    "cbr": ("cbr",),
    "vbr": ("nrt-vbr", "rt-vbr"),
    "uni3.0": ("nrt-vbr", "rt-vbr"),
    "ubr": ("ubr",),
    "abr": ("abr",),
    "gfr": ("gfr",),
}

#: The bits of a cell.
CELL_BITS = 424

#: An expanded scenario as nested dicts.
Document = Mapping[str, Any]

_RATES_BPS = {unit: float(size) for unit, size in UNITS["rate"].items()}
_SIZES_BYTES = {unit: float(size) for unit, size in UNITS["octets"].items()}
_SPANS_S = {unit: size / UNITS["time"]["s"] for unit, size in UNITS["time"].items()}


def rate_bps(text: str) -> float:
    """Read a rate as scenarios write it, in bit/s.

    Raises
    ------
    ValueError
        If it is no rate.

    Examples
    --------
    >>> rate_bps("149.76 Mbit/s"), rate_bps("10 cells/s")
    (149760000.0, 4240.0)
    """
    return _quantity(text, _RATES_BPS)


def span_s(text: str) -> float:
    """Read a time as scenarios write it, in seconds.

    Raises
    ------
    ValueError
        If it is no time.

    Examples
    --------
    >>> span_s("10 ms")
    0.01
    """
    return _quantity(text, _SPANS_S)


def size_bytes(text: str) -> float:
    """Read a size as scenarios write it, in octets.

    Raises
    ------
    ValueError
        If it is no size.

    Examples
    --------
    >>> size_bytes("4.2 MB")
    4200000.0
    """
    return _quantity(text, _SIZES_BYTES)


def _quantity(text: str, units: Mapping[str, float]) -> float:
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?) ?([A-Za-z/]+)", text)
    if not found or found[2] not in units:
        raise ValueError(f"{text!r} is not allowed; give a number and one of {', '.join(units)}")
    return float(found[1]) * units[found[2]]


def mean_rate_bps(source: Mapping[str, Any]) -> float:
    """Mean rate of a cell source, in bit/s of cells: its rate, times the share of the time that it is on."""
    rate = rate_bps(source["rate"])
    if source["pattern"] != "on-off":
        return rate
    on, off = span_s(source["on"]), span_s(source["off"])
    return rate * on / (on + off)


def atm_key(document: Document, vc: Mapping[str, Any], key: str, default: Any) -> Any:
    """Give a key of a virtual connection, from its entry or from ``[atm]``."""
    return vc.get(key, document.get("atm", {}).get(key, default))


def category(document: Document, vc: str) -> str:
    """Name the service category of a connection: its own, else that of its contract, else that of all."""
    entry = document["vcs"][vc]
    common = str(document.get("atm", {}).get("category", "ubr"))
    contract = entry.get("contract")
    if entry.get("category") or not contract:
        return str(entry.get("category") or common)
    kind = str(contract["kind"])
    fitting = next(names for begin, names in _OF_CONTRACTS.items() if kind.startswith(begin))
    return common if common in fitting else fitting[0]


def is_higher(name: str) -> bool:
    """Tell whether a category is served before ABR."""
    return CATEGORIES.index(name) < CATEGORIES.index("abr")


def cell_source(document: Document, flow: Mapping[str, Any]) -> Mapping[str, Any]:
    """Give the cell source of a flow, its own or that of ``[cells]``."""
    source: Mapping[str, Any] = {**document.get("cells", {}), **flow.get("cells", {})}["source"]
    return source


def is_backward(document: Document, flow: Mapping[str, Any]) -> bool:
    """Tell whether a flow sends from the last node of its connection to the first."""
    path = document["vcs"][flow["vc"]]["path"]
    first, last = _node(path[0]), _node(path[-1])
    sender = flow.get("from", first)
    if sender in (first, last):
        return bool(sender == last)
    # A host behind a router, which is at one end of the connection.
    pairs = [set(link["ends"]) for link in document["links"].values()]
    return {sender, last} in pairs


def links_by_ends(document: Document) -> dict[frozenset[str], str]:
    """Name the link between every two nodes that share one; of several, the first."""
    links = reversed(list(document["links"].items()))
    return {frozenset(link["ends"]): name for name, link in links}


def ports(
    document: Document, vc: str, links: Mapping[frozenset[str], str], *, backward: bool = False
) -> list[str]:
    """Name the sending ports on the way of a connection, as ``node.link``, in the order of its cells.

    `links` is what `links_by_ends` gives of the document.
    """
    path = document["vcs"][vc]["path"]
    passed = []
    for here, there in itertools.pairwise(path):
        link = here.partition(".")[2] or links[frozenset((_node(here), _node(there)))]
        passed.append(f"{_node(there if backward else here)}.{link}")
    return passed[::-1] if backward else passed


def port_rate_bps(document: Document, port: str) -> float:
    """Give the rate at which a port of `ports` sends, in bit/s."""
    node, _, name = port.partition(".")
    link = document["links"][name]
    reverse = link["ends"][1] == node and "reverse_rate" in link
    return rate_bps(link["reverse_rate" if reverse else "rate"])


def _node(step: str) -> str:
    return step.partition(".")[0]
