"""How long the points of a study will take: by what its stored points took, or by a short probe.

A case costs what its stored replications cost on average. Of cases without any, a few are run for a moment,
as far as they come; the others are taken to cost as much as the cases that are known.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cellwise.errors import SimulationError
from cellwise.run import run
from cellwise.scenario import Scenario
from cellwise.study.points import Point, load_cost

#: A probe runs so long, in seconds.
PROBE_S = 0.25

#: So many cases are probed.
PROBES = 3


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is left to simulate, and how long that is likely to take."""

    points: int
    wall_s: float
    basis: str
    """What it rests on."""

    def __str__(self) -> str:
        return f"{self.points} runs, about {span_text(self.wall_s)} ({self.basis})"


class _EnoughError(Exception):
    """Ends a probe."""


def estimate(missing: Sequence[Point], planned: Sequence[Point], folder: Path, jobs: int) -> Estimate:
    """Estimate how long the missing points of a plan take.

    Parameters
    ----------
    missing, planned : sequence of Point
        What is to be simulated, and all that belongs to the study.
    folder : Path
        Where points are stored.
    jobs : int
        Runs at a time.
    """
    known = _known(planned, folder)
    unknown = {point.case: point for point in missing if point.case not in known}
    probed = list(unknown.values())[:: max(1, -(-len(unknown) // PROBES))]
    basis = "from the cost of stored points" if known and not probed else "from a short probe"
    if known and probed:
        basis = "from the cost of stored points and a short probe"
    known |= {point.case: probe(point.scenario) for point in probed}
    usual = float(np.mean(list(known.values()))) if known else 0.0
    cpu_s = [known.get(point.case, usual) for point in missing]
    # The last points run alone: no study ends before its longest run.
    wall_s = max(sum(cpu_s) / max(1, min(jobs, len(missing))), max(cpu_s, default=0.0))
    return Estimate(len(missing), wall_s, basis)


def probe(scenario: Scenario) -> float:
    """Run a scenario for a moment and tell how many seconds all of it is likely to take."""
    began = time.monotonic()
    reached = 0.0

    def watch(fraction: float) -> None:
        nonlocal reached
        reached = fraction
        if time.monotonic() - began > PROBE_S:
            raise _EnoughError

    try:
        run(scenario, watch)
    except _EnoughError:
        return (time.monotonic() - began) / max(reached, 1e-6)
    except SimulationError:
        # The study itself will tell.
        pass
    return time.monotonic() - began


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
