"""TCP: slow start to the segment, the square-root law on a lossy line, the limits of recoveries."""

import math
from collections.abc import Sequence

import numpy as np

from cellwise.theory.square_root import INDEPENDENT, PERIODIC, square_root_bps
from cellwise.verify import simulate
from cellwise.verify.check import Between, Check, Exactly, Item
from cellwise.verify.tcp_line import MSS_BYTES, independent_losses, line, lossy_flows, round_trip_s

#: Loss ratios of segments for the law.
LOSS_RATIOS = (5e-4, 1e-3, 2e-3, 4e-3)
#: Other variants to which it applies, and where: losses so rare that hardly one waits for the timer.
OTHERS = ("reno", "newreno", "fack")
_OTHERS_LOSS_RATIO = 1e-3
#: How far from the constants of the law, 1.22 and 1.31, a throughput may be.
_BAND = (0.93 * PERIODIC, 1.05 * INDEPENDENT)

#: Round trips of slow start that are compared.
_ROUNDS = 7

#: The loss ratio at which the variants are distinguished, and the measure.
_HEAVY_LOSS_RATIO = 2e-2
VARIANTS = ("no-fast-retransmit", "tahoe", "reno", "newreno", "sack")


def slow_start() -> Sequence[Item]:
    """Count the segments that are acknowledged half a round trip after each round."""
    probes = {"acknowledgment": {"flow": "tcp1"}}
    run = simulate.run(line(independent_losses(0), {"duration": "1 s", "probes": probes}))
    series = run.series("acknowledgment", flow="tcp1")
    items = []
    for rounds in range(1, _ROUNDS + 1):
        until_s = (rounds + 0.5) * round_trip_s()
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
    """Measure the constant of the law at some loss ratios, and for some variants."""
    measured = [("sack", ratio) for ratio in LOSS_RATIOS]
    measured += [(variant, _OTHERS_LOSS_RATIO) for variant in OTHERS]
    return [
        Item(
            f"C of {variant} at a segment loss ratio of {ratio:g}", _constant(variant, ratio), Between(*_BAND)
        )
        for variant, ratio in measured
    ]


def recovery() -> Sequence[Item]:
    """Compare the variants on one line, on which they meet the same noise."""
    counts = {variant: lossy_flows(variant, _HEAVY_LOSS_RATIO, "1000 s")[0] for variant in VARIANTS}
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


def _constant(variant: str, loss_ratio: float) -> float:
    """Give the mean throughput of four replications over the law with the constant 1."""
    rate_bps = [float(one["throughput_bps"]) for one in lossy_flows(variant, loss_ratio, "600 s", 4)]
    law_bps = square_root_bps(MSS_BYTES, round_trip_s(), loss_ratio, constant=1.0)
    return math.fsum(rate_bps) / len(rate_bps) / law_bps


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
