"""The plots of a comparison: both runs of the first pair in each."""

from collections.abc import Sequence
from dataclasses import replace

from cellwise.experiments.outcome import Figure
from cellwise.experiments.paired import PairedComparison
from cellwise.plots.drawing import Drawing
from cellwise.plots.needs import NotRecordedError
from cellwise.plots.registry import PLOTS, plot_sources
from cellwise.points.store import load
from cellwise.source import Source

#: The plots that people need first; the others follow in their own order.
_FIRST = ("throughput", "latency", "queue", "queue-delay", "sojourn", "delay", "cwnd", "sequence")


def overlaid(found: PairedComparison, footer: str) -> list[Figure]:
    """Draw the first pair by every plot of one run for which both runs have something.

    Without runs of its own, those of its folder are drawn, if they are kept there; `footer` is the command
    that makes the report again.
    """
    pair = _pair(found)
    if not pair:
        return []
    named = [replace(one, name=name) for one, name in zip(pair, found.sides, strict=True)]
    drawn = ((name, _drawing(name, named)) for name in dict.fromkeys([*_FIRST, *PLOTS]))
    return [_figure(found, name, one.with_footer(footer)) for name, one in drawn if one is not None]


def _pair(found: PairedComparison) -> Sequence[Source]:
    """Give the runs of the first pair; nothing if one of them is not kept."""
    if found.shown or found.folder is None or len(found.scenarios) < len("AB"):
        return found.shown
    scenarios = [found.scenarios[side].replications(1)[0] for side in "AB"]
    kept = [(one, load(found.folder, one.id)) for one in scenarios]
    made = [result.source(one, found.command) for one, result in kept if result is not None]
    return made if len(made) == len(kept) else ()


def _drawing(name: str, pair: Sequence[Source]) -> Drawing | None:
    """Draw a plot of both; None if it is of many runs or of none, or there is nothing to draw."""
    if PLOTS[name].many or PLOTS[name].of_scenario:
        return None
    try:
        drawing = plot_sources(name, pair)
    except (NotRecordedError, ValueError):
        # Not recorded in both, or there are several series and this plot shows only one.
        return None
    return None if drawing.note or not drawing.marks else drawing


def _figure(found: PairedComparison, name: str, drawing: Drawing) -> Figure:
    seed, replication = found.numbers[0]
    reported = PLOTS[name].summary
    caption = f"{reported[:1].upper()}{reported[1:]}; seed {seed}, replication {replication} of both."
    return Figure(name, caption, drawing)
