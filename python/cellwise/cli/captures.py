"""Captures on the command line: the option of `cellwise run`, and what helps to read them."""

from typing import Annotated

import typer

from cellwise.capture import lua_path
from cellwise.cli.errors import UsageError, explained
from cellwise.scenario import config_error
from cellwise.terminal_text import say

Captures = Annotated[
    list[str] | None,
    typer.Option(
        "--capture",
        metavar="POINT=FILE",
        help="Write what passes `ip@HOST`, `aal5@HOST`, `cells@NODE.LINK` or `packets@NODE.LINK`, the last "
        "two also with `:arriving` behind them, to a .pcap, .pcapng or (cells) .erf file.",
    ),
]


def captures_of(options: list[str] | None) -> dict[str, str]:
    """Give files by capture point.

    Raises `ConfigError` if an option is not POINT=FILE, or names a point again.
    """
    files: dict[str, str] = {}
    for option in options or []:
        point, equals, file = option.partition("=")
        if not equals or not point or not file:
            raise config_error("--capture", repr(option), "write POINT=FILE, such as ip@client1=out.pcapng")
        if point in files:
            raise config_error("--capture", repr(option), f"{point} has a file already; give each point once")
        files[point] = file
    return files


@explained
def capture(
    lua: Annotated[
        bool, typer.Option("--lua", help="Print the path of the dissector of RM cells, for `tshark -X`.")
    ] = False,
) -> None:
    """Help to read captures, which `cellwise run --capture` writes.

    Example: `tshark -X "lua_script:$(cellwise capture --lua)" -r cells.erf -Y abr_rm -T fields -e abr_rm.er`
    """
    if not lua:
        raise UsageError("give --lua; captures are written by `cellwise run --capture POINT=FILE`")
    say(lua_path())
