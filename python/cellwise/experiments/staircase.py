"""The staircase of an access line: round-trip times of packets on an idle line, by formula and by runs.

The line is the only slow link between a server and a client, as the template ``adsl`` has them; the packet
and its answer are of one size. A frame of n cells needs, over links in a row, the propagation delays, one
cell time on each link, and n - 1 more on the slowest (cells are passed on one by one).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cellwise import _core, quantity
from cellwise.network import Network
from cellwise.run import run
from cellwise.scenario import Scenario
from cellwise.theory.access_line import KEYWORDS, PAYLOAD_BYTES, TRAILER_BYTES
from cellwise.vocabulary import CELL_BITS

#: Octets of the IP and UDP headers, below which no packet is simulated, and of one with an octet of data.
HEADER_BYTES = 28
LEAST_BYTES, MOST_BYTES = HEADER_BYTES + 1, 65_000

#: Rate and lengths of the other links: short compared with any line.
_FAST, _NEAR_KM = "10 Gbit/s", 0.1

#: What lies between the end of a packet and the start of its answer, in s.
_APART_S = 1.0


@dataclass(frozen=True, slots=True)
class Step:
    """One step: packets of so many cells."""

    cells: int
    from_bytes: int
    """Octets of the smallest packet on it that was asked for."""
    to_bytes: int
    """Octets of the largest."""
    round_trip_s: float
    """By formula."""
    simulated_s: tuple[float, float] | None = None
    """Of the smallest and the largest, by runs."""


def encapsulation_named(name: str) -> str | None:
    """Give the encapsulation of the catalogue that a name of it or a keyword of tc means.

    None for a keyword that only adds octets before cells are counted, to be on the safe side.

    Raises `ValueError` if the name is not known or means no cells; the message names those that do.

    Examples
    --------
    >>> encapsulation_named("pppoe-llcsnap"), encapsulation_named("llc-snap")
    ('pppoe-llc', 'llc-snap')
    >>> encapsulation_named("conservative")
    """
    known = [row["encapsulation"] for row in _core.overhead(["1"])]
    if name in known:
        return name
    if name in KEYWORDS and KEYWORDS[name].framing == "atm":
        return KEYWORDS[name].encapsulation or None
    keywords = [one.name for one in KEYWORDS.values() if one.framing == "atm" and one.name not in known]
    what = "carries no cells" if name in KEYWORDS else "is not known"
    raise ValueError(f"encapsulation: {name!r} {what}; known: {', '.join([*known, *keywords])}")


def steps(
    encapsulation: str,
    down_bps: int,
    up_bps: int,
    from_bytes: int = 40,
    to_bytes: int = 1500,
    *,
    by_run: bool = False,
) -> list[Step]:
    """Give the steps of a line.

    Raises `ValueError` if a value is out of range, or a framing that is to be simulated is no encapsulation.

    Parameters
    ----------
    encapsulation : str
        One of the catalogue, or a keyword of tc's for lines of cells.
    down_bps, up_bps : int
        Rates of the line in bit/s of cells; from 1 kbit/s to 1 Gbit/s.
    from_bytes, to_bytes : int
        Octets of the smallest and the largest IP packet; from 29 to 65000.
    by_run : bool
        Also simulate the smallest and the largest packet of each step.

    Examples
    --------
    >>> for step in steps("pppoe-llcsnap", 8_000_000, 1_000_000, 40, 200):
    ...     print(step.cells, step.from_bytes, step.to_bytes, round(1e3 * step.round_trip_s, 3))
    2 40 56 0.996
    3 57 104 1.473
    4 105 152 1.95
    5 153 200 2.427
    """
    name = encapsulation_named(encapsulation)
    if by_run and name is None:
        raise ValueError(
            f"run: {encapsulation!r} only adds octets and is no encapsulation that runs can have; "
            "leave the runs out, or give an encapsulation"
        )
    if not LEAST_BYTES <= from_bytes <= to_bytes <= MOST_BYTES:
        raise ValueError(
            f"sizes: {from_bytes} to {to_bytes} octets is not allowed; give a range from {LEAST_BYTES} "
            f"to {MOST_BYTES}"
        )
    for way, rate in (("down", down_bps), ("up", up_bps)):
        if not 1_000 <= rate <= 1_000_000_000:
            raise ValueError(f"{way}: {rate} bit/s is not allowed; give a rate from 1 kbit/s to 1 Gbit/s")
    by_cells: dict[int, list[int]] = {}
    for size, count in zip(
        range(from_bytes, to_bytes + 1), _cells(encapsulation, name, from_bytes, to_bytes), strict=True
    ):
        by_cells.setdefault(count, []).append(size)
    # On an idle line only the number of cells counts, not what is in them.
    scenario = _scenario(name or "llc-snap", down_bps, up_bps)
    network = Network.of(scenario)
    made = []
    for cells, sizes in by_cells.items():
        low, high = sizes[0], sizes[-1]
        simulated = (_simulated_s(scenario, low), _simulated_s(scenario, high)) if by_run else None
        both_ways_s = sum(_frame_delay_s(network, cells, backward=way) for way in (False, True))
        made.append(Step(cells, low, high, both_ways_s, simulated))
    return made


def _cells(keyword: str, encapsulation: str | None, from_bytes: int, to_bytes: int) -> list[int]:
    """Count the cells of packets of all sizes in a range, both ends included."""
    sizes = range(from_bytes, to_bytes + 1)
    if encapsulation is None:
        return [KEYWORDS[keyword].cells(size) or 0 for size in sizes]
    return [row["cells"] for row in _core.overhead([str(size) for size in sizes], encapsulation)]


def _scenario(encapsulation: str, down_bps: int, up_bps: int) -> Scenario:
    return Scenario.from_template("adsl").with_(
        {
            "title": "an idle access line",
            "topology.lines": 1,
            "topology.downstream": f"{down_bps} bit/s",
            "topology.upstream": f"{up_bps} bit/s",
            "topology.client_downstream": _FAST,
            "topology.client_upstream": _FAST,
            "topology.trunk_rate": _FAST,
            "topology.server_rate": _FAST,
            "topology.trunk_km": _NEAR_KM,
            "topology.server_km": _NEAR_KM,
            "atm.encapsulation": encapsulation,
        }
    )


def _frame_delay_s(network: Network, cells: int, *, backward: bool) -> float:
    ports = network.vcs["vc1"].ways[backward]
    cell_times_s = [CELL_BITS / network.directions[port].rate_bps for port in ports]
    delays_s = [link.directions[0].delay_s for link in network.links.values()]
    return math.fsum([*delays_s, *cell_times_s, (cells - 1) * max(cell_times_s)])


def _simulated_s(scenario: Scenario, packet_bytes: int) -> float:
    """Send one packet down an idle line, and one up."""
    payload = f"{packet_bytes - HEADER_BYTES} bytes"
    rate_bps = min(quantity.rate_bps(scenario["topology"][way]) for way in ("downstream", "upstream"))
    # No encapsulation takes a packet more than 53 octets for 48, and two cells more.
    longest_s = 8 * (53 / 48 * packet_bytes + 4 * 53) / rate_bps
    apart_s = math.ceil(_APART_S + longest_s)
    result = run(
        scenario.with_(
            {
                "duration": f"{2 * apart_s} s",
                "flow": {"kind": "udp", "size": payload},
                "udp": {"payload": payload},
                "flows": {"up": {"vc": "vc1", "from": "client1", "start": f"{apart_s} s"}},
            }
        )
    )
    flows = result.columns("flows")
    if flows["segments_received"].tolist() != [1, 1]:
        raise RuntimeError(f"staircase: packets of {packet_bytes} octets did not arrive; please report it")
    return float(flows["delay_mean_s"].sum())


def curve(made: Sequence[Step], *, simulated: bool = False) -> tuple[list[int], list[float]]:
    """Give the corners of the staircase: octets, and round-trip times in ms."""
    sizes, times_ms = [], []
    for step in made:
        sizes += [step.from_bytes, step.to_bytes]
        ends_s = (
            step.simulated_s if simulated and step.simulated_s else (step.round_trip_s, step.round_trip_s)
        )
        times_ms += [1e3 * end for end in ends_s]
    return sizes, times_ms


def candidates(offsets: Sequence[int]) -> dict[str, int]:
    """Name what adds one of some overheads, or 48 more, to a packet, with the octets that it adds.

    Keywords of tc stand for the encapsulations that count alike; those that keep the Ethernet check sequence
    have no keyword.

    Examples
    --------
    >>> candidates([32])
    {'bridged-llcsnap': 32, 'pppoe-vcmux': 32, 'lane-token-ring': 32}
    """
    octets = {one.name: one.overhead_bytes for one in KEYWORDS.values() if one.encapsulation}
    with_keyword = {one.encapsulation for one in KEYWORDS.values()}
    for row in _core.overhead(["1000"]):
        if row["encapsulation"] not in with_keyword:
            octets[row["encapsulation"]] = row["sdu_bytes"] - row["packet_bytes"] + TRAILER_BYTES
    return {name: own for offset in offsets for name, own in octets.items() if own % PAYLOAD_BYTES == offset}
