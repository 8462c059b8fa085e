"""Where the warm-up of a run ends: MSER-5, which cuts off what makes the mean of the rest least certain.

Values are averaged in batches of five. Of all cuts in the first half, the one is taken whose rest has the
least squared standard error: the sum of squared deviations over the squared number of batches that are left.
If that is the last cut that is tested, the values had not settled, and a longer series is needed.

References
----------
.. [1] K. P. White, M. J. Cobb, S. C. Spratt, A comparison of five steady-state truncation heuristics for
   simulation, Winter Simulation Conference, 2000.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cellwise.run import run
from cellwise.scenario import Scenario
from cellwise.series import Series
from cellwise.windows import acknowledged_bps, window_edges_s

#: Values per batch.
BATCH = 5

#: Fewer batches than this say nothing.
LEAST_BATCHES = 10

#: Windows into which a pilot run is cut.
WINDOWS = 500


@dataclass(frozen=True, slots=True)
class Truncation:
    """Where a series should be cut."""

    samples: int
    """How many values to leave out: a multiple of `BATCH`."""
    settled: bool
    """Whether the cut was found before the middle; if not, the series is too short to decide."""


def mser5(series: ArrayLike) -> Truncation:
    """Find where the warm-up of a series of evenly spaced values ends.

    Parameters
    ----------
    series : array_like of float, shape (n_samples,)
        At least 50 finite values at even intervals, such as a probe with ``every``, or throughput in windows.

    Raises
    ------
    ValueError
        If there are fewer values, or one is not finite.

    Examples
    --------
    >>> mser5([0.0] * 20 + [1.0, 1.1, 0.9, 1.0, 1.0] * 16)
    Truncation(samples=20, settled=True)
    """
    values = np.asarray(series, dtype=np.float64)
    if values.ndim != 1 or values.size < BATCH * LEAST_BATCHES or not np.isfinite(values).all():
        raise ValueError(f"series: give at least {BATCH * LEAST_BATCHES} finite values at even intervals")
    batches = values[: values.size // BATCH * BATCH].reshape(-1, BATCH).mean(axis=1)
    errors = _squared_errors(batches)[: batches.size // 2 + 1]
    # Rounding must not make equal errors differ: of equals the earliest leaves most of the series.
    least = float(errors.min())
    cut = int(np.flatnonzero(errors <= least + 1e-12 * max(1.0, abs(least)))[0])
    return Truncation(cut * BATCH, cut < batches.size // 2)


def warmup_s(scenario: Scenario) -> tuple[float, bool]:
    """Suggest a warm-up for a scenario: a pilot run without warm-up, the throughput of all TCP flows, MSER-5.

    The pilot is one run, enough to see when the network fills but no proof for other replications: take the
    suggestion as the least.

    Returns
    -------
    tuple of float and bool
        The time in s, and whether the throughput settled before the middle of the run.

    Raises
    ------
    ValueError
        If the scenario has no TCP flow.
    ConfigError, SimulationError
        As `cellwise.run`.
    """
    expanded = scenario.expanded().to_dict()
    usual = expanded.get("flow", {}).get("kind", "tcp")
    recorded = [
        {"flow": name} for name, flow in expanded["flows"].items() if flow.get("kind", usual) == "tcp"
    ]
    if not recorded:
        raise ValueError("warmup: mser5 needs the throughput of TCP flows, and the scenario has none")
    pilot = run(scenario.with_({"probes": {"acknowledgment": recorded}}, warmup="0 s"))
    series = [one for one in pilot.probes if one.quantity == "acknowledgment"]
    found = mser5(total_bps(series, pilot.simulated_s))
    return found.samples * pilot.simulated_s / WINDOWS, found.settled


def total_bps(series: list[Series], end_s: float) -> NDArray[np.float64]:
    """Give what all flows together had acknowledged in each of `WINDOWS` windows, in bit/s."""
    edges = window_edges_s(0.0, end_s, end_s / WINDOWS)
    return np.asarray(np.sum([acknowledged_bps(one, edges) for one in series], axis=0), dtype=np.float64)


def _squared_errors(batches: NDArray[np.float64]) -> NDArray[np.float64]:
    """Squared standard error of the mean of the values that each cut leaves, shape (n_batches,)."""
    # Deviations from the mean of all: sums of squares then lose no digits.
    centred = (batches - batches.mean())[::-1]
    left = np.arange(1, batches.size + 1)
    sums, squares = np.cumsum(centred), np.cumsum(centred**2)
    deviations: NDArray[np.float64] = np.maximum(squares - sums**2 / left, 0.0) / left**2
    return deviations[::-1]
