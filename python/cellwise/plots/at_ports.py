"""One quantity of ports over time, a line for each port that has something to show, the highest first."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from cellwise.plots import orders
from cellwise.plots.bounds import Bound
from cellwise.plots.drawing import Drawing
from cellwise.plots.needs import Probe
from cellwise.plots.over_time import line_of, over_time
from cellwise.series import Series
from cellwise.source import Names, Source, chosen


@dataclass(frozen=True, slots=True)
class Shown:
    """How a quantity of ports is shown."""

    label: str
    """That of the axis, with the unit."""
    quiet: str
    """What the title says of the ports that are left out, such as ``without a queue``."""
    nothing: str
    """What the picture says where no port has anything to show."""
    least: float = 0.0
    """A port shows something if its greatest value is above this one, in the unit of the probe."""
    scale: float = 1.0
    """What values are multiplied with."""
    bounds: Callable[[Source, Sequence[str], float], Sequence[Bound]] | None = None
    """Gives the lines at the limits of some ports, except those far above the greatest value."""


def at_ports(
    probe: Probe,
    shown: Shown,
    source: Source,
    *,
    port: Names = None,
    from_s: float | None = None,
    to_s: float | None = None,
) -> Drawing:
    """Draw some ports, or all that were recorded and have something to show, if any has."""
    # The highest come first, for not all can be named where there are many.
    recorded = sorted(chosen(probe.found(source), port=port), key=lambda one: -_peak(one))
    found = [one for one in recorded if _peak(one) > shown.least]
    if port is not None or not found:
        found = recorded
    marks = [line_of(one, source, from_s, to_s, scale=shown.scale) for one in found]
    drawing = over_time(source, shown.label, marks, from_s, to_s, orders.ports(source))
    if not any((mark.y > 0).any() for mark in marks):
        # An axis of fractions would make much of nothing.
        return replace(drawing, y=replace(drawing.y, high=1.0, whole=True), note=shown.nothing)
    left_out = len(recorded) - len(found)
    reported = f"; {left_out} more port{'s' if left_out > 1 else ''} {shown.quiet}" if left_out else ""
    drawing = replace(drawing, title=f"{drawing.title}{reported}")
    if shown.bounds is None:
        return drawing
    greatest = max(float(np.nanmax(mark.y, initial=0.0)) for mark in marks)
    return replace(drawing, bounds=shown.bounds(source, [mark.name for mark in marks], greatest))


def _peak(one: Series) -> float:
    return float(np.max(one.value, initial=0.0, where=np.isfinite(one.value)))
