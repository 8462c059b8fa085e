"""How connections share a bottleneck, and how much of it they use."""

import numpy as np
from numpy.typing import ArrayLike

from cellwise import _core


def jain_index(goodput_bps: ArrayLike) -> float:
    """How equally connections share a bottleneck, from 1/n (one has all) to 1 (equal).

    Parameters
    ----------
    goodput_bps : array_like of float, shape (n_connections,)
        Goodput of each connection over the measured interval, in bit/s; none negative.

    Raises
    ------
    ValueError
        If the array is empty, not one-dimensional, has a negative entry or is all zero.

    References
    ----------
    .. [1] Jain, Chiu, Hawe, DEC-TR-301, 1984.

    Examples
    --------
    >>> jain_index([4e6, 0.0])
    0.5
    """
    goodput = np.asarray(goodput_bps, dtype=np.float64)
    if goodput.ndim != 1:
        raise ValueError(f"goodput_bps: shape {goodput.shape} is not allowed; give one value per connection")
    return _core.jain_index(goodput)


def fairness_of_shares(goodput_bps: ArrayLike, fair_share_bps: ArrayLike) -> float:
    """`jain_index` of goodputs that should be unequal: each as a part of its fair share.

    Parameters
    ----------
    goodput_bps, fair_share_bps : array_like of float, shape (n_connections,)
        Goodput and fair share of each connection, in the same unit; shares above 0.

    Raises
    ------
    ValueError
        As `jain_index`, or if a share is not above 0.

    Examples
    --------
    >>> fairness_of_shares([9.1, 16.6], [9.1, 16.6])
    1.0
    """
    share = np.asarray(fair_share_bps, dtype=np.float64)
    if not (share > 0).all():
        raise ValueError("fair_share_bps: every value must be above 0")
    return jain_index(np.asarray(goodput_bps, dtype=np.float64) / share)


def efficiency(throughput_bps: ArrayLike, payload_fraction: ArrayLike, rate_bps: float) -> float:
    """Efficiency as ATM Forum 96-1269, section 3.2, defines it.

    The sum of the TCP throughputs over the largest sum that the link could carry, which is its rate times
    the payload fraction (512/636 for 512-octet segments). With flows of different payload fractions, each
    throughput is weighed by its own.

    Parameters
    ----------
    throughput_bps : array_like of float, shape (n_flows,)
        Octets delivered to the destination application, in bit/s.
    payload_fraction : array_like of float, shape (n_flows,) or scalar
        Application octets per octet on the wire for a full segment, above 0, at most 1.
    rate_bps : float
        Rate of the link, in bit/s; above 0.

    Raises
    ------
    ValueError
        If a value is out of range.

    Examples
    --------
    >>> round(efficiency([62.6e6, 62.6e6], 512 / 636, 155.52e6), 3)
    1.0
    """
    throughput = np.asarray(throughput_bps, dtype=np.float64)
    fraction = np.asarray(payload_fraction, dtype=np.float64)
    sent, part = np.broadcast_arrays(throughput, fraction)
    return _core.efficiency(sent.ravel(), part.ravel(), rate_bps)
