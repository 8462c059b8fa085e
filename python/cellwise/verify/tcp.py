"""TCP: slow start to the segment, the square-root law on a lossy line, what recoveries can do."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cellwise.scenario import Scenario
from cellwise.theory.square_root import INDEPENDENT, PERIODIC, square_root_bps
from cellwise.verify import simulate
from cellwise.verify.check import Between, Check, Exactly, Item

MSS_BYTES = 1460
#: Cells of such a segment over LLC/SNAP.
_SEGMENT_CELLS = 32
#: Delay of the line each way, and the time from a segment's sending to its acknowledgment: 0.2 ms for the
#: propagation on the other links and the cells of both.
_DELAY_MS = 20
_ROUND_TRIP_S = 2 * _DELAY_MS / 1e3 + 0.0002

#: Loss ratios of segments for the law.
LOSS_RATIOS = (5e-4, 1e-3, 2e-3, 4e-3)
#: How far beside the constants of the law, 1.22 and 1.31, a throughput may be.
_BAND = (0.93 * PERIODIC, 1.05 * INDEPENDENT)

#: Round trips of slow start that are looked at.
_ROUNDS = 7

#: Where the variants are told apart, and by what.
_HEAVY_LOSS_RATIO = 2e-2
VARIANTS = ("no-fast-retransmit", "tahoe", "reno", "newreno", "sack")


def slow_start() -> Sequence[Item]:
    """Count the segments that are acknowledged half a round trip after each round."""
    run = simulate.run(_line({"duration": "1 s", "probes": {"acknowledgment": {"flow": "tcp1"}}}))
    series = run.series("acknowledgment", flow="tcp1")
    items = []
    for rounds in range(1, _ROUNDS + 1):
        until_s = (rounds + 0.5) * _ROUND_TRIP_S
        last = int(np.searchsorted(series.time_s, until_s, side="right")) - 1
        acknowledged = int(series.value[last]) // MSS_BYTES if last >= 0 else 0
        items.append(
            Item(
                f"segments acknowledged in round trip {rounds} and before",
                acknowledged,
                Exactly(2**rounds - 1),
            )
        )
    return items


def square_root() -> Sequence[Item]:
    """Measure the constant of the law at some loss ratios."""
    return [
        Item(f"C at a segment loss ratio of {ratio:g}", _constant(ratio), Between(*_BAND))
        for ratio in LOSS_RATIOS
    ]


def recovery() -> Sequence[Item]:
    """Compare the variants on one line, on which they meet the same noise."""
    counts = {variant: _lossy(variant, _HEAVY_LOSS_RATIO, "1000 s") for variant in VARIANTS}
    timeouts = {variant: int(one["timeouts"]) for variant, one in counts.items()}
    rate_bps = {variant: float(one["throughput_bps"]) for variant, one in counts.items()}
    return [
        Item(
            "fast retransmits of no-fast-retransmit",
            int(counts["no-fast-retransmit"]["fast_retransmits"]),
            Exactly(0),
        ),
        *(
            Item(
                f"timeouts of no-fast-retransmit over those of {variant}",
                _ratio(timeouts["no-fast-retransmit"], timeouts[variant]),
                Between(2, math.inf),
            )
            for variant in VARIANTS[1:]
        ),
        Item("timeouts of reno over those of sack", _ratio(timeouts["reno"], timeouts["sack"]), _MORE),
        Item("throughput of sack over that of reno", _ratio(rate_bps["sack"], rate_bps["reno"]), _MORE),
        Item("throughput of reno over that of tahoe", _ratio(rate_bps["reno"], rate_bps["tahoe"]), _MORE),
    ]


#: What is more by more than chance.
_MORE = Between(1.02, math.inf)


def _ratio(one: float, other: float) -> float:
    return one / other if other else math.inf


def _constant(loss_ratio: float) -> float:
    """Give the mean throughput of four replications over the law with the constant 1."""
    rate_bps = [float(one["throughput_bps"]) for one in _replicated("sack", loss_ratio, "600 s", 4)]
    law_bps = square_root_bps(MSS_BYTES, _ROUND_TRIP_S, loss_ratio, constant=1.0)
    return math.fsum(rate_bps) / len(rate_bps) / law_bps


def _lossy(variant: str, loss_ratio: float, duration: str) -> Mapping[str, Any]:
    (only,) = _replicated(variant, loss_ratio, duration, 1)
    return only


def _replicated(variant: str, loss_ratio: float, duration: str, count: int) -> list[Mapping[str, Any]]:
    scenario = _line({"duration": duration, "warmup": "10 s", "tcp.variant": variant}, loss_ratio)
    rows: list[Mapping[str, Any]] = []
    for one in scenario.replications(count):
        flows = simulate.run(one).columns("flows")
        rows.append({column: values[0] for column, values in flows.items()})
    return rows


def _line(changes: Mapping[str, Any], loss_ratio: float = 0.0) -> Scenario:
    """Give one flow on a long, fast line that loses so many of the segments and no acknowledgment."""
    cell_error_ratio = -math.expm1(math.log1p(-loss_ratio) / _SEGMENT_CELLS)
    return Scenario.from_template("adsl").with_(
        {
            "topology.lines": 1,
            "topology.downstream": "155 Mbit/s",
            "topology.upstream": "155 Mbit/s",
            "topology.line_latency": f"{_DELAY_MS} ms",
            "topology.noise": {"model": "independent", "cell_error_ratio": cell_error_ratio},
            "topology.upstream_noise": {"model": "independent", "cell_error_ratio": 0.0},
            "tcp.mss": f"{MSS_BYTES} bytes",
            "tcp.receive_window": "1000000 bytes",
            "tcp.delayed_ack": False,
            "tcp.timer_tick": "10 ms",
            "tcp.min_rto": "200 ms",
            **changes,
        }
    )


CHECKS = (
    Check(
        "tcp-slow-start",
        "segments acknowledged after n round trips without a loss: 2^n - 1",
        "Jacobson, Congestion avoidance and control, 1988; RFC 5681, section 3.1",
        slow_start,
    ),
    Check(
        "tcp-square-root",
        "throughput with independent losses, times RTT sqrt(p) / MSS: C between 1.22 and 1.31",
        "Mathis, Semke, Mahdavi and Ott, CCR 27(3), 1997, equation (3) and Table 1",
        square_root,
    ),
    Check(
        "tcp-recovery",
        "variants on one lossy line, 2 % of the segments lost",
        "Fall and Floyd, Simulation-based comparisons of Tahoe, Reno and SACK TCP, CCR 26(3), 1996",
        recovery,
    ),
)
