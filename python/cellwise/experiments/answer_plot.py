"""A picture of the values that were tried for an answer."""

from collections.abc import Sequence

import numpy as np

from cellwise.experiments.answer import Found, Tried
from cellwise.levels import Level, common_unit
from cellwise.plots.drawing import Axis, Drawing
from cellwise.plots.look import BLACK
from cellwise.plots.marks import Interval, Line, Mark, Scatter
from cellwise.plots.places import Places

#: Verdicts, in the order in which they are drawn above each other.
_VERDICTS = ("holds", "undecided", "fails", "no value", "")


def draw(found: Found) -> Drawing:
    """Draw the first metric with its intervals: over the one setting if it has numbers, else by trial."""
    name = found.goals[0].metric if found.goals else next(iter(found.metrics))
    tried = [one for one in found.tried if one.interval(name, found.confidence) is not None]
    levels = {one.number: Level.of(one.values[found.paths[0]]) for one in tried}
    over_setting = len(found.paths) == 1 and common_unit(levels.values()) is not None
    if over_setting:
        places = Places.of(set(levels.values()))
        at = {one.number: levels[one.number].within(places.unit or "") for one in tried}
        axis = places.axis(found.paths[0])
    else:
        at = {one.number: float(one.number) for one in tried}
        axis = Axis("trial", whole=True)
    display = found.metrics[name].display
    marks = [mark for kind in _VERDICTS for mark in _points(found, name, tried, at, kind)]
    marks += _goal(found, name, axis, list(at.values()))
    if found.answer is not None and found.answer.number in at:
        marks += _answer(found, name, at[found.answer.number])
    percent = f"{100 * found.confidence:g}\N{NO-BREAK SPACE}%"
    return Drawing(
        axis,
        Axis(display.label, low=0 if all(float(np.nanmin(one.shown(name))) >= 0 for one in tried) else None),
        marks,
        title=f"{found.asked[:1].upper() + found.asked[1:]} (means with {percent} intervals)",
        note="" if tried else "nothing has a value",
        # Each verdict has its colour and marker in all pictures.
        order=_order(found),
    )


def _order(found: Found) -> list[str]:
    if not found.goals:
        return ["holds", "undecided", "no value", "fails"] if found.limits else ["tried"]
    return ["holds", "undecided", found.goals[0].written, "fails"]


def _points(found: Found, name: str, tried: Sequence[Tried], at: dict[int, float], kind: str) -> list[Mark]:
    ours = [one for one in tried if one.verdict == kind]
    if not ours:
        return []
    scale = found.metrics[name].display.scale
    intervals = [one.interval(name, found.confidence) for one in ours]
    x = np.array([at[one.number] for one in ours])
    low, mean, high = (
        scale * np.array([getattr(one, end) for one in intervals]) for end in ("low", "mean", "high")
    )
    return [Interval(kind or "tried", x, low, mean, high, bars=True, joined=False)]


def _goal(found: Found, name: str, axis: Axis, at: Sequence[float]) -> list[Mark]:
    if not at:
        return []
    ends = np.array([axis.low or min(at), axis.high or max(at)])
    scale = found.metrics[name].display.scale
    goals = [goal for goal in (*found.goals, *found.limits) if goal.metric == name]
    return [Line(goal.written, ends, np.full(2, scale * goal.threshold), width=0.9) for goal in goals]


def _answer(found: Found, name: str, x: float) -> list[Mark]:
    assert found.answer is not None
    interval = found.answer.interval(name, found.confidence)
    assert interval is not None
    reported = ", ".join(map(str, found.answer.values.values()))
    mean = np.array([found.metrics[name].display.scale * interval.mean])
    return [Scatter(f"answer: {reported}", np.array([x]), mean, 70.0, "*", BLACK)]
