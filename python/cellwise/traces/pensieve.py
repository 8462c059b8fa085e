"""Traces of Pensieve: in each line an instant in s and a rate in Mbit/s, that of the time before it.

Source: H. Mao, R. Netravali, M. Alizadeh, *Neural Adaptive Video Streaming with Pensieve*, SIGCOMM 2017, and
``sim/fixed_env.py`` of its program, where the rate of a line lasts from the instant of the line before.
"""

from fractions import Fraction

from cellwise.traces.lines import (
    bounded,
    each_line,
    first_line,
    in_order,
    lines_of,
    number,
    rates_of,
    words_of,
)
from cellwise.traces.table import Given, Rates, TraceError

_PS_PER_S, _BPS_PER_MBPS = 10**12, 10**6


def matches(text: str) -> bool:
    """Say whether the first line is one of this format."""
    words = first_line(text).split()
    return len(words) == 2 and all(word.replace(".", "", 1).isdecimal() for word in words)


def read(text: str, given: Given) -> Rates:  # noqa: ARG001
    """Read a trace; the rate of its first line is not used, as in Pensieve."""
    lines = lines_of(text)
    rows = each_line(lines, _row)
    if len(rows) < 2:
        raise TraceError([(lines[0][0], "is the only line; give two: a rate lasts from the instant before")])
    instants = [at for at, _ in rows]
    in_order([place for place, _ in lines], instants, strictly=True)
    ends = [round(at - instants[0]) for at in instants[1:]]
    return rates_of([0, *ends[:-1]], [bps for _, bps in rows[1:]], ends[-1])


def _row(line: str) -> tuple[Fraction, int]:
    """Give the instant in ps and the rate in bit/s."""
    at, rate = words_of(line, 2, "0.5 4.2")
    return number(at, _PS_PER_S), round(bounded(number(rate, _BPS_PER_MBPS), "rate", rate))
