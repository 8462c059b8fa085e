"""Figures 3 and 5 to 9 of the document, drawn from our runs; the figures themselves are not preserved."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cellwise.plots import Drawing, Points, bands_plot, lines_plot
from cellwise.studies.bonaventure96.cases import HEADERS_BYTES, LARGE_MTUS, MBSS, MTUS, Transfer
from cellwise.studies.bonaventure96.settings import TICKS_MS
from cellwise.study.bands import band
from cellwise.study.definition import Figure, FigureData

_AXES = {
    "throughput_mbps": "throughput, Mbit/s",
    "retransmitted": "retransmitted packets",
    "train_passed": "packets of a train",
    "train_predicted": "packets of a train",
}

#: A curve: its name, what it shows, and its experiments over MBS.
Curve = tuple[str, str, Sequence[Transfer]]


class OverMbs:
    """Draws curves over MBS."""

    def __init__(self, curves: Sequence[Curve]) -> None:
        """Take the curves."""
        self.curves = curves

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if all its cases were run."""
        if not all(data.values.has(one.name) for _, _, ones in self.curves for one in ones):
            return None
        bands = [
            band(name, [data.values.of(one.name, measure) for one in ones])
            for name, measure, ones in self.curves
        ]
        return bands_plot(MBSS, bands, x_label="MBS, cells", y_label=_AXES[self.curves[0][1]])


def _by_mtu(**fixed: Any) -> OverMbs:
    return OverMbs(
        [(f"MTU {mtu}", "throughput_mbps", [Transfer(mtu, mbs, **fixed) for mbs in MBSS]) for mtu in MTUS]
    )


def _bursts() -> OverMbs:
    shown = {"train_passed": "ours", "train_predicted": "equation (2)"}
    return OverMbs(
        [
            (f"MTU {mtu}, {told}", measure, [Transfer(mtu, mbs) for mbs in MBSS])
            for mtu in LARGE_MTUS
            for measure, told in shown.items()
        ]
    )


def _retransmitted() -> OverMbs:
    return OverMbs(
        [
            (f"{tick} ms", "retransmitted", [Transfer(mbs=mbs, tick_ms=tick) for mbs in MBSS])
            for tick in TICKS_MS
        ]
    )


class Mechanism:
    """Draws what is sent and what is acknowledged over time, in packets, for a part of one transfer."""

    def __init__(self, factors: Transfer, span_s: float) -> None:
        """Take the transfer and how much of it to show."""
        self.factors, self.span_s = factors, span_s

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if the case was run."""
        point = data.point(self.factors.name)
        if point is None:
            return None
        mss = self.factors.mtu - HEADERS_BYTES
        lines = []
        started_s = float(point.tables["flows"]["started_s"][0])
        for one in point.series:
            time_s = one.time_s - started_s
            shown = (time_s >= 0) & (time_s <= self.span_s)
            lines.append(Points(one.quantity, np.column_stack([time_s[shown], one.value[shown] / mss])))
        return lines_plot(lines, x_label="time, s", y_label="packets")


_DRAWINGS: Mapping[str, tuple[str, OverMbs]] = {
    "figure3": ("Figure 3. Throughput, timers of 500 ms.", _by_mtu()),
    "figure5": (
        "Figure 5. Longest trains of bursts beside the packet-train model, timers of 500 ms.",
        _bursts(),
    ),
    "figure6": ("Figure 6. Throughput, timers of 200 ms.", _by_mtu(tick_ms=200)),
    "figure7": ("Figure 7. Throughput, timers of 10 ms.", _by_mtu(tick_ms=10)),
    "figure8": ("Figure 8. Retransmitted packets of a transfer, MTU 9188.", _retransmitted()),
    "figure9": (
        "Figure 9. Throughput, the adapter at 10 Mbit/s, timers of 500 ms.",
        _by_mtu(shaping="scr"),
    ),
}

FIGURES = (
    *(
        Figure(name, f"{caption} Lines: medians; bands: 5-95 %.", (), drawing)
        for name, (caption, drawing) in _DRAWINGS.items()
    ),
    Figure(
        "mechanism",
        "Section 5.1. Begin of a transfer: what is sent next and what is acknowledged, MTU 9188, MBS 2000, "
        "timers of 10 ms.",
        (),
        Mechanism(Transfer(mbs=2000, tick_ms=10), 1.0),
    ),
)
