"""Round-trip times by packet size as people have measured them: lines of two numbers, or a ping's output.

As a table of a scenario they are delays: what each reply took more than the quickest of its size.

Each tool writes another size for the same packet; here all become octets of the IP packet. Sources: ``ping``
of iputils (also BSD's, BusyBox' and Windows'), hrPING 5.06, and fping's change log, 5.0.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from cellwise.traces.table import Delays, Given, TraceError, refused

#: Octets of the headers of IPv4, of IPv6, and of an echo request.
_IPV4, _IPV6, _ECHO = 20, 40, 8

#: Largest packet that a file may hold, in octets.
_MOST_BYTES = 65_535

#: The longest time in any unit: its square is a number still.
_MOST_TIME = 1e18

#: As a delay of a scenario.
_MOST_MS = 60_000
_PS_PER_US = 10**6

#: No reply is longer, in characters, even with the longest name of a host.
_LONGEST = 1_000

_EXPECTED = (
    "give octets and a time up to 1e18 in each line, or the output of ping, hrping or fping, "
    "with a size and a time in ms for each reply"
)


def _ip_header(host: str) -> int:
    """Give the octets of the IP header; a name without an address is taken for one of IPv4."""
    return _IPV6 if ":" in host else _IPV4


@dataclass(frozen=True, slots=True)
class _Tool:
    name: str
    reply: re.Pattern[str]
    """Finds a reply, with the groups ``size``, ``host`` and ``ms``."""
    added: Callable[[str], int]
    """Gives the octets that the packet from a host has in addition to the size."""
    note: str = ""


_TOOLS = (
    _Tool(
        "ping",
        re.compile(
            r"\b(?P<size>\d{1,9}) bytes from (?P<host>\S+(?: \(\S+\))?)[:,] (?:icmp_)?[rs]eq=\d+ "
            r".*?\btime=(?P<ms>[0-9.]{1,20}) ?ms\b"
        ),
        _ip_header,
    ),
    _Tool(
        "ping of Windows",
        re.compile(r"^Reply from (?P<host>\S+): bytes=(?P<size>\d{1,9}) time=(?P<ms>[0-9.]{1,20})ms\b"),
        lambda host: _ip_header(host) + _ECHO,
    ),
    _Tool(
        "hrping",
        re.compile(
            r"^From (?P<host>\S+): bytes=(?P<size>\d{1,9}) seq=\w+ .*?\btime=(?P<ms>[0-9.]{1,20}) ?ms\b"
        ),
        lambda _: 0,
    ),
    _Tool(
        "fping",
        re.compile(r"(?P<host>\S+)\s+: \[\d+\], (?P<size>\d{1,9}) bytes, (?P<ms>[0-9.]{1,20}) ms\b"),
        _ip_header,
        "sizes are read as fping 5.0 and later write them; before, they have the 20 octets of IPv4 too",
    ),
)


@dataclass(frozen=True, slots=True)
class Pings:
    """What a file of measured round trips holds."""

    sizes_bytes: list[float]
    """Octets of the IP packets."""
    times: list[float]
    """Their round-trip times: in ms if a tool wrote them, else in the unit of the file."""
    note: str = ""
    """How sizes were read, where a tool's versions differ."""


def matches(text: str) -> bool:
    """Say whether a text has a reply of one of the tools."""
    return any(tool.reply.search(line[:_LONGEST]) for line in text.splitlines() for tool in _TOOLS)


def read(text: str, given: Given) -> Delays:  # noqa: ARG001
    """Read pings as delays, in the order of the replies; raises `TraceError` as `read_pings`."""
    pings = read_pings(text)
    if not pings.times:
        raise TraceError([(None, "has no reply of ping, hrping or fping")])
    least: dict[float, float] = {}
    for size, time in zip(pings.sizes_bytes, pings.times, strict=True):
        least[size] = min(time, least.get(size, time))
    # Tools write at most microseconds.
    waits_us = (
        round((time - least[size]) * 1000) for size, time in zip(pings.sizes_bytes, pings.times, strict=True)
    )
    notes = ["each delay is of a whole round trip: give it to one direction"]
    if any(time > _MOST_MS for time in pings.times):
        raise TraceError([(None, f"has a round trip above {_MOST_MS} ms")])
    return Delays([wait * _PS_PER_US for wait in waits_us], notes=[*notes, *filter(None, [pings.note])])


def read_pings(text: str, added_bytes: int = 0) -> Pings:
    """Read lines of octets and a time, or the output of a tool.

    Numbers are apart by spaces, commas or semicolons; ``#`` begins a comment. As soon as a line is a reply
    that ``ping``, ``hrping`` or ``fping`` prints, only such lines are read.

    `added_bytes` are added to the size in a line of two numbers; the headers are known where a tool wrote it.

    Raises `TraceError` with the first line that is wrong.

    Examples
    --------
    >>> read_pings("24 bytes from 192.0.2.1: icmp_seq=1 ttl=57 time=23.6 ms").sizes_bytes
    [44.0]
    """
    lines = text.splitlines()
    found = _replies(lines)
    return found if found.sizes_bytes else _pairs(lines, added_bytes)


def _replies(lines: list[str]) -> Pings:
    sizes: list[float] = []
    times: list[float] = []
    notes: dict[str, None] = {}
    for number, line in enumerate(lines, start=1):
        for tool in _TOOLS:
            reply = tool.reply.search(line[:_LONGEST])
            if reply is None:
                continue
            octets = int(reply["size"]) + tool.added(reply["host"])
            time = _number(reply["ms"])
            least = _ip_header(reply["host"]) + _ECHO
            if time is None or not least <= octets <= _MOST_BYTES:
                rule = f"a reply of {tool.name} has {least} to {_MOST_BYTES} octets with its headers"
                raise TraceError([(number, refused(line, f"{rule}, and a time in ms"))])
            sizes.append(float(octets))
            times.append(time)
            notes[tool.note] = None
            break
    return Pings(sizes, times, "; ".join(filter(None, notes)))


def _pairs(lines: list[str], added_bytes: int) -> Pings:
    sizes, times = [], []
    for number, line in enumerate(lines, start=1):
        words = re.split(r"[\s,;]+", line.partition("#")[0].strip())
        if words == [""]:
            continue
        size, time = (_number(words[0]), _number(words[1])) if len(words) == 2 else (None, None)
        is_size = size is not None and size.is_integer() and 1 <= size + added_bytes <= _MOST_BYTES
        if size is None or time is None or not is_size:
            raise TraceError([(number, refused(line, _EXPECTED))])
        sizes.append(size + added_bytes)
        times.append(time)
    return Pings(sizes, times)


def _number(word: str) -> float | None:
    try:
        number = float(word)
    except ValueError:
        return None
    # What is no number compares as false.
    return number if 0 <= number <= _MOST_TIME else None
