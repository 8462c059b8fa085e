"""What a plot of sequence numbers shows of a flow whose segments or losses were recorded one by one."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cellwise.plots import look
from cellwise.plots.cells import cells_of, numbered
from cellwise.plots.marks import Mark, Scatter, Spans
from cellwise.source import Source
from cellwise.store import Columns


@dataclass(frozen=True, slots=True)
class Shown:
    """The part of a run that is shown: simulated seconds and sequence numbers, ends included."""

    from_s: float
    to_s: float
    from_bytes: float = 0.0
    to_bytes: float = np.inf


def of_flow(source: Source, table: str, flow: str, shown: Shown, octet: str) -> Columns | None:
    """Give the rows of a table of events that are of a flow and shown; None if not recorded.

    The column ``row`` has the place of each in the table.
    """
    recorded = source.recorded(table)
    if recorded is None:
        return None
    columns = {**recorded, "row": np.arange(len(recorded["time_s"]))}
    time_s, begin = columns["time_s"], columns[octet]
    rows = (columns["flow"] == flow) & (time_s >= shown.from_s) & (time_s <= shown.to_s)
    rows &= (begin + columns["payload_bytes"] >= shown.from_bytes) & (begin <= shown.to_bytes)
    return {name: values[rows] for name, values in columns.items()}


@dataclass(frozen=True, slots=True)
class Recorded:
    """What was recorded of a flow's segments and losses, ready to be drawn."""

    sent: Spans | None
    """Segments that were sent; None if they were not recorded one by one."""
    others: Sequence[Mark]
    """What lies over and under them."""


def recorded(source: Source, flow: str, shown: Shown) -> Recorded:
    """Give a flow's segments, duplicate acknowledgments, cells and losses in the shown part of a run."""
    events = of_flow(source, "segments", flow, shown, "octet")
    if events is None or not len(source.tables("segments")["time_s"]):
        return Recorded(None, lost_cells(source, flow, shown, each=False))
    time_s, octet = events["time_s"], events["octet"].astype(float)
    until = octet + events["payload_bytes"]
    sent, again, duplicate = (events["event"] == event for event in ("sent", "sent-again", "duplicate"))
    cells = cells_of(source, flow, {name: values[sent | again] for name, values in events.items()})
    others: list[Mark] = [
        # One segment is a short stroke on a long axis, but what was sent again must be seen.
        Spans("sent again", time_s[again], octet[again], until[again], colour=look.ALARM, marker="^"),
        Scatter("duplicate ACKs", time_s[duplicate], octet[duplicate], 16, marker="_", colour=look.GREY),
        *lost_cells(source, flow, shown, each=bool(cells)),
        *cells,
    ]
    return Recorded(Spans("sent", time_s[sent], octet[sent], until[sent]), others)


def lost_cells(source: Source, flow: str, shown: Shown, *, each: bool) -> list[Mark]:
    """Give the lost cells of a flow's segments, where their part of the segment is: each, or rows of them."""
    losses = of_flow(source, "losses", flow, shown, "first_octet")
    if losses is None:
        return []
    data = {name: values[losses["kind"] == "data"] for name, values in losses.items()}
    # The columns of a stored point that lost nothing do not say that they hold numbers.
    if each and len(data["time_s"]):
        places = numbered(data["cells"])
        data = {name: np.repeat(values, data["cells"]) for name, values in data.items()}
        data |= {"first_cell": data["first_cell"] + places, "cells": np.ones(len(places))}
    middle = (data["first_cell"] - 1 + data["cells"] / 2) / data["frame_cells"]
    octet = np.asarray(data["first_octet"] + middle * data["payload_bytes"], dtype=float)
    return [Scatter("lost cells", data["time_s"], octet, 26, marker="x", colour=look.BLACK)]
