"""Every modelling choice of the study, in one place.

A choice is *stated* if the document states it; all others are ours, one value for all tables. `others` are
the readings that ``cellwise study goyal96 --sensitivity`` tries in its place, one at a time. Paths starting
with ``drop.`` belong to those drop policies that know them.
"""

from collections.abc import Mapping
from typing import Any

from cellwise.study.definition import Setting

#: Paths that start with this are keys of a drop policy.
DROP = "drop."

#: The keys that each drop policy knows beyond its thresholds.
DROP_KEYS = {
    "tail": (),
    "epd": ("discard_remainder",),
    "selective-drop": ("discard_remainder", "count_arriving_cell"),
    "fba": ("discard_remainder", "count_arriving_cell"),
}

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "topology.link_rate",
        "155.52 Mbit/s",
        "section 3.1: all links; 155.905 is fitted to 59211 cells in Table 1, 155.882 is a cell in 2.72 us",
        stated=True,
        others=("155.905 Mbit/s", "155.882 Mbit/s"),
    ),
    Setting(
        "tcp.variant", "no-fast-retransmit", "section 3.1: fast retransmit and recovery are off", stated=True
    ),
    Setting("tcp.mss", "512 bytes", "section 3.1", stated=True),
    Setting("tcp.timer_tick", "100 ms", "section 3.1", stated=True),
    Setting(
        "tcp.delayed_ack", False, "section 3.1: segments are acknowledged as soon as they arrive", stated=True
    ),
    Setting("tcp.window_scaling", True, "section 3.1: the WAN window is scaled", stated=True),
    Setting(
        "tcp.ssthresh_rule",
        "goyal96",
        "section 2: max(2, min(CWND/2, RCVWND))",
        stated=True,
        others=("bsd",),
    ),
    Setting("tcp.after_timeout", "go-back-n", "section 2", stated=True, others=("first-segment",)),
    Setting(
        "tcp.cwnd_cap",
        "unlimited",
        "section 2: the congestion window may increase beyond the receiver window",
        stated=True,
        others=("receive-window",),
    ),
    Setting(
        "atm.encapsulation",
        "llc-snap",
        "section 3.2: 8 octets of LLC header, 12 cells a segment",
        stated=True,
    ),
    Setting(
        "tie",
        "random",
        "nothing is said of cells that arrive together; with a fixed order one source locks out the others",
        stated=False,
        others=("rotate", "fixed"),
    ),
    Setting(
        "switch.occupancy",
        "waiting",
        "Table 1 counts waiting cells, without the one in transmission: its LAN rows come out to the cell",
        stated=False,
        others=("with-service",),
    ),
    Setting(
        "drop.discard_remainder",
        True,
        "EPD is 'the one suggested by [3, 10]', which also discards what is left of a damaged packet",
        stated=False,
        others=(False,),
    ),
    Setting(
        "drop.count_arriving_cell",
        False,
        "section 6 counts the cells in the buffer when a packet arrives",
        stated=False,
        others=(True,),
    ),
    Setting(
        "tcp.cwnd_unit",
        "segments",
        "section 2 counts CWND in segments: +1, and +1/CWND",
        stated=False,
        others=("octets",),
    ),
    Setting(
        "tcp.ssthresh_whole_segments",
        True,
        "the unit of the rule for SSTHRESH is the segment",
        stated=False,
        others=(False,),
    ),
    Setting(
        "tcp.initial_ssthresh",
        "unlimited",
        "'typically 64K', but the WAN queues of Table 1 need at least the receiver window",
        stated=False,
        others=("65535 bytes",),
    ),
    Setting(
        "tcp.rto_rule",
        "net3",
        "[12] has the mean deviation; only srtt + 4 mdev gives the WAN queue of Table 1 with 15 sources",
        stated=False,
        others=("sunos", "unrounded"),
    ),
    Setting(
        "tcp.round_trip_clock",
        "exact",
        "of the rule `unrounded` only; `net3` counts ticks, as section 2 says",
        stated=False,
        others=("ticks", "at-least-one-tick"),
    ),
    Setting(
        "tcp.timer_expiry",
        "exact",
        "of the rule `unrounded` only; the timer of `net3` expires at ticks anyway",
        stated=False,
        others=("at-tick",),
    ),
    Setting(
        "tcp.retransmission_timer",
        "restart-on-acknowledgment",
        "section 2: the timeout value is reset each time a new segment is acknowledged",
        stated=True,
        others=("oldest-segment",),
    ),
    Setting(
        "tcp.backoff",
        "exponential",
        "as 4.4BSD; the document says nothing of it",
        stated=False,
        others=("none",),
    ),
    Setting(
        "tcp.backoff_until",
        "new-ack",
        "section 2: the timeout value is reset each time a new segment is acknowledged",
        stated=True,
        others=("sample",),
    ),
    Setting(
        "tcp.out_of_order",
        "cache",
        "section 2 speaks of destinations that cache out-of-order segments",
        stated=False,
        others=("drop",),
    ),
    Setting("tcp.min_rto_ticks", 2, "the minimum of 4.4BSD", stated=False, others=(1, 3)),
    Setting("tcp.initial_rto", "6 s", "the value of 4.4BSD", stated=False, others=("3 s", "1 s")),
    Setting(
        "tcp.timer_phase",
        "aligned",
        "section 3.1: no randomization in any component",
        stated=False,
        others=("random",),
    ),
    Setting(
        "tcp.slow_start_boundary",
        "at-or-below",
        "section 2 says CWND < SSTHRESH once and 'until CWND reaches SSTHRESH' once; 4.4BSD has <=",
        stated=False,
        others=("below",),
    ),
    Setting(
        "tcp.header_prediction",
        False,
        "section 2 opens CWND for every acknowledged segment",
        stated=False,
        others=(True,),
    ),
    Setting(
        "tcp.idle_restart",
        True,
        "as 4.4BSD; greedy sources are idle only after a timeout",
        stated=False,
        others=(False,),
    ),
)


def drop(policy: str, chosen: Mapping[str, Any], **parameters: Any) -> dict[str, Any]:
    """Write a drop policy with its parameters and the choices that it knows."""
    known = {key: chosen[DROP + key] for key in DROP_KEYS[policy]}
    return {"policy": policy, **parameters, **known}
