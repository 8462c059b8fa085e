"""Packets of a capture as arrivals: what of a frame is the IP packet, its length, and its two addresses."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import ip_address

from cellwise.traces.table import MOST_LINES, Arrivals, Given, TraceError

_IPV4, _IPV6 = 4, 6
_MOST_SHOWN = 5
_VLAN = {b"\x81\x00", b"\x88\xa8", b"\x91\x00"}
_PPPOE_SESSION = b"\x88\x64"
_IN_ETHERNET = {b"\x08\x00", b"\x86\xdd"}
_IN_PPP = {b"\x00\x21", b"\x00\x57"}


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame of a capture."""

    at_ps: int
    """Its instant in ps since the beginning of 1970, or any other."""
    link: int
    """The link type, as tcpdump.org lists them."""
    octets: bytes
    """What was kept of it."""
    length: int
    """Its octets on the line."""


def arrivals(frames: Callable[[list[str]], Iterable[Frame]], given: Given) -> Arrivals:
    """Make arrivals of the IP packets among frames, which are read with a list for notes about them.

    A datagram has as many octets of data as make its packet as long as the one in the capture, at least 1.

    Raises `TraceError` if there is no IP packet, none between the addresses that are given, or there are too
    many. Raises `ValueError` if what is given is no address.
    """
    source, destination = _address("source", given.source), _address("destination", given.destination)
    notes: list[str] = []
    others = 0
    ways: dict[tuple[bytes, bytes], None] = {}
    found: list[tuple[int, int]] = []
    for frame in frames(notes):
        start = _start_of_ip(frame)
        if start is None:
            others += 1
            continue
        length, way = _ip(frame, start)
        ways[way] = None
        if source in (None, way[0]) and destination in (None, way[1]):
            found.append((frame.at_ps, max(1, length - Arrivals.HEADERS_BYTES)))
        if len(found) > MOST_LINES:
            raise TraceError([(None, f"has more than {MOST_LINES} packets; cut it, as with editcap")])
    if not found:
        there = _shown(_way(*map(_name, way)) for way in ways)
        whose = f" {_way(given.source, given.destination)}, but {there}" if ways else ""
        raise TraceError([(None, f"has no IP packet{whose}")])
    found.sort(key=lambda one: one[0])
    if others:
        notes.append(f"{others} frames without an IP packet are left out")
    sources = dict.fromkeys(way[0] for way in ways)
    if len(sources) > 1 and source is destination is None:
        notes.append(f"packets from {_shown(map(_name, sources))}; --source ADDRESS takes those of one")
    first = found[0][0]
    return Arrivals([at - first for at, _ in found], [octets for _, octets in found], notes=notes)


def _shown(texts: Iterable[str]) -> str:
    known = list(texts)
    return ", ".join(known[:_MOST_SHOWN]) + (", ..." if len(known) > _MOST_SHOWN else "")


def _way(source: str | None, destination: str | None) -> str:
    return " ".join(f"{word} {end}" for word, end in (("from", source), ("to", destination)) if end)


def _name(address: bytes) -> str:
    """Name an address; of one that was cut off nothing is known."""
    return str(ip_address(address)) if len(address) in (4, 16) else "unknown"


def _address(option: str, text: str | None) -> bytes | None:
    try:
        return None if text is None else ip_address(text).packed
    except ValueError:
        raise ValueError(f"--{option}: {text!r} is not allowed; give an IP address") from None


def _start_of_ip(frame: Frame) -> int | None:
    """Give where the IP packet begins; None if the frame has none."""
    octets = frame.octets
    match frame.link:
        case 1:
            return _in_ethernet(octets)
        case 0 | 108:
            start = 4
        case 9:
            start = _after_ppp(octets, 2 if octets[:2] == b"\xff\x03" else 0)
        case 12 | 14 | 101 | 228 | 229:
            start = 0
        case 113:
            start = 16
        case 276:
            start = 20
        case _:
            rule = "give Ethernet, PPP, raw IP, loopback, or Linux' any"
            raise TraceError([(None, f"has frames of link type {frame.link}; {rule}")])
    is_ip = len(octets) > start >= 0 and octets[start] >> 4 in (_IPV4, _IPV6)
    return start if is_ip else None


def _in_ethernet(octets: bytes) -> int | None:
    at = 12
    while octets[at : at + 2] in _VLAN:
        at += 4
    kind, start = octets[at : at + 2], at + 2
    if kind == _PPPOE_SESSION:
        start = _after_ppp(octets, start + 6)
    elif kind not in _IN_ETHERNET:
        return None
    return start if len(octets) > start >= 0 else None


def _after_ppp(octets: bytes, at: int) -> int:
    return at + 2 if octets[at : at + 2] in _IN_PPP else -1


def _ip(frame: Frame, start: int) -> tuple[int, tuple[bytes, bytes]]:
    """Give the octets of an IP packet, its source and its destination.

    The octets are 0 where a card was to cut the packet.
    """
    packet = frame.octets[start:]
    if packet[0] >> 4 == _IPV6:
        length, way = int.from_bytes(packet[4:6]), (packet[8:24], packet[24:40])
        length += 40 if length else 0
    else:
        length, way = int.from_bytes(packet[2:4]), (packet[12:16], packet[16:20])
    return length or max(0, frame.length - start), way
