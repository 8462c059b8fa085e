"""What a plot of sequence numbers shows of a flow whose segments or losses were recorded one by one."""

import numpy as np

from cellwise.plots import look
from cellwise.plots.marks import Mark, Scatter, Spans
from cellwise.plots.source import Source
from cellwise.store import Columns


def of_flow(source: Source, table: str, flow: str, begin_s: float, end_s: float) -> Columns | None:
    """Give the rows of a table of events that are of a flow in a part of a run; None if not recorded."""
    try:
        columns = source.tables(table)
    except ValueError:
        return None
    rows = (columns["flow"] == flow) & (columns["time_s"] >= begin_s) & (columns["time_s"] <= end_s)
    return {name: values[rows] for name, values in columns.items()}


def segments(source: Source, flow: str, begin_s: float, end_s: float) -> list[Mark] | None:
    """Give what was sent, what was sent again and duplicate acknowledgments; None if not recorded."""
    events = of_flow(source, "segments", flow, begin_s, end_s)
    if events is None or not len(source.tables("segments")["time_s"]):
        return None

    time_s, octet = events["time_s"], events["octet"].astype(float)
    sent, again, duplicate = (events["event"] == event for event in ("sent", "sent-again", "duplicate"))
    return [
        Spans("sent", time_s[sent], octet[sent], octet[sent] + events["payload_bytes"][sent]),
        # One segment is a short stroke on a long axis, but what was sent again must be seen.
        Scatter("sent again", time_s[again], octet[again], size=30, marker="^", colour=look.ALARM),
        Scatter(
            "duplicate acknowledgments",
            time_s[duplicate],
            octet[duplicate],
            size=16,
            marker="_",
            colour=look.GREY,
        ),
    ]


def lost_cells(source: Source, flow: str, begin_s: float, end_s: float) -> list[Mark]:
    """Give the lost cells of a flow's segments, each where its part of the segment is."""
    losses = of_flow(source, "losses", flow, begin_s, end_s)
    if losses is None:
        return []
    rows = losses["kind"] == "data"
    middle = losses["first_cell"][rows] - 1 + losses["cells"][rows] / 2
    part = middle / losses["frame_cells"][rows]
    octet = losses["first_octet"][rows] + part * losses["payload_bytes"][rows]
    return [
        Scatter(
            "lost cells",
            losses["time_s"][rows],
            np.asarray(octet, float),
            size=26,
            marker="x",
            colour="#1a1a1a",
        )
    ]
