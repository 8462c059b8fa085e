"""Figures 4.1 to 4.4 and 5.1 to 5.14 of the thesis, drawn from our runs; the figures are lost."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cellwise.plots import Band, Drawing, Points, bands_plot
from cellwise.studies.kansas.cases import LINKS, LOADS_MBPS, SOURCES, Factors
from cellwise.studies.kansas.published import tables
from cellwise.study.bands import band
from cellwise.study.definition import Figure, FigureData
from cellwise.study.networks import network_figure
from cellwise.study.values import Values

_SERVICES = {"abr": "ABR", "ubr": "UBR+EPD"}
_TRAFFIC = {"tcp": "TCP", "udp": "UDP", "paced": "paced UDP"}
_AXES = {
    "goodput_mbps": "goodput, Mbit/s",
    "first2_mean_goodput_mbps": "goodput of VC 1 and 2, Mbit/s",
    "efficiency_percent": "efficiency, %",
    "fairness": "fairness index",
}


#: Every curve of every figure: one colour for each.
_CURVES = (
    *(f"{traffic}, {service}" for traffic in ("TCP", "UDP") for service in _SERVICES.values()),
    "paced UDP, UBR+EPD",
    *_TRAFFIC.values(),
)

#: The tables whose rows are points of Figures 5.1, 5.2, 5.9 and 5.10.
_POINTS = ("table5.5", "table5.6", "table5.16", "table5.17")


@cache
def _published() -> Mapping[tuple[str, str], float]:
    """Give what the tables print, by case and measure."""
    rows = [row for table in tables()[0] if table.name in _POINTS for row in table.rows]
    numbers = [number for row in rows for number in row.numbers.values()]
    return {(one.case, one.measure): float(one.printed) for one in numbers}


class OverFactor:
    """Draws a measure, or the gain of ABR over UBR+EPD, over the levels of a factor."""

    def __init__(
        self,
        measure: str | None,
        factor: str,
        levels: Sequence[float],
        x_label: str,
        curves: Sequence[tuple[str, str]],
        **fixed: Any,
    ) -> None:
        """Take what is drawn (None for the gain), over what, and the curves as (service, traffic)."""
        self.measure, self.factor, self.levels, self.x_label = measure, factor, levels, x_label
        self.curves, self.fixed = curves, fixed

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if all its cases were run."""
        if not all(data.values.has(factors.name) for factors in self.needed()):
            return None
        bands = [self._band(data.values, service, traffic) for service, traffic in self.curves]
        label = "gain in efficiency" if self.measure is None else _AXES[self.measure]
        return bands_plot(
            self.levels,
            bands,
            x_label=self.x_label,
            y_label=label,
            printed=self.printed(),
            low=None,
            order=_CURVES,
        )

    def printed(self) -> list[Points]:
        """Give the printed points of every curve for which a table has some."""
        found = []
        for service, traffic in self.curves:
            rows = [(level, self._printed_at(service, traffic, level)) for level in self.levels]
            known = [(level, value) for level, value in rows if value is not None]
            if known:
                found.append(Points(self._name(service, traffic), np.array(known, dtype=np.float64)))
        return found

    def _printed_at(self, service: str, traffic: str, level: float) -> float | None:
        if self.measure is not None:
            return _published().get((self._case(service, traffic, level), self.measure))
        both = [
            _published().get((self._case(each, traffic, level), "efficiency_percent")) for each in _SERVICES
        ]
        return both[0] / both[1] if both[0] is not None and both[1] is not None else None

    def needed(self) -> list[Factors]:
        """Give the experiments that it shows."""
        services = tuple(_SERVICES) if self.measure is None else ()
        return [
            self.factors(each, traffic, level)
            for service, traffic in self.curves
            for each in services or (service,)
            for level in self.levels
        ]

    def _case(self, service: str, traffic: str, level: float) -> str:
        return self.factors(service, traffic, level).name

    def factors(self, service: str, traffic: str, level: float) -> Factors:
        """Give one experiment."""
        changed: dict[str, Any] = {self.factor: level}
        return Factors.of(**self.fixed, service=service, traffic=traffic, **changed)

    def _band(self, values: Values, service: str, traffic: str) -> Band:
        rows = [self._over_replications(values, service, traffic, level) for level in self.levels]
        return band(self._name(service, traffic), rows)

    def _name(self, service: str, traffic: str) -> str:
        return _TRAFFIC[traffic] if self.measure is None else f"{_TRAFFIC[traffic]}, {_SERVICES[service]}"

    def _over_replications(
        self, values: Values, service: str, traffic: str, level: float
    ) -> NDArray[np.float64]:
        if self.measure is not None:
            return values.of(self._case(service, traffic, level), self.measure)
        abr, ubr = (
            values.of(self._case(each, traffic, level), "efficiency_percent") for each in ("abr", "ubr")
        )
        return abr / ubr


