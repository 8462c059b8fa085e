"""Figures 1, 2, 4 and 5 of the document and its Tables 2 and 3, drawn from our runs; the figures are lost."""

from dataclasses import replace

import numpy as np

from cellwise.plots import Drawing, Points, Ranges, line_plot, look, ranges_plot, scatter_plot
from cellwise.plots.marks import Scatter
from cellwise.studies.goyal96.cases import Factors
from cellwise.studies.goyal96.published import POLICIES, tables
from cellwise.study.definition import Figure, FigureData
from cellwise.study.networks import network_figure

#: The run whose congestion window Figure 1 shows.
FIGURE1 = Factors("WAN", 5, 12000, "tail", probed=True)

MSS_BYTES = 512


def _figure1(data: FigureData) -> Drawing | None:
    point = data.point(FIGURE1.name)
    if point is None:
        return None
    (cwnd,) = point.series
    return line_plot(
        cwnd.time_s,
        cwnd.value / MSS_BYTES,
        x_label="time, s",
        y_label="congestion window of source 1, segments",
        steps=True,
    )


class ScatterOf:
    """Draws efficiency against fairness for the rows of one table."""

    def __init__(self, table_name: str) -> None:
        """Take the table's name."""
        self.table_name = table_name

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if the table was run."""
        (table,) = (table for table in tables()[0] if table.name == self.table_name)
        if not all(data.values.has(case) for case in table.cases()):
            return None
        printed, ours = [], []
        for row in table.rows:
            numbers = row.numbers["efficiency"], row.numbers["fairness_index"]
            printed.append([float(number.printed) for number in numbers])
            ours.append([float(np.median(data.values.of(number.case, number.measure))) for number in numbers])
        drawing = scatter_plot(
            [Points("FBA, our medians", np.array(ours)), Points("published", np.array(printed))],
            x_label="efficiency",
            y_label="fairness index",
        )
        (x, y), (x_printed, y_printed) = np.transpose(ours), np.transpose(printed)
        marks = [
            Scatter("FBA, our medians", x, y, beside="FBA"),
            # As in the other figures.
            Scatter("published", x_printed, y_printed, 34.0, marker="x", colour=look.BLACK),
        ]
        return replace(drawing, marks=marks, order=[heading for heading, *_ in POLICIES.values()])


class RangesOf:
    """Draws the 5-95 % ranges of the comparative table for one configuration, with the published values."""

    def __init__(self, table_name: str, configuration: str, y_label: str) -> None:
        """Take the table's name, ``LAN`` or ``WAN``, and what the table shows."""
        self.table_name = table_name
        self.configuration = configuration
        self.y_label = y_label

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if the table was run."""
        (table,) = (table for table in tables()[0] if table.name == self.table_name)
        if not all(data.values.has(case) for case in table.cases()):
            return None
        rows = [row for row in table.rows if row.labels[0] == self.configuration]
        sets = []
        for column, heading in table.columns.items():
            numbers = [row.numbers[column] for row in rows]
            ours = [np.percentile(data.values.of(n.case, n.measure), [5, 50, 95]) for n in numbers]
            low, middle, high = np.transpose(ours)
            sets.append(Ranges(heading, low, middle, high, np.array([float(n.printed) for n in numbers])))
        places = [f"{sources} sources\n{buffer} cells" for _, sources, buffer in (row.labels for row in rows)]
        # From where the data begin: in the WAN all efficiencies are near 1.
        return ranges_plot(sets, places, y_label=self.y_label, low=0 if self.configuration == "LAN" else None)


_RANGES = "bars: our 5-95 % ranges over replications; dots: our medians; crosses: the published values."

_COMPARED = (("table2", "efficiency", ""), ("table3", "fairness index", "-fairness"))

FIGURES = (
    *(
        Figure(
            f"{where.lower()}{ending}",
            f"Table {table[-1]}, {where}: {_RANGES}",
            (),
            RangesOf(table, where, label),
        )
        for table, label, ending in _COMPARED
        for where in ("LAN", "WAN")
    ),
    Figure(
        "figure1",
        "Figure 1: congestion window against time. One of five sources in the WAN, tail drop, 12000 cells; "
        "every fall to one segment is a timeout.",
        (FIGURE1.name,),
        _figure1,
    ),
    network_figure(
        "figure2-lan",
        "Figure 2: the N source configuration, as the LAN with 15 sources.",
        Factors("LAN", 15, 1000, "epd").name,
    ),
    network_figure(
        "figure2-wan",
        "Figure 2: the N source configuration, as the WAN with 5 sources.",
        Factors("WAN", 5, 12000, "epd").name,
    ),
    Figure(
        "figure4", "Figure 4: FBA in the LAN, efficiency against fairness (Table 5).", (), ScatterOf("table5")
    ),
    Figure(
        "figure5", "Figure 5: FBA in the WAN, efficiency against fairness (Table 6).", (), ScatterOf("table6")
    ),
)
