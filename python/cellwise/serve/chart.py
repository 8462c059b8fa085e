"""What the page draws of a run: parts of series, thinned to a picture's width, and the network over time."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cellwise.metrics import PATH_SEPARATOR
from cellwise.plots.decimate import decimate
from cellwise.series import PICOSECONDS_PER_S
from cellwise.serve.runs import Numbers, Run


def part(
    time_s: Numbers, value: Numbers, from_s: float | None, to_s: float | None
) -> tuple[Numbers, Numbers]:
    """Cut a series to a part of the run, with the point before it and the one behind it."""
    first = 0 if from_s is None else max(int(np.searchsorted(time_s, from_s, side="right")) - 1, 0)
    last = len(time_s) if to_s is None else int(np.searchsorted(time_s, to_s, side="left")) + 1
    return time_s[first:last], value[first:last]


def points(
    time_s: Numbers, value: Numbers, from_s: float | None, to_s: float | None, width: int
) -> tuple[Numbers, Numbers]:
    """Give the points of a series that a picture of a width shows; no peak is lost.

    Parameters
    ----------
    time_s, value : ndarray of float, shape (n_points,)
        The series.
    from_s, to_s : float, optional
        The part that is shown.
    width : int
        Columns of the picture; at most four points of each stay.
    """
    x, y = part(time_s, value, from_s, to_s)
    if len(x) > 4 * width:
        y = np.where(np.isfinite(y), y, np.nan)
        kept = decimate(x, y, width)
        return x[kept], y[kept]
    return x, np.where(np.isfinite(y), y, np.nan)


def at(time_s: Numbers, value: Numbers, times_s: Numbers) -> Numbers:
    """Give what a series held at some instants: its last value before each, 0 before the first."""
    place = np.searchsorted(time_s, times_s, side="right") - 1
    held: Numbers = np.where(place < 0, 0.0, value[np.maximum(place, 0)]) if len(value) else times_s * 0.0
    return np.where(np.isfinite(held), held, 0.0)


def playback(run: Run, steps: int, from_s: float | None = None, to_s: float | None = None) -> dict[str, Any]:
    """Tell how queues and links were filled at equally spaced instants of a run, or of a part of it.

    Returns
    -------
    dict
        ``times_s``; ``ports``: cells in the queue of every port that was recorded; ``links``: by port, the
        part of its rate that acknowledged data took in the step before each instant, or, where flows were
        not recorded, that all cells took over the whole run.
    """
    assert run.results is not None
    end_s = float(run.results.summary["simulated_s"])
    begin_s = min(max(from_s or 0.0, 0.0), end_s)
    times = np.linspace(begin_s, min(max(end_s if to_s is None else to_s, begin_s), end_s), steps)
    held = {}
    for about, (time_s, value) in zip(run.about["series"], run.results.series, strict=True):
        held[about["quantity"], about["target"]] = at(time_s, value, times)
    queues = {target: values for (quantity, target), values in held.items() if quantity == "queue"}
    sent = {target: values for (quantity, target), values in held.items() if quantity == "acknowledgment"}
    return {
        "times_s": times.tolist(),
        "ports": {port: values.astype(int).tolist() for port, values in queues.items()},
        "links": {port: values.tolist() for port, values in _loads(run, sent, times).items()},
    }


def _loads(run: Run, acknowledged: Mapping[str, Numbers], times: Numbers) -> dict[str, Numbers]:
    assert run.results is not None
    ports, flows, vcs = (run.results.tables[name] for name in ("ports", "flows", "vcs"))
    ways = _ways(vcs)
    through: dict[str, list[int]] = {}
    for row, (vc, source) in enumerate(zip(flows["vc"], flows["source"], strict=True)):
        for port in _way(ways, str(vc), str(source)):
            through.setdefault(port, []).append(row)
    loads = {}
    drawn = {way["port"] for link in run.about["topology"]["links"] for way in link["directions"]}
    for row, name in enumerate(ports["port"]):
        port, rate = str(name), float(ports["rate_bps"][row])
        if port not in drawn:
            continue
        rows = through.get(port, [])
        if rows and rate > 0 and all(str(flows["flow"][one]) in acknowledged for one in rows):
            loads[port] = _load(rows, flows, acknowledged, times, rate)
        else:
            loads[port] = np.full(len(times), float(ports["utilisation"][row]))
    return loads


def _load(
    rows: Sequence[int], flows: Any, acknowledged: Mapping[str, Numbers], times: Numbers, rate_bps: float
) -> Numbers:
    """Sum what flows had acknowledged in each step, as cells on the line, by the line's rate."""
    step = max(times[1] - times[0], 1 / PICOSECONDS_PER_S)
    total = np.zeros(len(times))
    for row in rows:
        held = acknowledged[str(flows["flow"][row])]
        octets = np.diff(held, prepend=held[0])
        fraction = float(flows["payload_fraction"][row])
        if fraction > 0:
            total += np.maximum(octets, 0.0) * 8 / fraction
    load: Numbers = np.minimum(total / (step * rate_bps), 1.0)
    return load


def _ways(vcs: Any) -> dict[str, list[list[str]]]:
    ways: dict[str, list[list[str]]] = {}
    for vc, path in zip(vcs["vc"], vcs["path"], strict=True):
        ways.setdefault(str(vc), []).append(str(path).split(PATH_SEPARATOR))
    return ways


def _way(ways: Mapping[str, list[list[str]]], vc: str, source: str) -> list[str]:
    """Choose the direction of a connection that begins at the source, or else the first one."""
    both = ways.get(vc, [])
    return next((way for way in both if way[0].partition(".")[0] == source), both[0] if both else [])
