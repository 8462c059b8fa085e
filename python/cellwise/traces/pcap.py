"""Captures in the classic format: pcap, with instants in us or ns.

Source: draft-ietf-opsawg-pcap. Only instants, lengths and the beginnings of packets are needed: less than a
library of protocols would cost every user.
"""

import struct
from collections.abc import Iterator

from cellwise.traces.packets import Frame, arrivals
from cellwise.traces.table import Arrivals, Given, TraceError

#: By its first four octets: the order of octets, and the ps of a unit of time.
_MAGIC = {
    b"\xd4\xc3\xb2\xa1": ("<", 10**6),
    b"\xa1\xb2\xc3\xd4": (">", 10**6),
    b"\x4d\x3c\xb2\xa1": ("<", 10**3),
    b"\xa1\xb2\x3c\x4d": (">", 10**3),
}
_HEADER, _RECORD = 24, 16
_PS_PER_S = 10**12


def matches(content: bytes) -> bool:
    """Say whether a file begins as this format does."""
    return content[:4] in _MAGIC


def read(content: bytes, given: Given) -> Arrivals:
    """Read a capture; of a last packet that was not written whole nothing is taken."""
    return arrivals(lambda notes: _frames(content, notes), given)


def _frames(content: bytes, notes: list[str]) -> Iterator[Frame]:
    if not matches(content) or len(content) < _HEADER:
        raise TraceError([(None, "does not begin as a pcap file does, with 24 octets of header")])
    order, unit_ps = _MAGIC[content[:4]]
    link = struct.unpack_from(f"{order}I", content, 20)[0] & 0xFFFF
    at = _HEADER
    while at + _RECORD <= len(content):
        whole, part, kept, length = struct.unpack_from(f"{order}4I", content, at)
        at += _RECORD
        if at + kept > len(content):
            break
        yield Frame(whole * _PS_PER_S + part * unit_ps, link, content[at : at + kept], length)
        at += kept
    else:
        if at == len(content):
            return
    notes.append("the last packet was not written whole, and is left out")
