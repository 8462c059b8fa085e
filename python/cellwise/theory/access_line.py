"""The octets of packets on an access line: tc's keywords for DSL and Ethernet, by ATM, by PTM or by neither.

Source: tc-cake(8), overhead compensation, whose keywords, octets and arithmetic these are; RFC 2684, RFC 2364
and RFC 2516 for the octets of ATM encapsulations, which here have the trailer of AAL5 among them; ITU-T
G.992.3, annex N, for the 64/65-octet code of PTM. The octets of a keyword are counted from the IP packet.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

#: Octets of a cell and of its payload, of the trailer of AAL5, and of the Ethernet header that Linux counts.
CELL_BYTES, PAYLOAD_BYTES, TRAILER_BYTES, MAC_HEADER_BYTES = 53, 48, 8, 14

#: Octets of which PTM makes 65.
_PTM_BLOCK_BYTES = 64

Framing = Literal["atm", "ptm", "none"]

#: Octets of a VLAN tag; the numbers that tc takes after `overhead` and `mpu`.
_VLAN_TAG_BYTES = 4
_NUMBERS = {"overhead": ("overhead_bytes", -64, 256), "mpu": ("mpu_bytes", 0, 256)}
_FRAMINGS: Mapping[str, Framing] = {"atm": "atm", "ptm": "ptm", "noatm": "none"}


@dataclass(frozen=True, slots=True)
class LineFraming:
    """How packets are put on a line: by one of tc's keywords, or by an encapsulation of the catalogue."""

    name: str
    framing: Framing
    overhead_bytes: int
    """Octets added to each IP packet; by ATM with the 8 of the AAL5 trailer."""
    mpu_bytes: int = 0
    """Least octets, with those added; 0 for none."""
    encapsulation: str = ""
    """The encapsulation of the catalogue that takes the same cells; empty without one."""
    is_keyword: bool = True
    """Whether tc knows the name; if not, it gets the octets."""

    def framed_bytes(self, packet_bytes: int) -> int:
        """Give the octets of a packet of at least 1 octet before cells or the code of PTM.

        Examples
        --------
        >>> KEYWORDS["ethernet"].framed_bytes(28)
        84
        """
        return max(packet_bytes + self.overhead_bytes, self.mpu_bytes)

    def cells(self, packet_bytes: int) -> int | None:
        """Give the cells of a packet; None if the line carries none.

        Examples
        --------
        >>> KEYWORDS["pppoa-vcmux"].cells(1478), KEYWORDS["pppoa-vcmux"].cells(1479)
        (31, 32)
        """
        if self.framing != "atm":
            return None
        return -(-self.framed_bytes(packet_bytes) // PAYLOAD_BYTES)

    def line_bytes(self, packet_bytes: int) -> int:
        """Give the octets that cake counts for a packet on the line.

        PTM is taken as one octet more for every 64 or part of them.

        Examples
        --------
        >>> [KEYWORDS[name].line_bytes(1500) for name in ("pppoe-llcsnap", "pppoe-ptm", "ethernet", "raw")]
        [1749, 1554, 1538, 1500]
        """
        cells = self.cells(packet_bytes)
        if cells is not None:
            return CELL_BYTES * cells
        framed = self.framed_bytes(packet_bytes)
        return framed - (-framed // _PTM_BLOCK_BYTES) if self.framing == "ptm" else framed

    def cake_words(self) -> str:
        """Give what cake takes: its keyword, or the octets."""
        if self.is_keyword:
            return self.name
        mpu = f" mpu {self.mpu_bytes}" if self.mpu_bytes else ""
        return f"overhead {self.overhead_bytes}{mpu} {'noatm' if self.framing == 'none' else self.framing}"

    def stab_words(self, *, ethernet: bool) -> str | None:
        """Give what a size table (tc-stab(8)) takes for the same; None if it cannot count so.

        Parameters
        ----------
        ethernet : bool
            Whether Linux counts the 14 octets of the Ethernet header in each packet, as on Ethernet
            interfaces and not on those of PPP; cake takes care of that itself.
        """
        if self.framing == "ptm":
            return None
        overhead = self.overhead_bytes - (MAC_HEADER_BYTES if ethernet else 0)
        mpu = f" mpu {self.mpu_bytes}" if self.mpu_bytes else ""
        return f"linklayer {'atm' if self.framing == 'atm' else 'ethernet'} overhead {overhead}{mpu}"


#: tc's keywords by name, in the order of tc-cake(8).
KEYWORDS: Mapping[str, LineFraming] = {
    one.name: one
    for one in (
        LineFraming("raw", "none", 0),
        LineFraming("conservative", "atm", 48),
        LineFraming("ipoa-vcmux", "atm", 8, encapsulation="vc-mux"),
        LineFraming("ipoa-llcsnap", "atm", 16, encapsulation="llc-snap"),
        LineFraming("bridged-vcmux", "atm", 24, encapsulation="bridged-vc-mux"),
        LineFraming("bridged-llcsnap", "atm", 32, encapsulation="bridged-llc"),
        LineFraming("pppoa-vcmux", "atm", 10, encapsulation="pppoa-vc-mux"),
        LineFraming("pppoa-llc", "atm", 14, encapsulation="pppoa-llc"),
        LineFraming("pppoe-vcmux", "atm", 32, encapsulation="pppoe-vc-mux"),
        LineFraming("pppoe-llcsnap", "atm", 40, encapsulation="pppoe-llc"),
        LineFraming("pppoe-ptm", "ptm", 30),
        LineFraming("bridged-ptm", "ptm", 22),
        LineFraming("ethernet", "none", 38, mpu_bytes=84),
        LineFraming("docsis", "none", 18, mpu_bytes=64),
    )
}


def framing_of_words(text: str, known: Callable[[str], LineFraming | None]) -> LineFraming:
    """Read tc's description of a line: a name, numbers and words, each overriding what came before.

    Raises `ValueError` if a word is not known or a number is missing or out of range (octets from -64 to 256,
    `mpu` from 0).

    Parameters
    ----------
    text : str
        Such as `pppoe-ptm ether-vlan`, `overhead 44 mpu 96 atm`, `34 noatm`. Each `ether-vlan` adds 4 octets.
    known : callable
        Gives the framing of a name; None for an unknown name.

    Examples
    --------
    >>> framing_of_words("pppoe-ptm ether-vlan noatm", KEYWORDS.get).line_bytes(1492)
    1526
    >>> framing_of_words("44 mpu 96 atm", KEYWORDS.get).cake_words()
    'overhead 44 mpu 96 atm'
    """
    line = LineFraming(text, "none", 0, is_keyword=False)
    words = iter(text.split())
    for word in words:
        named = known(word)
        if named is not None and text.strip() == word:
            return named
        change: dict[str, Any]
        if named is not None:
            change = {
                "framing": named.framing,
                "overhead_bytes": named.overhead_bytes,
                "mpu_bytes": named.mpu_bytes,
            }
        elif word in _FRAMINGS:
            change = {"framing": _FRAMINGS[word]}
        elif word == "ether-vlan":
            change = {"overhead_bytes": line.overhead_bytes + _VLAN_TAG_BYTES}
        elif word in _NUMBERS:
            change = _number(word, next(words, ""))
        else:
            change = _number("overhead", word)
        line = replace(line, **change)
    return line


def _number(word: str, text: str) -> dict[str, int]:
    field, least, most = _NUMBERS[word]
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 5 and least <= int(text) <= most):
        raise ValueError(f'"{text}" is not allowed; give whole octets from {least} to {most} for `{word}`')
    return {field: int(text)}
