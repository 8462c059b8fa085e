"""Throughput of TCP with random losses: the square-root law.

Sources: M. Mathis, J. Semke, J. Mahdavi, T. Ott, The macroscopic behavior of the TCP congestion avoidance
algorithm, Computer Communication Review 27(3), 1997, equation (3) and Table 1; T. Ott, J. Kemperman, M.
Mathis, The stationary behavior of ideal TCP congestion avoidance, 1996 (the constant for independent losses).
"""

import math

#: Constants of the law by how losses come and whether every or every second segment is acknowledged.
PERIODIC, INDEPENDENT = math.sqrt(3 / 2), 1.31


def square_root_bps(
    segment_bytes: int, round_trip_s: float, loss_ratio: float, constant: float = PERIODIC
) -> float:
    """Throughput of a long TCP transfer in congestion avoidance, in bit/s of its data.

    Parameters
    ----------
    segment_bytes : int
        Octets of data in a segment; at least 1.
    round_trip_s : float
        Round-trip time, in seconds; above 0.
    loss_ratio : float
        Share of the segments that are lost; above 0, at most 1. The law is for small ones.
    constant : float
        C of the law, above 0: 1.22 for periodic losses, 1.31 for independent ones, with an acknowledgment for
        every segment.

    Raises
    ------
    ValueError
        If a value is out of range.

    Examples
    --------
    >>> round(square_root_bps(1460, 0.1, 0.01))
    1430502
    """
    if segment_bytes < 1:
        raise ValueError(f"segment_bytes: {segment_bytes} is not allowed; give at least 1")
    if not 0 < round_trip_s < math.inf:
        raise ValueError(f"round_trip_s: {round_trip_s} is not allowed; give a time above 0")
    if not 0 < loss_ratio <= 1:
        raise ValueError(f"loss_ratio: {loss_ratio} is not allowed; give a number above 0, at most 1")
    if not 0 < constant < math.inf:
        raise ValueError(f"constant: {constant} is not allowed; give a number above 0")
    return 8 * segment_bytes / round_trip_s * constant / math.sqrt(loss_ratio)
