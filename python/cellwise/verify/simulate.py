"""The one way in which checks run scenarios, and estimates from replications."""

import math
from collections.abc import Callable, Sequence

from cellwise.results import Run
from cellwise.run import run as run_scenario
from cellwise.scenario import Scenario
from cellwise.verify.check import Estimate

#: Replications of an estimate, and Student's t of so many at 99.9 % (two-sided, 15 degrees of freedom): of
#: the ten or so estimates of the whole gate, one in a hundred versions of the simulator fails by chance.
REPLICATIONS, STUDENT_T = 16, 4.073


def run(scenario: Scenario) -> Run:
    """Run a scenario."""
    return run_scenario(scenario)


def estimate(scenario: Scenario, measure: Callable[[Run], float], *, runs_each: int = 1) -> Estimate:
    """Estimate the mean of one measure, as `estimates` does."""
    (only,) = estimates(scenario, [measure], runs_each=runs_each)
    return only


def estimates(
    scenario: Scenario, measures: Sequence[Callable[[Run], float]], *, runs_each: int = 1
) -> list[Estimate]:
    """Estimate the means of some measures from the same replications.

    The scenario is run `REPLICATIONS` times or more. The mean over `runs_each` runs is one value of an
    estimate, for measures of short runs that are far from normal.
    """
    rows = []
    for one in scenario.replications(REPLICATIONS * runs_each):
        result = run(one)
        rows.append([measure(result) for measure in measures])
    return [_of_values(values, runs_each) for values in zip(*rows, strict=True)]


def _of_values(values: Sequence[float], runs_each: int) -> Estimate:
    means = [math.fsum(values[at::REPLICATIONS]) / runs_each for at in range(REPLICATIONS)]
    mean = math.fsum(means) / REPLICATIONS
    variance = math.fsum((one - mean) ** 2 for one in means) / (REPLICATIONS - 1)
    return Estimate(mean, STUDENT_T * math.sqrt(variance / REPLICATIONS), len(values))
