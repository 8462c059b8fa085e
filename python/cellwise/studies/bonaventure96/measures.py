"""The measures of the document that no expression can state.

Throughput of ttcp, retransmitted packets, bursts and idle times.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cellwise.metrics import port_row, ttcp_bps
from cellwise.points.store import PointResult
from cellwise.quantity import span_s
from cellwise.scenario import Scenario
from cellwise.store import Columns
from cellwise.studies.bonaventure96.bursts import bursts, idle_times_s
from cellwise.theory import burst_tolerance, cell_time, longest_conforming_train
from cellwise.vocabulary import CELL_BITS

#: How far an idle time may be from a number of ticks and count as it, in ticks.
NEAR_TICKS = 0.8

#: An idle time of so many ticks is a long one: the timer has backed off at least twice.
LONG_TICKS = 6

#: Rate of the links and of the contract's peak, and its sustainable cell rate, in bit/s of cells (section 3).
LINK_RATE_BPS = 155_520_000
SCR_BPS = 10_000_000

#: Octets of a transfer: 4 MBytes, 459 packets of 9148 octets (section 5.1).
TRANSFER_BYTES = 4 * 1024 * 1024

#: Octets of the headers of IP with TCP and with UDP, and of LLC/SNAP and the AAL5 trailer.
HEADERS_BYTES = 40
UDP_HEADERS_BYTES = 28
LLC_SNAP_BYTES = 8
TRAILER_BYTES = 8


def measure(point: PointResult, scenario: Scenario, chosen: Mapping[str, Any]) -> dict[str, float]:
    """Measure one run of a scenario, with the throughput that one side's ttcp prints.

    In Python because bursts follow from one row of a record after the other, the side is a choice, and a run
    of datagrams leaves out the numbers of transfers, which no expression can.
    """
    document = scenario.to_dict()
    flows = point.tables["flows"]
    if "tcp" in flows["kind"]:
        side = str(chosen["study.ttcp_side"])
        measured = _of_transfers(flows, document, side) | _of_bursts(point, document)
    else:
        measured = _of_datagrams(point, document)
    return {name: float(value) for name, value in measured.items()}


def cells_of(mtu: int) -> int:
    """Count the cells of an IP packet of so many octets over LLC/SNAP."""
    return -(-(mtu + LLC_SNAP_BYTES + TRAILER_BYTES) // 48)


def sdu_time_s(cost: Mapping[str, Any], mtu: int) -> float:
    """Mean time that the sending host takes for a packet of so many octets, in seconds."""
    return span_s(cost["base"]) + mtu * span_s(cost["per_byte"])


def ceiling_bps(mtu: int) -> float:
    """Give what the contract's SCR can carry of TCP's data, in bit/s."""
    return SCR_BPS * (mtu - HEADERS_BYTES) / (53 * cells_of(mtu))


def _of_transfers(flows: Columns, document: Mapping[str, Any], side: str) -> dict[str, float]:
    """Throughputs in Mbit/s, and retransmissions as a share of the packets of one transfer."""
    tcp = flows["kind"] == "tcp"
    mss = _count(document["tcp"]["mss"])
    delivered = flows["delivered_bytes"][tcp]
    packets = -(-TRANSFER_BYTES // mss)
    retransmitted = flows["retransmitted_segments"][tcp].sum()
    greedy = document["flow"]["size"] == "unlimited"
    rate_bps = flows["throughput_bps"][tcp].sum() if greedy else ttcp_bps(flows, side)[tcp].sum()
    return {
        "throughput_mbps": rate_bps / 1e6,
        "ceiling_percent": 100 * rate_bps / ceiling_bps(mss + HEADERS_BYTES),
        "utilisation_percent": 100 * rate_bps / SCR_BPS,
        "finished": bool((delivered == TRANSFER_BYTES).all()) or greedy,
        "data_packets": flows["segments_sent"][tcp].sum() - retransmitted,
        "retransmitted": retransmitted,
        "retransmitted_percent": 100 * retransmitted / packets,
        "timeouts": flows["timeouts"][tcp].sum(),
        "fast_retransmits": flows["fast_retransmits"][tcp].sum(),
        # The time of a small packet and its answer, as ping sees it.
        "handshake_us": 1e6 * (flows["sender_established_s"] - flows["started_s"])[tcp].min(),
    }


def _of_bursts(point: PointResult, document: Mapping[str, Any]) -> dict[str, float]:
    """Bursts between idle times, the first and the last, which the transfer cuts, left out."""
    series = {one.quantity: one for one in point.series}
    if not {"sequence", "acknowledgment"} <= set(series):
        return {}
    mss = _count(document["tcp"]["mss"])
    tick_s = span_s(document["tcp"]["timer_tick"])
    pause_s = float(burst_tolerance(_count(document["topology"]["mbs"]), LINK_RATE_BPS, SCR_BPS))
    found = bursts(series["sequence"], series["acknowledgment"], mss, tick_s, pause_s)
    whole = [one for one in found[1:-1] if one.passed >= 1]
    idle_s = idle_times_s(found)
    ticks = idle_s / tick_s
    lost = np.array([one.passed < 1 for one in found[:-1]], dtype=bool)
    return {
        "bursts": len(found),
        "burst_sent": _mean([one.sent for one in whole]),
        "burst_passed": _mean([one.passed for one in whole]),
        "train_passed": _mean([one.train for one in whole]),
        "burst_lost": _mean([one.sent - one.passed for one in whole]),
        "train_predicted": _predicted(document, mss + HEADERS_BYTES),
        "failed_starts": sum(one.passed < 1 for one in found[1:-1]),
        "idle_after_burst_s": _median(idle_s[~lost]),
        "idle_after_lost_s": _median(idle_s[lost]),
        **_of_idle_times(ticks, tick_s),
    }


def _of_idle_times(ticks: Any, tick_s: float) -> dict[str, float]:
    """Idle times in ticks: how they are distributed."""
    if not len(ticks):
        return {
            "idle_times": 0.0,
            "idle_median_ms": np.nan,
            "idle_longest_ms": np.nan,
            "long_idle_times": 0.0,
        } | {f"idle_{n}_ticks_percent": np.nan for n in (2, 4)}
    near = {n: 100 * np.mean(np.abs(ticks - n) <= NEAR_TICKS) for n in (2, 4)}
    return {
        "idle_times": len(ticks),
        "idle_median_ms": 1e3 * tick_s * np.median(ticks),
        "idle_longest_ms": 1e3 * tick_s * ticks.max(),
        "long_idle_times": (ticks > LONG_TICKS).sum(),
        **{f"idle_{n}_ticks_percent": share for n, share in near.items()},
    }


def _predicted(document: Mapping[str, Any], mtu: int) -> float:
    """The longest train that conforms, by equation (2)."""
    took_s = cells_of(mtu) * float(cell_time(LINK_RATE_BPS))
    gap_s = sdu_time_s(document["host"]["send_processing"], mtu) - took_s
    rates = (LINK_RATE_BPS, SCR_BPS)
    longest = longest_conforming_train(cells_of(mtu), gap_s, _count(document["topology"]["mbs"]), *rates)
    return np.inf if longest is None else longest


def _count(text: str) -> int:
    """Read a number of octets or cells that has its unit."""
    return int(text.partition(" ")[0])


def _mean(values: list[float]) -> float:
    return float(np.mean(values)) if values else np.nan


def _median(values: NDArray[np.float64]) -> float:
    return float(np.median(values)) if values.size else np.nan


def _of_datagrams(point: PointResult, document: Mapping[str, Any]) -> dict[str, float]:
    """A stream of datagrams: how far apart its frames leave the host, and how many arrive."""
    flows, vcs = point.tables["flows"], point.tables["vcs"]
    udp, forward = flows["kind"] == "udp", vcs["direction"] == "forward"
    data = forward & (vcs["vc"] == "vc1")
    frame_cells = vcs["cells_sent"][data].sum() / max(vcs["frames_sent"][data].sum(), 1)
    cells = port_row(point.tables["ports"], "h1.nic")["transmitted_cells"]
    starts = [span_s(one.get("start", "0 s")) for one in document.get("flows", {}).values()]
    took_s = span_s(document["duration"]) - min(starts, default=0.0)
    period_s = took_s * frame_cells / max(cells, 1)
    cell_s = float(cell_time(LINK_RATE_BPS))
    idle_time = document["topology"].get("shaping", {}).get("idle_time")
    return {
        "sdu_us": 1e6 * period_s,
        "gap_us": 1e6 * (period_s - frame_cells * cell_s),
        "idle_ms": 1e3 * (period_s - (frame_cells - 1) * cell_s),
        "raw_mbps": cells * CELL_BITS / took_s / 1e6,
        "goodput_mbps": flows["throughput_bps"][udp].sum() / 1e6,
        "whole_frames": vcs["frames_delivered"][data].sum(),
        "train_predicted": _predicted(document, _count(document["udp"]["payload"]) + UDP_HEADERS_BYTES),
        **({} if idle_time is None else {"distance_ms": 1e3 * span_s(idle_time)}),
        "refused_percent": 100 * (1 - vcs["frames_delivered"][data].sum() * frame_cells / max(cells, 1)),
    }