_BOTH = (("abr", "tcp"), ("ubr", "tcp"), ("abr", "udp"), ("ubr", "udp"))
_GAINS = (("abr", "tcp"), ("abr", "udp"))
_PACED = ("ubr", "paced")

#: For each group of figures: the factor, its levels, its axis, and what is fixed.
_OVER: Mapping[str, tuple[str, Sequence[float], str, dict[str, Any]]] = {
    "sources": ("sources", SOURCES, "connections", {"network": "two-node"}),
    "load": ("load_mbps", LOADS_MBPS, "mean load of the background, Mbit/s", {"network": "two-node"}),
    "links": ("links", LINKS, "congested links", {"network": "mnc1"}),
}

#: Number, what is drawn, over which factor, curves, whether over an ATM backbone, what the figure shows.
_PLANS: Sequence[tuple[str, str | None, str, Sequence[tuple[str, str]], bool, str]] = (
    ("5.1a", "goodput_mbps", "sources", _BOTH, False, "goodput and number of connections"),
    ("5.1b", "fairness", "sources", (*_BOTH, _PACED), False, "fairness and number of connections"),
    ("5.2a", "efficiency_percent", "sources", _BOTH, False, "efficiency and number of connections"),
    ("5.2b", None, "sources", _GAINS, False, "gain and number of connections"),
    ("5.3a", "goodput_mbps", "load", _BOTH, False, "goodput and background, 5 connections"),
    ("5.3b", "fairness", "load", _BOTH, False, "fairness and background, 5 connections"),
    ("5.4a", "efficiency_percent", "load", _BOTH, False, "efficiency and background, 5 connections"),
    ("5.4b", None, "load", _GAINS, False, "gain and background, 5 connections"),
    ("5.5", "first2_mean_goodput_mbps", "links", (*_BOTH, _PACED), False, "goodput and congested links"),
    ("5.6", "efficiency_percent", "links", (*_BOTH, _PACED), False, "efficiency and congested links"),
    ("5.7", "fairness", "links", (*_BOTH, _PACED), False, "fairness and congested links"),
    ("5.8", None, "links", (*_GAINS, ("abr", "paced")), False, "gain and congested links"),
    ("5.9a", "goodput_mbps", "sources", _BOTH, True, "goodput and number of connections"),
    ("5.9b", "fairness", "sources", (*_BOTH, _PACED), True, "fairness and number of connections"),
    ("5.10a", "efficiency_percent", "sources", _BOTH, True, "efficiency and number of connections"),
    ("5.10b", None, "sources", _GAINS, True, "gain and number of connections"),
    ("5.11", "first2_mean_goodput_mbps", "links", _BOTH, True, "goodput and congested links"),
    ("5.12", "efficiency_percent", "links", _BOTH, True, "efficiency and congested links"),
    ("5.13", "fairness", "links", _BOTH, True, "fairness and congested links"),
    ("5.14", None, "links", _GAINS, True, "gain and congested links"),
)


def _drawings() -> dict[str, tuple[str, OverFactor]]:
    made = {}
    for number, measure, over, curves, routers, shows in _PLANS:
        factor, levels, axis, fixed = _OVER[over]
        drawing = OverFactor(measure, factor, levels, axis, curves, **fixed, routers=routers)
        where = "ATM backbone" if routers else "End to end"
        told = "; crosses: the tables of the thesis" if over == "sources" else ""
        made[f"figure{number}"] = (
            f"Figure {number}. {where}: {shows}. Lines: medians; bands: 5-95 %{told}.",
            drawing,
        )
    return made


_DRAWINGS = _drawings()

_NETWORKS = (
    ("4.1", "end to end, two nodes", Factors("two-node", "ubr")),
    (
        "4.2",
        "routers, two nodes",
        Factors("two-node", "abr", routers=True, crowded=True),
    ),
    ("4.3", "multiple node configuration 1 with 3 links", Factors("mnc1", "ubr")),
    ("4.4", "multiple node configuration 2", Factors("mnc2", "ubr")),
)

FIGURES = (
    *(
        network_figure(f"figure{number}", f"Figure {number}. The network: {told}.", factors.name)
        for number, told, factors in _NETWORKS
    ),
    *(Figure(name, caption, (), drawing) for name, (caption, drawing) in _DRAWINGS.items()),
)


def needed() -> list[Factors]:
    """Give the experiments that the figures show, each once."""
    return list(dict.fromkeys(one for _, drawing in _DRAWINGS.values() for one in drawing.needed()))
