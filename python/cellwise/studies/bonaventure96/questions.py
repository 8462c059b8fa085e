"""Tables of what came out: the figures as numbers, and what the document proposes or doubts."""

from collections.abc import Mapping, Sequence
from typing import Any

from cellwise.studies.bonaventure96.cases import LARGE_MTUS, MBSS, MTUS, SHAPERS, Transfer
from cellwise.studies.bonaventure96.frames import PolicedTrain, ShortBursts, Spaced, Train
from cellwise.studies.bonaventure96.tagging import FED_BACK, TAGGERS, Tagged
from cellwise.studies.bonaventure96.target import Target
from cellwise.study.definition import Exploration

#: Numbers of connections in one virtual connection (claim 4).
CONNECTIONS = (1, 2, 4, 8)

#: Other retransmission strategies (claim 8).
VARIANTS = ("reno", "threshold 2", "newreno", "sack", "fack", "vegas", "cubic")

#: What would avoid lost retransmissions or long backoffs (claim 7).
REMEDIES = ("timestamps", "reassembly timeout")

#: Policers (claim 12).
POLICERS = ("cell", "ppd", "epd")

#: Any experiment: it has a name and makes a case.
Experiment = Transfer | Train | PolicedTrain | Spaced | ShortBursts | Tagged | Target

_TRANSFER = {
    "throughput_mbps": "throughput, Mbit/s",
    "retransmitted_percent": "resent, %",
    "timeouts": "timeouts",
    "policed_percent": "cells discarded, %",
    "failed_frames": "frames damaged",
    "dropped_packets": "dropped by the receiver",
}
_IDLE = {
    "idle_median_ms": "idle, ms",
    "idle_longest_ms": "longest idle, ms",
    "failed_starts": "lost retransmissions",
}

Rows = dict[tuple[str, ...], Experiment]


def _over_grid(**fixed: Any) -> Rows:
    return {(str(mtu), str(mbs)): Transfer(mtu, mbs, **fixed) for mtu in MTUS for mbs in MBSS}


_BURSTS: Rows = {(str(mtu), str(mbs)): Transfer(mtu, mbs) for mtu in LARGE_MTUS for mbs in MBSS}
_TRAINS: Rows = {(str(mtu), str(mbs)): PolicedTrain(mtu, mbs) for mtu in LARGE_MTUS for mbs in MBSS}
_CONNECTIONS: Rows = {
    (str(mbs), str(n)): Transfer(mbs=mbs, connections=n) for mbs in MBSS for n in CONNECTIONS
}
_VARIANTS: Rows = {
    (str(mtu), str(mbs), change or "tahoe"): Transfer(mtu, mbs, change=change)
    for mtu in (1500, 9188)
    for mbs in (1000, 4000)
    for change in ("", *VARIANTS)
}
_REMEDIES: Rows = {
    (str(mbs), change or "none"): Transfer(mbs=mbs, tick_ms=10, change=change)
    for mbs in MBSS
    for change in ("", *REMEDIES)
}
_SHAPERS: Rows = {
    (str(mtu), str(mbs), shaping): Transfer(mtu, mbs, shaping=shaping)
    for mtu in MTUS
    for mbs in (1000, 4000)
    for shaping in SHAPERS
}
_POLICERS: Rows = {
    (f"{tick} ms", str(mbs), policer): Transfer(mbs=mbs, tick_ms=tick, policer=policer)
    for tick in (500, 10)
    for mbs in MBSS
    for policer in POLICERS
}
_HOSTS: Rows = {(str(mtu),): Transfer(mtu, policer=None) for mtu in MTUS}
_FRAMES: Rows = {
    **{(f"train, MTU {mtu}",): Train(mtu) for mtu in LARGE_MTUS},
    **{(f"spaced, {percent} %",): Spaced(percent) for percent in (100, 99)},
    **{(f"short, {policer}",): ShortBursts(policer) for policer in POLICERS},
    **{(f"datagrams tagged by the {tagger}",): Tagged(tagger, "udp") for tagger in TAGGERS},
}
_TAGGING: Rows = {
    (f"{tick} ms", str(mbs), tagger): Tagged(tagger, mbs=mbs, tick_ms=tick)
    for tick in (500, 10)
    for mbs in (1000, 4000)
    for tagger in TAGGERS
}
_TARGET: Rows = {
    (f"{tick} ms", shaping or "none", str(mbs)): Target(mbs, tick, shaping)
    for tick in (500, 200, 10)
    for shaping in (None, "scr")
    for mbs in (MBSS if shaping is None else (1000, 4000))
}
_FEEDBACK: Rows = {
    ("congested" if congested else "free", str(mbs), tagger): Tagged(tagger, mbs=mbs, congested=congested)
    for congested in (True, False)
    for mbs in (1000, 4000)
    for tagger in FED_BACK
}

