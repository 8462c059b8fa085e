"""The octets of packets on the line, on the screen, and tc's words for it."""

import re
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console

from cellwise import _core
from cellwise.cli.errors import UsageError, explained, refusal
from cellwise.cli.options import Json, rate_bps
from cellwise.column import Column
from cellwise.screen import screen
from cellwise.terminal_table import print_table
from cellwise.terminal_text import say_json
from cellwise.theory.access_line import KEYWORDS, TRAILER_BYTES, LineFraming, framing_of_words

#: Heading, key and format of each column.
COLUMNS = (
    ("IP octets", "packet_bytes", "d"),
    ("encapsulation", "encapsulation", "s"),
    ("SDU octets", "sdu_bytes", "d"),
    ("cells", "cells", "d"),
    ("line octets", "line_bytes", "d"),
    ("efficiency", "efficiency", ".4f"),
)

T = TypeVar("T")

#: Largest packet of the lines that carry no cells: that of IP.
MOST_BYTES = 65_535

#: tc's prefixes of rates, and those of scenarios.
_PREFIXES = {"": "", "k": "k", "m": "M", "g": "G"}

#: The shaper under a size table: a plain one, with room for some packets.
_SHAPER = "tbf burst 5kb latency 50ms rate"

#: The network interface in commands of tc, unless one is given.
_DEVICE = "DEV"


@explained
def overhead(
    sizes: Annotated[list[str], typer.Argument(metavar="BYTES...", help="Octets of IP packets.")],
    encapsulation: Annotated[
        str | None,
        typer.Option(
            "--encapsulation",
            metavar="NAME",
            help="Such as `pppoe-llc`, or in the words of tc's cake: `pppoe-ptm ether-vlan`, "
            "`overhead 44 mpu 96 atm`; without it, each encapsulation over ATM.",
        ),
    ] = None,
    keywords: Annotated[bool, typer.Option("--keywords", help="Each keyword of tc's cake.")] = False,
    bandwidth: Annotated[
        str,
        typer.Option(
            "--bandwidth", metavar="RATE", help="For tc: rate of the line, such as `2 Mbit/s` or `2mbit`."
        ),
    ] = "",
    interface: Annotated[
        str, typer.Option("--interface", metavar="NAME", help="For tc: the network interface.")
    ] = _DEVICE,
    json: Json = False,
) -> None:
    """Print what IP packets take on an access line, the efficiency, and the matching tc commands.

    Line octets are whole cells of 53 octets for ATM, and 65 octets for every 64 for PTM; efficiency is IP
    octets over line octets. The bandwidth is the rate of the line in these octets.

    Examples: `cellwise overhead 1500 --encapsulation pppoe-llc`, `cellwise overhead 40 1492 --keywords`,
    `cellwise overhead 1500 --encapsulation pppoe-ptm --bandwidth '40 Mbit/s' --interface eth1`,
    `cellwise overhead 1492 --encapsulation 'overhead 44 mpu 96 atm' --bandwidth 10mbit`
    """
    if keywords and encapsulation:
        raise UsageError("--keywords: does not go with --encapsulation")
    if encapsulation is not None and not encapsulation.strip():
        raise UsageError("--encapsulation: '' is not allowed; give a name, such as pppoe-llc, or words of tc")
    if encapsulation is None and (bandwidth or interface != _DEVICE):
        given = "--bandwidth" if bandwidth else "--interface"
        raise UsageError(f"{given}: is for the commands of tc, which need --encapsulation")
    rate = _tc_rate(_rate_bps(bandwidth)) if bandwidth else "RATE"
    with refusal():
        rows = _rows(sizes, encapsulation, keywords=keywords)
    if json:
        say_json(rows)
        return
    console = screen()
    _print_rows(console, rows)
    if encapsulation:
        for line in tc_commands(_framing(encapsulation), rate, interface):
            console.print(line)


def _rows(sizes: list[str], name: str | None, *, keywords: bool) -> list[dict[str, Any]]:
    """Give a row for each size and way of framing; `ValueError` names every mistake."""
    if keywords:
        return [_row(size, one) for size in map(_packet, sizes) for one in KEYWORDS.values()]
    if name is None or name in _encapsulations():
        return _core.overhead(sizes, name)
    mistakes: list[str] = []

    def tried(read: Callable[[str], T], text: str) -> T | None:
        try:
            return read(text)
        except ValueError as error:
            mistakes.append(str(error))
            return None

    framing = tried(_framing, name)
    packets = [tried(_packet, size) for size in sizes]
    if mistakes or framing is None:
        raise ValueError("\n".join(mistakes))
    return [_row(packet, framing) for packet in packets if packet is not None]


