"""What plots of recorded quantities against time have in common."""

from collections.abc import Sequence

from cellwise.plots.drawing import Axis, Drawing
from cellwise.plots.marks import Line, Mark
from cellwise.plots.outages import outages_of
from cellwise.series import Series
from cellwise.source import Source, part, within


def line_of(
    one: Series,
    source: Source,
    from_s: float | None,
    to_s: float | None,
    *,
    name: str = "",
    beside: str = "",
    scale: float = 1.0,
) -> Line:
    """Draw a series in a part of a run, each value held until the next.

    Its name is its target if none is given; `beside` is the line that it belongs to, `scale` the factor of
    its values.
    """
    time_s, value = within(one, from_s, to_s, source.end_s)
    return Line(name or one.target, time_s, scale * value, steps=True, beside=beside)


def over_time(
    source: Source,
    y_label: str,
    marks: Sequence[Mark],
    from_s: float | None,
    to_s: float | None,
    order: Sequence[str] = (),
) -> Drawing:
    """Put marks on an axis of time that shows a part of a run; they have colours in some order."""
    begin, end = part(from_s, to_s, source.end_s)
    return Drawing(
        Axis("time, s", begin, end),
        Axis(y_label, low=0),
        marks,
        title=source.title,
        footer=source.again,
        order=order,
        shaded=outages_of(source, begin, end),
    )
