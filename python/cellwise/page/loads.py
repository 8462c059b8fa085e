"""How much of each link's rate was taken over time: as it was recorded, or from what was acknowledged."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cellwise.metrics import Passing, passing
from cellwise.series import PICOSECONDS_PER_S
from cellwise.store import Columns, Numbers

#: A part of a rate that is less than this is seen in no picture.
_SEEN = 0.001


def at(time_s: Numbers, value: Numbers, times_s: Numbers) -> Numbers:
    """Give what a series held at some instants: its last value before each, 0 before the first."""
    place = np.searchsorted(time_s, times_s, side="right") - 1
    held: Numbers = np.where(place < 0, 0.0, value[np.maximum(place, 0)]) if len(value) else times_s * 0.0
    return np.where(np.isfinite(held), held, 0.0)


def counted(time_s: Numbers, value: Numbers, times_s: Numbers) -> Numbers:
    """Give what a count had come to at some instants: 0 before its first point.

    Between samples, which are equally far apart, it grew evenly, as far as anybody knows; between changes it
    was what it was.
    """
    steps = np.diff(time_s)
    if len(steps) > 2 and np.allclose(steps[:-1], steps[0], rtol=1e-6, atol=0.0):
        line: Numbers = np.interp(times_s, time_s, value, left=0.0)
        return line
    return at(time_s, value, times_s)


def loads(
    tables: Mapping[str, Columns], ports: set[str], acknowledged: Mapping[str, Numbers], times_s: Numbers
) -> tuple[dict[str, Numbers], list[str]]:
    """Give the load of ports in the step before each instant.

    Parameters
    ----------
    tables : mapping
        ``ports``, ``flows`` and ``vcs`` of the run.
    ports : set of str
        The ports that are asked for.
    acknowledged : mapping
        Octets of each TCP flow that were acknowledged at each instant, by flow.
    times_s : ndarray of float, shape (n_instants,)
        Equally far apart.

    Returns
    -------
    loads : dict
        By port, ndarray of shape (n_instants,), from 0 to 1. Data are there when they are acknowledged;
        acknowledgments are as many as there were in the whole run, each when its data are acknowledged.
    means : list of str
        The ports where other traffic passes, such as UDP and cell sources, whose part is the mean over the
        whole run.
    """
    table, flows = tables["ports"], tables["flows"]
    through = passing(flows, tables["vcs"])
    step_s = max(float(times_s[1] - times_s[0]), 1 / PICOSECONDS_PER_S)
    speeds = {
        row: np.maximum(np.diff(held, prepend=held[0]), 0.0) * 8 / step_s
        for row, flow in enumerate(flows["flow"])
        if (held := acknowledged.get(str(flow))) is not None
    }
    found: dict[str, Numbers] = {}
    means = []
    for name, rate_bps, mean in zip(table["port"], table["rate_bps"], table["utilisation"], strict=True):
        port, one = str(name), through.get(str(name), Passing())
        if port not in ports:
            continue
        data = [row for row in one.data if row in speeds]
        load = times_s * 0.0 + _line(data, flows, speeds) / float(rate_bps)
        if len(data) < len(one.data) or any(row not in speeds for row in one.back):
            part = _line(data, flows, flows["throughput_bps"]) / float(rate_bps)
            rest = max(0.0, float(mean) - float(part))
            load += rest
            if rest >= _SEEN:
                means.append(port)
        elif not data and one.back:
            throughput_bps = sum(float(flows["throughput_bps"][row]) for row in one.back)
            load += (
                mean * sum(speeds[row] for row in one.back) / throughput_bps if throughput_bps > 0 else mean
            )
        found[port] = np.clip(load, 0.0, 1.0)
    return found, means


def taken(busy_s: Numbers, times_s: Numbers) -> Numbers:
    """Give the part of the step before each instant for which a line was taken.

    Parameters
    ----------
    busy_s : ndarray of float, shape (n_instants,)
        For how long it was taken up to each instant, in s.
    times_s : ndarray of float, shape (n_instants,)
        Equally far apart.
    """
    step_s = max(float(times_s[1] - times_s[0]), 1 / PICOSECONDS_PER_S)
    return np.clip(np.diff(busy_s, prepend=busy_s[0]) / step_s, 0.0, 1.0)


def _line(rows: Sequence[int], flows: Any, speeds_bps: Any) -> Any:
    """Sum the speeds of flows as cells on a line take them, in bit/s: numbers, or arrays over time."""
    fractions = ((row, float(flows["payload_fraction"][row])) for row in rows)
    return sum((speeds_bps[row] / fraction for row, fraction in fractions if fraction > 0), 0.0)
