"""Two scenarios compared in pairs: runs of the same seed and replication meet the same random numbers.

For every metric the difference B - A is taken pair by pair; its mean gets a t interval over the pairs. One
pair gives a difference and no interval.
"""

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from cellwise.experiments.chance import are_one
from cellwise.experiments.precision import DIFFERENCES, Measured, Precision
from cellwise.experiments.replicate import AUTO, replicate, replicate_together, require_metrics
from cellwise.groups import repetitions
from cellwise.intervals import ONE_VALUE, MeanInterval, mean_interval
from cellwise.metrics.by_name import Display, Measure, Metric, known_of, metric
from cellwise.results import Run
from cellwise.scenario import Scenario, ScenarioLike
from cellwise.settings import differences
from cellwise.share import Share, share_of
from cellwise.source import Source

#: What is compared if nothing is named, as far as the runs have it.
METRICS = (
    "efficiency",
    "fairness",
    "flows.throughput_bps:sum",
    "flows.timeouts:sum",
    "flows.retransmitted_segments:sum",
    "flows.delay_mean_s",
    "vcs.cells_lost:sum",
    "ports.queue_max_cells:max",
    "pings.rtt_s",
)

#: What a side of a comparison may be.
Side = ScenarioLike | Run | Sequence[Run] | Sequence[Source]

#: How a user chooses the runs of a side.
_CHOOSE = "--where-a and --where-b, or give those runs alone"

#: Pairs of runs, the first of A and the second of B.
Pairs = Sequence[tuple[Source, Source]]


@dataclass(frozen=True, slots=True)
class Difference:
    """One metric of paired runs."""

    metric: str
    """Its name, as it was asked for."""
    label: str
    """What it is, with the unit of the values, which is the one that the metric's name says."""
    a: float
    """The mean over the pairs' first runs."""
    b: float
    """The mean over the pairs' second runs."""
    difference: float
    """The mean of B - A."""
    pairs: int
    interval: MeanInterval | None
    """The interval of the difference; None from one pair."""
    display: Display
    """How the values are shown to people."""

    @property
    def verdict(self) -> str:
        """B against A: ``higher``, ``lower``, ``equal``, ``undecided``; ``one pair`` without an interval."""
        if self.interval is None:
            return "one pair"
        if self.interval.low == self.interval.high == 0:
            return "equal"
        if self.interval.low > 0:
            return "higher"
        return "lower" if self.interval.high < 0 else "undecided"


@dataclass(frozen=True, slots=True)
class PairedComparison:
    """What two sides have in common and how they differ."""

    differences: Sequence[Difference]
    pairs: int
    unpaired: int
    """Runs whose seed and replication only one side has."""
    confidence: float
    settings: Sequence[str]
    """The settings in which the two scenarios differ."""
    note: str = ""
    """How the number of replications was chosen, if it was."""
    is_without_chance: bool = False
    """Whether all replications of each side were the same, as where nothing in a scenario is random."""
    left_out: Sequence[str] = ()
    """Which settings overrides have taken away from a side, as ``B: `` and `Scenario.left_out`."""

    @property
    def why_no_interval(self) -> str | None:
        """The reason why there are no intervals, or None if there are."""
        return ONE_VALUE if self.pairs < 2 else None

    def __getitem__(self, metric: str) -> Difference:
        for one in self.differences:
            if one.metric == metric:
                return one
        known = ", ".join(one.metric for one in self.differences)
        raise KeyError(f"{metric!r} was not compared; these were: {known}")


def compare(
    a: Side,
    b: Side,
    *,
    metrics: Sequence[Metric] = (),
    replications: int | Precision | Literal["auto"] = 5,
    jobs: int = 1,
    confidence: Share | None = None,
) -> PairedComparison:
    """Compare two runs, groups of runs or scenarios, paired by seed and replication.

    Parameters
    ----------
    a, b : Scenario, mapping, path, Run, or sequence of Run
        The two sides: what `cellwise.run` takes is run `replications` times; what has been run already, a
        run, several, or the name of a results folder, stays as it is.
    metrics : sequence of str or callable
        ``efficiency``, ``fairness``, or ``TABLE.COLUMN``, such as ``flows.throughput_bps``: the mean over the
        rows, or with ``:sum``, ``:min``, ``:max``, ``:p50``, ``:p95``, ``:p99`` what that says. ``@ROW``
        chooses rows by their name, ``@CONNECTION/forward`` one direction of a connection. A function
        of a run that gives a finite number is a metric, too, under its own name. If empty, those of
        `METRICS` that the runs have; a precision needs them named.
    replications : int, Precision or "auto"
        Runs of each scenario. With a `Precision`, of two scenarios, as many pairs as it takes to know the
        difference of every metric so well: the half-width of its interval as a fraction of the larger of the
        two means. ``"auto"`` is 2 % of it, from 5 up to 50 pairs.
    jobs : int
        Runs at a time, for scenarios.
    confidence : float or str
        Of the intervals that are shown: ``0.99``, ``"99%"``. Unless given, that of the precision, or 0.95.

    Raises
    ------
    ValueError
        If nothing can be paired, runs of a side are no replications of each other, a metric is not known or
        of a row or column that a scenario does not have (before anything is run), a precision is wanted of
        no metric or of what was run already, or `confidence` is no share.
    ConfigError, ResultsError, OSError
        If a scenario breaks a rule, or a folder or a file cannot be read.

    Examples
    --------
    >>> brief = Scenario.from_template("n-source").with_(duration="60 ms")
    >>> epd = brief.with_({"switch.drop.policy": "epd"})
    >>> found = compare(brief, epd, metrics=["efficiency"], replications=2)
    >>> found.pairs, found.settings, found["efficiency"].interval is None
    (2, ['switch.drop.policy'], False)
    """
    wanted = AUTO if replications == "auto" else replications
    a, b = _side(a), _side(b)
    level = None if confidence is None else share_of(confidence, "confidence")
    if isinstance(wanted, Precision):
        if not (isinstance(a, Scenario) and isinstance(b, Scenario)):
            raise ValueError("replications: a precision needs two scenarios; give a number for what was run")
        return compare_to_precision(a, b, wanted, metrics=metrics, jobs=jobs, confidence=level)
    known_of(metrics, [side for side in (a, b) if isinstance(side, Scenario)])
    sides = [_sources(side, wanted, jobs) for side in (a, b)]
    return compare_sources(*sides, metrics=metrics, confidence=0.95 if level is None else level)


