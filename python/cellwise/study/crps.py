"""The continuous ranked probability score: how well replications predict one number."""

import numpy as np
from numpy.typing import ArrayLike


def crps(ours: ArrayLike, published: float) -> float:
    """Give the continuous ranked probability score of equally likely values against one number.

    Parameters
    ----------
    ours : array_like of float, shape (n_replications,)
        At least one value.
    published : float
        The number, in the same unit.

    Returns
    -------
    float
        In the same unit; 0 if all values are the number.

    References
    ----------
    .. [1] T. Gneiting, A. E. Raftery, Strictly proper scoring rules, prediction, and estimation, JASA 102,
       2007, equation 21.

    Examples
    --------
    >>> crps([3.0], 5.0), crps([4.0, 6.0], 5.0)
    (2.0, 0.5)
    """
    values = np.asarray(ours, dtype=np.float64)
    spread = np.abs(values[:, None] - values[None, :]).mean()
    return float(np.abs(values - published).mean() - spread / 2)
