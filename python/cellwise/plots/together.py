"""Several runs in one plot: in one panel while their lines are few, otherwise each in a panel of its own."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeVar

from cellwise.plots.bounds import MOST_BOUNDS, Bound, Stretch
from cellwise.plots.drawing import Axis, Drawing
from cellwise.plots.marks import Line, Mark, Scatter

Named = TypeVar("Named", Bound, Stretch)

#: The most runs of one plot.
MOST_RUNS = 8

#: More lines in one panel are hard to distinguish, and more of runs that have several each: which is whose?
_MOST_MARKS, _MOST_OF_SEVERAL = 8, 4

#: The height of a panel in parts of that of the plot's size, and the most that all panels have.
_PANEL, _MOST_HEIGHT = 0.8, 3.2


def labels_of(names: Sequence[str]) -> list[str]:
    """Give short labels of some runs, each once: their names without the folder that all are in.

    A name is such as ``results/fifo``; empty where a run has none.
    """
    given = [name or f"run {number}" for number, name in enumerate(names, 1)]
    parts = [Path(name).parts for name in given]
    steps = zip(*(own[:-1] for own in parts), strict=False)
    shared = sum(1 for _ in takewhile(lambda step: len(set(step)) == 1, steps))
    short = ["/".join(own[shared:]) for own in parts] if shared else given
    return [name if short.count(name) == 1 else f"{name} ({number})" for number, name in enumerate(short, 1)]


def together(labels: Sequence[str], drawings: Sequence[Drawing]) -> Drawing:
    """Put the same plot of several runs into one; the names of marks begin with the label of their run.

    Lines and points lie over each other in one panel if there are at most 8, or 4 where runs have several.
    Other marks, and more of them, have a panel for each run.
    """
    named = [_named(label, drawing) for label, drawing in zip(labels, drawings, strict=True)]
    titles = {drawing.title for drawing in drawings}
    footers = dict.fromkeys(drawing.footer for drawing in drawings if drawing.footer)
    x = _joined([drawing.x for drawing in named])
    whole = replace(
        named[0],
        x=x,
        title=titles.pop() if len(titles) == 1 else "",
        footer=" && ".join(footers),
        order=(),
    )
    marks = [mark for drawing in named for mark in drawing.marks]
    most = _MOST_OF_SEVERAL if any(len(drawing.marks) > 1 for drawing in drawings) else _MOST_MARKS
    if len(marks) > most or any(not isinstance(mark, Line | Scatter) for mark in marks):
        height = min(_MOST_HEIGHT, _PANEL * len(named))
        panels = [replace(drawing, x=x, order=(), beneath=()) for drawing in named[1:]]
        return replace(whole, beneath=panels, is_even=True, height=height)
    in_all, others = _shared(labels, [drawing.bounds for drawing in drawings])
    bounds = [*in_all, *others] if len(in_all) + len(others) <= MOST_BOUNDS else in_all
    in_all_shaded, other_shaded = _shared(labels, [drawing.shaded for drawing in drawings])
    beneath = [drawing.beneath[0] for drawing in drawings if drawing.beneath]
    return replace(
        whole,
        y=_joined([drawing.y for drawing in named]),
        marks=[mark for drawing in named for mark in _in_one_colour(drawing.marks)],
        note="" if marks else named[0].note,
        bounds=bounds,
        shaded=[*in_all_shaded, *other_shaded],
        legend="above",
        beneath=[together(labels, beneath)] if len(beneath) == len(drawings) else (),
    )


def _named(label: str, drawing: Drawing) -> Drawing:
    """Name the marks of a run after it, and after themselves if it has several."""
    several = len({mark.name for mark in drawing.marks}) > 1

    def name(own: str) -> str:
        return f"{label}: {own}" if several and own else label

    def renamed(mark: Any) -> Mark:
        beside = {"beside": name(mark.beside)} if getattr(mark, "beside", "") else {}
        return replace(mark, name=name(mark.name), **beside)  # type: ignore[no-any-return]

    return replace(drawing, marks=[renamed(mark) for mark in drawing.marks])


def _shared(labels: Sequence[str], of_runs: Sequence[Sequence[Named]]) -> tuple[list[Named], list[Named]]:
    """Give what all runs have, each once, and the rest, named after its run."""
    in_all = [one for one in of_runs[0] if all(one in own for own in of_runs)]
    others = [
        replace(one, name=f"{label}: {one.name}")
        for label, own in zip(labels, of_runs, strict=True)
        for one in own
        if one not in in_all
    ]
    return in_all, others


def _in_one_colour(marks: Sequence[Mark]) -> Iterable[Mark]:
    """Give marks that have a colour of their own that of the first mark of their run."""
    for mark in marks:
        of_run = {"colour": "", "beside": marks[0].name} if getattr(mark, "colour", "") else {}
        yield replace(mark, **of_run)


def _joined(axes: Sequence[Axis]) -> Axis:
    """Give the axis that shows what all of some show."""
    lows, highs = ([getattr(axis, end) for axis in axes] for end in ("low", "high"))
    low = None if None in lows else min(lows)
    high = None if None in highs else max(highs)
    return replace(axes[0], low=low, high=high)
