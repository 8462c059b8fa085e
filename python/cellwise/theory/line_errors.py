"""The effect of noise on a line on cells and packets: losses of packets, cells of a burst.

Source: G. Lu, TCP over ATM over ADSL, M.Sc. thesis, University of Calgary, 2000, section 3.2.3: independent
cell errors, and exponential bursts in time whose mean D and interarrival D / CER give the cell error ratio
CER. Which time between two bursts is exponential is a matter of reading; the readings are those of the error
model `bursts`. A cell is one instant, its arrival; cells of a packet arrive back to back.
"""

import math
from dataclasses import dataclass
from typing import Literal, get_args

Reading = Literal["exact", "good-time", "overlapping", "restarting"]


def packet_loss_ratio(
    cells: int,
    cell_error_ratio: float,
    mean_burst_s: float | None = None,
    cell_time_s: float | None = None,
    reading: Reading = "exact",
) -> float:
    """Probability that a packet of back-to-back cells loses at least one of them.

    Parameters
    ----------
    cells : int
        Cells of the packet; at least 1.
    cell_error_ratio : float
        CER, from 0 to 1; below 1 for bursts in the exact reading.
    mean_burst_s : float, optional
        Mean length of a burst, in seconds; above 0. Without it errors are independent.
    cell_time_s : float, optional
        Time between the cells, in seconds; above 0. Needed with bursts, and of no effect without.
    reading : {"exact", "good-time", "overlapping", "restarting"}
        The exponential time: the good time with mean (D / CER)(1 - CER) or D / CER, or the time from start to
        start with mean D / CER, of bursts that overlap or of which one ends the other.

    Raises
    ------
    ValueError
        If a value is out of range.

    Notes
    -----
    Good and noisy times alternate as a chain of two states with the noisy share P (CER in the exact reading,
    else CER / (1 + CER)), so that a packet of n cells at distance s is lost with the probability
    1 - (1 - P)(1 - P (1 - exp(-s / (D (1 - P)))))^(n - 1). Overlapping bursts that hit a packet are Poisson
    with mean CER (1 + (n - 1)(1 - exp(-s / D))).

    Examples
    --------
    Packets of 12, 92 and 192 cells at 1.5 Mbit/s and CER 1e-3, in percent: independent errors, and bursts
    of 80, 200 and 500 us with good times of D / CER.

    >>> cell_s = 424 / 1.5e6
    >>> [round(100 * packet_loss_ratio(n, 1e-3), 2) for n in (12, 92, 192)]
    [1.19, 8.79, 17.48]
    >>> for burst_s in (80e-6, 200e-6, 500e-6):
    ...     ratios = [packet_loss_ratio(n, 1e-3, burst_s, cell_s, "good-time") for n in (12, 92, 192)]
    ...     print([round(100 * ratio, 2) for ratio in ratios])
    [1.16, 8.54, 17.0]
    [0.93, 6.75, 13.54]
    [0.57, 3.95, 8.01]
    """
    if cells < 1:
        raise ValueError(f"cells: {cells} is not allowed; give at least 1")
    if mean_burst_s is None:
        _ratio(cell_error_ratio, below_1=False)
        return -math.expm1(cells * _log1p(-cell_error_ratio))
    if cell_time_s is None:
        raise ValueError("cell_time_s: None is not allowed with bursts; give a time above 0")
    _above_0("cell_time_s", cell_time_s)
    _above_0("mean_burst_s", mean_burst_s)
    spacing = cell_time_s / mean_burst_s
    if reading == "overlapping":
        _ratio(cell_error_ratio, below_1=False)
        return -math.expm1(-cell_error_ratio * (1 - (cells - 1) * math.expm1(-spacing)))
    noisy = noisy_share(cell_error_ratio, reading)
    turns_noisy = -noisy * math.expm1(-spacing / (1 - noisy))
    return -math.expm1(math.log1p(-noisy) + (cells - 1) * math.log1p(-turns_noisy))


