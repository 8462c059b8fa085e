"""Two scenarios compared in pairs: runs of the same seed and replication meet the same random numbers.

For every metric the difference B - A is taken pair by pair; its mean gets a t interval over the pairs. One
pair gives a difference and no interval.
"""

import json
import math
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from cellwise.experiments.chance import are_one
from cellwise.experiments.experiment import Experiment, Setup
from cellwise.experiments.outcome import counts_of
from cellwise.experiments.paired import Difference, PairedComparison
from cellwise.experiments.precision import DIFFERENCES, Measured, Precision
from cellwise.groups import repetitions
from cellwise.metrics.by_name import Measure, Metric, known_of, metric
from cellwise.points.store import plan
from cellwise.results import Run
from cellwise.scenario import Scenario, ScenarioLike
from cellwise.settings import differing_values
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


@dataclass(frozen=True)
class Comparison(Experiment[PairedComparison]):
    """Two sides, as `cellwise.compare` takes and refuses them.

    Examples
    --------
    >>> brief = Scenario.from_template("n-source").with_(duration="60 ms")
    >>> epd = brief.with_({"switch.drop.policy": "epd"})
    >>> found = Comparison(brief, epd).run(replications=2, metrics=["efficiency"])
    >>> found.table.columns[:4]
    ['metric', 'label', 'a', 'b']
    """

    a: Side
    b: Side
    confidence: Share | None = None
    """Of the intervals that are shown; unless given, that of the precision, or 0.95."""
    command: str = ""
    """The command that makes it again; empty if it was made in Python."""
    mark = PairedComparison.mark
    sides: Mapping[str, Scenario | list[Source]] = field(init=False)
    """A and B: scenarios that are to be run, or runs."""

    def __post_init__(self) -> None:
        """Read the sides."""
        if self.confidence is not None:
            object.__setattr__(self, "confidence", share_of(self.confidence, "confidence"))
        object.__setattr__(self, "sides", {"A": _side(self.a), "B": _side(self.b)})

    def _run(self, setup: Setup) -> PairedComparison:
        scenarios = {name: one for name, one in self.sides.items() if isinstance(one, Scenario)}
        wanted = setup.replications
        if isinstance(wanted, Precision) and len(scenarios) < len(self.sides):
            raise ValueError("replications: a precision needs two scenarios; give a number for what was run")
        chosen = known_of(setup.metrics, list(scenarios.values()))
        level = setup.level(self.confidence)
        sides = {name: one for name, one in self.sides.items() if not isinstance(one, Scenario)}
        found: list[PairedComparison] = []

        def measure(count: int) -> Measured:
            points = plan(scenarios, count)
            setup.run(points)
            for name in scenarios:
                sides[name] = [setup.source(one, self.command) for one in points if one.case == name]
            found.append(_compared(sides["A"], sides["B"], chosen, level))
            return found[-1].values

        note = setup.reach(measure, DIFFERENCES)
        return replace(found[-1], note=note, scenarios=scenarios)


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
        The two sides: what `cellwise.run` accepts is run `replications` times. Finished runs (a run, several,
        or the name of a results folder) are used unchanged.
    metrics : sequence of str or callable
        ``efficiency``, ``fairness``, or ``TABLE.COLUMN``, such as ``flows.throughput_bps``: the mean over the
        rows, or with ``:sum``, ``:min``, ``:max``, ``:p50``, ``:p95``, ``:p99`` what that says. ``@ROW``
        chooses rows by their name, ``@CONNECTION/forward`` one direction of a connection. A function
        of a run that gives a finite number is also a metric, under its own name. If empty, those of
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
        of a row or column that a scenario does not have (before anything is run), a precision is wanted for
        no metric or for finished runs, or `confidence` is no share.
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
    return Comparison(a, b, confidence).run(metrics=metrics, replications=replications, jobs=jobs)


def _compared(
    a: Sequence[Source], b: Sequence[Source], metrics: Mapping[str, Measure], confidence: float
) -> PairedComparison:
    pairs = _pairs(_by_number(a), _by_number(b))
    paired = [run for pair in pairs for run in pair]
    chosen = metrics or {name: metric(name) for name in known_metrics(paired)}
    values = {name: _values(name, one, pairs) for name, one in chosen.items()}
    first, second = pairs[0]
    runs = [*a, *b]
    return PairedComparison(
        differences=[Difference.of(name, one, values[name], confidence) for name, one in chosen.items()],
        pairs=len(pairs),
        unpaired=len(runs) - 2 * len(pairs),
        confidence=confidence,
        overridden=_overridden(first.scenario, second.scenario),
        numbers=[_number(one.scenario.to_dict()) for one, _ in pairs],
        values=values,
        is_without_chance=all(are_one(side) for side in zip(*pairs, strict=True)),
        left_out=[
            f"{side}: {reported}"
            for side, one in (("A", first), ("B", second))
            for reported in one.scenario.left_out
        ],
        **counts_of(runs),
        shown=pairs[0],
    )


def _overridden(a: Scenario, b: Scenario) -> dict[str, tuple[str, str]]:
    """Give the settings in which two scenarios differ, with both values as text."""
    return {path: (_text(one), _text(other)) for path, (one, other) in differing_values(a, b).items()}


def _text(value: Any) -> str:
    """Write the value of a setting; a dash for none."""
    if value is None:
        return "–"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


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


def _has(name: str, source: Source) -> bool:
    try:
        return math.isfinite(metric(name).of(source))
    except ValueError:
        return False


def _values(name: str, measure: Measure, pairs: Pairs) -> NDArray[np.float64]:
    """Give a metric of A and of B, shape (2, n_pairs)."""
    found = np.array([[measure.of(pair[side]) for pair in pairs] for side in (0, 1)])
    if not np.isfinite(found).all():
        raise ValueError(f"metric: {name!r} has no value in some of the runs")
    return found
