"""Quantities with units as numbers, read as scenarios are: by the simulator."""

from cellwise import _core


def rate_bps(text: str) -> float:
    """Read a rate as scenarios write it, in bit/s.

    Raises
    ------
    ValueError
        If it is no rate.

    Examples
    --------
    >>> rate_bps("149.76 Mbit/s"), rate_bps("10 cells/s")
    (149760000.0, 4240.0)
    """
    return float(_read("bit-rate", text))


def span_s(text: str) -> float:
    """Read a time as scenarios write it, in seconds.

    Raises
    ------
    ValueError
        If it is no time.

    Examples
    --------
    >>> span_s("10 ms")
    0.01
    """
    return _read("span", text) / 1e12


def _read(kind: str, text: str) -> int:
    try:
        return _core.quantity(kind, text)
    except ValueError as error:
        raise ValueError(f"{text!r} is not allowed; {error}") from None
