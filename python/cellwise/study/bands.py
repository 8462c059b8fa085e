"""What figures draw of measures: a curve over the levels of a factor, in the band of its replications."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cellwise.plots import Band


def band(name: str, over_replications: Sequence[NDArray[np.float64]]) -> Band:
    """Give the median and the 5-95 % range at each level.

    Parameters
    ----------
    name : str
        The curve's name.
    over_replications : sequence of ndarray of float, each of shape (n_replications,)
        What the replications gave at each level; at least one level and one value.
    """
    low, middle, high = np.transpose([np.percentile(values, [5, 50, 95]) for values in over_replications])
    return Band(name, low, middle, high)
