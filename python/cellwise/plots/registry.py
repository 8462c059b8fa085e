"""The plots by name: what each shows and needs, and the one way in which all are asked for."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cellwise.errors import by_name
from cellwise.plots import (
    cwnd,
    delay,
    efficiency_fairness,
    factor,
    latency,
    loss,
    network,
    packet_queues,
    queue,
    rates,
    sequence,
    sojourn,
    throughput,
    utilisation,
)
from cellwise.plots.drawing import Drawing
from cellwise.plots.look import size_of
from cellwise.plots.needs import (
    ACKNOWLEDGMENT,
    ACR,
    BACKLOG,
    BACKLOG_BYTES,
    BUSY,
    CWND,
    DROP_PROBABILITY,
    OCCUPANCY,
    QUEUE,
    SEQUENCE,
    SOJOURN,
    TRANSMITTED,
    Probe,
    require,
)
from cellwise.plots.together import MOST_RUNS, labels_of, together
from cellwise.source import Source


@dataclass(frozen=True, slots=True)
class Plot:
    """One plot that can be asked for by name."""

    name: str
    summary: str
    draw: Callable[..., Drawing]
    """Takes a source, or several if `many`, and its options by name."""
    probes: tuple[Probe, ...] = ()
    """What must have been recorded."""
    tables: tuple[str, ...] = ()
    """The tables that it reads."""
    many: bool = False
    """Whether it shows several runs at once."""
    of_scenario: bool = False
    """Whether it shows the scenario alone, so that none has to be run."""
    any_probe: bool = False
    """Whether one of its probes is enough."""

    def options(self) -> list[str]:
        """Name the options that it takes."""
        parameters = inspect.signature(self.draw).parameters.values()
        return [one.name for one in parameters if one.kind is inspect.Parameter.KEYWORD_ONLY]


#: Every plot by name.
PLOTS: dict[str, Plot] = {
    plot.name: plot
    for plot in (
        Plot("cwnd", "congestion window and slow start threshold over time", cwnd.draw, (CWND,)),
        Plot("queue", "cells in the queues of ports over time", queue.draw, (QUEUE,)),
        Plot(
            "sequence",
            "what a TCP flow sends, sends again and has acknowledged, over time",
            sequence.draw,
            (SEQUENCE, ACKNOWLEDGMENT),
            ("flows",),
        ),
        Plot("rates", "ACR and CCR of ABR sources and ER of ports over time", rates.draw, (ACR,)),
        Plot("throughput", "acknowledged octets of TCP flows over time", throughput.draw, (ACKNOWLEDGMENT,)),
        Plot(
            "efficiency-fairness",
            "efficiency and fairness of the ports that flows share",
            efficiency_fairness.draw,
            tables=("flows", "vcs", "ports"),
            many=True,
        ),
        Plot("loss", "lost cells of virtual connections by reason", loss.draw, tables=("vcs",)),
        Plot("delay", "distribution of the delay of packets by flow", delay.draw, tables=("flows",)),
        Plot(
            "latency",
            "round-trip times of pings, over time with the load beneath, or idle and under load",
            latency.draw,
            tables=("pings", "flows"),
        ),
        Plot("sojourn", "how long packets waited in packet queues", sojourn.draw, tables=("queues",)),
        Plot(
            "queue-delay",
            "how long packets had waited in packet queues when they left, over time",
            packet_queues.draw_delay,
            (SOJOURN,),
        ),
        Plot(
            "backlog",
            "packets in packet queues over time, of ports or of the flows at one of them, stacked",
            packet_queues.draw_backlog,
            (BACKLOG,),
        ),
        Plot(
            "backlog-bytes",
            "octets in packet queues over time, of ports or of the flows at one of them, stacked",
            packet_queues.draw_bytes,
            (BACKLOG_BYTES,),
        ),
        Plot(
            "drop-probability",
            "the probability with which packet queues drop or mark, over time",
            packet_queues.draw_probability,
            (DROP_PROBABILITY,),
        ),
        Plot(
            "occupancy",
            "cells of virtual connections in the queue of a port over time, stacked",
            queue.draw_occupancy,
            (OCCUPANCY,),
        ),
        Plot(
            "utilisation",
            "share of the line's rate that ports use, over time",
            utilisation.draw,
            (TRANSMITTED, BUSY),
            ("ports",),
            any_probe=True,
        ),
        Plot(
            "factor",
            "a measure of runs over the levels of a setting, with intervals over replications",
            factor.draw,
            tables=("flows", "vcs", "ports"),
            many=True,
        ),
        Plot(
            "network",
            "nodes, links with rate and delay, queues, and the ways of connections",
            network.draw,
            of_scenario=True,
        ),
    )
}


def get(name: str) -> Plot:
    """Give a plot by name.

    Raises `ValueError` if there is no such plot; the message names those that exist.
    """
    return by_name("plot", name, PLOTS, "the plots")


def require_probes(name: str, plot: Plot, source: Source) -> None:
    """Make sure that a run recorded what a plot of this name draws.

    Raises `NotRecordedError` if a probe is missing; the message has the TOML to add.
    """
    if not (plot.any_probe and any(probe.found(source) for probe in plot.probes)):
        require(source, plot.probes, f"plot {name}")


def plot_sources(
    name: str,
    sources: Sequence[Source],
    *,
    size: str = "page",
    title: str | None = None,
    x_label: str | None = None,
    y_label: str | None = None,
    footer: bool = True,
    **options: Any,
) -> Drawing:
    """Draw a plot of some runs, as `cellwise.plot` takes its options; an option that is None is as left out.

    A plot of one run shows up to 8 together; `network` shows one. `size` is ``page``, ``column`` or
    ``slide``; the words around it are as `Drawing.labelled` takes them.

    Raises `NotRecordedError` if a probe is missing; the message has the TOML to add. Raises `ValueError` if
    the plot, the size, an option or a name is not known; the message names those that are.
    """
    plot = get(name)
    size_of(size)
    given = {key: value for key, value in options.items() if value is not None}
    unknown = [key for key in given if key not in plot.options()]
    if unknown:
        known = f", which are {', '.join(plot.options())}" if plot.options() else ": it has none"
        raise ValueError(f"plot {name}: {', '.join(unknown)} is not among its options{known}")
    most = 1 if plot.of_scenario else MOST_RUNS
    if not sources or (len(sources) > most and not plot.many):
        allowed = "one" if most == 1 else f"at most {most}"
        raise ValueError(f"plot {name}: {len(sources)} runs are not allowed; give {allowed}")
    for source in sources:
        if source.is_planned and not plot.of_scenario:
            raise ValueError(f"plot {name}: a scenario has no results; give the results of a run")
        one = f"{name}: {source.name}" if len(sources) > 1 and source.name else name
        require_probes(one, plot, source)
    if plot.many:
        drawing = plot.draw(sources, **given)
    elif len(sources) == 1:
        drawing = plot.draw(sources[0], **given)
    else:
        labels = labels_of([source.name for source in sources])
        drawing = together(labels, [plot.draw(source, **given) for source in sources])
    words = drawing.labelled(title=title, x_label=x_label, y_label=y_label, footer=footer)
    return replace(words, size=size)
