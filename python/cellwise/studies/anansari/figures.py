"""Figures 1 to 5 of the paper, drawn from our runs; the figures themselves are not preserved."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cellwise.plots import Axis, Drawing, Points, lines_plot
from cellwise.series import Series
from cellwise.studies.anansari.cases import NAMES, WINDOW_S, Factors
from cellwise.studies.anansari.measures import throughput_over
from cellwise.study.definition import Figure, FigureData
from cellwise.study.networks import network_figure
from cellwise.vocabulary import CELL_BITS

#: Over how long throughput is averaged; the paper does not say. In 20 ms a source sends some five segments,
#: and one more or less makes a sawtooth of a fifth; in this time it is a thirtieth.
AVERAGED_S = 0.1


def _of(series: Sequence[Series], quantity: str) -> list[Series]:
    return [one for one in series if one.quantity == quantity]


def _queue(series: Sequence[Series]) -> tuple[list[Points], str]:
    lines = [Points("queue", np.column_stack([one.time_s, one.value])) for one in _of(series, "queue")]
    return lines, "queue, cells"


def _rates(series: Sequence[Series]) -> tuple[list[Points], str]:
    lines = [
        Points(f"source {number}", np.column_stack([one.time_s, one.value * CELL_BITS / 1e6]))
        for number, one in enumerate(_of(series, "acr"), 1)
    ]
    return lines, "allowed cell rate, Mbit/s"


def _throughput(series: Sequence[Series]) -> tuple[list[Points], str]:
    """Throughput over whole numbers of sampling windows, so that a segment more or less hardly shows."""
    time_s, throughput = throughput_over(_of(series, "acknowledgment"))
    joined = round(AVERAGED_S / WINDOW_S)
    whole = len(time_s) // joined * joined
    means = throughput[:, :whole].reshape(len(throughput), -1, joined).mean(axis=2)
    # A value holds from the beginning of its windows on.
    begins = time_s[:whole:joined] - WINDOW_S
    lines = [
        Points(f"source {number}", _held(begins, flow / 1e6, time_s[whole - 1]))
        for number, flow in enumerate(means, 1)
    ]
    return lines, "effective throughput, Mbit/s"


def _held(time_s: NDArray[np.float64], value: NDArray[np.float64], until_s: float) -> NDArray[np.float64]:
    """Let the last value hold until an end."""
    return np.column_stack([np.append(time_s, until_s), np.append(value, value[-1])])


@dataclass(frozen=True, slots=True)
class OverTime:
    """Draws something of one run against time, on an axis that does for all panels of the figure."""

    factors: Factors
    panels: Sequence[Factors]
    what: Callable[[Sequence[Series]], tuple[list[Points], str]]
    typical: str
    """The measure by which the median replication is chosen."""
    window_s: tuple[float, float] | None = None
    """The part of the run that is shown; None for all of it."""

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if the case was run."""
        point = data.median_point(self.factors.name, self.typical)
        if point is None:
            return None
        lines, label = self.what(point.series)
        high = max(self._highest(data, factors) for factors in self.panels)
        drawing = lines_plot(
            lines, x_label="time, s", y_label=label, steps=True, high=1.05 * high, widest=2.6
        )
        return replace(drawing, x=Axis("time, s", *self.window_s)) if self.window_s else drawing

    def _highest(self, data: FigureData, factors: Factors) -> float:
        point = data.median_point(factors.name, self.typical)
        return max(float(line.xy[:, 1].max()) for line in self.what(point.series)[0]) if point else 0.0


#: Where rates are looked at: three changes of the background, near enough to tell two sources apart.
_CHANGES_S = (0.25, 0.55)

_MEANS = f"in means of {1000 * AVERAGED_S:g} ms"
_ORDER = (("a", "fmmra"), ("b", "efci"), ("c", "erica"))
_TYPICAL = {
    "max_queue_cells": "largest queue",
    "transient_fairness": "fairness in the transient",
    "deviation_percent": "deviation from the share",
    "fairness": "fairness",
}


def _figure(number: str, letter: str, panels: Sequence[Factors], factors: Factors) -> Figure:
    shows = {
        "2": (_queue, "max_queue_cells", "queue of the backbone's port, 2 TCP and 1 VBR connections"),
        "3": (
            _throughput,
            "transient_fairness",
            f"effective TCP throughput {_MEANS}, 5 TCP and 1 VBR connections",
        ),
        "4": (_rates, "deviation_percent", "allowed cell rates, 2 TCP and 1 VBR connections"),
        "5": (
            _throughput,
            "fairness",
            f"effective TCP throughput {_MEANS}, 1500 cells, 2 TCP and 1 VBR connections",
        ),
    }
    draw, typical, told = shows[number]
    caption = (
        f"Figure {number}({letter}), {NAMES[factors.rule]}: {told}. The replication whose "
        f"{_TYPICAL[typical]} is nearest to the median."
    )
    drawing = OverTime(factors, panels, draw, typical, _CHANGES_S if number == "4" else None)
    return Figure(f"figure{number}{letter}", caption, (factors.name,), drawing)


def _figures(number: str, **fixed: Any) -> list[Figure]:
    panels = {letter: Factors(rule, **fixed) for letter, rule in _ORDER}
    return [_figure(number, letter, list(panels.values()), one) for letter, one in panels.items()]


FIGURES = (
    network_figure(
        "figure1",
        "Figure 1: the network, here with 2 TCP connections and an unlimited buffer.",
        Factors("fmmra").name,
    ),
    *_figures("2"),
    *_figures("3", sources=5, period="3"),
    *_figures("4", period="4"),
    *_figures("5", limited=True),
)
