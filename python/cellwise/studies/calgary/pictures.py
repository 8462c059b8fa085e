"""Pictures of single runs: errors, windows and sequence numbers over time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cellwise.plots import Axis, Drawing, sequence
from cellwise.plots.marks import Interval, Line, Mark, Spans
from cellwise.series import Series
from cellwise.source import Source
from cellwise.store import Columns
from cellwise.studies.calgary.cases import BURST_US, Factors, single
from cellwise.studies.calgary.counts import more_of_burst
from cellwise.study.definition import FigureData

Numbers = NDArray[np.float64]

#: Errored cells are of one burst if they are at most so many cell times apart.
_SAME_BURST_SLOTS = 1.5

#: The largest bursts that Figure 3.6(b) shows.
_MOST_CELLS = 12


def errors_by_burst(errors: Series, cell_s: float) -> tuple[Numbers, Numbers]:
    """Give when bursts of errored cells begin, and how many cells each has errored.

    Parameters
    ----------
    errors : Series
        Errored cells so far, every one.
    cell_s : float
        The time of a cell on the line, in seconds.
    """
    counted = np.diff(errors.value, prepend=0.0)
    happened = counted > 0
    time_s, cells = errors.time_s[happened], counted[happened]
    if not len(time_s):
        return time_s, cells
    begins = np.diff(time_s, prepend=-np.inf) > _SAME_BURST_SLOTS * cell_s
    return time_s[begins], np.add.reduceat(cells, np.flatnonzero(begins))


def cell_s(factors: Factors) -> float:
    """Give the time of a cell on a line, in seconds."""
    return 424e-6 / float(factors.downstream_mbps)


#: What a picture shows of one run: marks under a name.
Show = Callable[[str, Factors, Sequence[Series], tuple[float, float]], list[Mark]]


def bursts(name: str, factors: Factors, series: Sequence[Series], window: tuple[float, float]) -> list[Mark]:
    """Show bursts of errored cells as strokes."""
    time_s, cells = errors_by_burst(_of(series, "errors"), cell_s(factors))
    inside = (time_s >= window[0]) & (time_s <= window[1])
    return [Spans(name, time_s[inside], np.zeros(inside.sum()), cells[inside])]


def accumulation(
    name: str, factors: Factors, series: Sequence[Series], window: tuple[float, float]
) -> list[Mark]:
    """Show errored cells so far, and bursts as strokes."""
    errors = _of(series, "errors")
    return [_line("so far", errors, window), *bursts(name or "in a burst", factors, series, window)]


def quantity(what: str, unit: float = 1.0) -> Show:
    """Show a probe's quantity, in so many of its own units."""

    def show(
        name: str, _factors: Factors, series: Sequence[Series], window: tuple[float, float]
    ) -> list[Mark]:
        return [_line(name, _of(series, what), window, unit)]

    return show


def _of(series: Sequence[Series], what: str) -> Series:
    return next(one for one in series if one.quantity == what)


def _line(name: str, one: Series, window: tuple[float, float], unit: float = 1.0) -> Line:
    """Give a series inside a window, with the values that it begins and ends with."""
    first = max(int(np.searchsorted(one.time_s, window[0], side="right")) - 1, 0)
    last = int(np.searchsorted(one.time_s, window[1], side="right"))
    time_s, value = np.maximum(one.time_s[first:last], window[0]), one.value[first:last] / unit
    if not len(value):
        return Line(name, time_s, value, steps=True)
    # The last value holds to the end.
    return Line(name, np.append(time_s, window[1]), np.append(value, value[-1]), steps=True)


@dataclass(frozen=True, slots=True)
class OverTime:
    """Draws something of one run against time, on an axis that does for all panels of the figure."""

    show: Show
    name: str
    factors: Factors
    """The experiment; a short run, of which there is one."""
    y_label: str
    window: tuple[float, float] = (0.0, 20.0)
    panels: Sequence[Factors] = ()
    """The experiments of all panels; none for an axis of its own."""
    whole: bool = False
    """Whether what is drawn is counted."""

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if the case was run."""
        point = data.point(self.factors.name)
        if point is None:
            return None
        marks = self.show(self.name, self.factors, point.series, self.window)
        shown = [data.point(one.name) for one in self.panels]
        others = [
            mark
            for one, found in zip(self.panels, shown, strict=True)
            if found is not None
            for mark in self.show(self.name, one, found.series, self.window)
        ]
        legend: Literal["above", "none"] = "above" if len(marks) > 1 else "none"
        x, y = Axis("time, s", *self.window), Axis(self.y_label, 0.0, _top(others), whole=self.whole)
        return Drawing(x, y, marks, legend=legend)


def _top(marks: Sequence[Mark]) -> float | None:
    """Give where an axis ends that does for some marks; None for none."""
    highest = [float(np.max(values, initial=0.0)) for mark in marks for values in [_heights(mark)]]
    return 1.05 * max(highest) if highest else None


def _heights(mark: Mark) -> Numbers:
    columns = mark.columns("x", "y")
    return np.asarray(columns["y"] if "y" in columns else columns["y_to"], dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Sequences:
    """Draws every segment of one run, those that were sent again among them, and what was acknowledged."""

    factors: Factors
    window: tuple[float, float]

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if the case was run."""
        point, scenario = data.point(self.factors.name), data.scenario(self.factors.name)
        if point is None or scenario is None:
            return None
        source = Source(scenario, partial(_table, point.tables), point.series, point.summary, "")
        drawing = sequence.draw(source, from_s=self.window[0], to_s=self.window[1])
        return replace(drawing, title="")


def _table(tables: Mapping[str, Columns], name: str) -> Columns:
    if name not in tables:
        raise ValueError(f"{name}: was not recorded")
    return tables[name]


def burst_sizes(data: FigureData) -> Drawing | None:
    """Draw the share of errored cells by the size of their burst, beside the definition's (Figure 3.6b)."""
    shown = {
        f"{BURST_US} us": (single("burst", "1e-3"), BURST_US),
        "500 us": (Factors(burst_us=500), 500),
    }
    marks: list[Mark] = []
    sizes = np.arange(1.0, _MOST_CELLS + 1)
    for name, (factors, burst_us) in shown.items():
        point = data.point(factors.name)
        if point is None:
            return None
        share = _shares(point.tables["error_bursts"], sizes)
        marks.append(Interval(name, sizes, share, share, share))
        more = more_of_burst(burst_us, 1.5)
        defined = 100 * sizes * (1 - more) ** 2 * more ** (sizes - 1)
        marks.append(Line(f"{name}, full line, by definition", sizes, defined, beside=name))
    x = Axis("cells of a burst", ticks=sizes.tolist())
    return Drawing(x, Axis("errored cells, %", 0.0), marks, legend="above")


def _shares(table: Columns, sizes: Numbers) -> Numbers:
    down = np.array([str(port).startswith("an.line") for port in table["port"]], dtype=np.bool_)
    cells, count = table["cells"][down], table["bursts"][down]
    total = max(int((cells * count).sum()), 1)
    return np.array([100 * (cells * count)[cells == size].sum() / total for size in sizes])
