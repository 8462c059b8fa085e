"""The segments that a flow sent, each with its cells and with those that were lost, and why."""

from typing import Any

import numpy as np

from cellwise.losses import sendings, sentence
from cellwise.plots.cells import frame_cells
from cellwise.results import Run
from cellwise.source import Source
from cellwise.store import Columns


def segment_table(run: Run, flow: str) -> Columns:
    """List the segments of a flow, of a run that recorded them and the losses at every port.

    Returns
    -------
    Columns
        ``time_s``, ``kind`` (the event), ``seq``, ``length``, ``cells`` of the frame, ``lost_cells`` and
        ``why``, a line for each loss.
    """
    table = run.columns("segments")
    data = (table["event"] == "sent") | (table["event"] == "sent-again")
    lost, why = _fates(table, run.columns("losses"), data, flow)
    cells = np.zeros(len(data), dtype=np.int64)
    if data.any():
        cells[data] = frame_cells(Source.of_run(run), flow, table["payload_bytes"][data])
    return {
        "time_s": table["time_s"],
        "kind": table["event"],
        "seq": table["octet"],
        "length": table["payload_bytes"],
        "cells": cells,
        "lost_cells": lost,
        "why": why,
    }


def _fates(
    segments: Columns, losses: Columns, data: np.ndarray[Any, Any], flow: str
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Count the lost cells of each segment and say why; each is of the last sending before it."""
    lost = np.zeros(len(data), dtype=np.int64)
    why = np.full(len(data), "", dtype=object)
    chosen = (losses["flow"] == flow) & (losses["kind"] == "data")
    own = {name: values[chosen] for name, values in losses.items()}
    sent = np.flatnonzero(data)
    found = sendings({name: values[sent] for name, values in segments.items()}, own)
    for row in np.flatnonzero(found >= 0).tolist():
        sending = sent[found[row]]
        reason = sentence({name: values[row] for name, values in own.items()})
        lost[sending] += int(own["cells"][row])
        why[sending] = "\n".join(filter(None, (why[sending], reason)))
    return lost, why
