"""Captures in the new format: pcapng, with an instant's unit for each interface.

Source: draft-ietf-opsawg-pcapng. Blocks other than those of sections, interfaces and packets are skipped.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from cellwise.traces.packets import Frame, arrivals
from cellwise.traces.table import Arrivals, Given, TraceError

_SECTION, _INTERFACE, _SIMPLE, _PACKET = 0x0A0D0D0A, 1, 3, 6
_ORDERS = {b"\x4d\x3c\x2b\x1a": "<", b"\x1a\x2b\x3c\x4d": ">"}
_RESOLUTION, _OFFSET = 9, 14
_PS_PER_S = 10**12


@dataclass(frozen=True, slots=True)
class _Interface:
    link: int
    unit_ps: Fraction
    offset_s: int


def matches(content: bytes) -> bool:
    """Say whether a file begins as this format does."""
    return content[:4] == b"\x0a\x0d\x0d\x0a"


def read(content: bytes, given: Given) -> Arrivals:
    """Read a capture; of a last block that was not written whole nothing is taken."""
    return arrivals(lambda notes: _frames(content, notes), given)


def _frames(content: bytes, notes: list[str]) -> Iterator[Frame]:
    interfaces: list[_Interface] = []
    without_time = 0
    for kind, order, body in _blocks(content, notes):
        if kind == _SECTION:
            interfaces = []
        elif kind == _INTERFACE and len(body) >= 8:
            interfaces.append(_interface(order, body))
        elif kind == _SIMPLE:
            without_time += 1
        elif kind == _PACKET and len(body) >= 20:
            number, high, low, kept, length = struct.unpack_from(f"{order}5I", body)
            if number >= len(interfaces):
                raise TraceError([(None, f"has a packet of interface {number}, which it does not describe")])
            one = interfaces[number]
            at_ps = round((high << 32 | low) * one.unit_ps) + one.offset_s * _PS_PER_S
            yield Frame(at_ps, one.link, body[20 : 20 + kept], length)
    if without_time:
        notes.append(f"{without_time} packets without an instant (simple packet blocks) are left out")


def _blocks(content: bytes, notes: list[str]) -> Iterator[tuple[int, str, bytes]]:
    """Give the type of each block, the order of octets of its section, and its content."""
    at, order = 0, _ORDERS.get(content[8:12])
    if not matches(content) or order is None:
        raise TraceError([(None, "does not begin as a pcapng file does, with a section")])
    while at + 12 <= len(content):
        if matches(content[at : at + 4]):
            order = _ORDERS.get(content[at + 8 : at + 12], order)
        kind, length = struct.unpack_from(f"{order}2I", content, at)
        if length < 12 or length % 4:
            raise TraceError(
                [(None, f"has a block of {length} octets at octet {at}; blocks have 12, 16, 20, ...")]
            )
        if at + length > len(content):
            break
        yield kind, order, content[at + 8 : at + length - 4]
        at += length
    if at < len(content):
        notes.append("the last block was not written whole, and is left out")


def _interface(order: str, body: bytes) -> _Interface:
    unit_ps, offset_s = Fraction(10**6), 0
    at = 8
    while at + 4 <= len(body):
        code, length = struct.unpack_from(f"{order}2H", body, at)
        option = body[at + 4 : at + 4 + length]
        if code == _RESOLUTION and length == 1:
            unit_ps = Fraction(_PS_PER_S, 2 ** (option[0] & 0x7F) if option[0] & 0x80 else 10 ** option[0])
        elif code == _OFFSET and len(option) == 8:
            (offset_s,) = struct.unpack(f"{order}q", option)
        at += 4 + length + -length % 4
    return _Interface(struct.unpack_from(f"{order}H", body)[0], unit_ps, offset_s)
