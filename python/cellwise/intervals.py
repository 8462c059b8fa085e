"""Intervals of means over independent replications, by Student's t; never from a single value."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

#: Why there is no interval from one run or one pair of runs.
ONE_VALUE = "one value says nothing about how far others would lie from it; give at least 2 replications"

#: Rounding of a mean and of the distances from it, in parts of the largest value: equal sums of floats, added
#: in another order, differ by some units of the last place.
_ROUNDING = 16 * float(np.finfo(np.float64).eps)

#: Halvings of the bracket of a quantile: to the last bit of a double.
_HALVINGS = 200


@dataclass(frozen=True, slots=True)
class MeanInterval:
    """A mean and how far, with a confidence, the true mean may lie from it."""

    mean: float
    half_width: float
    count: int
    confidence: float

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - self.half_width

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + self.half_width


def mean_interval(values: ArrayLike, confidence: float = 0.95) -> MeanInterval:
    """Give the t interval of the mean of independent values; of width 0 if only rounding makes them differ.

    Parameters
    ----------
    values : array_like of float, shape (n_replications,)
        At least two, all finite.
    confidence : float
        Above 0, below 1.

    Raises
    ------
    ValueError
        If there are fewer than two values, or one is not finite.

    Examples
    --------
    >>> one = mean_interval([1.0, 2.0, 3.0])
    >>> round(one.mean, 3), round(one.half_width, 3)
    (2.0, 2.484)
    >>> mean_interval([0.3, 0.1 + 0.2]).half_width
    0.0
    """
    given = np.asarray(values, dtype=np.float64)
    if given.ndim != 1 or not np.isfinite(given).all():
        raise ValueError("values: give finite values, one per replication")
    if given.size < 2:
        raise ValueError(f"values: {ONE_VALUE}")
    spread = float(given.std(ddof=1))
    if spread <= _ROUNDING * float(abs(given).max()):
        spread = 0.0
    half_width = student_t(confidence, given.size - 1) * (spread / math.sqrt(given.size))
    return MeanInterval(float(given.mean()), half_width, int(given.size), confidence)


def differences(a: ArrayLike, b: ArrayLike) -> NDArray[np.float64]:
    """Give B - A, pair by pair; 0 where only rounding makes them differ.

    Examples
    --------
    >>> differences([0.1 + 0.2, 1.0], [0.3, 2.0]).tolist()
    [0.0, 1.0]
    """
    one, other = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    apart = other - one
    return np.where(abs(apart) <= _ROUNDING * np.maximum(abs(one), abs(other)), 0.0, apart)


def student_t(confidence: float, degrees: int) -> float:
    """Give the t below which, in size, a share `confidence` of Student's distribution lies.

    Raises
    ------
    ValueError
        If `confidence` is not between 0 and 1, or `degrees` is below 1.

    Examples
    --------
    >>> round(student_t(0.95, 4), 3)
    2.776
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence: {confidence} is not allowed; give a share above 0 and below 1")
    if degrees < 1:
        raise ValueError(f"degrees: {degrees} is not allowed; give at least 1")
    # The angle atan(t / sqrt(degrees)) has two finite ends, but t does not.
    low, high = 0.0, math.pi / 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _central_share(middle, degrees) < confidence:
            low = middle
        else:
            high = middle
    return math.tan(low) * math.sqrt(degrees)


def _central_share(angle: float, degrees: int) -> float:
    # Abramowitz and Stegun, 26.7.3 and 26.7.4: finite sums for whole degrees of freedom.
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = degrees % 2 == 1
    term = cosine if odd else 1.0
    total = term if degrees > 1 else 0.0
    for step in range(3 if odd else 2, degrees - 1, 2):
        term *= cosine * cosine * ((step - 1) / step)
        total += term
    return 2 / math.pi * (angle + sine * total) if odd else sine * total