def compare_to_precision(
    a: Scenario,
    b: Scenario,
    precision: Precision,
    *,
    metrics: Sequence[Metric],
    jobs: int = 1,
    confidence: float | None = None,
) -> PairedComparison:
    """Compare scenarios over as many pairs as it takes to know their differences; as `compare`."""
    require_metrics(metrics)
    chosen = known_of(metrics, [a, b])

    def measured(sides: Sequence[Sequence[Run]]) -> Measured:
        pairs = _pairs(*(_by_number(map(Source.of_run, runs)) for runs in sides))
        return {name: _values(name, one, pairs) for name, one in chosen.items()}

    runs, note = replicate_together([a, b], precision, measured, wanted=DIFFERENCES, jobs=jobs)
    sides = [[Source.of_run(one) for one in ours] for ours in runs]
    shown = precision.confidence if confidence is None else confidence
    return replace(compare_sources(*sides, metrics=metrics, confidence=shown), note=note)


def compare_sources(
    a: Sequence[Source], b: Sequence[Source], *, metrics: Sequence[Metric] = (), confidence: float = 0.95
) -> PairedComparison:
    """Compare runs, wherever they are kept; as `compare`."""
    pairs = _pairs(_by_number(a), _by_number(b))
    chosen = known_of(metrics or _known(pairs), [])
    found = [_difference(name, one, pairs, confidence) for name, one in chosen.items()]
    first, second = pairs[0]
    return PairedComparison(
        differences=found,
        pairs=len(pairs),
        unpaired=len(a) + len(b) - 2 * len(pairs),
        confidence=confidence,
        settings=differences(first.scenario, second.scenario),
        is_without_chance=all(are_one(side) for side in zip(*pairs, strict=True)),
        left_out=[
            f"{side}: {told}" for side, one in (("A", first), ("B", second)) for told in one.scenario.left_out
        ],
    )


def known_metrics(sources: Sequence[Source]) -> list[str]:
    """Name those of `METRICS` that all of some runs have."""
    return [name for name in METRICS if all(_has(name, source) for source in sources)]


def _side(given: Side) -> Scenario | list[Source]:
    """Read a side: a scenario that is still to be run, or runs."""
    if isinstance(given, str | os.PathLike) and not Path(given).is_file():
        given = Run.load(os.fspath(given))
    if isinstance(given, Run):
        return [Source.of_run(given)]
    if isinstance(given, Sequence) and not isinstance(given, str):
        return [Source.of_run(one) if isinstance(one, Run) else one for one in given]
    return Scenario.of(given)


def _sources(side: Scenario | list[Source], replications: int, jobs: int) -> list[Source]:
    if isinstance(side, Scenario):
        return [Source.of_run(one) for one in replicate(side, replications, jobs=jobs)]
    return side


def _by_number(sources: Iterable[Source]) -> dict[tuple[int, int], Source]:
    (group,) = repetitions(sources, [], choose=_CHOOSE).values() or [[]]
    return {_number(source.scenario.to_dict()): source for source in group}


def _pairs(a: Mapping[tuple[int, int], Source], b: Mapping[tuple[int, int], Source]) -> Pairs:
    common = sorted(number for number in a if number in b)
    if not common:
        raise ValueError(
            "compare: no run of A has the seed and replication of a run of B; "
            f"A has {_numbers_text(a)}, B has {_numbers_text(b)}"
        )
    return [(a[number], b[number]) for number in common]


def _number(document: Mapping[str, Any]) -> tuple[int, int]:
    return int(document.get("seed", 1)), int(document.get("replication", 0))


def _numbers_text(numbers: Iterable[tuple[int, int]]) -> str:
    return ", ".join(f"seed {seed} replication {number}" for seed, number in sorted(numbers)[:4]) or "no run"


def _known(pairs: Pairs) -> list[str]:
    return known_metrics([source for pair in pairs for source in pair])


def _has(name: str, source: Source) -> bool:
    try:
        return math.isfinite(metric(name).of(source))
    except ValueError:
        return False


def _difference(name: str, measure: Measure, pairs: Pairs, confidence: float) -> Difference:
    a, b = _values(name, measure, pairs)
    apart = b - a
    interval = mean_interval(apart, confidence) if len(pairs) > 1 else None
    return Difference(
        metric=name,
        label=measure.label,
        a=float(a.mean()),
        b=float(b.mean()),
        difference=float(apart.mean()),
        pairs=len(pairs),
        interval=interval,
        display=measure.display,
    )


def _values(name: str, measure: Measure, pairs: Pairs) -> NDArray[np.float64]:
    """Give a metric of A and of B, shape (2, n_pairs)."""
    found = np.array([[measure.of(pair[side]) for pair in pairs] for side in (0, 1)])
    if not np.isfinite(found).all():
        raise ValueError(f"metric: {name!r} has no value in some of the runs")
    return found
