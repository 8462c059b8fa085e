"""How much counts of errored cells scatter.

Errors of the independent model are Bernoulli trials. Bursts that hit a full line come at random, and each
errors a geometric number of cells: with cells s apart and a mean burst of D, one more with probability
exp(-s/D).
"""

import math

from cellwise.studies.calgary.cases import BURST_US
from cellwise.vocabulary import CELL_BITS

#: How many standard errors a count may be from what is expected.
MANY = 3.0


def more_of_burst(burst_us: float, rate_mbps: float) -> float:
    """Give the probability that a burst that has hit a cell of a full line hits the next one, too.

    Examples
    --------
    >>> round(1 / (1 - more_of_burst(200, 1.5)), 2), round(1 / (1 - more_of_burst(500, 1.5)), 2)
    (1.32, 2.32)
    """
    return math.exp(-(CELL_BITS / rate_mbps) / burst_us)


def cells_per_burst(burst_us: float, rate_mbps: float) -> float:
    """Mean number of cells of a full line that a burst errors, if it errors any."""
    return 1 / (1 - more_of_burst(burst_us, rate_mbps))


def relative_standard_error(
    errors: float, model: str, burst_us: float = BURST_US, rate_mbps: float = 1.5
) -> float:
    """Give the standard error of a number of errored cells, as a fraction of it.

    Examples
    --------
    >>> round(relative_standard_error(10_000, "independent"), 3)
    0.01
    """
    more = more_of_burst(burst_us, rate_mbps) if model == "burst" else 0.0
    # Mean square over mean of a geometric number.
    return math.sqrt((1 + more) / (1 - more) / errors) if errors > 0 else math.inf
