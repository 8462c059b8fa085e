"""Bursty sources: TCP connections one after another on each virtual connection, with pauses between them."""

import math
from typing import Any

from cellwise.study.draws import uniform

#: Mean time for which a source has data, and for which it has none, in seconds; both exponential.
MEAN_ON_S = 0.5
MEAN_OFF_S = 0.5


def flows(connections: int, run_length_s: float) -> dict[str, Any]:
    """Write the flows of bursty sources; the first of each connection is the one that the template makes."""
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
