"""A measure of runs over the levels of a setting, with an interval over the replications at each level."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cellwise.experiments.groups import having, repetitions
from cellwise.experiments.measures import Measure, measure
from cellwise.levels import Level
from cellwise.plots.drawing import Axis, Drawing
from cellwise.plots.marks import Interval
from cellwise.plots.places import Places, ordered
from cellwise.source import Source

#: The ends of an interval and its middle, in per cent of the replications.
_PERCENT = (5.0, 50.0, 95.0)


def draw(
    sources: Sequence[Source],
    *,
    x: str | None = None,
    y: str = "efficiency",
    by: str | None = None,
    rows: str = "mean",
    port: str | None = None,
    where: Mapping[str, Any] | None = None,
) -> Drawing:
    """Draw a measure over a setting.

    Parameters
    ----------
    sources : sequence of Source
        The runs; those that differ in seed and replication only are replications of each other.
    x : str
        The setting, as a dotted path such as ``switch.buffer``.
    y : str
        The measure: ``efficiency``, ``fairness`` or ``TABLE.COLUMN``.
    by : str, optional
        The setting of which every value gets a curve.
    rows : str
        How the rows of a column become one number: ``mean``, ``sum``, ``min`` or ``max``.
    port : str, optional
        The port of the metrics of ports; the one that most flows share if left out.
    where : mapping, optional
        Values that settings must have.

    Raises
    ------
    ValueError
        If there is no `x`, a name is not known, no run is left, or runs differ in something else too.
    """
    if x is None:
        raise ValueError("plot factor: give x, the setting whose levels are compared, such as switch.buffer")
    chosen = having(sources, where or {})
    found = repetitions(chosen, [x] if by is None else [x, by])
    measured = measure(y, rows, port)
    places = Places.of({levels[0] for levels in found})
    curves = ordered({levels[1] for levels in found}) if by else [None]
    marks = [
        _curve(found, curve, places, places.shift(number, len(curves)), measured, by)
        for number, curve in enumerate(curves)
    ]
    return Drawing(
        places.axis(x),
        Axis(measured.display.label, low=0),
        marks,
        title=_title(found),
        footer=chosen[0].again,
    )


def _curve(
    found: Mapping[tuple[Level, ...], Sequence[Source]],
    curve: Level | None,
    places: Places,
    shift: float,
    measured: Measure,
    by: str | None,
) -> Interval:
    at, names, rows = [], [], []
    for level, place in zip(places.levels, places.at, strict=True):
        runs = found.get((level,) if curve is None else (level, curve), ())
        values = [measured.display.scale * measured.of(run) for run in runs]
        if values:
            at.append(place + shift)
            names.append(level.written)
            low, middle, high = np.percentile(values, _PERCENT)
            # One run has no interval.
            rows.append((low, middle, high) if len(values) > 1 else (middle, middle, middle))
    low, middle, high = np.transpose(rows)
    written = None if places.are_numbers else names
    return Interval(_name(curve, by), np.array(at), low, middle, high, bars=True, places=written)


def _name(curve: Level | None, by: str | None) -> str:
    if curve is None or by is None:
        return ""
    return curve.written if not curve.is_number else f"{by.rpartition('.')[2]} {curve.written}"


def _title(found: Mapping[tuple[Level, ...], Sequence[Source]]) -> str:
    counts = sorted({len(runs) for runs in found.values()})
    if counts == [1]:
        return "one run of each: no interval"
    number = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    return f"medians, and 5-95 % of {number} replications"
