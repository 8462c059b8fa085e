"""A measure of runs over the levels of a setting, with an interval over the replications at each level."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from cellwise.groups import having, repetitions
from cellwise.intervals import mean_interval
from cellwise.levels import Level
from cellwise.metrics.by_name import metric
from cellwise.plots import orders
from cellwise.plots.drawing import Axis, Drawing
from cellwise.plots.marks import Interval
from cellwise.plots.places import Places, names_of, ordered
from cellwise.source import Source
from cellwise.where import Conditions

#: The ends of a range and its middle, in per cent of the replications.
_PERCENT = (5.0, 50.0, 95.0)

#: What an interval is: of the mean with a confidence, or of the replications themselves.
INTERVALS = ("ci", "range")


def draw(
    sources: Sequence[Source],
    *,
    x: str | None = None,
    y: str = "efficiency",
    by: str | None = None,
    rows: str = "",
    port: str | None = None,
    where: Conditions | None = None,
    interval: str = "range",
) -> Drawing:
    """Draw a measure over a setting.

    Raises `ValueError` if there is no `x`, a name is not known, no run is left, or runs also differ in
    something else.

    Parameters
    ----------
    sources : sequence of Source
        The runs; those that differ in seed and replication only are replications of each other.
    x : str
        The setting, as a dotted path such as ``switch.buffer``.
    y : str
        The metric, as `cellwise.compare` takes it.
    by : str, optional
        The setting of which every value gets a curve.
    rows : str
        How the rows of a column become one number, where `y` does not say it: ``mean``, ``sum``, ``min``,
        ``max``, ``p50``, ``p95`` or ``p99``.
    port : str, optional
        The port of the metrics of ports; the one that most flows share if left out.
    where : str, sequence of str, or mapping from paths to values, optional
        Conditions such as ``switch.buffer > 900 cells``, or values that settings must have.
    interval : {"range", "ci"}
        The median with the 5-95 % range of the replications, or the mean with its 95 % t interval.
    """
    if x is None:
        raise ValueError("plot factor: give x, the setting whose levels are compared, such as switch.buffer")
    chosen = having(sources, where)
    found = repetitions(chosen, [x] if by is None else [x, by])
    measured = metric(y, rows, port)
    scale = measured.display.scale
    return over_levels(
        {levels: [scale * measured.of(run) for run in runs] for levels, runs in found.items()},
        x,
        measured.display.label,
        known=orders.curves(sources, x),
        by=by,
        order=orders.curves(sources, by) if by else [],
        interval=interval,
        footer=chosen[0].again,
    )


def over_levels(
    found: Mapping[tuple[Level, ...], Sequence[float]],
    x: str,
    label: str,
    *,
    known: Iterable[Level] = (),
    by: str | None = None,
    order: Sequence[Level] = (),
    interval: str = "range",
    confidence: float = 0.95,
    footer: str = "",
    called: str = "",
) -> Drawing:
    """Draw values over the levels of a setting; raises `ValueError` if the interval is not known.

    `found` has the values of the replications by the level of `x` and, if there is one, that of `by`, of
    which every value gets a curve; `known` has the levels of `x` in all figures of a sweep, which name one
    alike; `order` has the levels of `by` in the order of their colours. `label` names the values, with their
    unit; `called` names `by` in the legend, where the last part of its path is not enough. `interval` is as
    `draw` takes it, with means of such a `confidence`; `footer` is the command that makes it again.
    """
    if interval not in INTERVALS:
        raise ValueError(f"interval: {interval!r} is not known; give one of {', '.join(INTERVALS)}")
    places = Places.of({levels[0] for levels in found}, known)
    called = called or (by or "").rpartition(".")[2]
    curves = ordered({levels[1] for levels in found}) if by else [None]
    ends = partial(_ends, interval=interval, confidence=confidence)
    # As in all figures of a sweep, of which some have a part of the curves.
    texts = names_of([*order, *(curve for curve in curves if curve is not None)])
    marks = [
        replace(
            _curve(found, curve, places, places.shift(number, len(curves)), ends),
            name="" if curve is None else _name(curve, texts[curve], called),
            aside_pt=places.aside_pt(number, len(curves)),
        )
        for number, curve in enumerate(curves)
    ]
    return Drawing(
        places.axis(x),
        # The interval of a mean may reach below 0, where no run is.
        Axis(label, low=None if any((mark.low < 0).any() for mark in marks) else 0),
        marks,
        title=_title(found, interval, confidence),
        footer=footer,
        order=[_name(one, texts[one], called) for one in order],
    )


def _curve(
    found: Mapping[tuple[Level, ...], Sequence[float]],
    curve: Level | None,
    places: Places,
    shift: float,
    ends: Callable[[Sequence[float]], tuple[float, float, float]],
) -> Interval:
    at, names, rows = [], [], []
    for level, place, name in zip(places.levels, places.at, places.names, strict=True):
        values = found.get((level,) if curve is None else (level, curve), ())
        if len(values):
            at.append(place + shift)
            names.append(name)
            rows.append(ends(values))
    low, middle, high = np.transpose(rows)
    written = None if places.are_numbers else names
    return Interval("", np.array(at), low, middle, high, bars=True, places=written)


def _ends(values: Sequence[float], interval: str, confidence: float) -> tuple[float, float, float]:
    """Give the lower end, the middle and the upper end; one run has no interval."""
    if len(values) < 2:
        return values[0], values[0], values[0]
    # A run in which it cannot be measured leaves a gap.
    if interval == "ci" and np.isfinite(values).all():
        found = mean_interval(values, confidence)
        return found.low, found.mean, found.high
    low, middle, high = map(float, np.percentile(values, _PERCENT))
    return low, middle, high


def _name(curve: Level, text: str, called: str) -> str:
    return f"{called} {text}" if curve.is_number else text


def _title(found: Mapping[tuple[Level, ...], Sequence[float]], interval: str, confidence: float) -> str:
    counts = sorted({len(values) for values in found.values()})
    if counts == [1]:
        return "one run of each: no interval"
    number = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    if interval == "ci":
        return f"means of {number} replications with their {100 * confidence:g} % confidence intervals"
    return f"medians, and 5-95 % of {number} replications"