def _encapsulations() -> list[str]:
    return [row["encapsulation"] for row in _core.overhead(["1"])]


def _packet(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and 1 <= int(text) <= MOST_BYTES):
        raise ValueError(f'BYTES: "{text}" is not allowed; give whole octets from 1 to {MOST_BYTES}')
    return int(text)


def _row(packet_bytes: int, framing: LineFraming) -> dict[str, Any]:
    line_bytes, cells = framing.line_bytes(packet_bytes), framing.cells(packet_bytes)
    return {
        "packet_bytes": packet_bytes,
        "encapsulation": framing.name,
        "sdu_bytes": None if cells is None else framing.framed_bytes(packet_bytes) - TRAILER_BYTES,
        "cells": cells,
        "line_bytes": line_bytes,
        "efficiency": packet_bytes / line_bytes,
    }


def _framing(name: str) -> LineFraming:
    """Read tc's words; an encapsulation counts as the keyword like it, or by its octets."""
    names = _encapsulations()

    def known(word: str) -> LineFraming | None:
        return _encapsulation(word) if word in names else KEYWORDS.get(word)

    try:
        return framing_of_words(name, known)
    except ValueError as error:
        others = ", ".join([*names, *(one for one in KEYWORDS if one not in names)])
        words = "`overhead 44 mpu 96 atm`, `34 noatm`, `pppoe-ptm ether-vlan`"
        raise ValueError(f"encapsulation: {error}, or words of tc such as {words}; names: {others}") from None


def _encapsulation(name: str) -> LineFraming:
    for keyword in KEYWORDS.values():
        if keyword.encapsulation == name:
            return keyword
    shortest, longest = _core.overhead(["1", "1000"], name)
    added = longest["sdu_bytes"] - 1000 + TRAILER_BYTES
    least = shortest["sdu_bytes"] + TRAILER_BYTES
    return LineFraming(name, "atm", added, least if least > 1 + added else 0, name, is_keyword=False)


def tc_commands(framing: LineFraming, rate: str, interface: str) -> list[str]:
    """Give the commands by which tc counts packets as this line does: cake's, and those of a size table.

    Under a size table, one queue behind `tbf`, or `fq_codel` behind `htb`.
    """
    add = f"tc qdisc replace dev {interface} root"
    lines = [f"{add} cake bandwidth {rate} {framing.cake_words()}"]
    for ethernet, where in ((False, "ppp"), (True, "Ethernet")):
        words = framing.stab_words(ethernet=ethernet)
        if words and framing.name != "raw":
            lines.append(f"{add} stab {words} {_SHAPER} {rate}   # {where} interface")
            lines.append(f"{add} handle 1: stab {words} htb default 1   # {where} interface, with fq_codel:")
            lines.append(f"tc class replace dev {interface} parent 1: classid 1:1 htb rate {rate}")
            lines.append(f"tc qdisc replace dev {interface} parent 1:1 fq_codel")
    return lines


def _rate_bps(text: str) -> float:
    """Read a rate, also as tc writes it: `2.5mbit`."""
    as_tc = re.fullmatch(r"([0-9.]+)([kmg]?)bit", text.strip(), re.IGNORECASE)
    return rate_bps("--bandwidth", f"{as_tc[1]} {_PREFIXES[as_tc[2].lower()]}bit/s" if as_tc else text)


def _tc_rate(bps: float) -> str:
    """Write a rate as tc reads it, in whole bit/s."""
    whole = round(bps)
    for unit, size in (("gbit", 10**9), ("mbit", 10**6), ("kbit", 10**3)):
        if whole >= size and whole % size == 0:
            return f"{whole // size}{unit}"
    return f"{whole}bit"


def _print_rows(console: Console, rows: list[dict[str, Any]]) -> None:
    columns = [Column(heading, is_number=form != "s") for heading, _, form in COLUMNS]
    written = [
        ["-" if row[key] is None else format(row[key], form) for _, key, form in COLUMNS] for row in rows
    ]
    print_table(console, columns, written, names=2)
