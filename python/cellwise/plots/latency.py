"""Round-trip times of pings: over time with the load beneath, or their distribution, idle and under load."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cellwise.metrics import under_load
from cellwise.plots import look, orders
from cellwise.plots.drawing import Axis, Drawing
from cellwise.plots.marks import Line, Mark, Scatter
from cellwise.plots.needs import ACKNOWLEDGMENT
from cellwise.plots.outages import outages_of
from cellwise.plots.over_time import over_time
from cellwise.source import Names, Source, checked, part
from cellwise.windows import acknowledged_bps, default_window_s, whole_edges_s

View = Literal["time", "share"]

_MS = 1e3


def draw(
    source: Source,
    *,
    flow: Names = None,
    view: View = "time",
    from_s: float | None = None,
    to_s: float | None = None,
) -> Drawing:
    """Draw the round-trip times of some pings, or of all.

    Over ``time`` each request is a point at the instant at which it was sent, one without a reply a cross on
    the axis, and what TCP flows had
    acknowledged lies beneath, where that was recorded. As a ``share``, a curve says which part of the
    requests had a reply within how long: of those sent while other flows were active, and of the others.
    """
    if view not in ("time", "share"):
        raise ValueError(f"view: {view!r} is not known; the views are time, share")
    pings = source.tables("pings")
    known = list(dict.fromkeys(str(name) for name in pings["flow"]))
    wanted = checked("flow", flow, known, "is not a ping; the pings are")
    begin, end = part(from_s, to_s, source.end_s)
    shown = (pings["sent_s"] >= begin) & (pings["sent_s"] <= end)
    points = {name: shown & (pings["flow"] == name) for name in known if name in wanted}
    if view == "share":
        return _shares(source, points)
    # An empty column of a stored point has no type of its own.
    answered = np.isfinite(np.asarray(pings["rtt_s"], dtype=np.float64))
    marks = [
        Scatter(name, pings["sent_s"][of_flow & answered], _MS * pings["rtt_s"][of_flow & answered], 9.0)
        for name, of_flow in points.items()
    ]
    lost = np.any(list(points.values()), axis=0) & ~answered if points else answered
    if points and lost.any():
        at_s = pings["sent_s"][lost]
        # They have no round trip: their place is the axis.
        marks.append(Scatter("no reply", at_s, np.zeros(len(at_s)), 16.0, "x", look.BLACK))
    drawing = over_time(source, "round-trip time, ms", marks, from_s, to_s, orders.flows(source))
    note = "" if marks else "no ping sent anything"
    return replace(drawing, note=note, beneath=_load(source, begin, end), height=1.3)


def _load(source: Source, begin_s: float, end_s: float) -> Sequence[Drawing]:
    """Draw what all TCP flows together have acknowledged in windows, if that was recorded."""
    recorded = ACKNOWLEDGMENT.found(source)
    if not recorded:
        return ()
    edges_s = whole_edges_s(begin_s, end_s, default_window_s(end_s - begin_s))
    mbps = np.sum([acknowledged_bps(one, edges_s) for one in recorded], axis=0) / 1e6
    line = Line("load", edges_s[:-1], mbps, steps=True, until=float(edges_s[-1]))
    axis = Axis("time, s", begin_s, end_s)
    shaded = outages_of(source, begin_s, end_s)
    return (Drawing(axis, Axis("load, Mbit/s", low=0), [line], legend="none", shaded=shaded),)


def _shares(source: Source, points: dict[str, NDArray[np.bool_]]) -> Drawing:
    pings = source.tables("pings")
    loaded = under_load(pings, source.tables("flows"))
    marks: list[Mark] = []
    for name, of_flow in points.items():
        for words, chosen in (("idle", ~loaded), ("under load", loaded)):
            rtt_ms = _MS * np.sort(pings["rtt_s"][of_flow & chosen])
            if rtt_ms.size:
                # Sorted last, requests without a reply keep the curve below 1.
                answered = rtt_ms[np.isfinite(rtt_ms)]
                share = np.arange(1, len(answered) + 1) / rtt_ms.size
                marks.append(Line(f"{name}, {words}", answered, share, steps=True))
    return Drawing(
        Axis("round-trip time, ms", low=0),
        Axis("share of requests", 0, 1.02),
        marks,
        title=source.title,
        footer=source.again,
        note="" if marks else "no ping sent anything",
    )
