"""How long the points of a study will take: by the time of stored points, and by the traffic of others.

A case costs what its stored replications cost on average. One without any costs what `work` expects of it, as
many times more or less as that was wrong for the cases that are known.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cellwise.points.expected_cost import expected_s
from cellwise.points.store import Held, Point, load_cost
from cellwise.scenario import Scenario

#: Known cases by which it is corrected how far off expectations are.
_COMPARED = 40


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is left to simulate, and how long that is likely to take."""

    points: int
    wall_s: float
    basis: str
    """What it rests on."""

    def __str__(self) -> str:
        return f"{self.points} runs, about {span_text(self.wall_s)} ({self.basis})"


def estimate(missing: Sequence[Point], planned: Sequence[Point], place: Path | Held, jobs: int) -> Estimate:
    """Estimate how long the missing points of a plan take.

    The times of points in memory say nothing about others.
    """
    known = _known(planned, place) if isinstance(place, Path) else {}
    unknown = {point.case: point.scenario for point in missing if point.case not in known}
    basis = "from the cells that they could send"
    if known:
        basis = "from the cost of stored points"
    if unknown:
        off = _off(planned, known)
        known |= {case: off * expected_s(scenario) for case, scenario in unknown.items()}
    cpu_s = [known[point.case] for point in missing]
    # The last points run alone: no study ends before its longest run.
    wall_s = max(sum(cpu_s) / max(1, min(jobs, len(missing))), max(cpu_s, default=0.0))
    return Estimate(len(missing), wall_s, basis)


def span_text(seconds: float) -> str:
    """Write a time for people.

    Examples
    --------
    >>> span_text(8.2), span_text(250), span_text(9000)
    ('8 s', '4 min', '2.5 h')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _known(planned: Sequence[Point], folder: Path) -> dict[str, float]:
    spent: dict[str, list[float]] = {}
    for point in planned:
        cost = load_cost(folder, point.id)
        if cost.cells:
            spent.setdefault(point.case, []).append(cost.cpu_s)
    return {case: float(np.mean(ones)) for case, ones in spent.items()}


def _off(planned: Sequence[Point], known: Mapping[str, float]) -> float:
    """Return how many times more than expected the known cases took."""
    scenarios: dict[str, Scenario] = {point.case: point.scenario for point in planned if point.case in known}
    compared = list(scenarios)[:: max(1, -(-len(scenarios) // _COMPARED))]
    took_s = sum(known[case] for case in compared)
    return took_s / sum(expected_s(scenarios[case]) for case in compared) if took_s > 0 else 1.0
