"""Cells of packets in every encapsulation, against sums of header octets and against tc's cake."""

from collections.abc import Sequence

from cellwise import _core
from cellwise.theory.access_line import KEYWORDS
from cellwise.verify.check import Check, Exactly, Item

#: IP octets, encapsulation, octets of the SDU by the documents named, cells: ceil((SDU + 8) / 48).
VECTORS = (
    (9180, "llc-snap", 9180 + 8, 192),
    (552, "llc-snap", 552 + 8, 12),
    (40, "llc-snap", 40 + 8, 2),
    (40, "vc-mux", 40, 1),
    (41, "vc-mux", 41, 2),
    (65535, "vc-mux", 65535, 1366),
    (1500, "pppoa-vc-mux", 1500 + 2, 32),
    (1500, "pppoa-llc", 1500 + 6, 32),
    (1500, "bridged-llc", 1500 + 10 + 14, 32),
    (1492, "pppoe-llc", 1492 + 10 + 14 + 6 + 2, 32),
    (1500, "pppoe-llc-fcs", 1500 + 10 + 14 + 6 + 2 + 4, 33),
    (28, "bridged-vc-mux-fcs", 2 + 64, 2),
)

#: Every packet size up to here is compared with the size that cake computes.
LARGEST_BYTES = 1600


def _vectors() -> list[Item]:
    items = []
    for packet, name, sdu, cells in VECTORS:
        (row,) = _core.overhead([str(packet)], name)
        computed = f"SDU of {row['sdu_bytes']}, {row['cells']} cells"
        items.append(Item(f"{packet} octets, {name}", computed, Exactly(f"SDU of {sdu}, {cells} cells")))
    return items


def _sizes_unlike_cake() -> list[Item]:
    sizes = [str(octets) for octets in range(1, LARGEST_BYTES + 1)]
    items = []
    for keyword in KEYWORDS.values():
        if keyword.encapsulation:
            rows = _core.overhead(sizes, keyword.encapsulation)
            unlike = sum(row["line_bytes"] != keyword.line_bytes(row["packet_bytes"]) for row in rows)
            computed = f"{len(rows)} sizes, {unlike} unlike cake"
            expected = Exactly(f"{LARGEST_BYTES} sizes, 0 unlike cake")
            items.append(Item(f"{keyword.name}, {keyword.encapsulation}", computed, expected))
    return items


def measure() -> Sequence[Item]:
    """Frame packets of many sizes."""
    return [*_vectors(), *_sizes_unlike_cake()]


CHECK = Check(
    "encapsulations",
    "octets and cells of packets in AAL5 frames",
    "ITU-T I.363.5; RFC 2684, RFC 2364, RFC 2516; tc-cake(8), overhead keywords",
    measure,
)
