"""What follows from choices and levels by arithmetic: sizes, distances and bursts of frames."""

from collections.abc import Mapping
from typing import Any

from cellwise.studies.bonaventure96.measures import (
    LINK_RATE_BPS,
    SCR_BPS,
    TRANSFER_BYTES,
    UDP_HEADERS_BYTES,
    cells_of,
    sdu_time_s,
)
from cellwise.theory import cell_time, idle_time, longest_conforming_train

#: Times are written to the picosecond.
PS_PER_S = 10**12

#: Transfers that find no way through end here; the slowest of the others take five minutes.
LONGEST = "1500 s"

#: A burst of short frames: so many, and the time from one burst to the next.
SHORT_FRAMES = 165
SHORT_PERIOD_MS = 500
SHORT_BURSTS = 20


def of_case(levels: Mapping[str, str], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Give what no level of a case says, by path.

    In Python because a setting of a case is a value or a level, and these are computed from several.
    """
    kind, mtu = levels["kind"], int(levels["mtu"])
    if kind in ("transfer", "Ethernet"):
        greedy = levels.get("apart", "").startswith("N=")
        changes = {"flow.size": "unlimited" if greedy else f"{TRANSFER_BYTES} bytes", "duration": LONGEST}
        behind = {"links.ethernet.delay": chosen["topology.link_delay"]} if kind == "Ethernet" else {}
        return changes | behind
    if kind == "tagged":
        free = {"topology.trunk_rate": chosen["topology.link_rate"]} if levels["link"] == "free" else {}
        return free | ({"udp.payload": _payload(mtu)} if levels["traffic"] == "UDP" else {})
    frames: dict[str, Any] = {"udp.payload": _payload(mtu)}
    if kind == "policed train":
        frames |= _train(mtu, int(levels["mbs"]), chosen)
    if kind == "spaced":
        frames["topology.shaping.idle_time"] = _distance(mtu, int(levels["mbs"]), int(levels["percent"]))
    if kind == "short frames":
        frames["flows"] = _short_bursts(mtu)
    return frames


def _payload(mtu: int) -> str:
    return f"{mtu - UDP_HEADERS_BYTES} bytes"


def _train(mtu: int, mbs: int, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Write a train before an idle policer, no longer than it takes to show its first loss."""
    cost = {**chosen["host.send_processing"], "jitter": "0 us"}
    gap_s = sdu_time_s(cost, mtu) - cells_of(mtu) * cell_time(LINK_RATE_BPS)
    longest = longest_conforming_train(cells_of(mtu), gap_s, mbs, LINK_RATE_BPS, SCR_BPS)
    frames = 2 if longest is None else longest + 1
    return {"flow.size": f"{frames * (mtu - UDP_HEADERS_BYTES)} bytes", "host.send_processing": cost}


def _distance(mtu: int, mbs: int, percent: int) -> str:
    """Write a share of the time of equation (3) from frame to frame, rounded up to the picosecond."""
    idle = idle_time(cells_of(mtu), mbs, LINK_RATE_BPS, SCR_BPS)
    return f"{-(-idle * percent * PS_PER_S // 100)} ps"


def _short_bursts(mtu: int) -> dict[str, Any]:
    """Write one flow per burst; the host spaces the frames."""
    burst = {"vc": "vc1", "kind": "udp", "size": f"{SHORT_FRAMES * (mtu - UDP_HEADERS_BYTES)} bytes"}
    return {
        f"udp{number + 1}": {**burst, "start": f"{number * SHORT_PERIOD_MS} ms"}
        for number in range(SHORT_BURSTS)
    }
