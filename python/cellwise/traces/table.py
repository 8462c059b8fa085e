"""The tables that a trace becomes, as text and as a setting, and what is wrong with a trace."""

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

_PS_PER_S = 10**12
_PS_PER_MS = 10**9

#: A scenario reads no more lines.
MOST_LINES = 4_000_000

#: Mistakes that are reported; more only as a number.
_MOST_ISSUES = 20


class TraceError(ValueError):
    """A trace is wrong: `issues` are its wrong lines, from 1, each with the value and the rule.

    The line is None where the file as a whole is wrong, or has no lines.
    """

    def __init__(self, issues: Sequence[tuple[int | None, str]]) -> None:
        super().__init__(
            "; ".join(f"line {line}: {reported}" if line else reported for line, reported in issues)
        )
        self.issues = issues

    def in_file(self, name: object) -> str:
        """Give a line of text for each issue, in the form that editors open: ``FILE:LINE: ...``."""
        shown = [
            f"{name}:{line}: {reported}" if line else f"{name}: {reported}" for line, reported in self.issues
        ]
        left = len(shown) - _MOST_ISSUES
        return "\n".join([*shown[:_MOST_ISSUES], *([f"{left} more lines are wrong"] if left > 0 else [])])


def refused(value: str, rule: str) -> str:
    """Say that a value is refused, and by which rule."""
    return f"{value.strip()[:80]!r} is not allowed; {rule}"


@dataclass(frozen=True, slots=True)
class Given:
    """What a user has said of a trace; nothing is needed for a format that says it itself."""

    time: str | None = None
    """Of CSV: the column of instants, a name or a number from 1, and ``:UNIT`` behind it."""
    rate: str | None = None
    """Of CSV: the column of rates, likewise."""
    size: str | None = None
    """Of CSV: the column of octets of packets, likewise."""
    before: bool = False
    """Of CSV: a rate is that of the time before its instant, not after it."""
    every: str | None = None
    """Of Mahimahi: the time over which opportunities are counted; 100 ms if None."""
    source: str | None = None
    """Of captures: the IP address whose packets are taken; those of all addresses if None."""
    destination: str | None = None
    """Of captures: the IP address to which the packets are, likewise."""


@dataclass(frozen=True, slots=True)
class Table(ABC):
    """What a trace became; `notes` are sentences about what was left out or assumed."""

    notes: list[str] = field(default_factory=list, kw_only=True)

    @abstractmethod
    def text(self) -> str:
        """Write it as a scenario reads it."""

    @abstractmethod
    def setting(self, file: Path) -> str:
        """Give the TOML that reads a file with `text` in it."""

    @abstractmethod
    def summary(self) -> str:
        """Say in a line how much it is."""


@dataclass(frozen=True, slots=True)
class Rates(Table):
    """Rates that begin at instants."""

    at_ps: list[int]
    """Instants in ps, the first 0, each above the one before it."""
    bps: list[int]
    """The rates after these instants, in bit/s, at least one above 0."""
    period_ps: int | None = None
    """When the trace ends, in ps; None if it does not say how long its last rate lasts."""

    def text(self) -> str:
        """Write comma-separated values with the header ``at_s,rate_bps``."""
        rows = zip(self.at_ps, self.bps, strict=True)
        return "".join(["at_s,rate_bps\n", *(f"{seconds(at)},{bps}\n" for at, bps in rows)])

    def setting(self, file: Path) -> str:
        """Give the line of a link."""
        period = "" if self.period_ps is None else f', period = "{seconds(self.period_ps)} s"'
        return f'line = {{ line = "rate-table", file = {json.dumps(str(file))}{period} }}'

    def mean_bps(self) -> float:
        """Give the mean over the time of the trace, in bit/s; without a period, up to the last rate."""
        ends = [*self.at_ps[1:], self.at_ps[-1] if self.period_ps is None else self.period_ps]
        work = sum(bps * (end - at) for at, bps, end in zip(self.at_ps, self.bps, ends, strict=True))
        return work / ends[-1] if ends[-1] else float(self.bps[0])

    def summary(self) -> str:
        """Say how many rates there are, of how long, and their mean."""
        long = self.at_ps[-1] if self.period_ps is None else self.period_ps
        return f"{len(self.bps)} rates in {seconds(long)} s, mean {self.mean_bps() / 1e6:.6g} Mbit/s"


@dataclass(frozen=True, slots=True)
class Arrivals(Table):
    """Instants at which datagrams are due, and their sizes."""

    HEADERS_BYTES: ClassVar[int] = 28
    """Octets that an IP packet has in addition to a datagram's data: IPv4 (20) and UDP (8)."""

    at_ps: list[int]
    """Instants in ps, the first 0, in order; several may be the same."""
    data_bytes: list[int]
    """Octets of data of the datagrams, at least 1."""

    def text(self) -> str:
        """Write comma-separated values with the header ``at_s,bytes``."""
        rows = zip(self.at_ps, self.data_bytes, strict=True)
        return "".join(["at_s,bytes\n", *(f"{seconds(at)},{octets}\n" for at, octets in rows)])

    def setting(self, file: Path) -> str:
        """Give the source of a flow of UDP."""
        return f'udp = {{ source = {{ pattern = "list", file = {json.dumps(str(file))} }} }}'

    def summary(self) -> str:
        """Say how many arrivals there are, in how long, and their octets."""
        octets = sum(self.data_bytes)
        return f"{len(self.at_ps)} arrivals in {seconds(self.at_ps[-1])} s, {octets} octets of data"


@dataclass(frozen=True, slots=True)
class Delays(Table):
    """Additional delays, from which a link draws."""

    ps: list[int]
    """Each in ps, at least 0."""

    def text(self) -> str:
        """Write a number of milliseconds in each line."""
        return "".join(f"{_decimal(one, _PS_PER_MS)}\n" for one in self.ps)

    def setting(self, file: Path) -> str:
        """Give the jitter of a link."""
        return f'jitter = {{ distribution = "empirical", file = {json.dumps(str(file))} }}'

    def summary(self) -> str:
        """Say how many delays there are, their mean and the longest."""
        mean_ms, most_ms = sum(self.ps) / len(self.ps) / _PS_PER_MS, max(self.ps) / _PS_PER_MS
        return f"{len(self.ps)} delays, mean {mean_ms:.6g} ms, at most {most_ms:.6g} ms"


def seconds(ps: int) -> str:
    """Write a time in seconds, exactly."""
    return _decimal(ps, _PS_PER_S)


def _decimal(number: int, unit: int) -> str:
    whole, rest = divmod(number, unit)
    return f"{whole}.{rest:0{len(str(unit)) - 1}d}".rstrip("0").rstrip(".")
