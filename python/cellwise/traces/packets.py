"""Packets of a capture as arrivals: what of a frame is the IP packet, how long it is, and who sent it."""

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

    Raises `TraceError` if there is no IP packet, none of `given.source`, or there are too many. Raises
    `ValueError` if `given.source` is no address.
    """
    wanted = None if given.source is None else _address(given.source)
    notes: list[str] = []
    others = 0
    sources: dict[bytes, None] = {}
    found: list[tuple[int, int]] = []
    for frame in frames(notes):
        start = _start_of_ip(frame)
        if start is None:
            others += 1
            continue
        length, source = _ip(frame, start)
        sources[source] = None
        if wanted in (None, source):
            found.append((frame.at_ps, max(1, length - Arrivals.HEADERS_BYTES)))
        if len(found) > MOST_LINES:
            raise TraceError([(None, f"has more than {MOST_LINES} packets; cut it, as with editcap")])
    if not found:
        whose = f" from {given.source}, but from {_shown(sources)}" if sources else ""
        raise TraceError([(None, f"has no IP packet{whose}")])
    found.sort(key=lambda one: one[0])
    if others:
        notes.append(f"{others} frames without an IP packet are left out")
    if len(sources) > 1 and wanted is None:
        notes.append(f"packets from {_shown(sources)}; --source ADDRESS takes those of one")
    first = found[0][0]
    return Arrivals([at - first for at, _ in found], [octets for _, octets in found], notes=notes)


def _shown(sources: Iterable[bytes]) -> str:
    """Name the first addresses; of one that was cut off nothing is known."""
    known = [str(ip_address(one)) if len(one) in (4, 16) else "unknown" for one in sources]
    return ", ".join(known[:_MOST_SHOWN]) + (", ..." if len(known) > _MOST_SHOWN else "")


def _address(text: str) -> bytes:
    try:
        return ip_address(text).packed
    except ValueError:
        raise ValueError(f"--source: {text!r} is not allowed; give an IP address") from None


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


def _ip(frame: Frame, start: int) -> tuple[int, bytes]:
    """Give the octets of an IP packet, and its source; the length is 0 where a card was to cut the packet."""
    packet = frame.octets[start:]
    if packet[0] >> 4 == _IPV6:
        length, source = int.from_bytes(packet[4:6]), packet[8:24]
        length += 40 if length else 0
    else:
        length, source = int.from_bytes(packet[2:4]), packet[12:16]
    return length or max(0, frame.length - start), source
