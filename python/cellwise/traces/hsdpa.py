"""Logs of Telenor's 3G network (HSDPA).

Source: H. Riiser, P. Vigmostad, C. Griwodz, P. Halvorsen, *Commute path bandwidth traces from 3G networks*,
MMSys 2013, and the page of the data set: Unix time in s, an instant in ms, latitude, longitude, octets and
milliseconds since the line before.
"""

from fractions import Fraction
from itertools import accumulate

from cellwise.traces.lines import bounded, each_line, first_line, lines_of, number, rates_of, words_of
from cellwise.traces.table import Given, Rates, refused

_EXAMPLE = "1289406399 549692 59.851754 10.781778 248069 1008"
_PS_PER_S, _PS_PER_MS = 10**12, 10**9


def matches(text: str) -> bool:
    """Say whether the first line is one of this format."""
    words = first_line(text).split()
    return len(words) == 6 and all(word.isdecimal() for word in (*words[:2], *words[4:]))


def read(text: str, given: Given) -> Rates:  # noqa: ARG001
    """Read a log; a rate is that of the milliseconds that its line has."""
    rows = each_line(lines_of(text), _row)
    ends = [round(end) for end in accumulate(length for length, _ in rows)]
    return rates_of([0, *ends[:-1]], [rate for _, rate in rows], ends[-1])


def _row(line: str) -> tuple[Fraction, int]:
    """Give the length in ps and the rate in bit/s."""
    words = words_of(line, 6, _EXAMPLE)
    octets, length_ps = number(words[4]), bounded(number(words[5], _PS_PER_MS), "time", words[5])
    if length_ps < 1:
        raise ValueError(refused(line, "give more than 0 ms in the sixth place"))
    return length_ps, round(bounded(octets * 8 * _PS_PER_S / length_ps, "rate", line))
