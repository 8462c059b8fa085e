"""Why cells and packets were lost, frame by frame, and what of their frames was carried in vain.

A run has a row per loss if its scenario has ``probes.losses``. Cells of a damaged frame that were not lost
themselves are carried for nothing: the receiver throws them away. What a receiver throws away *with* a
damaged frame, because the frame's end was lost and the next one ran into it, is not counted here; the
``wasted_cells`` of the table ``vcs`` have it. Packets on packet links have no cells.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cellwise.results import Run
from cellwise.store import Columns

#: Bits of a cell.
_CELL_BITS = 424

#: What happened, by reason; the place is put in.
_CAUSES = {
    "overflow": "refused at {place}, buffer full",
    "clp-threshold": "refused at {place}, the queue too long for a cell with CLP=1",
    "driver-queue": "dropped at {place}, no room for the packet",
    "queue-limit": "dropped at {place}, as many packets wait as may",
    "aqm": "dropped at {place} by the queue's discipline",
    "ack-filtered": "dropped at {place}, a newer acknowledgment waits",
    "frame-refused": "refused at {place} by the drop policy",
    "frame-remainder": "discarded at {place} after an earlier cell of the frame",
    "policed": "discarded at {place}, against the contract",
    "policed-frame": "discarded at {place}, the whole frame against the contract",
    "policed-remainder": "discarded at {place} after an earlier cell of the frame",
    "line-error": "errored by noise behind {place}",
    "damaged": "damaged by noise behind {place}, and delivered",
}


def wasted(run: Run) -> list[dict[str, Any]]:
    """Sum the losses of a run by place and reason, most cells first, then most packets.

    Returns
    -------
    list of dict
        ``place``, ``reason``, ``lost_packets`` (on packet links), ``lost_cells``, ``frames`` (hit there
        first), ``wasted_cells`` (carried in vain) and ``wasted_bps`` (the same over the simulated time).

    Raises
    ------
    ValueError
        If the run has not recorded its losses.
    """
    losses = run.columns("losses")
    kinds = sorted(
        {(str(place), str(reason)) for place, reason in zip(losses["place"], losses["reason"], strict=True)}
    )
    on_packet_link = losses["frame_cells"] == 0
    rows = []
    for place, reason in kinds:
        here = (losses["place"] == place) & (losses["reason"] == reason)
        in_vain = int(losses["wasted_cells"][here].sum())
        rows.append(
            {
                "place": place,
                "reason": reason,
                "lost_packets": int(np.count_nonzero(here & on_packet_link)),
                "lost_cells": int(losses["cells"][here].sum()),
                "frames": int(np.count_nonzero(losses["first_loss"][here & ~on_packet_link])),
                "wasted_cells": in_vain,
                "wasted_bps": in_vain * _CELL_BITS / run.simulated_s if run.simulated_s else 0.0,
            }
        )
    most = ("lost_cells", "lost_packets")
    return sorted(rows, key=lambda row: (*(-int(row[count]) for count in most), row["place"], row["reason"]))


def sentences(run: Run, flow: str | None = None) -> Iterator[str]:
    """Describe every loss of a run in a line, in order of time, of one flow if one is named.

    Raises
    ------
    ValueError
        If the run has not recorded its losses, or has no such flow.
    """
    losses = run.columns("losses")
    names = [str(name) for name in run.columns("flows")["flow"]]
    if flow is not None and flow not in names:
        raise ValueError(f"flow: {flow!r} is not known; the flows are {', '.join(names)}")
    for row in range(len(losses["time_s"])):
        one = {name: values[row] for name, values in losses.items()}
        if flow is None or one["flow"] == flow:
            yield sentence(one)


def sendings(sent: Columns, losses: Columns) -> NDArray[np.intp]:
    """Find the segments of lost cells: a segment may be sent several times, each time in new cells.

    Parameters
    ----------
    sent : Columns
        Segments with data of a flow, in order of time: rows of the table ``segments``.
    losses : Columns
        Losses of the flow's data: rows of the table ``losses``.

    Returns
    -------
    ndarray of int, shape (n_losses,)
        For each loss the row of `sent`: the last sending of its segment before it; -1 if there is none.
    """
    octet = np.concatenate([sent["octet"], losses["first_octet"]]).astype(np.int64)
    time_s = np.concatenate([sent["time_s"], losses["time_s"]])
    is_loss = np.arange(len(octet)) >= len(sent["octet"])
    # Segment by segment, each in order of time, what was sent before what was lost at the same time.
    order = np.lexsort((is_loss, time_s, octet))
    last = np.maximum.accumulate(np.where(is_loss[order], -1, np.arange(len(order))))
    row = np.where(last >= 0, order[last], -1)
    row[octet[row] != octet[order]] = -1
    found = np.full(len(octet), -1, dtype=np.intp)
    found[order] = row
    return found[len(sent["octet"]) :]


def sentence(loss: Mapping[str, Any]) -> str:
    """Describe a loss in a line; `loss` is a row of the table ``losses``."""
    reason, place = str(loss["reason"]), str(loss["place"])
    what = _CAUSES.get(reason, f"lost at {{place}} ({reason})").format(place=place)
    in_vain = int(loss["wasted_cells"])
    rest = f"; {in_vain} {'cell' if in_vain == 1 else 'cells'} carried in vain" if in_vain else ""
    cells = f" {_cells(loss)}" if loss["frame_cells"] else ""
    return f"{loss['time_s']:.6f} s  {_subject(loss)}:{cells} {what}{rest}"


def _subject(loss: Mapping[str, Any]) -> str:
    flow, kind = str(loss["flow"]), str(loss["kind"])
    if kind == "data":
        return (
            f"{flow}, segment {loss['packet']}" if loss["packet"] else f"{flow}, octet {loss['first_octet']}"
        )
    if kind == "acknowledgment":
        return f"{flow}, acknowledgment of octet {loss['first_octet']}"
    if kind == "datagram":
        return f"{flow}, datagram {loss['packet']}"
    if kind.startswith("echo"):
        return f"{flow}, {kind.replace('-', ' ')} {loss['packet']}"
    return f"{loss['vc']}, RM cell" if kind == "rm-cell" else f"{flow}, bare cell"


def _cells(loss: Mapping[str, Any]) -> str:
    first, count, all_cells = int(loss["first_cell"]), int(loss["cells"]), int(loss["frame_cells"])
    if count == all_cells:
        return "its cell" if count == 1 else f"all {count} cells"
    if count == 1:
        return f"cell {first} of {all_cells}"
    return f"cells {first} to {first + count - 1} of {all_cells}"
