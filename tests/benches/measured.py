"""Runs of real hosts as a machine without load would have measured them."""

from benches.hosts import staircase
from benches.hosts.points import Measured

LATE = {"p50_us": 20.0, "p90_us": 30.0, "p99_us": 40.0, "max_us": 90.0}
REPORT = {"faults": [], "late": LATE, "busy": 0.02, "preempted": 0}
TWIN = {"offers": 10, "delivered": 9, "same": True}
SIZES = list(range(16, 166))


def pings(encapsulation: str, overhead: int) -> Measured:
    """Round trips over a line with so much overhead, in octets, with the arithmetic of an encapsulation."""
    step_ms = 0.848
    at = [2.1 + step_ms * -(-(size + 28 + overhead) // 48) for size in SIZES]
    ours = staircase._expected(range(16, 166), encapsulation)
    return Measured("staircase", encapsulation, REPORT, {"sizes": SIZES, "rtt_ms": at}, ours, TWIN)


def carried(bps: float) -> Measured:
    return Measured("goodput", "8-mbit", REPORT, {"goodput_bps": bps}, {"goodput_bps": 6.83e6}, TWIN)


def transfers(*took_s: float) -> Measured:
    samples = [[0.1, 20_000, 1], [0.2, 30_000, 50_000]]
    found = {"transfers": [{"took_s": one, "retransmitted": 3, "samples": samples} for one in took_s]}
    curve = [[0.0, 1.0], [0.0, 1000.0]]
    ours = {"took_s": 5.0, "retransmitted": 4, "cwnd": curve, "acked": curve}
    return Measured("controls", "reno", REPORT, found, ours, TWIN)


def through(bps: float) -> Measured:
    found = {"mtu": 1500, "goodput_bps": bps, "octets": 4_194_304, "retransmitted": 9}
    ours = {"burst_cells": 1000, "goodput_bps": 2e6, "retransmitted": 8, "ceiling_bps": 8.54e6}
    return Measured("policed", "mbs-1000-mtu-1500", REPORT, found, ours, TWIN)


GOOD = [pings("llc-snap", 16), pings("vc-mux", 8), carried(6.80e6), transfers(4.6, 5.4, 9.0), through(8.6e6)]
