"""The measures of the paper that no expression can state: of the background's on and off times."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cellwise.metrics import jain_index
from cellwise.points.store import PointResult
from cellwise.quantity import rate_bps, span_s
from cellwise.scenario import Scenario
from cellwise.series import Series
from cellwise.vocabulary import CELL_BITS

#: The time after the background's start that counts as the transient (claim 2).
TRANSIENT_S = 0.3

#: How close to its share a rate is near it.
NEAR = 0.05


def of_background(point: PointResult, scenario: Scenario) -> dict[str, float]:
    """Measure how connections follow the background, if it has one and their series are recorded.

    In Python because every series is read in every period, and periods follow one another.
    """
    series, document = point.series, scenario.expanded().to_dict()
    delivered = [one for one in series if one.quantity == "acknowledgment"]
    rates = [one for one in series if one.quantity == "acr"]
    background = [flow for flow in document["flows"].values() if flow.get("kind") == "cells"]
    if not (delivered and rates and background):
        return {}
    begin_s = span_s(background[0].get("start", "0 s"))
    (sent,) = (one for one in series if one.quantity == "transmitted")
    source = {**document["cells"], **background[0].get("cells", {})}["source"]
    return {
        "transient_fairness": _transient_fairness(delivered, begin_s),
        **_utilisation(sent, source, document, begin_s),
        **_rates(rates, begin_s, source, document),
    }


def _transient_fairness(delivered: Sequence[Series], begin_s: float) -> float:
    """Mean Jain index over the sampling windows of the transient."""
    time_s, throughput = throughput_over(delivered)
    inside = (time_s > begin_s) & (time_s <= begin_s + TRANSIENT_S)
    indices = [jain_index(window) if window.any() else 1.0 for window in throughput[:, inside].T]
    return float(np.mean(indices)) if indices else 1.0


def _utilisation(
    sent: Series, source: Mapping[str, Any], document: Mapping[str, Any], begin_s: float
) -> dict[str, float]:
    """Shares of the backbone's cell times with a cell while the background is on, and while it is off."""
    per_s = rate_bps(document["links"]["trunk"]["rate"]) / CELL_BITS
    shares: dict[bool, list[float]] = {True: [], False: []}
    for begin, end, on in _periods(begin_s, float(sent.time_s[-1]), source):
        before, after = np.interp([begin, end], sent.time_s, sent.value)
        shares[on].append((after - before) / ((end - begin) * per_s))
    return {
        f"utilisation_{name}_percent": 100 * float(np.mean(shares[on])) if shares[on] else np.nan
        for on, name in ((True, "on"), (False, "off"))
    }


def throughput_over(delivered: Sequence[Series]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give the ends of the sampling windows, in s, and the throughput of each flow in them, in bit/s."""
    time_s = delivered[0].time_s
    gained = np.array([np.diff(one.value) for one in delivered])
    return time_s[1:], np.maximum(gained, 0.0) * 8 / np.diff(time_s)


def _rates(
    rates: Sequence[Series], begin_s: float, source: Mapping[str, Any], document: Mapping[str, Any]
) -> dict[str, float]:
    """How rates follow the background: means over its edges and the connections.

    The share is that of the capacity that the rule aims to fill, so that a rule is not blamed for a target
    below the link.
    """
    link = rate_bps(document["links"]["trunk"]["rate"])
    target = float(document["switch"]["rate_rule"].get("target_utilisation", 1.0))
    end_s = min(float(one.time_s[-1]) for one in rates)
    reached, settled, away = [], [], []
    for begin, end, on in _periods(begin_s, end_s, source):
        left = target * (link - rate_bps(source["rate"])) if on else target * link
        for rate in rates:
            time_s, off = deviation(rate, begin, end, left / len(rates) / CELL_BITS)
            reached.append(_first(off <= NEAR, time_s, end) - begin)
            settled.append(_last(off > NEAR, time_s, begin, end) - begin)
            away.append(off.mean())
    return {
        "reaching_ms": 1e3 * float(np.mean(reached)) if reached else np.nan,
        "settling_ms": 1e3 * float(np.mean(settled)) if settled else np.nan,
        "deviation_percent": 100 * float(np.mean(away)) if away else np.nan,
    }


def _periods(begin_s: float, end_s: float, source: Mapping[str, Any]) -> Iterator[tuple[float, float, bool]]:
    """List the on and off times of a source that begins with an on time, the whole ones only."""
    for on in itertools.cycle((True, False)):
        until = begin_s + span_s(source["on" if on else "off"])
        if until > end_s:
            return
        yield begin_s, until, on
        begin_s = until


def deviation(
    rate: Series, begin_s: float, end_s: float, share: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give a rate's samples in a period: their times, and how far they are from a share, as a part of it."""
    inside = (rate.time_s >= begin_s) & (rate.time_s < end_s)
    return rate.time_s[inside], np.abs(rate.value[inside] / share - 1)


def _first(holds: NDArray[np.bool_], time_s: NDArray[np.float64], end_s: float) -> float:
    """When something first holds; the end if it never does."""
    return float(time_s[holds][0]) if holds.any() else end_s


def _last(fails: NDArray[np.bool_], time_s: NDArray[np.float64], begin_s: float, end_s: float) -> float:
    """From when on something never fails again; the end if it fails at the end."""
    if not fails.any():
        return begin_s
    after = int(np.flatnonzero(fails)[-1]) + 1
    return float(time_s[after]) if after < len(time_s) else end_s
