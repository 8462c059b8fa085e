"""Figures 1, 3 and 5 to 9 of the document, drawn from our runs; the figures themselves are not preserved."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from cellwise.plots import Drawing, Points, bands_plot, lines_plot
from cellwise.plots.marks import Line
from cellwise.studies.bonaventure96.cases import HEADERS_BYTES, LARGE_MTUS, MBSS, MTUS, Transfer
from cellwise.studies.bonaventure96.published import read
from cellwise.studies.bonaventure96.settings import TICKS_MS
from cellwise.study.bands import band
from cellwise.study.definition import Figure, FigureData
from cellwise.study.networks import network_figure

_AXES = {
    "throughput_mbps": "throughput, Mbit/s",
    "retransmitted": "retransmitted packets",
    "train_passed": "packets of a train",
}

#: Every curve over MBS: one colour for each in all figures.
_ORDER = (*(f"MTU {mtu}" for mtu in MTUS), *(f"{tick} ms" for tick in TICKS_MS))

#: A printed point: its MBS, and the item of the text that has it.
Printed = tuple[int, str]

#: A curve: its name, what it shows, and its experiments over MBS.
Curve = tuple[str, str, Sequence[Transfer]]


class OverMbs:
    """Draws curves over MBS, and what the text prints of them."""

    def __init__(
        self, curves: Sequence[Curve], printed: Mapping[str, Sequence[Printed]] | None = None
    ) -> None:
        """Take the curves, and the printed points by curve."""
        self.curves, self.printed = curves, printed or {}

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if all its cases were run."""
        if not all(data.values.has(one.name) for _, _, ones in self.curves for one in ones):
            return None
        bands = [
            band(name, [data.values.of(one.name, measure) for one in ones])
            for name, measure, ones in self.curves
        ]
        crosses = [
            Points(name, np.array([[mbs, _printed(item)] for mbs, item in ones], dtype=np.float64))
            for name, ones in self.printed.items()
        ]
        label = _AXES[self.curves[0][1]]
        return bands_plot(MBSS, bands, x_label="MBS, cells", y_label=label, printed=crosses, order=_ORDER)


def _printed(item: str) -> float:
    """Give a number of the text; a share of retransmitted packets as packets."""
    values = {line["item"]: line["value"] for line in read()}
    value = float(values[item])
    return value / 100 * float(values["data_packets_9188"]) if item.startswith("retransmitted") else value


def _by_mtu(printed: Mapping[str, Sequence[Printed]] | None = None, **fixed: Any) -> OverMbs:
    return OverMbs(
        [(f"MTU {mtu}", "throughput_mbps", [Transfer(mtu, mbs, **fixed) for mbs in MBSS]) for mtu in MTUS],
        printed,
    )


def _bursts(data: FigureData) -> Drawing | None:
    """Draw the longest trains beside those of the packet-train model, each in the colour of its MTU."""
    ours = OverMbs(
        [(f"MTU {mtu}", "train_passed", [Transfer(mtu, mbs) for mbs in MBSS]) for mtu in LARGE_MTUS]
    )(data)
    if ours is None:
        return None
    predicted = [
        Line(
            f"MTU {mtu}, equation (2)",
            np.asarray(MBSS, dtype=np.float64),
            np.array([np.median(data.values.of(Transfer(mtu, mbs).name, "train_predicted")) for mbs in MBSS]),
            beside=f"MTU {mtu}",
        )
        for mtu in LARGE_MTUS
    ]
    return replace(ours, marks=[*ours.marks, *predicted])


def _retransmitted() -> OverMbs:
    both = (4000, "retransmitted_MBS4000_200_500ms")
    return OverMbs(
        [
            (f"{tick} ms", "retransmitted", [Transfer(mbs=mbs, tick_ms=tick) for mbs in MBSS])
            for tick in TICKS_MS
        ],
        {
            "10 ms": [(1000, "retransmitted_MBS1000_10ms"), (4000, "retransmitted_MBS4000_10ms")],
            "500 ms": [both],
        },
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
        return lines_plot(lines, x_label="time, s", y_label="packets", steps=True)


_DRAWINGS: Mapping[str, tuple[str, Callable[[FigureData], Drawing | None]]] = {
    "figure3": ("Figure 3. Throughput, timers of 500 ms.", _by_mtu()),
    "figure5": (
        "Figure 5. Longest trains of bursts beside the packet-train model, timers of 500 ms.",
        _bursts,
    ),
    "figure6": (
        "Figure 6. Throughput, timers of 200 ms. Crosses: the text, 2 and almost 6 Mbit/s with 552 octets.",
        _by_mtu(
            {
                "MTU 552": [
                    (1000, "throughput_552_200ms_MBS1000"),
                    (4000, "throughput_552_200ms_MBS4000_almost"),
                ]
            },
            tick_ms=200,
        ),
    ),
    "figure7": ("Figure 7. Throughput, timers of 10 ms.", _by_mtu(tick_ms=10)),
    "figure8": (
        (
            "Figure 8. Retransmitted packets of a transfer, MTU 9188. Crosses: the text, 80 and 40 % of the "
            "packets with 10 ms, 20 % with 200 and with 500 ms."
        ),
        _retransmitted(),
    ),
    "figure9": (
        "Figure 9. Throughput, the adapter at 10 Mbit/s, timers of 500 ms.",
        _by_mtu(shaping="scr"),
    ),
}

FIGURES = (
    network_figure(
        "figure1",
        "Figure 1. The measurement environment: two workstations and a switch that polices.",
        Transfer().name,
    ),
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
