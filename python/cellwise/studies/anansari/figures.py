"""Figures 2 to 5 of the paper, drawn from our runs; the figures themselves are not preserved."""

from collections.abc import Callable, Sequence

import numpy as np

from cellwise.graph import CELL_BITS
from cellwise.plots import Drawing, Points, lines_plot
from cellwise.series import Series
from cellwise.studies.anansari.cases import NAMES, WINDOW_S, Factors
from cellwise.studies.anansari.measures import throughput_over
from cellwise.study.definition import Figure, FigureData


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
    time_s, throughput = throughput_over(_of(series, "acknowledgment"))
    lines = [
        Points(f"source {number}", np.column_stack([time_s, flow / 1e6]))
        for number, flow in enumerate(throughput, 1)
    ]
    return lines, "effective throughput, Mbit/s"


class OverTime:
    """Draws something of one run against time."""

    def __init__(
        self, factors: Factors, what: Callable[[Sequence[Series]], tuple[list[Points], str]]
    ) -> None:
        """Take the experiment and what to draw of it."""
        self.factors, self.what = factors, what

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if the case was run."""
        point = data.point(self.factors.name)
        if point is None:
            return None
        lines, label = self.what(point.series)
        return lines_plot(lines, x_label="time, s", y_label=label)


_WINDOW = f"in windows of {1000 * WINDOW_S:g} ms"
_ORDER = (("a", "fmmra"), ("b", "efci"), ("c", "erica"))


def _figure(number: str, letter: str, factors: Factors, what: str) -> Figure:
    shows = {
        "2": (_queue, "queue of the backbone's port, 2 TCP and 1 VBR connections"),
        "3": (_throughput, f"effective TCP throughput {_WINDOW}, 5 TCP and 1 VBR connections"),
        "4": (_rates, "allowed cell rates, 2 TCP and 1 VBR connections"),
        "5": (
            _throughput,
            f"effective TCP throughput {_WINDOW} with 1500 cells, 2 TCP and 1 VBR connections",
        ),
    }
    draw, told = shows[number]
    caption = f"Figure {number}({letter}), {what}: {told}. First replication."
    return Figure(f"figure{number}{letter}", caption, (factors.name,), OverTime(factors, draw))


FIGURES = tuple(
    _figure(number, letter, Factors(rule, **fixed), NAMES[rule])
    for number, fixed in (
        ("2", {}),
        ("3", {"sources": 5, "period": "3"}),
        ("4", {"period": "4"}),
        ("5", {"limited": True}),
    )
    for letter, rule in _ORDER
)
