"""Time and sequence of one TCP flow, as tcptrace draws it: what was sent, sent again and acknowledged.

Each stroke is the data that left the sender at one instant: from the octet that it was about to send next to
the one after. Strokes below the highest octet sent before are sent again, after the sender had gone back. The
steps are the octet up to which everything is acknowledged. Segments that a fast retransmission sends again
without moving the sender are in neither series, nor are duplicate acknowledgments; their counts are in the
title.

With the probe ``segments`` the strokes are the segments themselves, all that were sent again among them, and
duplicate acknowledgments are ticks; where so little is shown that cells can be distinguished, those of each
segment lie under it. With the probe ``losses`` there is a cross for each run of lost cells, or for each cell,
at the part of the segment that it carried.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from cellwise.plots import events, look
from cellwise.plots.drawing import Axis, Drawing
from cellwise.plots.marks import Mark, Scatter, Spans
from cellwise.plots.needs import ACKNOWLEDGMENT, SEQUENCE
from cellwise.plots.over_time import line_of, over_time
from cellwise.series import Series
from cellwise.source import Names, Source, as_names, chosen, part
from cellwise.store import Numbers


def draw(
    source: Source,
    *,
    flow: Names = None,
    from_s: float | None = None,
    to_s: float | None = None,
    from_bytes: float | None = None,
    to_bytes: float | None = None,
) -> Drawing:
    """Draw one flow; the first that was recorded if none is named.

    `from_bytes` and `to_bytes` are the part of the sequence numbers; where it is short, the cells of segments
    are seen.

    Raises `ValueError` if the flow was not recorded, more than one is named, or a part is empty.
    """
    low, high = _octets(from_bytes, to_bytes)
    wanted = as_names(flow)
    if len(wanted) > 1:
        raise ValueError(f"flow: {', '.join(wanted)} are not allowed; give one")
    sent = chosen(SEQUENCE.found(source), flow=flow)[0]
    acknowledged = chosen(ACKNOWLEDGMENT.found(source), flow=sent.target)[0]
    inside = _inside(sent.time_s, from_s, to_s, source)
    begin, end = part(from_s, to_s, source.end_s)
    recorded = events.recorded(source, sent.target, events.Shown(begin, end, low, high))
    marks: list[Mark] = [
        recorded.sent or sent_first(sent, inside),
        line_of(acknowledged, source, from_s, to_s, name="acknowledged"),
        *([] if recorded.sent else [sent_again(sent, inside)]),
        went_back(sent, inside),
        *recorded.others,
    ]
    # The first two stay, so that their colours do.
    shown = marks[:2] + [mark for mark in marks[2:] if len(mark.columns("x", "y")["x"])]
    drawing = over_time(source, "sequence number, bytes", shown, from_s, to_s)
    return replace(drawing, y=Axis(drawing.y.label, from_bytes, to_bytes), title=_title(source, sent.target))


def _octets(from_bytes: float | None, to_bytes: float | None) -> tuple[float, float]:
    low, high = 0.0 if from_bytes is None else from_bytes, np.inf if to_bytes is None else to_bytes
    if not 0 <= low < high:
        raise ValueError(
            f"from_bytes, to_bytes: {low:g} to {high:g} is not allowed; give a part of the sequence numbers, "
            "from 0 up"
        )
    return low, high


Chosen = NDArray[np.bool_]


def sent_first(sent: Series, inside: Chosen) -> Spans:
    """Give what was sent for the first time, of the chosen changes of a series ``sequence``."""
    before, after, highest = _steps(sent)
    rows = inside & (after > highest)
    return Spans("sent", sent.time_s[rows], np.maximum(before, highest)[rows], after[rows])


def sent_again(sent: Series, inside: Chosen) -> Spans:
    """Give what was sent again after the sender had gone back, of the chosen changes."""
    before, after, highest = _steps(sent)
    rows = inside & (after > before) & (before < highest)
    high = np.minimum(after, highest)[rows]
    return Spans("sent again", sent.time_s[rows], before[rows], high, width=2.4, colour=look.ALARM)


def went_back(sent: Series, inside: Chosen) -> Scatter:
    """Give the instants at which the sender went back, and to which octet, of the chosen changes."""
    before, after, _ = _steps(sent)
    rows = inside & (after < before)
    return Scatter("went back", sent.time_s[rows], after[rows], size=30, marker="v", colour=look.ALARM)


def _steps(sent: Series) -> tuple[Numbers, Numbers, Numbers]:
    """Give the next octet before and after each change, and the highest before it."""
    before = np.concatenate([[0.0], sent.value[:-1]])
    return before, sent.value, np.maximum.accumulate(before)


def _inside(time_s: Numbers, from_s: float | None, to_s: float | None, source: Source) -> Chosen:
    begin, end = part(from_s, to_s, source.end_s)
    return (time_s >= begin) & (time_s <= end)


def _title(source: Source, flow: str) -> str:
    """Say which flow it is, and what the run counted of it."""
    table = source.tables("flows")
    row = [str(name) for name in table["flow"]].index(flow)
    again, duplicates = table["retransmitted_segments"][row], table["duplicate_acks"][row]
    counts = f"{flow}, whole run: {again} segments sent again, {duplicates} duplicate acknowledgments"
    return f"{source.title}; {counts}" if source.title else counts
