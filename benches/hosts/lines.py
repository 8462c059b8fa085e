"""The networks of the bench, their arithmetic, and how much is done on them."""

from dataclasses import dataclass
from typing import Any

from cellwise import Scenario

#: Octets of a cell, of its payload, and of an AAL5 trailer.
CELL_BYTES, PAYLOAD_BYTES, TRAILER_BYTES = 53, 48, 8
#: Octets of the encapsulation before an IP packet.
ENCAPSULATIONS = {"llc-snap": 8, "vc-mux": 0}
#: Octets of IPv4 with ICMP, with TCP, and of TCP's timestamps.
PING_BYTES, HEADERS_BYTES, TIMESTAMPS_BYTES = 28, 40, 12
MTU_BYTES = 1500

#: A flow with programs at its ends.
OUTSIDE: dict[str, Any] = {"kind": "outside"}


@dataclass(frozen=True)
class Effort:
    """How much is done. It changes the time that the bench takes, not its questions."""

    pings: int = 5
    passes: int = 3
    size_step: int = 1
    goodput_s: int = 10
    transfer_bytes: int = 4_000_000
    repeats: int = 3
    policed_bytes: int = 4 * 1024 * 1024
    bursts: tuple[int, ...] = (1000, 2000, 3000, 4000)
    mtus: tuple[int, ...] = (552, 1500, 4832, 9188)


QUICK = Effort(
    pings=3,
    passes=1,
    size_step=6,
    goodput_s=3,
    transfer_bytes=400_000,
    repeats=1,
    policed_bytes=256 * 1024,
    bursts=(4000,),
    mtus=(1500,),
)


def cells(packet_bytes: int, encapsulation: str = "llc-snap") -> int:
    """Count the cells of an IP packet."""
    return -(-(packet_bytes + ENCAPSULATIONS[encapsulation] + TRAILER_BYTES) // PAYLOAD_BYTES)


def segment_bytes(mtu: int) -> int:
    """Give the data of a full segment with timestamps."""
    return mtu - HEADERS_BYTES - TIMESTAMPS_BYTES


def goodput_bps(rate_bps: int, mtu: int = MTU_BYTES) -> float:
    """Give the goodput of full packets with timestamps at a rate of cells."""
    return rate_bps * segment_bytes(mtu) / (CELL_BYTES * cells(mtu))


def direct(rate_bps: int, encapsulation: str = "llc-snap") -> Scenario:
    """Two hosts on one line of a millisecond; no buffer is too small."""
    return Scenario(
        {
            "title": "A line between two hosts",
            "nodes": {"a": {"kind": "host"}, "b": {"kind": "host"}},
            "links": {"line": {"ends": ["a", "b"], "rate": f"{rate_bps} bit/s", "delay": "1 ms"}},
            "vcs": {"v": {"path": ["a", "b"], "encapsulation": encapsulation}},
            "flows": {"f": {"vc": "v", **OUTSIDE}},
        }
    )


def bottleneck(flow: dict[str, Any], **more: Any) -> Scenario:
    """A fast link and, behind a switch with 400 cells, one of 8 Mbit/s; 10 ms one way."""
    return Scenario(
        {
            "title": "A slow line behind a switch",
            "nodes": {
                "a": {"kind": "host"},
                "switch": {"kind": "switch", "buffer": "400 cells"},
                "b": {"kind": "host"},
            },
            "links": {
                "access": {"ends": ["a", "switch"], "rate": "100 Mbit/s", "delay": "1 ms"},
                "line": {"ends": ["switch", "b"], "rate": "8 Mbit/s", "delay": "9 ms"},
            },
            "vcs": {"v": {"path": ["a", "switch", "b"], "encapsulation": "llc-snap"}},
            "flows": {"f": {"vc": "v", **flow}},
            **more,
        }
    )


def policed(burst_cells: int, flow: dict[str, Any], **more: Any) -> Scenario:
    """The connection of bonaventure96: 155.52 Mbit/s, of which 10 Mbit/s and bursts pass the policer."""
    return Scenario(
        {
            "title": "A policed connection",
            "topology": {
                "template": "policed-vc",
                "link_delay": "120 us",
                "scr": "10 Mbit/s",
                "mbs": f"{burst_cells} cells",
            },
            "switch": {"buffer": "unlimited"},
            "atm": {"max_sdu": "9196 bytes"},
            "flow": flow,
            **more,
        }
    )
