"""The traffic that a policer of PCR, SCR and MBS passes: burst tolerance, trains of frames, idle times.

Source: ITU-T I.371, the generic cell rate algorithm; ATM Forum UNI 3.0; equations (1) to (3) of
O. Bonaventure, E. Klovning, A. Danthine, Is VBR a solution for an ATM LAN? (1996). Rates are in bit/s of
cells with their headers, times are exact fractions of a second.
"""

import math
from fractions import Fraction

#: The bits of a cell.
_CELL_BITS = 424

Rate = int | float | Fraction


def cell_time(rate_bps: Rate) -> Fraction:
    """Time between cells at a rate, in seconds.

    Parameters
    ----------
    rate_bps : int, float or Fraction
        Rate in bit/s of cells; above 0. A float is taken for the binary fraction that it is.

    Raises
    ------
    ValueError
        If the rate is not above 0 and finite.

    Examples
    --------
    >>> float(cell_time(10_000_000))
    4.24e-05
    """
    if not 0 < rate_bps < math.inf:
        raise ValueError(f"rate_bps: {rate_bps} is not allowed; give a rate above 0")
    return _CELL_BITS / Fraction(rate_bps)


def burst_tolerance(mbs_cells: int, pcr_bps: Rate, scr_bps: Rate) -> Fraction:
    """Tolerance of the SCR bucket that lets MBS cells pass at PCR and no more, in seconds: equation (1).

    Parameters
    ----------
    mbs_cells : int
        Maximum burst size; at least 1.
    pcr_bps, scr_bps : int, float or Fraction
        Peak and sustainable cell rate in bit/s of cells; above 0, SCR at most PCR.

    Raises
    ------
    ValueError
        If a value is out of range.

    Examples
    --------
    >>> round(1e3 * burst_tolerance(1000, 155_520_000, 10_000_000), 3)
    39.634
    """
    _at_least_1("mbs_cells", mbs_cells)
    return (mbs_cells - 1) * _debt_per_cell(pcr_bps, scr_bps)


def longest_conforming_train(
    frame_cells: int, gap_s: Rate, mbs_cells: int, pcr_bps: Rate, scr_bps: Rate
) -> int | None:
    """Frames of a train that conform, if the policer was idle before it: equation (2).

    The cells of a frame follow each other at PCR; the next frame begins `gap_s` after the end of the last
    cell's slot.

    Parameters
    ----------
    frame_cells : int
        Cells of a frame; at least 1.
    gap_s : int, float or Fraction
        Time between frames, in seconds; not negative.
    mbs_cells, pcr_bps, scr_bps
        As in `burst_tolerance`.

    Returns
    -------
    int or None
        How many frames from the first on lose no cell; None if none ever does.

    Raises
    ------
    ValueError
        If a value is out of range.

    Examples
    --------
    Frames of 192 cells, 376 us apart:

    >>> [longest_conforming_train(192, 376e-6, mbs, 155_520_000, 10_000_000) for mbs in (1000, 2000, 4000)]
    [5, 10, 21]
    """
    _at_least_1("frame_cells", frame_cells)
    if not 0 <= gap_s < math.inf:
        raise ValueError(f"gap_s: {gap_s} is not allowed; give a time that is not negative")
    each = _debt_per_cell(pcr_bps, scr_bps)
    # The last cell of a frame is the first to be too early.
    left = burst_tolerance(mbs_cells, pcr_bps, scr_bps) - (frame_cells - 1) * each
    if left < 0:
        return 0
    growth = frame_cells * each - Fraction(gap_s)
    return None if growth <= 0 else left // growth + 1


def idle_time(frame_cells: int, mbs_cells: int, pcr_bps: Rate, scr_bps: Rate) -> Fraction:
    """Least time between frames of a regular flow that always conforms, in seconds: equation (3).

    It is counted from the last cell of a frame to the first of the next, and so is one cell time at PCR
    longer than the gap of `longest_conforming_train`.

    Parameters
    ----------
    frame_cells : int
        Cells of a frame, sent at PCR; from 1 to MBS: of a longer one no spacing saves the end.
    mbs_cells, pcr_bps, scr_bps
        As in `burst_tolerance`.

    Raises
    ------
    ValueError
        If a value is out of range.

    Examples
    --------
    >>> round(1e3 * idle_time(192, 1000, 155_520_000, 10_000_000), 2)
    7.62
    """
    _at_least_1("frame_cells", frame_cells)
    _at_least_1("mbs_cells", mbs_cells)
    if frame_cells > mbs_cells:
        raise ValueError(f"frame_cells: {frame_cells} is not allowed; give at most mbs_cells ({mbs_cells})")
    return (frame_cells - 1) * _debt_per_cell(pcr_bps, scr_bps) + cell_time(scr_bps)


def _debt_per_cell(pcr_bps: Rate, scr_bps: Rate) -> Fraction:
    """What each cell at PCR takes from the tolerance."""
    debt = cell_time(scr_bps) - cell_time(pcr_bps)
    if debt < 0:
        raise ValueError(f"scr_bps: {scr_bps} is not allowed; give at most pcr_bps ({pcr_bps})")
    return debt


def _at_least_1(name: str, value: int) -> None:
    if value < 1:
        raise ValueError(f"{name}: {value} is not allowed; give at least 1")
