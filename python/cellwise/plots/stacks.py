"""Parts of the queue of one port over time, stacked: their top is the queue."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from cellwise.plots import look
from cellwise.plots.at_ports import Shown
from cellwise.plots.drawing import Drawing
from cellwise.plots.layers import Layer, held, stacked_layers
from cellwise.plots.over_time import over_time
from cellwise.series import Series
from cellwise.source import Names, Source, as_names, chosen, within
from cellwise.store import Numbers

#: Layers that can be distinguished at a glance; of more parts, the smallest are one layer.
_MOST_LAYERS = len(look.COLOURS)

#: A part's name with its instants in s, and its values.
Part = tuple[str, Numbers, Numbers]


def stacked_at_port(
    source: Source,
    series: Sequence[Series],
    shown: Shown,
    order: Sequence[str],
    port: Names,
    from_s: float | None,
    to_s: float | None,
    **parts: Names,
) -> Drawing:
    """Draw some parts of a port's queue, or all that were recorded there.

    Without a `port`, the recorded one is drawn that held most of one part.

    `order` has every part there may be, in the order of colours and of layers; `parts` are those that are
    drawn, such as ``vc=``.

    Raises `ValueError` if more than one port is named, or a name was not recorded.
    """
    if len(as_names(port)) > 1:
        raise ValueError(
            f"port: {', '.join(as_names(port))} are not allowed; give one, for its queue is stacked"
        )
    recorded = chosen(series, port=port, **parts)
    fullest = max(recorded, key=lambda one: float(one.value.max(initial=0.0)))
    here = fullest.target.split()[0]
    own = {one.target.split()[1]: one for one in recorded if one.target.split()[0] == here}
    layers = [(name, *within(own[name], from_s, to_s, source.end_s)) for name in order if name in own]
    marks = _stacked(layers)
    top = max((float(mark.top_y.max(initial=0.0)) for mark in marks), default=0.0)
    return replace(
        over_time(source, shown.label, marks, from_s, to_s, order),
        title="; ".join(filter(None, [source.title, _where(here, recorded)])),
        bounds=shown.bounds(source, [here], top) if shown.bounds else (),
    )


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
    """Give the mean over time of a value that is held from point to point."""
    _, time_s, held_value = part
    return float(np.sum(held_value[:-1] * np.diff(time_s)))
