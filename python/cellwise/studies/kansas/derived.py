"""What follows from choices and levels by arithmetic: times, windows, rates, buffers at the edge, bursts."""

import math
from collections.abc import Mapping
from typing import Any

from cellwise.study.draws import uniform

#: Rate of every ATM link (section 4.2), in bit/s.
LINK_RATE_BPS = 149.76e6

#: Octets of a segment, and of the cells that it becomes.
SEGMENT_BYTES = 9140
WIRE_BYTES = 192 * 53

#: Mean time for which a bursty source has data, and for which it has none, in seconds; both exponential.
MEAN_ON_S = 0.5
MEAN_OFF_S = 0.5

#: A fabric that limits without damage refuses whole frames when its queue is 4 frames below the buffer.
_ARCHITECTURES: Mapping[str, Mapping[str, Any]] = {
    "output-buffered": {"kind": "output-buffered"},
    "two-stage": {"kind": "two-stage"},
    "two-stage-frames": {"kind": "two-stage", "fabric_drop": {"policy": "epd", "threshold": 0.8}},
}


def of_case(levels: Mapping[str, str], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Give what no level of a case says, by path.

    In Python because windows, rates and bursts are computed from several levels and choices.
    """
    length_s = _run_length_s(levels, chosen)
    changes: dict[str, Any] = {
        "duration": f"{length_s:g} s",
        "warmup": f"{chosen['study.warmup_s']:g} s",
        "tcp.receive_window": f"{_window_bytes(levels, chosen)} bytes",
        "udp.payload": f"{SEGMENT_BYTES} bytes",
        "udp.rate": _datagrams(levels, chosen),
        "switch.architecture": _ARCHITECTURES[str(chosen["study.architecture"])],
    }
    if "load" in levels:
        changes["topology.background"] = _background(float(levels["load"]), chosen)
    if levels["service"] == "ABR" and "routers" in levels:
        changes |= _edge(levels, chosen)
    if levels.get("apart") == "bursty":
        changes["flows"] = _bursts(_connections(levels), length_s)
    return changes


def _connections(levels: Mapping[str, str]) -> int:
    """Virtual connections with data."""
    if levels["network"] == "mnc1":
        return 2 + 2 * int(levels["links"])
    return 10 if levels["network"] == "mnc2" else int(levels.get("sources", 5))


def _run_length_s(levels: Mapping[str, str], chosen: Mapping[str, Any]) -> float:
    """Half as long with UDP, which makes more cells and has nothing to learn in the course of a run."""
    times = {"x4": 4, "x8": 8}.get(levels.get("apart", ""), 1)
    length_s = float(chosen["study.run_length_s"]) * times
    return length_s if levels["traffic"] == "TCP" else length_s / 2


def _window_bytes(levels: Mapping[str, str], chosen: Mapping[str, Any]) -> int:
    if levels["network"] == "two-node":
        return int(chosen["study.window_segments"]) * SEGMENT_BYTES
    links = max(3, int(levels.get("links", 3)))
    return int(chosen["study.mnc_window_bytes"]) * links // 3


def _datagrams(levels: Mapping[str, str], chosen: Mapping[str, Any]) -> str:
    """Write the rate of datagrams that fill the line once segmented, or of the paced ones."""
    paced = levels["traffic"] == "paced UDP"
    if not paced and "routers" not in levels:
        return "line"
    sharing = {"mnc1": 4, "mnc2": 10}.get(levels["network"], _connections(levels))
    load = chosen["study.paced_load"] / sharing if paced else 1.0
    return f"{round(LINK_RATE_BPS * SEGMENT_BYTES / WIRE_BYTES * load)} bit/s"


def _background(load_mbps: float, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Write multiplexed sources of a mean load, as long on as off."""
    count, mean = chosen["study.vbr_sources"], chosen["study.vbr_mean_on"]
    times = {"on": mean, "off": mean, "periods": "exponential", "begins": "random"}
    source = {"pattern": "on-off", "rate": f"{2 * load_mbps / count:g} Mbit/s", **times}
    return {"sources": count, "category": "nrt-vbr", "source": source}


def _edge(levels: Mapping[str, str], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Write the buffer of each connection at the edge, and what drops there."""
    name, _, value = levels.get("apart", "").partition("=")
    total = int(value if name == "Be" else chosen["study.edge_buffers_cells"])
    policy = value if name == "edge" else str(chosen["study.edge_policy"])
    threshold = {"threshold": chosen["study.epd_threshold"]} if policy == "epd" else {}
    # The virtual connections that leave the edges of one switch share its buffer.
    sharing = 4 if levels["network"] == "mnc1" else _connections(levels)
    return {
        "adapter.buffer": f"{total // sharing} cells",
        "adapter.drop": {"policy": policy, **threshold},
    }


def _bursts(connections: int, run_length_s: float) -> dict[str, Any]:
    """Write TCP connections one after another on each virtual connection, with pauses between them.

    The first of each virtual connection is the one that the template makes.
    """
    made: dict[str, Any] = {}
    for number in range(1, connections + 1):
        start = 0.0
        for burst in range(1000):
            stop = start + _exponential(MEAN_ON_S, number, burst, "on")
            name = f"tcp{number}" if burst == 0 else f"tcp{number}b{burst + 1}"
            made[name] = {"vc": f"vc{number}", "start": f"{start:.6f} s", "stop": f"{stop:.6f} s"}
            start = stop + _exponential(MEAN_OFF_S, number, burst, "off")
            if start >= run_length_s - MEAN_ON_S / 10:
                break
    return made


def _exponential(mean: float, *key: object) -> float:
    return max(1e-3, -mean * math.log(1.0 - uniform("burst", *key)))
