"""Our own tables: results without published numbers."""

from dataclasses import dataclass

import numpy as np

from cellwise.rounding import alone, with_range
from cellwise.study.definition import Exploration
from cellwise.study.values import Values


@dataclass(frozen=True, slots=True)
class Explored:
    """One number of an exploration over replications."""

    row: tuple[str, ...]
    measure: str
    median: float
    low: float
    """The 5 % point over replications."""
    high: float
    """The 95 % point over replications."""
    replications: int = 2

    @property
    def text(self) -> str:
        """The median and the range, rounded by the range; one run has none."""
        if self.replications < 2:
            return alone(self.median)
        return with_range(self.median, self.low, self.high)


def explore(exploration: Exploration, values: Values) -> list[Explored]:
    """Take the numbers of an exploration, row by row; raises `MissingCaseError` if a case was not run."""
    found = []
    for row, case in exploration.rows.items():
        for measure in exploration.measures:
            ours = values.of(case, measure)
            low, median, high = map(float, np.percentile(ours, [5.0, 50.0, 95.0]))
            found.append(Explored(row, measure, median, low, high, ours.size))
    return found
