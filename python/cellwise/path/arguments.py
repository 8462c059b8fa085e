"""What a path is given, as the simulator takes it: instants in whole picoseconds, and checked numbers."""

import math
import operator
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cellwise import _core
from cellwise.path.deliveries import CODEPOINTS, PS_PER_S
from cellwise.quantity import NOISE

#: Picoseconds as an int, seconds as a float, which are rounded to a picosecond once, or text: ``"10 ms"``.
TimeLike: TypeAlias = int | float | str

#: A number in the unit of the setting, or text with a unit, as scenarios have it.
ValueLike: TypeAlias = int | float | str

#: The number of a flow, or with those of the hosts that send and receive.
FlowLike: TypeAlias = int | tuple[int, int, int]

#: The last instant that there is, in ps.
LAST_PS = 2**63 - 1

#: The kinds of texts with a unit, by the unit of the setting; shares have no unit.
_KINDS = {"bit/s": "bit-rate", "octets": "bytes"}


def ps_of(time: TimeLike) -> int:
    """Give an instant in ps: an int unchanged, seconds rounded to the nearest ps, or text with a unit.

    Raises
    ------
    ValueError
        If it is negative, or not a number, no time, or beyond what there is.

    Examples
    --------
    >>> ps_of(5), ps_of(0.001), ps_of("1 ms")
    (5, 1000000000, 1000000000)
    """
    if isinstance(time, str):
        try:
            return int(_core.quantity("span", time))
        except ValueError as error:
            raise ValueError(f"{time!r} is no instant; {error}") from None
    ps = time if isinstance(time, int) else (round(time * PS_PER_S) if np.isfinite(time) else -1)
    if not 0 <= ps <= LAST_PS:
        raise ValueError(f"{time!r} is no instant; give ps as an int or s as a float, from 0 to {LAST_PS} ps")
    return ps


def ps_of_many(times: ArrayLike) -> NDArray[np.int64]:
    """Give instants in ps, shape (n,): integers unchanged, others as `ps_of` takes them."""
    given = np.atleast_1d(np.asarray(times))
    if given.ndim != 1:
        raise ValueError(f"times have {given.ndim} dimensions; give one")
    if given.dtype.kind == "U":
        return np.asarray([ps_of(time) for time in given.tolist()], np.int64)
    if given.dtype.kind not in "iuf":
        raise ValueError(f"times are {given.dtype}; give integers (ps), reals (s) or texts with a unit")
    is_real = given.dtype.kind == "f"
    most = LAST_PS / PS_PER_S if is_real else LAST_PS
    outside = ~((given >= 0) & (given <= most))
    if outside.any():
        place = int(np.argmax(outside))
        rule = "give ps as integers or s as reals, from 0 on"
        raise ValueError(f"packet {place}: {given[place]!r} is no instant; {rule}")
    # Rounded once, as single instants are.
    return np.asarray([ps_of(time) for time in given.tolist()], np.int64)


def value_of(value: ValueLike, unit: str, key: str) -> int | float:
    """Give a value to set in its unit: an int of things that are counted, and a share unchanged.

    Raises `ValueError` if it is a text that is no such quantity, or is not a whole number of things that are
    counted.

    Examples
    --------
    >>> value_of("2 Mbit/s", "bit/s", "links.line.rate"), value_of(2e6, "bit/s", "links.line.rate")
    (2000000, 2000000)
    """
    kind = _KINDS.get(unit)
    if isinstance(value, str):
        if kind is None:
            raise ValueError(f"{key}: {value!r} is not allowed; give a number")
        try:
            return _core.quantity(kind, value)
        except ValueError as error:
            raise ValueError(f"{key}: {value!r} is not allowed; {error}") from None
    if not isinstance(value, float | np.floating):
        return unsigned(operator.index(value), 64, key)
    number = float(value)
    if kind is None:
        return number
    if not math.isfinite(number) or abs(number - round(number)) > NOISE * abs(number):
        raise ValueError(f"{key}: {value} is not allowed; give a whole number of {unit}")
    return unsigned(round(number), 64, key)


def codepoint_of(ecn: str) -> int:
    """Give the two bits of a codepoint, or say which there are."""
    if ecn not in CODEPOINTS:
        raise ValueError(f"{ecn!r} is no codepoint of ECN; give one of {', '.join(CODEPOINTS)}")
    return CODEPOINTS.index(ecn)


def headers_of(ecn: str, dscp: int, flow: FlowLike) -> tuple[int, int, tuple[int, int, int]]:
    """Give ECN bits, codepoint, and the numbers of a flow and of its two hosts, those of hosts 0 by default.

    Examples
    --------
    >>> headers_of("ect0", 46, 7), headers_of("ce", 0, (7, 1, 2))
    ((2, 46, (7, 0, 0)), (3, 0, (7, 1, 2)))
    """
    numbers = (flow, 0, 0) if isinstance(flow, int) else flow
    names = ("flow", "source", "destination")
    number, source, destination = (unsigned(one, 32, name) for one, name in zip(numbers, names, strict=True))
    return codepoint_of(ecn), unsigned(dscp, 8, "dscp"), (number, source, destination)


def unsigned(value: int, bits: int, name: str) -> int:
    """Give a whole number of so many bits unchanged, or say that it is not one."""
    if not 0 <= value < 1 << bits:
        raise ValueError(f"{name}: {value} is not allowed; give a whole number from 0 to {(1 << bits) - 1}")
    return value