_TABLES: Sequence[tuple[str, str, tuple[str, ...], Mapping[str, str], Rows, str]] = (
    ("timer500", "Figure 3: timers of 500 ms", ("MTU", "MBS"), _TRANSFER, _over_grid(), ""),
    ("timer200", "Figure 6: timers of 200 ms", ("MTU", "MBS"), _TRANSFER, _over_grid(tick_ms=200), ""),
    ("timer10", "Figures 7 and 8: timers of 10 ms", ("MTU", "MBS"), _TRANSFER, _over_grid(tick_ms=10), ""),
    (
        "shaped",
        "Figure 9: the adapter sends at SCR, timers of 500 ms",
        ("MTU", "MBS"),
        {"ceiling_percent": "of the maximum, %", **_TRANSFER, "driver_dropped_packets": "by the driver"},
        _over_grid(shaping="scr"),
        "",
    ),
    (
        "bursts",
        "Figure 5: bursts, timers of 500 ms",
        ("MTU", "MBS"),
        {
            "train_predicted": "equation (2), packets",
            "train_passed": "train passed",
            "burst_passed": "burst passed",
            "burst_sent": "burst sent",
            "idle_2_ticks_percent": "idle 1 s, %",
            "idle_4_ticks_percent": "idle 2 s, %",
            **_IDLE,
        },
        _BURSTS,
        "Means over bursts, all but the first, the last and those that pass nothing; see claim 2 for trains.",
    ),
    (
        "trains",
        "The packet-train model: one train of datagrams, each at the time of the document",
        ("MTU", "MBS"),
        {"train_predicted": "equation (2), frames", "whole_frames": "passed"},
        _TRAINS,
        "",
    ),
    (
        "connections",
        "Greedy connections in one virtual connection, MTU 9188, timers of 500 ms",
        ("MBS", "connections"),
        {"utilisation_percent": "of SCR used, %", "timeouts": "timeouts", "failed_frames": "frames damaged"},
        _CONNECTIONS,
        "",
    ),
    (
        "variants",
        "Other retransmission strategies, timers of 500 ms",
        ("MTU", "MBS", "TCP"),
        {**_TRANSFER, "fast_retransmits": "fast retransmits"},
        _VARIANTS,
        "",
    ),
    (
        "remedies",
        "What would avoid the dip, MTU 9188, timers of 10 ms",
        ("MBS", "remedy"),
        {
            "throughput_mbps": "throughput, Mbit/s",
            "long_idle_times": "idle times above 60 ms",
            **_IDLE,
            "burst_sent": "packets of a burst",
            "burst_lost": "of them lost",
        },
        _REMEDIES,
        "",
    ),
    (
        "shapers",
        "Other shapers, timers of 500 ms",
        ("MTU", "MBS", "shaper"),
        {"ceiling_percent": "of the maximum, %", **_TRANSFER, "driver_dropped_packets": "by the driver"},
        _SHAPERS,
        "",
    ),
    (
        "policers",
        "Policers that know frames, MTU 9188",
        ("timers", "MBS", "policer"),
        _TRANSFER,
        _POLICERS,
        "",
    ),
    ("hosts", "No policer, timers of 500 ms", ("MTU",), _TRANSFER, _HOSTS, ""),
    (
        "frames",
        "Frames without TCP",
        ("what",),
        {
            "sdu_us": "from frame to frame, us",
            "gap_us": "idle, us",
            "raw_mbps": "cells, Mbit/s",
            "policed_cells": "cells discarded",
            "refused_percent": "frames lost, %",
            "goodput_mbps": "goodput, Mbit/s",
        },
        _FRAMES,
        "",
    ),
    (
        "tagging",
        "Contract B over a congested link, MTU 9188",
        ("timers", "MBS", "who tags"),
        {"tagged_cells": "cells tagged by the policer", **_TRANSFER},
        _TAGGING,
        "",
    ),
    (
        "feedback",
        "Contract B with feedback: its two ends, timers of 500 ms, MTU 9188",
        ("link", "MBS", "who tags"),
        _TRANSFER,
        _FEEDBACK,
        "A sender with feedback from the receiver can do no better than the better of both.",
    ),
    (
        "target",
        "Figure 2: a client on an Ethernet behind an interworking unit, MTU 1500",
        ("timers", "shaper", "MBS"),
        _TRANSFER,
        _TARGET,
        "Compare with packets of 1500 octets in the tables of Figures 3, 6, 7 and 9.",
    ),
)


def explorations() -> list[Exploration]:
    """Give the tables of what came out."""
    return [
        Exploration(name, title, labels, measures, {row: one.name for row, one in rows.items()}, note)
        for name, title, labels, measures, rows, note in _TABLES
    ]


def needed() -> list[Experiment]:
    """Give all experiments; tables share some of them."""
    return [one for *_, rows, _ in _TABLES for one in rows.values()]
