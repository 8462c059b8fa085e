"""What packets take on the line, on the screen, and what tc is told for it."""

import json as json_module
from typing import Annotated, Any

import typer
from rich.table import Table

from cellwise import _core
from cellwise.cli.errors import UsageError, explained
from cellwise.cli.quantities import rate_bps
from cellwise.cli.screen import screen
from cellwise.saying import say
from cellwise.theory.access_line import KEYWORDS, TRAILER_BYTES, LineFraming

#: Heading, key and format of each column.
COLUMNS = (
    ("IP octets", "packet_bytes", "d"),
    ("encapsulation", "encapsulation", "s"),
    ("SDU octets", "sdu_bytes", "d"),
    ("cells", "cells", "d"),
    ("line octets", "line_bytes", "d"),
    ("efficiency", "efficiency", ".4f"),
)

#: Largest packet of the lines that carry no cells: that of IP.
MOST_BYTES = 65_535

#: The shaper under a size table: a plain one, with room for some packets.
_SHAPER = "tbf burst 5kb latency 50ms rate"


@explained
def overhead(
    sizes: Annotated[list[str], typer.Argument(metavar="BYTES...", help="Octets of IP packets.")],
    encapsulation: Annotated[
        str | None,
        typer.Option(
            "--encapsulation",
            metavar="NAME",
            help="Such as `pppoe-llc`, or a keyword of tc's cake, such as `pppoe-ptm`; without it, "
            "each encapsulation over ATM.",
        ),
    ] = None,
    keywords: Annotated[bool, typer.Option("--keywords", help="Each keyword of tc's cake.")] = False,
    bandwidth: Annotated[
        str, typer.Option("--bandwidth", metavar="RATE", help="For tc: rate of the line, such as `2 Mbit/s`.")
    ] = "",
    interface: Annotated[
        str, typer.Option("--interface", metavar="NAME", help="For tc: the network interface.")
    ] = "DEV",
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print what IP packets take on an access line, the efficiency, and the matching tc commands.

    Line octets are whole cells of 53 octets for ATM, and 65 octets for every 64 for PTM; efficiency is IP
    octets over line octets. The bandwidth is the rate of the line in these octets.

    Examples: `cellwise overhead 1500 --encapsulation pppoe-llc`, `cellwise overhead 40 1492 --keywords`,
    `cellwise overhead 1500 --encapsulation pppoe-ptm --bandwidth '40 Mbit/s' --interface eth1`
    """
    if keywords and encapsulation:
        raise UsageError("--keywords: does not go with --encapsulation")
    rate = _tc_rate(rate_bps("--bandwidth", bandwidth)) if bandwidth else "RATE"
    try:
        rows = _rows(sizes, encapsulation, keywords=keywords)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if json:
        say(json_module.dumps(rows, indent=2))
        return
    console = screen()
    console.print(_table(rows))
    if encapsulation:
        for line in tc_commands(_framing(encapsulation), rate, interface):
            console.print(line)


def _rows(sizes: list[str], name: str | None, *, keywords: bool) -> list[dict[str, Any]]:
    """Give a row for each size and way of framing; `ValueError` names every mistake."""
    if keywords:
        return [_row(size, one) for size in map(_packet, sizes) for one in KEYWORDS.values()]
    if name is not None and name in KEYWORDS and name not in _encapsulations():
        return [_row(size, KEYWORDS[name]) for size in map(_packet, sizes)]
    try:
        return _core.overhead(sizes, name)
    except ValueError as error:
        if name is None or name in _encapsulations():
            raise
        first, *others = str(error).splitlines()
        more = ", ".join(one for one in KEYWORDS if one not in _encapsulations())
        raise ValueError("\n".join([f"{first}; keywords of tc: {more}", *others])) from None


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
    """Give tc's keyword of this name, or the one that counts as the encapsulation does, or its octets."""
    if name in KEYWORDS:
        return KEYWORDS[name]
    for keyword in KEYWORDS.values():
        if keyword.encapsulation == name:
            return keyword
    shortest, longest = _core.overhead(["1", "1000"], name)
    added = longest["sdu_bytes"] - 1000 + TRAILER_BYTES
    least = shortest["sdu_bytes"] + TRAILER_BYTES
    return LineFraming(name, "atm", added, least if least > 1 + added else 0, name, is_keyword=False)


def tc_commands(framing: LineFraming, rate: str, interface: str) -> list[str]:
    """Give the commands by which tc counts packets as this line does: cake's, and those of a size table."""
    add = f"tc qdisc replace dev {interface} root"
    lines = [f"{add} cake bandwidth {rate} {framing.cake_words()}"]
    for ethernet, where in ((False, "ppp"), (True, "Ethernet")):
        words = framing.stab_words(ethernet=ethernet)
        if words and framing.name != "raw":
            lines.append(f"{add} stab {words} {_SHAPER} {rate}   # {where} interface")
    return lines


def _tc_rate(bps: float) -> str:
    """Write a rate as tc reads it, in whole bit/s."""
    whole = round(bps)
    for unit, size in (("gbit", 10**9), ("mbit", 10**6), ("kbit", 10**3)):
        if whole >= size and whole % size == 0:
            return f"{whole // size}{unit}"
    return f"{whole}bit"


def _table(rows: list[dict[str, Any]]) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading, _, form in COLUMNS:
        table.add_column(heading, justify="left" if form == "s" else "right")
    for row in rows:
        table.add_row(*("-" if row[key] is None else format(row[key], form) for _, key, form in COLUMNS))
    return table
