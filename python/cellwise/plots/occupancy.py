"""Cells of single virtual connections in the queue of a port over time, stacked: their top is the queue."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from cellwise.plots import look, orders
from cellwise.plots.drawing import Drawing
from cellwise.plots.layers import Layer, held, stacked_layers
from cellwise.plots.needs import OCCUPANCY
from cellwise.plots.over_time import over_time
from cellwise.series import Series
from cellwise.source import Names, Source, as_names, chosen, within
from cellwise.store import Numbers

#: Layers that can be told apart at a glance; of more connections, those with the fewest cells are one layer.
_MOST_LAYERS = len(look.COLOURS)

#: A connection's name with its instants in s, and its cells.
Part = tuple[str, Numbers, Numbers]


def draw(
    source: Source,
    *,
    port: Names = None,
    vc: Names = None,
    from_s: float | None = None,
    to_s: float | None = None,
) -> Drawing:
    """Draw the occupancy of some connections at a port, or of all that were recorded there.

    Without a `port`, the recorded one that held most cells of a connection is drawn.

    Raises
    ------
    ValueError
        If more than one port is named, or a name was not recorded.
    """
    if len(as_names(port)) > 1:
        raise ValueError(
            f"port: {', '.join(as_names(port))} are not allowed; give one, for its cells are stacked"
        )
    recorded = chosen(OCCUPANCY.found(source), port=port, vc=vc)
    fullest = max(recorded, key=lambda one: float(one.value.max(initial=0.0)))
    here = fullest.target.split()[0]
    own = {_vc(one): one for one in recorded if one.target.split()[0] == here}
    order = orders.vcs(source)
    parts = [(name, *within(own[name], from_s, to_s, source.end_s)) for name in order if name in own]
    drawing = over_time(source, "occupancy, cells", _stacked(parts), from_s, to_s, order)
    return replace(drawing, title="; ".join(filter(None, [source.title, _where(here, recorded)])))


def _vc(one: Series) -> str:
    return one.target.split()[1]


def _where(here: str, recorded: Sequence[Series]) -> str:
    ports = len({one.target.split()[0] for one in recorded})
    return here if ports == 1 else f"{here}, the fullest of {ports} ports"


def _stacked(parts: Sequence[Part]) -> list[Layer]:
    if len(parts) <= _MOST_LAYERS:
        return stacked_layers(parts)
    by_mean = sorted(parts, key=lambda part: -_mean(part))
    kept = {name for name, *_ in by_mean[: _MOST_LAYERS - 1]}
    others = [part for part in parts if part[0] not in kept]
    rest = f"{len(others)} others"
    time_s: Numbers = np.unique(np.concatenate([part[1] for part in others]))
    total: Numbers = np.sum([held(x, y, time_s) for _, x, y in others], axis=0)
    return stacked_layers([*(part for part in parts if part[0] in kept), (rest, time_s, total)], rest)


def _mean(part: Part) -> float:
    """Give the mean over time of what is held from point to point."""
    _, time_s, cells = part
    return float(np.sum(cells[:-1] * np.diff(time_s)))
