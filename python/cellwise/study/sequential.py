"""As many replications as a wanted precision takes: a sequential rule, and what it has to own up to."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from cellwise.intervals import mean_interval
from cellwise.study.definition import Study
from cellwise.study.drive import Outcome, drive
from cellwise.study.progress import Form

#: So many measures that did not come to the wanted precision are named.
_NAMED = 5


@dataclass(frozen=True, slots=True)
class Precision:
    """When to stop adding replications."""

    half_width: float
    """Of the interval of every mean, as a fraction of the mean; above 0."""
    least: int = 5
    """At least 2: from one run there is no interval."""
    most: int = 50
    confidence: float = 0.95

    def __post_init__(self) -> None:
        """Raise `ValueError` if a number is out of range."""
        if not 0 < self.half_width < 1:
            raise ValueError(f"half-width: {self.half_width:g} is not allowed; give above 0, below 100 %")
        if not 2 <= self.least <= self.most:
            raise ValueError(
                f"least, most: {self.least}, {self.most} is not allowed; give 2 <= least <= most"
            )

    def widest(self, values: Mapping[str, Sequence[float]]) -> dict[str, float]:
        """Give the means that are not known well enough, by relative half-width, the widest first."""
        relative = {name: _relative(ours, self.confidence) for name, ours in values.items()}
        wide = {name: one for name, one in relative.items() if one > self.half_width}
        return dict(sorted(wide.items(), key=lambda one: -one[1]))

    def next_count(self, count: int, widest: float) -> int:
        """How many replications to try next: what the widest needs by the root law, at most twice as many."""
        wanted = count * 2 if math.isinf(widest) else math.ceil(count * (widest / self.half_width) ** 2)
        return min(self.most, max(count + 1, min(wanted, 2 * count)))

    def says(self, count: int, open_measures: Mapping[str, float], measures: int) -> str:
        """Tell the rule and what came of it."""
        rule = (
            f"replications were added until the {100 * self.confidence:g} % t interval of each of {measures} "
            f"means was at most ±{100 * self.half_width:g} % of it, from {self.least} up to {self.most}: "
            f"{count} were used"
        )
        if open_measures:
            named = ", ".join(list(open_measures)[:_NAMED])
            rule += f", and {len(open_measures)} means are still wider ({named})"
        return (
            rule + "; stopping where intervals happen to be narrow makes them cover slightly less than that"
        )


def drive_to_precision(
    study: Study,
    folder: Path,
    precision: Precision,
    *,
    only: Sequence[str] = (),
    jobs: int = 1,
    resume: bool = False,
    quiet: bool = False,
    progress: Form = "auto",
) -> Outcome:
    """Run a study with more and more replications until the means of its tables are known well enough.

    The outcome's ``notes`` tell the rule and the number of replications that it took; other arguments and
    exceptions are those of `drive`.
    """
    count = precision.least
    while True:
        outcome = drive(
            study,
            folder,
            replications=count,
            only=only,
            jobs=jobs,
            resume=resume,
            quiet=quiet,
            progress=progress,
        )
        means = _measured(outcome)
        wide = precision.widest(means)
        if not wide or count >= precision.most:
            return replace(outcome, notes=(*outcome.notes, precision.says(count, wide, len(means))))
        count = precision.next_count(count, next(iter(wide.values())))
        resume = True


def _measured(outcome: Outcome) -> dict[str, Sequence[float]]:
    """Give what the tables show, over replications."""
    wanted = [
        (number.case, number.measure)
        for table in outcome.tables()
        for row in table.rows
        for number in row.numbers.values()
    ]
    wanted += [
        (case, measure)
        for one in outcome.explorations()
        for case in one.rows.values()
        for measure in one.measures
    ]
    return {f"{measure} of {case}": outcome.values.of(case, measure).tolist() for case, measure in wanted}


def _relative(values: Sequence[float], confidence: float) -> float:
    """Half-width by mean; not-a-number counts as unknown, a constant as known."""
    ours = np.asarray(values, dtype=np.float64)
    if not np.isfinite(ours).all():
        return math.inf
    interval = mean_interval(ours, confidence)
    if interval.half_width == 0:
        return 0.0
    return interval.half_width / abs(interval.mean) if interval.mean else math.inf
