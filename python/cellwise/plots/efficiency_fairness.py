"""Efficiency against fairness: a point for every run, or for every port that flows of a run share."""

from collections.abc import Sequence

import numpy as np

from cellwise.groups import having, level
from cellwise.metrics import shared_ports
from cellwise.plots import orders
from cellwise.plots.drawing import Axis, Drawing
from cellwise.plots.marks import Scatter
from cellwise.plots.places import names_of
from cellwise.source import Names, Source, checked
from cellwise.where import Conditions

_TOP = 1.03


def draw(
    sources: Sequence[Source],
    *,
    port: Names = None,
    by: str | None = None,
    where: Conditions | None = None,
) -> Drawing:
    """Draw the ports of some runs.

    `port` chooses among those that several flows send their data through; the values of the setting `by` get
    colours of their own, without it ports do; `where` has conditions such as ``switch.buffer > 900 cells``.
    """
    levels = [] if by is None else orders.curves(sources, by)
    texts = names_of(levels)
    order = orders.ports(*sources) if by is None else list(texts.values())
    points: dict[str, list[tuple[float, float]]] = {}
    for source in having(sources, where):
        for name, found in _ports(source, port).items():
            group = name if by is None else texts[level(source, by)]
            points.setdefault(group, []).append((found["efficiency"], found["fairness"]))
    marks = []
    for name, pairs in points.items():
        efficiency, fairness = np.transpose(pairs)
        marks.append(Scatter(name, efficiency, fairness))
    return Drawing(
        Axis("efficiency", 0, _TOP),
        Axis("fairness index", 0, _TOP),
        marks,
        title=sources[0].title if len(sources) == 1 else f"{len(sources)} runs" + (f" by {by}" if by else ""),
        footer=sources[0].again,
        note="" if marks else "no port of cells is shared by flows",
        order=order,
    )


def _ports(source: Source, port: Names) -> dict[str, dict[str, float]]:
    shared = shared_ports(*(source.tables(name) for name in ("flows", "vcs", "ports")))
    wanted = checked("port", port, list(shared), "is not shared by flows; those that are:")
    return {name: found for name, found in shared.items() if name in wanted}
