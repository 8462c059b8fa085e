"""The values of settings that make the most of a metric: proposed by Optuna, then run again in pairs."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from cellwise.experiments.answer import Found, Rival, Surer, Tried
from cellwise.experiments.bench import Bench, Case
from cellwise.experiments.goals import MOST_REPORTED, Goal, Verdict, replications_for, verdict_of
from cellwise.experiments.precision import Precision, relative_of_difference
from cellwise.experiments.proposals import Proposed, ask
from cellwise.experiments.spaces import Space
from cellwise.intervals import differences, mean_interval
from cellwise.scenario import Scenario
from cellwise.store import Numbers

#: So many are proposed before the first result is reported: the same on any number of cores, so that the same
#: seed proposes the same values.
BATCH = 8

#: So many of the best are run again.
FINALISTS = 5

#: What is said of limits, the best first.
_PLACES = ("", "holds", "undecided", "fails", "no value")


@dataclass(frozen=True, slots=True)
class Best:
    """What is to be as great, or as small, as possible."""

    metric: str
    is_most: bool
    limits: tuple[Goal, ...] = ()
    """What must hold besides."""

    def order(self, mean: float) -> float:
        """Give what sorts the best first."""
        return -mean if self.is_most else mean

    def verdict(self, measured: Mapping[str, Numbers], confidence: float) -> Verdict | Literal[""]:
        """Judge whether the limits hold; empty without limits."""
        return verdict_of(self.limits, measured, confidence) if self.limits else ""

    def missed(self, case: Case, count: int) -> dict[str, float]:
        """Say by how much of itself the mean of the first replications misses each limit, if above 0."""
        has_run = bool(case.runs) and not case.failure
        return {
            one.written: _missed(one, case.of(one.metric, count=count)) if has_run else math.inf
            for one in self.limits
        }


def find_best(
    scenario: Scenario,
    spaces: Mapping[str, Space],
    best: Best,
    bench: Bench,
    precision: Precision,
    *,
    trials: int,
    seed: int,
) -> Found:
    """Look for it; parameters and errors are those of `cellwise.find`, read and checked."""

    def evaluate(batch: Sequence[Proposed]) -> list[float | None]:
        cases = [bench.case(one) for one in batch]
        bench.run({case.name: precision.least for case in cases})
        return [_mean(case, best, precision.least) for case in cases]

    def missed(values: Proposed) -> Mapping[str, float]:
        return best.missed(bench.case(values), precision.least)

    ask(
        spaces,
        trials,
        evaluate,
        maximise=best.is_most,
        seed=seed,
        batch=BATCH,
        missed=missed if best.limits else None,
    )
    if all(case.failure for case in bench.cases.values()):
        raise next(iter(bench.cases.values())).error()
    ranked = sorted(
        (case for case in bench.cases.values() if _mean(case, best, precision.least) is not None),
        key=lambda case: _early_rank(case, best, precision),
    )
    again = _run_again(ranked[:FINALISTS], best, bench, precision)
    finalists = [case for case in again if _holds(case, best, precision)]
    chosen = {case.name for case in again}
    tried = {
        name: _tried(case, best, precision, is_chosen=name in chosen) for name, case in bench.cases.items()
    }
    answer = tried[finalists[0].name] if finalists else None
    rivals = [
        Rival(
            tried[one.name], mean_interval(_apart(one, finalists[0], best, precision), precision.confidence)
        )
        for one in finalists[1:]
    ]
    most = "greatest" if best.is_most else "least"
    where = f", where {' and '.join(one.written for one in best.limits)}" if best.limits else ""
    return Found(
        asked=f"the {_listed(list(spaces))} with the {most} mean of {best.metric}{where}",
        base=scenario,
        paths=tuple(spaces),
        metrics=bench.metrics,
        goals=(),
        limits=best.limits,
        confidence=precision.confidence,
        tried=tuple(tried.values()),
        answer=answer,
        rivals=tuple(rivals),
        surer=_surer(finalists, rivals, best, precision, list(tried.values())),
        rule=_rule(precision, seed, len(again)),
    )


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _missed(limit: Goal, values: Numbers) -> float:
    mean = float(values.mean())
    if not np.isfinite(mean):
        return math.inf
    short = limit.threshold - mean if limit.above else mean - limit.threshold
    return short / (abs(limit.threshold) or 1.0)


def _early_rank(case: Case, best: Best, precision: Precision) -> tuple[float, float, int]:
    """Sort by the first replications: cases that miss limits after those that do not, then the best first."""
    missed = sum(max(0.0, one) for one in best.missed(case, precision.least).values())
    return missed, best.order(_mean(case, best, precision.least) or 0.0), case.number


def _tried(case: Case, best: Best, precision: Precision, *, is_chosen: bool) -> Tried:
    if not case.runs:
        return Tried.of(case, "")
    verdict = best.verdict(_shown(case, precision) if is_chosen else case.measured(), precision.confidence)
    return Tried.of(case, verdict, precision.least if is_chosen else None)


def _shown(case: Case, precision: Precision) -> dict[str, Numbers]:
    """Give all metrics over the replications that had no part in the choice."""
    return {name: case.of(name, first=precision.least) for name in case.measured()}


def _holds(case: Case, best: Best, precision: Precision) -> bool:
    return best.verdict(_shown(case, precision), precision.confidence) in ("", "holds")


def _mean(case: Case, best: Best, count: int) -> float | None:
    """Give the mean of the first replications; None if there are no runs."""
    if case.failure or not case.runs:
        return None
    mean = float(case.of(best.metric, count=count).mean())
    return mean if np.isfinite(mean) else None


def _run_again(cases: Sequence[Case], best: Best, bench: Bench, precision: Precision) -> list[Case]:
    """Run the best again until they are distinguished, and order them by these runs alone."""
    count = precision.least
    while cases:
        bench.run({case.name: precision.least + count for case in cases})
        # What could run so often and now cannot is out.
        cases = sorted(
            (case for case in cases if not case.failure),
            key=lambda case: _late_rank(case, best, precision),
        )
        if count >= precision.most or _is_settled(cases, best, precision):
            break
        count = min(precision.most, 2 * count)
    return list(cases)


def _late_rank(case: Case, best: Best, precision: Precision) -> tuple[int, float, int]:
    """Sort by the later replications: what holds the limits first."""
    place = _PLACES.index(best.verdict(_shown(case, precision), precision.confidence))
    return place, best.order(float(_fresh(case, best, precision).mean())), case.number


def _is_settled(cases: Sequence[Case], best: Best, precision: Precision) -> bool:
    """Say whether every limit is decided, and those that hold them are distinguished from the best."""
    verdicts = [best.verdict(_shown(case, precision), precision.confidence) for case in cases]
    holding = [case for case, one in zip(cases, verdicts, strict=True) if one in ("", "holds")]
    return "undecided" not in verdicts and all(
        _is_reported(one, holding[0], best, precision) for one in holding[1:]
    )


def _fresh(case: Case, best: Best, precision: Precision) -> Numbers:
    return case.of(best.metric, first=precision.least)


def _apart(one: Case, first: Case, best: Best, precision: Precision) -> Numbers:
    """Give a rival's metric less the best one's, pair by pair."""
    return differences(_fresh(first, best, precision), _fresh(one, best, precision))


def _is_reported(one: Case, first: Case, best: Best, precision: Precision) -> bool:
    sides = [_fresh(first, best, precision), _fresh(one, best, precision)]
    if not np.isfinite(sides).all():
        return False
    found = mean_interval(differences(*sides), precision.confidence)
    near = relative_of_difference(sides, precision.confidence) <= precision.half_width
    return near or not found.low <= 0 <= found.high


def _rule(precision: Precision, seed: int, finalists: int) -> str:
    again = f"{precision.least}"
    if precision.most > precision.least:
        again = (
            f"{precision.least} up to {precision.most} (until distinguished with "
            f"{100 * precision.confidence:g} %, or known to ±{100 * precision.half_width:g} % of the mean)"
        )
    return (
        f"values proposed by Optuna's TPE with seed {seed}, {BATCH} at a time, {precision.least} runs of "
        f"each; the {finalists} best were run {again} times more with other random numbers, in pairs, and "
        "ordered by these runs alone"
    )


def _surer(
    finalists: Sequence[Case],
    rivals: Sequence[Rival],
    best: Best,
    precision: Precision,
    tried: Sequence[Tried],
) -> tuple[Surer, ...]:
    found = []
    near = [(case, rival) for case, rival in zip(finalists[1:], rivals, strict=True) if not rival.is_apart]
    if near:
        case, rival = near[0]
        apart = _apart(case, finalists[0], best, precision)
        wanted = replications_for(apart, abs(rival.difference.mean), precision.confidence)
        more = max(0, min(wanted, MOST_REPORTED) - len(apart))
        each = sum(one.cpu_s / max(1, len(one.runs)) for one in (case, finalists[0]))
        found.append(Surer(f"telling {rival.tried.name} apart", 2 * more, more * each))
    ran = [one for one in tried if one.replications]
    if ran:
        each = sum(one.cpu_s for one in ran) / sum(one.replications for one in ran)
        runs = len(ran) * precision.least
        found.append(Surer("as many trials again", runs, runs * each))
    return tuple(found)
