"""Why cells and packets were lost, frame by frame, and what of their frames was carried in vain.

A run has a row per loss if its scenario has ``probes.losses``. Cells of a damaged frame that were not lost
themselves are carried for nothing: the receiver discards them. Cells that a receiver discards *with* a
damaged frame, because the frame's end was lost and the next one ran into it, is not counted here; the
``wasted_cells`` of the table ``vcs`` have it. Packets on packet links have no cells.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cellwise import _core
from cellwise.results import Run
from cellwise.store import Columns

#: Bits of a cell.
_CELL_BITS = 424


def wasted(run: Run) -> list[dict[str, Any]]:
    """Sum the losses of a run by place and reason, most cells first, then most packets.

    Each has ``place``, ``reason``, ``lost_packets`` (on packet links), ``lost_cells``, ``frames`` (hit there
    first), ``wasted_cells`` (carried in vain) and ``wasted_bps`` (the same over the simulated time).

    Raises `ValueError` if the run has not recorded its losses.
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

    Raises `ValueError` if the run has not recorded its losses, or has no such flow.
    """
    losses = run.columns("losses")
    names = [str(name) for name in run.columns("flows")["flow"]]
    if flow is not None and flow not in names:
        raise ValueError(f"flow: {flow!r} is not known; the flows are {', '.join(names)}")
    reported = _core.loss_sentences(losses)
    yield from (line for line, of in zip(reported, losses["flow"], strict=True) if flow is None or of == flow)


def sendings(sent: Columns, losses: Columns) -> NDArray[np.intp]:
    """Find the segments of lost cells: a segment may be sent several times, each time in new cells.

    `sent` are segments with data of a flow, in order of time, as rows of the table ``segments``; `losses`
    those of the flow's data. For each loss it is the row of `sent` with the last sending of its segment
    before it; -1 if no sending is known.
    """
    found = _core.sendings(_places(sent, "octet"), _places(losses, "first_octet"))
    return np.array(found, dtype=np.intp)


def _places(rows: Columns, octet: str) -> list[tuple[int, float]]:
    return list(zip(rows[octet].tolist(), rows["time_s"].tolist(), strict=True))


def sentence(loss: Mapping[str, Any]) -> str:
    """Describe a loss in a line; `loss` is a row of the table ``losses``."""
    (reported,) = _core.loss_sentences({name: np.array([value]) for name, value in loss.items()})
    return reported
