"""Queues of cells with a fixed service time: M/D/1, nD/D/1, and M/D/1 with a finite buffer.

Sources: L. Kleinrock, Queueing Systems, volume 1, 1975, section 5.6 (M/G/1, Pollaczek-Khinchine); H. Takagi,
Queueing Analysis, volume 2, 1993, section 5.1 (M/G/1/K); A. E. Eckberg, The single server queue with periodic
arrival process and deterministic service times, IEEE Transactions on Communications 27(3), 1979, and J. W.
Roberts, J. T. Virtamo, The superposition of periodic cell arrival streams in an ATM multiplexer, the same
39(2), 1991 (nD/D/1). The unit of time is the service time: one cell at the rate of the port.
"""

import math


def md1_mean_wait(load: float) -> float:
    """Mean time from arrival to the start of service, Poisson arrivals, in service times.

    Parameters
    ----------
    load : float
        Arrivals per service time; from 0 to below 1.

    Raises
    ------
    ValueError
        If the load is out of range.

    Examples
    --------
    >>> round(md1_mean_wait(0.8), 9)
    2.0
    """
    if not 0 <= load < 1:
        raise ValueError(f"load: {load} is not allowed; give a number from 0 to below 1")
    return load / (2 * (1 - load))


def md1_loss_ratio(load: float, waiting: int) -> float:
    """Share of Poisson arrivals that find the server busy and `waiting` others before them, and are lost.

    Parameters
    ----------
    load : float
        Arrivals per service time; above 0.
    waiting : int
        Places to wait, without the one in service; at least 0.

    Raises
    ------
    ValueError
        If a value is out of range.

    Notes
    -----
    The numbers that departures leave behind are a chain on 0 to `waiting`; with p its chance of 0, scaled to
    the sum 1, the share of arrivals that are lost is 1 - 1 / (p + load).

    Examples
    --------
    Without a place to wait it is Erlang's formula for one server:

    >>> round(md1_loss_ratio(0.5, 0), 6)
    0.333333
    """
    if not 0 < load < math.inf:
        raise ValueError(f"load: {load} is not allowed; give a number above 0")
    if waiting < 0:
        raise ValueError(f"waiting: {waiting} is not allowed; give at least 0")
    arrivals = [math.exp(-load) * load**k / math.factorial(k) for k in range(waiting + 1)]
    left = [1.0]
    for state in range(waiting):
        # Balance of flow into `state`: from 0 (one cell must come first) and from those above it.
        into = left[0] * arrivals[state] + sum(
            left[above] * arrivals[state - above + 1] for above in range(1, state + 1)
        )
        left.append((left[state] - into) / arrivals[0])
    return 1 - 1 / (left[0] / math.fsum(left) + load)


def nd1_work_above(sources: int, period: float, work: float) -> float:
    """Probability that more than so much unfinished work is found at a random time.

    Parameters
    ----------
    sources : int
        Periodic sources of one cell per period, with independent uniform phases; at least 1.
    period : float
        Their period, in service times; above `sources`.
    work : float
        Unfinished work, in service times; not negative.

    Raises
    ------
    ValueError
        If a value is out of range.

    Examples
    --------
    One source: there is work during one service time in each period, falling from 1 to 0.

    >>> [round(nd1_work_above(1, 4.0, work), 4) for work in (0.0, 0.5, 1.0)]
    [0.25, 0.125, 0.0]
    """
    _periodic(sources, period)
    if not work >= 0:
        raise ValueError(f"work: {work} is not allowed; give a number that is not negative")
    terms = []
    for count in range(math.floor(work) + 1, sources + 1):
        part = (count - work) / period
        terms.append(
            math.comb(sources, count)
            * part**count
            * (1 - part) ** (sources - count)
            * (period - sources + work)
            / (period - count + work)
        )
    return math.fsum(terms)


def nd1_mean_wait(sources: int, period: float) -> float:
    """Mean time from arrival to the start of service of periodic sources, in service times.

    A cell finds the work that the other sources have brought, seen from a random time.

    Parameters
    ----------
    sources : int
        Periodic sources of one cell per period, with independent uniform phases; at least 1.
    period : float
        Their period, in service times; above `sources`.

    Raises
    ------
    ValueError
        If a value is out of range.

    Examples
    --------
    Two sources: the second is hit if it comes within one service time of the first.

    >>> round(nd1_mean_wait(2, 10.0), 6)
    0.05
    """
    _periodic(sources, period)
    if sources == 1:
        return 0.0
    # Simpson's rule between the whole numbers, at which the integrand has corners.
    steps = 32
    total = 0.0
    for begin in range(sources - 1):
        for step in range(steps + 1):
            weight = 1 if step in (0, steps) else 4 if step % 2 else 2
            # At the end of a part, its own branch: the corner belongs to both.
            work = begin + min(step / steps, 1 - 1e-12)
            total += weight * nd1_work_above(sources - 1, period, work)
    return total / (3 * steps)


def _periodic(sources: int, period: float) -> None:
    if sources < 1:
        raise ValueError(f"sources: {sources} is not allowed; give at least 1")
    if not sources < period < math.inf:
        raise ValueError(f"period: {period} is not allowed; give more than the {sources} sources")
