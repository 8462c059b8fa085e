"""Traces of Mahimahi: in each line a millisecond at which 1500 octets may leave.

Source: R. Netravali et al., *Mahimahi: Accurate Record-and-Replay for HTTP*, USENIX ATC 2015, and
``mm-link(1)``: the last line is the length of the trace. A link reads such a trace itself
(``line = "trace"``); here it becomes rates, counted over a time.
"""

from fractions import Fraction

from cellwise.quantity import span_s
from cellwise.traces.lines import each_line, first_line, in_order, lines_of, number, rates_of
from cellwise.traces.table import MOST_LINES, Given, Rates, TraceError, refused

_OPPORTUNITY_BITS = 1500 * 8
_PS_PER_S, _PS_PER_MS = 10**12, 10**9
_EVERY = "100 ms"


def matches(text: str) -> bool:
    """Say whether the first line is one of this format."""
    return first_line(text).isdecimal()


def read(text: str, given: Given) -> Rates:
    """Read a trace; raises ValueError if `given.every` is no time of at least 1 ms."""
    every_ps = round(span_s(given.every or _EVERY) * _PS_PER_S)
    if every_ps < _PS_PER_MS:
        raise ValueError(f"--every: {given.every!r} is not allowed; give at least 1 ms")
    lines = lines_of(text)
    instants = each_line(lines, _instant)
    in_order([place for place, _ in lines], instants, strictly=False)
    length_ps = instants[-1]
    if length_ps == 0:
        raise TraceError([(lines[-1][0], "ends at 0 ms; the last line is the length of the trace, above 0")])
    # An opportunity ends the millisecond in which it was earned: that of the last line is within the trace.
    windows = [max(0, at - 1) // every_ps for at in instants]
    if windows[-1] >= MOST_LINES:
        raise TraceError([(None, f"gives more than {MOST_LINES} rates; give a longer --every")])
    counts = [0] * (windows[-1] + 1)
    for window in windows:
        counts[window] += 1
    starts = [window * every_ps for window in range(len(counts))]
    ends = [*starts[1:], length_ps]
    bps = [
        round(Fraction(count * _OPPORTUNITY_BITS * _PS_PER_S, end - start))
        for count, start, end in zip(counts, starts, ends, strict=True)
    ]
    return rates_of(starts, bps, length_ps)


def _instant(line: str) -> int:
    if not (line.isascii() and line.isdecimal()):
        raise ValueError(refused(line, "give a whole number of milliseconds"))
    return int(number(line, _PS_PER_MS))
