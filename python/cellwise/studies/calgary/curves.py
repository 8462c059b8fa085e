"""Pictures of factors: a measure over the levels of one, a curve for each level of another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cellwise.plots import Axis, Drawing
from cellwise.plots.marks import Interval, Line, Scatter
from cellwise.studies.calgary.beyond import ALONE, BESIDE_UPLOAD
from cellwise.studies.calgary.cases import (
    BURST_US,
    CERS,
    MODELS,
    MSSS,
    TRUNKS_MBPS,
    Factors,
    achievable_bps,
    single,
)
from cellwise.studies.calgary.measures import measure
from cellwise.studies.calgary.questions import NOISES, Experiment
from cellwise.study.bands import band
from cellwise.study.definition import FigureData

#: What measures are called on axes.
LABELS: Mapping[str, str] = {
    "cell_loss_ratio": "cell loss ratio",
    "packet_loss_ratio": "packet loss ratio",
    "effective_throughput": "effective throughput",
    "fairness": "fairness index",
    "errored_cells": "cells errored",
    "overflow_cells": "cells lost by overflow",
    "line_throughput_mbps": "throughput of a line, Mbit/s",
    "upload_mbps": "uploads together, Mbit/s",
}

#: Where axes begin: losses at 0, shares where the data do.
_FROM_ZERO = (
    "cell_loss_ratio",
    "packet_loss_ratio",
    "errored_cells",
    "overflow_cells",
    "line_throughput_mbps",
)

#: What all figures draw, the levels of one factor together; no two have colour, marker and dashes in common.
ORDER = (
    *(f"CER {cer}" for cer in CERS),
    "achievable",
    "observed as targeted",
    *NOISES,
    *(f"{model}, {where}" for model in MODELS for where in ("LAN", "WAN")),
    *(f"MSS {mss}" for mss in MSSS),
    *(f"{trunk} Mbit/s" for trunk in TRUNKS_MBPS),
    *dict.fromkeys((*ALONE, *BESIDE_UPLOAD)),
)

CER_LABEL = "log10 of the cell error ratio"


def logs(cers: Sequence[str]) -> list[float]:
    """Give levels of CER as they are drawn."""
    return [float(np.log10(float(cer))) for cer in cers]


@dataclass(frozen=True, slots=True)
class Over:
    """Draws a measure over the levels of a factor: medians in the range of the replications."""

    measure: str
    x_label: str
    levels: Sequence[float]
    curves: Mapping[str, Sequence[Experiment]]
    """By name, an experiment for each level."""
    ticks: Sequence[float] | None = None
    """Levels that the axis names; None for all."""

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if all its cases were run."""
        found = {
            name: [values_of(data, one, self.measure) for one in ones] for name, ones in self.curves.items()
        }
        at = np.asarray(self.levels, dtype=np.float64)
        marks = []
        for name, over in found.items():
            known = [values for values in over if values is not None]
            if len(known) < len(over):
                return None
            drawn = band(name, known)
            marks.append(Interval(name, at, drawn.low, drawn.middle, drawn.high))
        low = 0.0 if self.measure in _FROM_ZERO else None
        y = Axis(LABELS[self.measure], low)
        x = Axis(self.x_label, ticks=self.ticks or at.tolist())
        return Drawing(x, y, marks, legend="above", order=ORDER)

    def brief(self) -> tuple[str, ...]:
        """Name the cases that no table has."""
        every = (one for ones in self.curves.values() for one in ones)
        return tuple(
            dict.fromkeys(one.name for one in every if isinstance(one, Factors) and one.run == "brief")
        )


def values_of(data: FigureData, one: Experiment, what: str) -> NDArray[np.float64] | None:
    """Give a measure over the replications of an experiment; of one that no table has, of its only run."""
    if data.values.has(one.name):
        return data.values.of(one.name, what)
    point, scenario = data.point(one.name), data.scenario(one.name)
    if point is None or scenario is None:
        return None
    return np.array([measure(point, scenario)[what]])


@dataclass(frozen=True, slots=True)
class Achieved:
    """Draws what lines of several rates carry beside what they could (Figure 5.15)."""

    rates_mbps: Sequence[float]
    curves: Mapping[str, Sequence[Experiment]]

    def brief(self) -> tuple[str, ...]:
        """Name the cases that no table has."""
        return Over("line_throughput_mbps", "", self.rates_mbps, self.curves).brief()

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if all its cases were run."""
        drawn = Over("line_throughput_mbps", "downstream rate, Mbit/s", self.rates_mbps, self.curves)(data)
        if drawn is None:
            return None
        rates = np.asarray(self.rates_mbps, dtype=np.float64)
        ideal = Line("achievable", rates, np.array([achievable_bps(rate, 512) for rate in rates]), beside="")
        return Drawing(drawn.x, drawn.y, [*drawn.marks, ideal], legend="above", order=drawn.order)


def observed(data: FigureData) -> Drawing | None:
    """Draw observed over targeted cell error ratios, every replication by itself (Figure 3.7)."""
    if not all(data.values.has(single(model, cer).name) for model in MODELS for cer in CERS):
        return None
    at = np.array(logs(CERS))
    marks: list[Line | Scatter] = [Line("observed as targeted", at[::-1], at[::-1])]
    for model in MODELS:
        ratios = [data.values.of(single(model, cer).name, "cell_error_ratio") for cer in CERS]
        x = np.concatenate([np.full(len(ones), level) for level, ones in zip(at, ratios, strict=True)])
        y = np.concatenate(ratios)
        hit = y > 0
        name = f"burst {BURST_US} us" if model == "burst" else model
        marks.append(Scatter(name, x[hit], np.log10(y[hit])))
    x_axis = Axis("log10 of the targeted cell error ratio", ticks=at.tolist())
    return Drawing(x_axis, Axis("log10 of the observed one"), marks, legend="above", order=ORDER)
