"""Whether errors are independent of each other: the thesis's test for autocorrelation (section 3.3.1).

The thesis tests random numbers. A run does not report its random numbers, but their effect: on a full line
the cells that come through between one error, or burst of errors, and the next. By the definition of both
models these counts are independent and geometric; their distribution function turns them into numbers that
are uniform from 0 to 1, and those are tested.

References
----------
.. [1] Banks, Carson, Nelson, Discrete-Event System Simulation: the test for autocorrelation; equations (3.4)
   and (3.5) of the thesis.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cellwise.series import Series

Numbers = NDArray[np.float64]

#: Numbers of a sequence that is tested (section 3.3.1).
SEQUENCE = 30

#: How far apart the numbers are that are compared: m of the thesis, which does not say what it took.
LAGS = (1, 2, 3)

#: Beyond this a statistic rejects independence at the thesis's level of significance of 0.05.
CRITICAL = 1.96


def of_independence(errors: Series, cell_s: float, hit: float) -> dict[str, float]:
    """Test the errors of a full line, in sequences of `SEQUENCE` numbers.

    `errors` has the errored cells so far, every one; `cell_s` is the time of a cell on the line, in seconds,
    and `hit` the probability that a cell is errored if the one before it was not, above 0, below 1.

    Gives the statistic of the first sequence for each lag, and how many statistics, of all sequences, lags
    and starts, reject independence, in percent. About 5 do if errors are independent. Not-a-number if there
    are too few errors for one sequence.
    """
    numbers = uniform(clear_cells(errors, cell_s), hit)
    count = len(numbers) // SEQUENCE
    sequences = numbers[: count * SEQUENCE].reshape(count, SEQUENCE)
    tried = [statistic(one, start, lag) for one in sequences for lag in LAGS for start in range(1, lag + 1)]
    rejected = np.abs(tried) > CRITICAL
    return {
        **{
            f"autocorrelation_z_{lag}": statistic(sequences[0], 1, lag) if count else math.nan for lag in LAGS
        },
        "autocorrelation_rejected_percent": 100 * float(rejected.mean()) if count else math.nan,
        "tested_sequences": count,
    }


def hit_probability(model: str, cer: float, burst_s: float, cell_s: float) -> float:
    """Give the probability that noise errs a cell of a full line if it did not err the one before.

    Bursts, observed once for each cell, are a chain of two states.

    Examples
    --------
    >>> hit_probability("independent", 1e-3, 200e-6, 282.67e-6)
    0.001
    >>> round(1e3 * hit_probability("burst", 1e-3, 200e-6, 282.67e-6), 3)
    0.757
    """
    if model == "independent":
        return cer
    return -cer * math.expm1(-cell_s / (burst_s * (1 - cer)))


def clear_cells(errors: Series, cell_s: float) -> NDArray[np.int64]:
    """Count the cells that come through between errored ones that do not follow one another; at least 1."""
    happened = np.diff(errors.value, prepend=0.0) > 0
    steps = np.rint(np.diff(errors.time_s[happened]) / cell_s).astype(np.int64)
    return steps[steps > 1] - 1


def uniform(counts: ArrayLike, hit: float) -> Numbers:
    """Turn geometric counts of at least 1 into numbers that are uniform from 0 to 1.

    Each is put in the middle of its step of the distribution function, whose steps are at most `hit` high.
    """
    numbers: Numbers = -np.expm1((np.asarray(counts, dtype=np.float64) - 0.5) * math.log1p(-hit))
    return numbers


def statistic(numbers: ArrayLike, start: int, lag: int) -> float:
    """Give the statistic Z0 of a sequence: about normal, with mean 0 and variance 1, if it is independent.

    `numbers` are from 0 to 1. As in equation (3.4), `start` is i, the first number that is used, and `lag` is
    m, how many numbers further the next one is. Raises `ValueError` if one of them is below 1, or they leave
    fewer than two numbers.
    """
    taken = np.asarray(numbers, dtype=np.float64)[max(start, 1) - 1 :: max(lag, 1)]
    if start < 1 or lag < 1 or len(taken) < 2:
        raise ValueError(f"start, lag: {start}, {lag} is not allowed; give 1 or more that leave two numbers")
    products = taken[:-1] * taken[1:]
    # M of the thesis is one less than the number of products.
    deviation = math.sqrt(13 * (len(products) - 1) + 7) / (12 * len(products))
    return float(products.mean() - 0.25) / deviation
