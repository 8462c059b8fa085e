"""The formats of traces by name, and the one way in which all are read."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from cellwise.errors import by_name
from cellwise.traces import csv_log, hsdpa, mahimahi, pcap, pcapng, pensieve, pings
from cellwise.traces.lines import first_line
from cellwise.traces.table import Given, Table, TraceError


@dataclass(frozen=True, slots=True)
class Format:
    """One format of another program."""

    name: str
    summary: str
    gives: str
    """What it becomes: ``rates``, ``arrivals``, ``delays``, or two of them."""
    matches: Callable[[Any], bool]
    """Whether it is this format: by the octets of a file, or the text."""
    read: Callable[[Any, Given], Table]
    """Reads the octets, or the text."""
    takes: tuple[str, ...] = ()
    """The fields of `Given` that mean something for it."""
    is_text: bool = True


_ENDS = ("source", "destination")

#: Every format by name, in the order in which they are recognised.
FORMATS: dict[str, Format] = {
    one.name: one
    for one in (
        Format("pcapng", "captures of today", "arrivals", pcapng.matches, pcapng.read, _ENDS, False),
        Format("pcap", "captures as tcpdump writes them", "arrivals", pcap.matches, pcap.read, _ENDS, False),
        Format("ping", "replies of ping, hrping or fping", "delays", pings.matches, pings.read),
        Format(
            "mahimahi",
            "milliseconds of 1500 octets each",
            "rates",
            mahimahi.matches,
            mahimahi.read,
            ("every",),
        ),
        Format("hsdpa", "logs of Telenor's 3G network", "rates", hsdpa.matches, hsdpa.read),
        Format("pensieve", "seconds and Mbit/s", "rates", pensieve.matches, pensieve.read),
        Format(
            "csv",
            "any two columns of a log",
            "rates or arrivals",
            csv_log.matches,
            csv_log.read,
            ("time", "rate", "size", "before"),
        ),
    )
}


def convert(content: bytes, name: str | None = None, given: Given | None = None) -> Table:
    r"""Read a trace.

    Parameters
    ----------
    content : bytes
        The octets of the file.
    name : str, optional
        One of `FORMATS`. If None, it is found by the content or by the options of CSV.
    given : Given, optional
        Options of formats that need some.

    Returns
    -------
    Table
        `Rates`, `Arrivals` or `Delays`; a scenario reads its ``text``.

    Raises
    ------
    TraceError
        If the content is wrong; every wrong line of a text is reported.
    ValueError
        If the format is not known or not recognised, or an option means nothing for it.

    Examples
    --------
    >>> print(convert(b"0 1.5\n0.5 4\n1 2\n").text(), end="")
    at_s,rate_bps
    0,4000000
    0.5,2000000
    """
    given = given or Given()
    used = {one.name for one in fields(Given) if getattr(given, one.name)}
    found = by_name("--from", name, FORMATS, "the formats") if name else _recognised(content, used)
    if unused := sorted(used.difference(found.takes)):
        raise ValueError(f"--{unused[0]}: means nothing for {found.name}; leave it out, or give --from")
    return found.read(_text(content) if found.is_text else content, given)


def _recognised(content: bytes, used: set[str]) -> Format:
    for one in FORMATS.values():
        if not one.is_text and one.matches(content):
            return one
    # Columns are those of a log, whatever its first line looks like.
    if used & set(FORMATS["csv"].takes):
        return FORMATS["csv"]
    text = _text(content)
    for one in FORMATS.values():
        if one.is_text and one.matches(text):
            return one
    raise ValueError(
        f"--from: the format is not recognised by its first line, {first_line(text)[:60]!r}; "
        f"give one of {', '.join(FORMATS)}"
    )


def _text(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TraceError([(None, "is no capture, and no text in UTF-8")]) from None
