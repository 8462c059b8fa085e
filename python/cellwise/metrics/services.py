"""Efficiency of a service category, by the largest goodput that it can have over an OC-3c link."""

import numpy as np
from numpy.typing import ArrayLike

#: Largest goodput over an OC-3c link with segments of 9140 octets, as the University of Kansas thesis has it:
#: 149.76 Mbit/s x 9140/10176, and with one cell in 32 an RM cell, 87.01 %.
KANSAS_LINK_BPS = 149.76e6

KANSAS_MAXIMUM_BPS = {"ubr": 134.513e6, "abr": 130.306e6}


def efficiency_of_service(goodput_bps: ArrayLike, service: str, background_bps: float = 0.0) -> float:
    """Efficiency as the University of Kansas thesis, section 3.3, defines it.

    The sum of the goodputs over the maximum theoretical goodput of the service, which with ABR leaves out the
    RM cells; with background of a higher category, over its part of the capacity that the background leaves.

    Parameters
    ----------
    goodput_bps : array_like of float, shape (n_flows,)
        Goodput of each flow, in bit/s.
    service : {"ubr", "abr"}
        The service category that carries the flows.
    background_bps : float
        Rate of the background in cells, in bit/s; from 0 to below the 149.76 Mbit/s of the link.

    Raises
    ------
    ValueError
        If a value is out of range.

    Examples
    --------
    >>> round(efficiency_of_service([129e6], "abr"), 4)
    0.99
    """
    goodput = np.asarray(goodput_bps, dtype=np.float64)
    if not np.isfinite(goodput).all() or (goodput < 0).any():
        raise ValueError("goodput_bps: every value must be finite and not negative")
    if service not in KANSAS_MAXIMUM_BPS:
        raise ValueError(f"service: {service!r} is not allowed; give one of {', '.join(KANSAS_MAXIMUM_BPS)}")
    if not 0 <= background_bps < KANSAS_LINK_BPS:
        raise ValueError(f"background_bps: {background_bps} is not allowed; give 0 up to {KANSAS_LINK_BPS:g}")
    return float(goodput.sum() / (KANSAS_MAXIMUM_BPS[service] * (1 - background_bps / KANSAS_LINK_BPS)))
