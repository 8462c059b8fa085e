"""The least or greatest value of a range for which a goal is shown to hold."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from cellwise.experiments.answer import Found, Surer, Tried
from cellwise.experiments.bench import Bench, Case
from cellwise.experiments.bisect import Bracket, Which, bisect
from cellwise.experiments.goals import MOST_REPORTED, Goal, Verdict, needed_of, replications_for, verdict_of
from cellwise.experiments.precision import Precision
from cellwise.experiments.spaces import Range
from cellwise.scenario import Scenario


def find_goal(
    scenario: Scenario,
    path: str,
    space: Range,
    goals: Sequence[Goal],
    bench: Bench,
    precision: Precision,
    *,
    points: int,
    which: Which | None,
) -> Found:
    """Look for it; parameters and errors are those of `cellwise.find`, read and checked."""
    cases: dict[Fraction, Case] = {}

    def look(numbers: Sequence[Fraction]) -> Mapping[Fraction, Verdict]:
        cases.update({number: bench.case({path: space.value(number)}) for number in numbers})
        decide(bench, [cases[number] for number in numbers], goals, precision)
        return {
            number: verdict_of(goals, cases[number].measured(), precision.confidence) for number in numbers
        }

    bracket = bisect(space, points, look, which)
    tried = {
        number: Tried.of(case, verdict_of(goals, case.measured(), precision.confidence))
        for number, case in cases.items()
    }
    answer, beyond, counter = (
        None if number is None else tried[number]
        for number in (bracket.answer, bracket.beyond, bracket.counter)
    )
    return Found(
        asked=f"the {bracket.which} {path} for which {' and '.join(goal.written for goal in goals)}",
        base=scenario,
        paths=(path,),
        metrics=bench.metrics,
        goals=tuple(goals),
        confidence=precision.confidence,
        tried=tuple(tried.values()),
        answer=answer,
        which=bracket.which,
        beyond=beyond,
        counter=counter,
        surer=_surer(bracket, answer, beyond, goals, precision, space),
        rule=_rule(precision),
    )


def decide(bench: Bench, cases: Sequence[Case], goals: Sequence[Goal], precision: Precision) -> None:
    """Add replications until each case is decided, or has as many as are allowed.

    Raises `ConfigError`, `SimulationError` if a case cannot run.
    """
    wanted = {case.name: precision.least for case in cases}
    while wanted:
        _require_all(cases)
        bench.run(wanted)
        _require_all(cases)
        wanted = {
            case.name: _next_count(case, goals, precision)
            for case in (bench.cases[name] for name in wanted)
            if len(case.runs) < precision.most
            and verdict_of(goals, case.measured(), precision.confidence) == "undecided"
        }


def _next_count(case: Case, goals: Sequence[Goal], precision: Precision) -> int:
    count = len(case.runs)
    needed = needed_of(goals, case.measured(), precision.confidence)
    return min(precision.most, max(count + 1, min(needed, 2 * count)))


def _require_all(cases: Sequence[Case]) -> None:
    failed = next((case for case in cases if case.failure), None)
    if failed is not None:
        raise failed.error()


def _rule(precision: Precision) -> str:
    interval = f"{100 * precision.confidence:g} % t interval of the mean"
    if precision.least == precision.most:
        return f"{precision.least} runs of every value; it holds where the whole {interval} is on its side"
    return (
        f"runs were added until the {interval} was on one side of the goal, from {precision.least} up to "
        f"{precision.most}; stopping there makes intervals cover slightly less than that"
    )


def _surer(
    bracket: Bracket,
    answer: Tried | None,
    beyond: Tried | None,
    goals: Sequence[Goal],
    precision: Precision,
    space: Range,
) -> tuple[Surer, ...]:
    if answer is None:
        return ()
    found = []
    higher = _higher(precision.confidence)
    runs = max(
        replications_for(
            answer.measured[goal.metric],
            abs(float(answer.measured[goal.metric].mean()) - goal.threshold),
            higher,
        )
        for goal in goals
    )
    found.append(_more(f"{100 * higher:g} % confidence at {answer.name}", answer, runs))
    if beyond is not None and beyond.verdict == "undecided":
        # By the estimate they may be enough already; they were not.
        runs = max(needed_of(goals, beyond.measured, precision.confidence), beyond.replications + 1)
        found.append(_more(f"deciding {beyond.name}", beyond, runs))
    if beyond is not None and bracket.answer is not None and bracket.beyond is not None:
        apart = abs(bracket.answer - bracket.beyond)
        if not space.whole or apart > 1:
            runs = max(answer.replications, beyond.replications)
            each = max(_each_s(answer), _each_s(beyond))
            found.append(Surer("halving the distance of these two once more", runs, runs * each))
    return tuple(found)


def _more(what: str, tried: Tried, runs: int) -> Surer:
    more = max(0, min(runs, MOST_REPORTED) - tried.replications)
    return Surer(what, more, more * _each_s(tried))


def _each_s(tried: Tried) -> float:
    return tried.cpu_s / max(1, tried.replications)


def _higher(confidence: float) -> float:
    """Give the next level that people use: 99 % after 95 %."""
    return next(
        (level for level in (0.9, 0.95, 0.99, 0.999) if level > confidence), 1 - (1 - confidence) / 10
    )
