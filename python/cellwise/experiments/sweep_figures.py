"""The figures of a sweep: every metric over one of its factors, with a curve for every level of another."""

import itertools
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cellwise.experiments.outcome import Figure
from cellwise.experiments.sweep_table import SweepTable
from cellwise.levels import Level, common_unit
from cellwise.plots.factor import over_levels
from cellwise.plots.places import names_of, ordered

#: More figures than this are a list that no user would read.
MOST_FIGURES = 24

#: The sign for a factor that a case does not set.
_UNSET = Level.of("–")

#: The level of every factor, by case.
Levels = Mapping[str, Mapping[str, Level]]


@dataclass(frozen=True, slots=True)
class Arranged:
    """The place of each factor in the figures of a sweep."""

    x: str
    by: str | None
    others: tuple[str, ...]
    """The factors of which every combination of levels gets figures of its own."""


def figures_of(
    table: SweepTable,
    folder: Path | None,
    interval: str,
    otherwise: str = "",
    labels: Mapping[str, str] | None = None,
) -> tuple[list[Figure], int]:
    """Draw the metrics of a sweep, and say how many figures are left out because they are too many.

    The sweep is stored in `folder`, for the commands that draw each figure alone; `otherwise` is the command
    in figures that none draws alone, because some cases leave a factor unchanged, or the metric is a
    function. `interval` is the bar around each value, as by the plot ``factor``; `labels` are the names of
    factors and metrics in the figures.
    """
    pictures = _Pictures(table, folder, interval, otherwise, labels or {})
    groups = pictures.groups()
    wanted = list(itertools.product(table.metrics, groups.items()))
    shown = wanted[:MOST_FIGURES]
    return [pictures.figure(name, *group) for name, group in shown], len(wanted) - len(shown)


def arrange(factors: Sequence[str], levels: Levels) -> Arranged:
    """Choose the axis: the number with most levels, or else the factor with most.

    A factor whose levels follow from those of others, as with ``--zip``, needs no place.
    """

    def count(path: str) -> tuple[bool, int]:
        found = {own[path] for own in levels.values()}
        return len(found) > 1 and common_unit(found) is not None, len(found)

    x = max(factors, key=count)
    placed = [x]
    for path in factors:
        if path not in placed and not _follows(path, placed, levels.values()):
            placed.append(path)
    by = placed[1] if len(placed) > 1 else None
    return Arranged(x, by, tuple(placed[2:]))


def _follows(path: str, others: Sequence[str], levels: Iterable[Mapping[str, Level]]) -> bool:
    """Return whether the levels of other factors say which level a factor has, as those of ``--zip`` do."""
    known: dict[tuple[Level, ...], Level] = {}
    return all(known.setdefault(tuple(own[one] for one in others), own[path]) == own[path] for own in levels)


def _levels(table: SweepTable, case: str) -> dict[str, Level]:
    own = table.factors_of(case)
    return {path: _UNSET if value is None else Level.of(value) for path, value in own.items()}


class _Pictures:
    """What all figures of a sweep have in common."""

    def __init__(
        self,
        table: SweepTable,
        folder: Path | None,
        interval: str,
        otherwise: str,
        labels: Mapping[str, str],
    ) -> None:
        self.table = table
        self.folder = folder
        self.interval = interval
        self.otherwise = otherwise
        self.called = labels
        self.levels = {case: _levels(table, case) for case in table.values}
        #: The name of every level of every factor, the same in all figures.
        self.texts = {
            path: names_of(own[path] for own in self.levels.values()) for path in table.sweep.factors
        }
        self.arranged = arrange(table.sweep.factors, self.levels)

    def groups(self) -> dict[tuple[Level, ...], list[str]]:
        """Give the cases of each figure of a metric, by the levels of the factors without a place in it."""
        found: dict[tuple[Level, ...], list[str]] = {}
        for case, own in self.levels.items():
            found.setdefault(tuple(own[path] for path in self.arranged.others), []).append(case)
        return found

    def figure(self, name: str, others: Sequence[Level], cases: Sequence[str]) -> Figure:
        """Draw a metric of some cases, in which the other factors have these levels."""
        chosen = dict(zip(self.arranged.others, others, strict=True))
        metric, x, by = self.table.metrics[name].display, self.arranged.x, self.arranged.by
        drawing = over_levels(
            {self._place(case): self._values(case, name) for case in cases},
            x,
            metric.label,
            known=self.texts[x],
            by=by,
            order=ordered(self.texts[by]) if by else (),
            interval=self.interval,
            confidence=self.table.confidence,
            footer=self._command(name, chosen),
            called=self.called.get(by, "") if by else "",
        )
        drawing = drawing.labelled(
            x_label=drawing.x.label.replace(x, self.called[x], 1) if x in self.called else None,
            y_label=self.called.get(name),
        )
        texts = {path: self.texts[path][level] for path, level in chosen.items()}
        where = "".join(f"; {path} = {text}" for path, text in texts.items())
        reported = [self.called.get(one or "", one) for one in (x, by)]
        label = self.called.get(name, f"{metric.label[:1].upper()}{metric.label[1:]}")
        label += f", over {reported[0]}{f', by {reported[1]}' if by else ''}"
        words = " ".join([name, *map(" ".join, texts.items())])
        return Figure(
            re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-"), f"{label}{where}: {drawing.title}.", drawing
        )

    def _place(self, case: str) -> tuple[Level, ...]:
        x, by = self.arranged.x, self.arranged.by
        return tuple(self.levels[case][path] for path in ([x, by] if by else [x]))

    def _values(self, case: str, name: str) -> list[float]:
        scaled = self.table.metrics[name].display.scale * self.table.values[case][name]
        return list(map(float, scaled))

    def _command(self, name: str, chosen: Mapping[str, Level]) -> str:
        """Write the command that draws a figure alone."""
        is_plain = self.folder is not None and not self.table.metrics[name].is_function
        is_plain &= self.table.confidence == 0.95  # that of the plot
        if not is_plain or any(level is _UNSET for own in self.levels.values() for level in own.values()):
            return self.otherwise
        y, _, rows = name.partition(":")
        words = ["cellwise", "plot", str(self.folder), "factor", "--x", self.arranged.x]
        words += ["--by", self.arranged.by] if self.arranged.by else []
        words += ["--y", y, *(["--rows", rows] if rows else []), "--interval", self.interval]
        words += [word for path, level in chosen.items() for word in ("--where", f"{path}={level.written}")]
        return shlex.join(words)
