"""Windows that do not grow as Reno's: the curve of CUBIC after a loss, and Vegas's segments in the queue."""

import math
from collections.abc import Sequence

import numpy as np

from cellwise.verify import simulate
from cellwise.verify.check import Between, Check, Exactly, Item, Within
from cellwise.verify.tcp_line import (
    MSS_BYTES,
    SEGMENT_CELLS,
    independent_losses,
    line,
    lossy_flows,
    scripted_losses,
)

#: CUBIC's constants of RFC 9438: C in segments per cubic second, and what is left of the window after a loss.
_C, _BETA = 0.4, 0.7
#: The segment that is lost, in slow start, and the line's delay.
_LOST = 1000
_LATENCY_MS = 50.0
#: When the window is compared, in seconds after recovery: on the steep part, the plateau and beyond it.
AFTER_S = (0.5, 2.0, 4.0, 7.0, 9.0, 13.0)
#: How far the window may be from the curve, as a part of it: it follows in steps, once per acknowledgment.
_NEAR = 0.01
#: Where losses are frequent and the line is short, CUBIC's window is meant to be that of Reno.
_FRIENDLY_LOSS_RATIO = 1e-3

#: Vegas: alpha and beta, the segments that it means to keep in queues.
TARGETS = ((1, 3), (2, 4), (4, 6))
_BOTTLENECK = "an.line1"


def cubic() -> Sequence[Item]:
    """Lose one segment, and compare the window with the curve after the end of the recovery."""
    run = simulate.run(
        line(
            scripted_losses([_LOST]),
            {
                "duration": "20 s",
                "tcp.variant": "cubic",
                "tcp.receive_window": "8000000 bytes",
                "tcp.rto_rule": "rfc6298",
                "tcp.min_rto": "1 s",
                "probes": {"cwnd": {"flow": "tcp1"}},
            },
            _LATENCY_MS,
        )
    )
    series = run.series("cwnd", flow="tcp1")
    segments = series.value / MSS_BYTES
    (loss,) = np.flatnonzero(np.diff(segments) < 0)
    before = float(segments[loss])
    # The window does not change during recovery; the next record is the first of the curve.
    begins_s = float(series.time_s[loss + 2])
    curve = [
        Item(
            f"window {after_s:g} s after recovery, segments",
            float(segments[np.searchsorted(series.time_s, begins_s + after_s) - 1]),
            Within(_curve(before, after_s), _NEAR * _curve(before, after_s)),
        )
        for after_s in AFTER_S
    ]
    friendly = _mean_throughput_bps("cubic") / _mean_throughput_bps("sack")
    return [
        Item(
            "window after a loss, over that before", float(segments[loss + 1]) / before, Within(_BETA, 0.001)
        ),
        *curve,
        Item("throughput over that of sack, short line", friendly, Between(0.9, 1.1)),
    ]


def _curve(before: float, after_s: float) -> float:
    """Give the window of RFC 9438, equation (1), in segments."""
    plateau_s = math.cbrt(before * (1 - _BETA) / _C)
    return _C * (after_s - plateau_s) ** 3 + before


def _mean_throughput_bps(variant: str) -> float:
    rates = [float(one["throughput_bps"]) for one in lossy_flows(variant, _FRIENDLY_LOSS_RATIO, "600 s", 4)]
    return math.fsum(rates) / len(rates)


def vegas() -> Sequence[Item]:
    """Let one flow settle on a line of 8 Mbit/s: it is full, nothing is lost, alpha to beta wait."""
    return [item for alpha, beta in TARGETS for item in _settled(alpha, beta)]


def _settled(alpha: int, beta: int) -> list[Item]:
    changes = {
        "duration": "60 s",
        "warmup": "20 s",
        "topology.downstream": "8 Mbit/s",
        "tcp.variant": "vegas",
        "tcp.vegas.alpha": alpha,
        "tcp.vegas.beta": beta,
    }
    ports = simulate.run(line(independent_losses(0), changes)).columns("ports")
    (port,) = np.flatnonzero(ports["port"] == _BOTTLENECK)
    waiting = float(ports["queue_mean_waiting_cells"][port]) / SEGMENT_CELLS
    targets = f"alpha {alpha}, beta {beta}"
    return [
        Item(f"segments waiting, {targets}", waiting, Between(alpha, beta)),
        Item(f"utilisation, {targets}", float(ports["utilisation"][port]), Within(1.0, 0.001)),
        Item(f"cells lost, {targets}", int(ports["lost_cells"].sum()), Exactly(0)),
    ]


CHECKS = (
    Check(
        "tcp-cubic",
        "CUBIC's window after one loss, by its curve; throughput where it must be Reno's",
        "RFC 9438, sections 4.2 and 4.3, equation (1)",
        cubic,
    ),
    Check(
        "tcp-vegas",
        "what Vegas keeps waiting at a bottleneck, alpha to beta segments; the line is full, nothing lost",
        "Brakmo, O'Malley and Peterson, TCP Vegas, SIGCOMM 1994, section 3.2",
        vegas,
    ),
)
