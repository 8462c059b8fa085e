"""Figures 1, 4 and 5 of the document, drawn from our runs; the figures themselves are not preserved."""

import numpy as np

from cellwise.plots import Points, line_plot, scatter_plot
from cellwise.studies.goyal96.cases import Factors
from cellwise.studies.goyal96.published import tables
from cellwise.study.definition import Figure, FigureData

#: The run whose congestion window Figure 1 shows.
FIGURE1 = Factors("WAN", 5, 12000, "tail", probed=True)

MSS_BYTES = 512


def _figure1(data: FigureData) -> str | None:
    point = data.point(FIGURE1.name)
    if point is None:
        return None
    (cwnd,) = point.series
    return line_plot(
        cwnd.time_s,
        cwnd.value / MSS_BYTES,
        x_label="time, s",
        y_label="congestion window of source 1, segments",
    )


class ScatterOf:
    """Draws efficiency against fairness for the rows of one table."""

    def __init__(self, table_name: str) -> None:
        """Take the table's name."""
        self.table_name = table_name

    def __call__(self, data: FigureData) -> str | None:
        """Draw, if the table was run."""
        (table,) = (table for table in tables()[0] if table.name == self.table_name)
        if not all(data.values.has(case) for case in table.cases()):
            return None
        printed, ours = [], []
        for row in table.rows:
            numbers = row.numbers["efficiency"], row.numbers["fairness_index"]
            printed.append([float(number.printed) for number in numbers])
            ours.append([float(np.median(data.values.of(number.case, number.measure))) for number in numbers])
        return scatter_plot(
            [Points("published", np.array(printed)), Points("ours, median", np.array(ours))],
            x_label="efficiency",
            y_label="fairness index",
        )


FIGURES = (
    Figure(
        "figure1",
        "Figure 1: congestion window against time. One of five sources in the WAN, tail drop, 12000 cells; "
        "every fall to one segment is a timeout.",
        (FIGURE1.name,),
        _figure1,
    ),
    Figure(
        "figure4", "Figure 4: FBA in the LAN, efficiency against fairness (Table 5).", (), ScatterOf("table5")
    ),
    Figure(
        "figure5", "Figure 5: FBA in the WAN, efficiency against fairness (Table 6).", (), ScatterOf("table6")
    ),
)
