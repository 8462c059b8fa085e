"""Lost cells of data by reason, for every direction of every virtual connection that lost some."""

import numpy as np

from cellwise.metrics import losses_by_reason
from cellwise.plots.drawing import Axis, Drawing
from cellwise.plots.marks import Bars
from cellwise.source import Names, Source, checked

#: More connections than this are put together under one name.
_MOST_PLACES = 20

#: The end of the axis, in parts of the longest bar.
_MARGIN = 1.03


def draw(source: Source, *, vc: Names = None) -> Drawing:
    """Draw the losses of some connections, or of all, the ones with most losses on top."""
    table = source.tables("vcs")
    known = list(dict.fromkeys(str(name) for name in table["vc"]))
    wanted_vcs = checked("vc", vc, known, "is not known; the connections are")
    reasons = losses_by_reason(table)
    total = np.sum(list(reasons.values()), axis=0)
    wanted = np.isin(table["vc"].astype(str), wanted_vcs) & (total > 0)
    rows = [int(row) for row in np.argsort(-total, kind="stable") if wanted[row]]
    shown = rows[:_MOST_PLACES]
    places = [f"{table['vc'][row]} {table['direction'][row]}" for row in shown]
    rest = rows[_MOST_PLACES:]
    if rest:
        places.append(f"{len(rest)} others")
    marks, base = [], np.zeros(len(places))
    for reason, cells in reasons.items():
        length = np.array([*cells[shown], *([cells[rest].sum()] if rest else [])], dtype=np.float64)
        if length.any():
            marks.append(Bars(reason, places, length, base.copy()))
            base += length
    ticks = [float(number) for number in range(len(places))]
    return Drawing(
        Axis("lost, cells", low=0, high=_MARGIN * float(base.max()) if marks else 1.0),
        Axis("connection", -0.6, max(len(places), 3) - 0.4, ticks, places, down=True),
        marks,
        title=source.title,
        footer=source.again,
        note="" if marks else "no cell of data was lost" if known else "no connection carries cells here",
        order=list(reasons),
    )
