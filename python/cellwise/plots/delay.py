"""Distribution of the delay of packets, by flow: whole if it was recorded, else quantiles of every run."""

import numpy as np

from cellwise.plots.drawing import Axis, Drawing
from cellwise.plots.marks import Line
from cellwise.source import Names, Source, checked
from cellwise.store import Columns, Numbers

#: The columns of ``flows`` that are points of the distribution, and the share of packets up to there.
_QUANTILES = {
    "delay_min_s": 0.0,
    "delay_p50_s": 0.5,
    "delay_p95_s": 0.95,
    "delay_p99_s": 0.99,
    "delay_max_s": 1.0,
}

_KNOWN = "known at the marked quantiles only; record probes.delays for all of it"


def draw(source: Source, *, flow: Names = None) -> Drawing:
    """Draw the distributions of some flows, or of all.

    With the probe ``delays`` a curve has points at both ends of each class of delays, which is 1 % wide or
    less. Without it, the share is known at some quantiles, and is at least that of the last one up to the
    next: a curve of steps, for nothing is known of its way from one to the other.
    """
    table = source.tables("flows")
    known = [str(name) for name in table["flow"]]
    wanted = checked("flow", flow, known, "is not known; the flows are")
    delays = source.recorded("delays")
    marks, parts = [], 0
    for row, name in enumerate(known):
        if name not in wanted or not np.isfinite(table["delay_min_s"][row]):
            continue
        of_flow = None if delays is None else delays["flow"] == name
        if delays is None or of_flow is None or not of_flow.any():
            marks.append(_points(name, table, row))
            parts += 1
        else:
            rows = {column: values[of_flow] for column, values in delays.items()}
            marks.append(_curve(name, table, row, rows))
    return Drawing(
        Axis("delay of packets, ms", low=0),
        Axis("share of packets", 0, 1.02),
        marks,
        title="; ".join([*([source.title] if source.title else []), *([_KNOWN] if parts else [])]),
        footer=source.again,
        note="" if marks else "no packet arrived",
        order=known,
    )


def _points(name: str, table: Columns, row: int) -> Line:
    """Draw what every run knows of a flow."""
    delays_s: Numbers = np.array([table[column][row] for column in _QUANTILES], dtype=np.float64)
    return Line(name, 1e3 * delays_s, np.array(list(_QUANTILES.values())), steps=True, points=True)


def _curve(name: str, table: Columns, row: int, classes: Columns) -> Line:
    """Draw the share of a flow's packets, which rises within classes and is level between them."""
    begins_s, ends_s = classes["from_s"].copy(), classes["to_s"].copy()
    begins_s[0], ends_s[-1] = table["delay_min_s"][row], table["delay_max_s"][row]
    packets = classes["packets"].astype(np.float64)
    until = np.cumsum(packets) / packets.sum()
    delay_s = np.column_stack([begins_s, ends_s]).ravel()
    share = np.column_stack([np.concatenate([[0.0], until[:-1]]), until]).ravel()
    # Where one class ends, the next may begin: one point is enough.
    is_new = np.concatenate([[True], np.diff(delay_s) > 0])
    return Line(name, 1e3 * delay_s[is_new], share[is_new])
