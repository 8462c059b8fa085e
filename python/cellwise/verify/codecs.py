"""The octets of cells, AAL5 frames and RM cells, against those of the standards and against long division."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from cellwise import _core
from cellwise.verify.check import Check, Exactly, Item

#: x^8 + x^2 + x + 1 (ITU-T I.432.1); the remainder is added to 01010101.
_HEC_GENERATOR, _HEC_COSET = 0b1_0000_0111, 0b0101_0101
#: x^10 + x^9 + x^5 + x^4 + x + 1 (ITU-T I.610).
_CRC10_GENERATOR = 0b110_0011_0011

_HEADER_BITS = 40
_PAYLOAD_OCTETS = 48

#: Headers whose octets the recommendations print: the idle and the unassigned cell.
HEADERS = (("idle cell", True, "0000000152"), ("unassigned cell", False, "0000000055"))

#: Fields of other headers: VPI, VCI, payload type, CLP.
_FIELDS = ((0, 32, 0b110, False), (255, 65535, 0b011, True), (1, 5, 0b000, False), (170, 21845, 0b001, True))

#: SDU, and the trailer that the recommendation's examples print: UU, CPI, length, CRC-32.
FRAMES = (
    ("40 octets of 0", bytes(40), "00000028864d7f99"),
    ("40 octets of ones", b"\xff" * 40, "00000028c55e457a"),
    ("octets 1 to 40", bytes(range(1, 41)), "00000028bf671ed0"),
)

#: Rates in cells/s that the 16-bit format holds exactly: exponent and mantissa of 2^e (1 + m / 512).
RATES = ((0, 0), (3, 128), (18, 177), (31, 511))


def remainder(octets: bytes, generator: int) -> int:
    """Divide octets as a polynomial, the highest bit first, and give the remainder.

    Examples
    --------
    The check value of CRC-10/ATM:

    >>> hex(remainder(b"123456789" + bytes(2), 0b11000110011 << 6) >> 6)
    '0x199'
    """
    width = generator.bit_length() - 1
    rest = 0
    for octet in octets:
        for bit in range(7, -1, -1):
            rest = rest << 1 | (octet >> bit & 1)
            if rest >> width:
                rest ^= generator
    return rest


def flipped(octets: bytes, *bits: int) -> bytes:
    """Give octets with some bits wrong, counted from the first that is sent."""
    changed = bytearray(octets)
    for bit in bits:
        changed[bit // 8] ^= 0x80 >> bit % 8
    return bytes(changed)


def _refused(decode: Callable[[bytes], object], attempts: Iterator[bytes]) -> int:
    refused = 0
    for octets in attempts:
        try:
            decode(octets)
        except ValueError:
            refused += 1
    return refused


def headers() -> Sequence[Item]:
    """Encode headers, and decode them with wrong bits."""
    items = [
        Item(f"{name}, octets", _core.encode_header(0, 0, 0, clp).hex(), Exactly(octets))
        for name, clp, octets in HEADERS
    ]
    for vpi, vci, pti, clp in _FIELDS:
        octets = _core.encode_header(vpi, vci, pti, clp)
        word = vpi << 20 | vci << 4 | pti << 1 | clp
        plain = word.to_bytes(4, "big")
        # A byte of zeros makes room for the remainder.
        hec = remainder(plain + b"\0", _HEC_GENERATOR) ^ _HEC_COSET
        expected = Exactly(f"{plain.hex()}{hec:02x}")
        items.append(Item(f"VPI {vpi}, VCI {vci}, PTI {pti}, CLP {int(clp)}, octets", octets.hex(), expected))
    return [*items, *_wrong_headers()]


def _wrong_headers() -> list[Item]:
    good = _core.encode_header(1, 32, 0, False)
    fields = _core.decode_header(good)
    corrected = sum(_core.decode_header(flipped(good, bit)) == fields for bit in range(_HEADER_BITS))
    pairs = list(combinations(range(_HEADER_BITS), 2))
    refused = _refused(_core.decode_header, (flipped(good, *pair) for pair in pairs))
    return [
        Item("headers with one wrong bit that are corrected", corrected, Exactly(_HEADER_BITS)),
        Item("headers with two wrong bits that are refused", refused, Exactly(len(pairs))),
    ]


def frames() -> Sequence[Item]:
    """Frame SDUs, and take frames apart, whole and with each bit wrong."""
    items = []
    for name, sdu, trailer in FRAMES:
        payloads = _core.encode_frame(sdu)
        items.append(Item(f"{name}: trailer", b"".join(payloads)[len(sdu) :].hex(), Exactly(trailer)))
        items.append(Item(f"{name}: SDU", _core.decode_frame(payloads)[0].hex(), Exactly(sdu.hex())))
    # The last frame of one cell, the first of two, the longest that there is.
    for octets, cells in ((40, 1), (41, 2), (65535, 1366)):
        items.append(
            Item(f"cells of {octets} octets", len(_core.encode_frame(bytes(octets))), Exactly(cells))
        )
    (payload,) = _core.encode_frame(bytes(range(1, 41)))
    bits = 8 * _PAYLOAD_OCTETS
    attempts = (flipped(payload, bit) for bit in range(bits))
    refused = _refused(lambda octets: _core.decode_frame([octets]), attempts)
    return [*items, Item("frames with one wrong bit that are refused", refused, Exactly(bits))]


def rm_cells() -> Sequence[Item]:
    """Encode RM cells, and divide them by hand."""
    items = [_rate(exponent, mantissa) for exponent, mantissa in RATES]
    payload = _core.encode_rm(353207.5, 10.0, 0.0, backward=True, ci=True)
    # Protocol 1; DIR and CI; ER, CCR, MCR; QL and SN, which are not used; the value of reserved octets.
    expected = f"01 a0 64b1 4680 0000 {'00' * 8} {'6a' * 30}".replace(" ", "")
    items.append(Item("octets before the CRC-10", payload[:46].hex(), Exactly(expected)))
    items.append(Item("remainder of the payload", remainder(payload, _CRC10_GENERATOR), Exactly(0)))
    items.append(Item("reserved bits before the CRC-10", payload[46] >> 2, Exactly(0)))
    fields = _core.decode_rm(payload)
    flags = " ".join(name for name in ("backward", "bn", "ci", "ni") if fields[name])
    items.append(Item("flags as decoded", flags, Exactly("backward ci")))
    bits = 8 * _PAYLOAD_OCTETS
    refused = _refused(_core.decode_rm, (flipped(payload, bit) for bit in range(bits)))
    return [*items, Item("RM cells with one wrong bit that are refused", refused, Exactly(bits))]


def _rate(exponent: int, mantissa: int) -> Item:
    """Encode a rate as ER; the bits are 0, nonzero, five of e, nine of m."""
    rate = 2.0**exponent * (1 + mantissa / 512)
    expected = Exactly(f"{1 << 14 | exponent << 9 | mantissa:04x}")
    return Item(f"ER of {rate:.10g} cells/s, octets", _core.encode_rm(rate, 0.0, 0.0)[2:4].hex(), expected)


CHECKS = (
    Check(
        "cell-codec",
        "header octets with their HEC; wrong bits corrected and refused",
        "ITU-T I.361, section 2.2; I.432.1, sections 4.3.2 to 4.3.5, with the idle cell; long division",
        headers,
    ),
    Check(
        "aal5-codec",
        "trailers of AAL5 frames with their CRC-32; frames with wrong bits",
        "ITU-T I.363 and I.363.5: the three examples of a CPCS-PDU of one cell; lengths by division",
        frames,
    ),
    Check(
        "rm-codec",
        "octets, 16-bit rates and CRC-10 of RM cells",
        "ATM Forum af-tm-0056.000, section 5.10.3 and Table 5-4; CRC-10 of ITU-T I.610 by long division",
        rm_cells,
    ),
)