def noisy_share(cell_error_ratio: float, reading: Reading = "exact") -> float:
    """Share of time in which a line with bursts is noisy: its true cell error ratio.

    Parameters
    ----------
    cell_error_ratio : float
        CER, from 0 to 1; below 1 in the exact reading.
    reading : {"exact", "good-time", "overlapping", "restarting"}
        As in `packet_loss_ratio`.

    Raises
    ------
    ValueError
        If a value is out of range.

    Examples
    --------
    >>> [round(noisy_share(1e-3, reading), 7) for reading in ("exact", "good-time", "overlapping")]
    [0.001, 0.000999, 0.0009995]
    """
    if reading not in get_args(Reading):
        raise ValueError(f"reading: {reading!r} is not allowed; give one of {', '.join(get_args(Reading))}")
    _ratio(cell_error_ratio, below_1=reading == "exact")
    if reading == "exact":
        return cell_error_ratio
    if reading == "overlapping":
        return -math.expm1(-cell_error_ratio)
    return cell_error_ratio / (1 + cell_error_ratio)


def errored_bursts_share(mean_burst_s: float, cell_time_s: float) -> float:
    """Share of bursts that hit any cell of a busy line; the others fall between two arrivals.

    Parameters
    ----------
    mean_burst_s : float
        Mean length of a burst, in seconds; above 0.
    cell_time_s : float
        Time between cells, in seconds; above 0.

    Raises
    ------
    ValueError
        If a value is out of range.

    Examples
    --------
    >>> round(errored_bursts_share(200e-6, 424 / 1.5e6), 3)
    0.535
    """
    _above_0("mean_burst_s", mean_burst_s)
    _above_0("cell_time_s", cell_time_s)
    return -math.expm1(-cell_time_s / mean_burst_s) * mean_burst_s / cell_time_s


@dataclass(frozen=True)
class CellsPerBurst:
    """A geometric number of cells, at least 1: after each cell the burst ends with probability `ends`."""

    #: Probability that a burst that has hit a cell is over before the next; from 0 (exclusive) to 1.
    ends: float

    @property
    def mean(self) -> float:
        """Mean number of cells."""
        return 1 / self.ends

    def pmf(self, cells: int) -> float:
        """Share of the bursts that hit exactly so many cells."""
        return self.ends * (1 - self.ends) ** (cells - 1) if cells >= 1 else 0.0

    def share_of_cells(self, cells: int) -> float:
        """Share of the errored cells that belong to a burst of exactly so many."""
        return cells * self.pmf(cells) / self.mean


def cells_per_hitting_burst(mean_burst_s: float, cell_time_s: float) -> CellsPerBurst:
    """How many cells of a busy line a burst errors, if any, when bursts are far apart.

    Parameters
    ----------
    mean_burst_s : float
        Mean length of a burst, in seconds; above 0.
    cell_time_s : float
        Time between cells, in seconds; above 0.

    Raises
    ------
    ValueError
        If a value is out of range.

    Examples
    --------
    At 1.5 Mbit/s, mean cells of a burst and the part of the errored cells that are alone in theirs:

    >>> for burst_s in (80e-6, 200e-6, 500e-6):
    ...     cells = cells_per_hitting_burst(burst_s, 424 / 1.5e6)
    ...     print(round(cells.mean, 2), round(cells.share_of_cells(1), 3))
    1.03 0.942
    1.32 0.573
    2.32 0.186
    """
    _above_0("mean_burst_s", mean_burst_s)
    _above_0("cell_time_s", cell_time_s)
    return CellsPerBurst(ends=-math.expm1(-cell_time_s / mean_burst_s))


def _log1p(value: float) -> float:
    """The logarithm of 1 + value, for -1 and above."""
    return math.log1p(value) if value > -1 else -math.inf


def _ratio(value: float, *, below_1: bool) -> None:
    if not 0 <= value <= 1 or (below_1 and value == 1):
        most = "up to but less than 1" if below_1 else "to 1"
        raise ValueError(f"cell_error_ratio: {value} is not allowed; give a number from 0 {most}")


def _above_0(name: str, value: float) -> None:
    if not 0 < value < math.inf:
        raise ValueError(f"{name}: {value} is not allowed; give a time above 0")
