"""How long packets waited in the queues of packet ports, the longest waits first."""

import numpy as np

from cellwise.plots.drawing import Axis, Drawing
from cellwise.plots.marks import Interval
from cellwise.source import Names, Source, checked
from cellwise.store import Columns

#: More queues than this are not shown: their names would lie over each other.
_MOST_QUEUES = 10

_MS = 1e3


def draw(source: Source, *, port: Names = None) -> Drawing:
    """Draw the waits in the queues of some ports, or of all: the median, from the least to the 99 % quantile.

    Queues in which nothing ever waited are left out.
    """
    table = source.tables("queues")
    known = list(dict.fromkeys(str(name) for name in table["port"]))
    wanted = checked("port", port, known, "is no port of packets; those are")
    waited = np.isin(table["port"].astype(str), wanted) & (table["sojourn_max_s"] > 0)
    longest = np.argsort(-np.nan_to_num(table["sojourn_p99_s"]), kind="stable")
    rows = [int(row) for row in longest if waited[row]]
    shown = rows[:_MOST_QUEUES]
    marks = [
        _interval(table, discipline, shown)
        for discipline in dict.fromkeys(str(table["discipline"][row]) for row in shown)
    ]
    ticks = [float(place) for place in range(len(shown))]
    names = [_name(table, row) for row in shown]
    others = len(rows) - len(shown)
    left_out = f"without {others} with shorter waits" if others else ""
    return Drawing(
        Axis("queue", -0.6, max(len(shown), 3) - 0.4, ticks, names),
        Axis("median wait, ms", low=0),
        marks,
        title="; ".join(filter(None, [source.title, left_out])),
        footer=source.again,
        note="" if marks else "no packet waited in a queue",
    )


def _interval(table: Columns, discipline: str, shown: list[int]) -> Interval:
    places = [place for place, row in enumerate(shown) if table["discipline"][row] == discipline]
    rows = [shown[place] for place in places]
    low, middle, high = (_MS * table[f"sojourn_{name}_s"][rows] for name in ("min", "p50", "p99"))
    names = [" ".join(_name(table, row).split()) for row in rows]
    return Interval(
        discipline, np.array(places, dtype=np.float64), low, middle, high, bars=True, places=names
    )


def _name(table: Columns, row: int) -> str:
    return "\n".join(filter(None, [str(table["port"][row]), str(table["name"][row])]))
