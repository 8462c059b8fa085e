"""Plots by name, from runs; each plot's own file is loaded when one is asked for."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cellwise import quantity
from cellwise.plots.drawing import Drawing

if TYPE_CHECKING:
    from cellwise.results import Run
    from cellwise.scenario import Scenario


def names() -> list[str]:
    """Name the plots."""
    from cellwise.plots.registry import PLOTS

    return list(PLOTS)


def plot(
    name: str,
    runs: "Run | Scenario | Sequence[Run] | Mapping[str, Run]",
    *,
    size: str = "page",
    **options: Any,
) -> Drawing:
    """Draw a plot of a run, or of several.

    Parameters
    ----------
    name : str
        One of `names`.
    runs : Run, Scenario, sequence of Run or dict of str to Run
        One run, or up to 8 in one plot, with names if given as a dict; any number for
        ``efficiency-fairness`` and ``factor``. For ``network`` one run or scenario.
    size : str
        ``page``, ``column`` or ``slide``.
    **options
        The plot's own options, such as ``flow=``, ``from_s=``, ``x=``; and those of every plot: ``title=``,
        ``x_label=``, ``y_label=`` (empty for none), and ``footer=False``, which keeps the command in the
        metadata of the file alone. Times, whose names end in ``_s``, may be text with a unit: ``"100 ms"``.

    Raises
    ------
    NotRecordedError
        If a probe is missing; the message has the TOML to add.
    ValueError
        If the plot, an option or a name is not known; the message names those that are.

    Examples
    --------
    >>> import cellwise as cw
    >>> scenario = cw.Scenario.from_template("n-source").with_(duration="50 ms")
    >>> run = cw.run(scenario.with_({"probes.queue.port": "sw1.trunk"}))
    >>> plot("queue", run).to_csv().splitlines()[0]
    'series,time_s,queue_cells'
    """
    from cellwise.plots.registry import plot_sources
    from cellwise.results import Run
    from cellwise.scenario import Scenario
    from cellwise.source import Source

    options = {
        key: quantity.span_s(one) if key.endswith("_s") and isinstance(one, str) else one
        for key, one in options.items()
    }
    if isinstance(runs, Scenario):
        return plot_sources(name, [Source.of_scenario(runs)], size=size, **options)
    if isinstance(runs, Mapping):
        sources = [Source.of_run(run, name=own) for own, run in runs.items()]
    else:
        sources = [Source.of_run(run) for run in ([runs] if isinstance(runs, Run) else runs)]
    return plot_sources(name, sources, size=size, **options)
