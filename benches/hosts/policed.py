"""Transfers as `ttcp` makes them over a policed connection, with a kernel of today."""

import json
from collections.abc import Iterator
from typing import Any

from cellwise import run

from .attended import Hosts, peer
from .lines import HEADERS_BYTES, OUTSIDE, Effort, goodput_bps, policed
from .points import Measured, Store, measure

PART = "policed"
PROGRAMS = ("ss",)
SCR_BPS = 10_000_000
#: Of the document (section 4).
WINDOW_BYTES = 49_152
#: The least MTU of a device; smaller segments make smaller packets.
_LEAST_MTU = 1280


def measure_all(store: Store, effort: Effort) -> Iterator[Measured]:
    """Measure every size of packets with every burst size."""
    for burst in effort.bursts:
        for mtu in effort.mtus:

            def work(hosts: Hosts, mtu: int = mtu) -> dict[str, Any]:
                return _transfer(hosts, mtu, effort.policed_bytes)

            ours = simulated(burst, mtu, effort.policed_bytes)
            name = f"mbs-{burst}-mtu-{mtu}"
            device = max(mtu, _LEAST_MTU)
            yield measure(store, PART, name, policed(burst, OUTSIDE), work, ours, device)


def _transfer(hosts: Hosts, mtu: int, octets: int) -> dict[str, Any]:
    taking = hosts.receiver(1, WINDOW_BYTES)
    sent = json.loads(
        hosts.call(0, *peer("send", "198.18.0.2", 5001, octets, "cubic", mtu - HEADERS_BYTES, 0))
    )
    taken = json.loads(hosts.end_of(taking))[0]
    took_s = taken["ended_s"] - taken["accepted_s"]
    return {
        "mtu": mtu,
        # As the receiver's ttcp prints it.
        "goodput_bps": 8 * taken["octets"] / took_s,
        "octets": taken["octets"],
        "retransmitted": sent["retransmitted"],
    }


def simulated(burst: int, mtu: int, octets: int) -> dict[str, Any]:
    """Give the outcome with simulated hosts of the profile `linux-6`, and the goodput of the contract."""
    scenario = policed(
        burst,
        {"size": f"{octets} bytes"},
        duration="600 s",
        tcp={
            "profile": "linux-6",
            "mss": f"{mtu - HEADERS_BYTES} bytes",
            "receive_window": f"{WINDOW_BYTES} bytes",
            "send_buffer": "4 MiB",
            "write_size": "16384 bytes",
            "handshake": True,
        },
    )
    flow = run(scenario).flows.fetchnumpy()
    took_s = float(flow["ended_s"][0] - flow["receiver_established_s"][0])
    return {
        "burst_cells": burst,
        "goodput_bps": 8 * float(flow["delivered_bytes"][0]) / took_s,
        "retransmitted": int(flow["retransmitted_segments"][0]),
        "ceiling_bps": goodput_bps(SCR_BPS, mtu),
    }
