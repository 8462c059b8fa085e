"""`cellwise convert`: a record of another program as the table that a scenario reads."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from cellwise.cli.errors import UsageError, complain, explained
from cellwise.cli.targets import require_file_target
from cellwise.files import write_whole
from cellwise.terminal_text import say
from cellwise.traces import FORMATS, Given, Table, TraceError
from cellwise.traces import convert as converted
from cellwise.untrusted_files import plain_file

#: A longer file is refused.
_MOST_OCTETS = 10**9

_INPUT = Path("-")


@explained
def convert(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record; `-` is standard input.")],
    source_format: Annotated[
        str | None,
        typer.Option("--from", metavar="FORMAT", help=f"One of {', '.join(FORMATS)}; else by the content."),
    ] = None,
    time: Annotated[
        str | None,
        typer.Option("--time", metavar="COLUMN[:UNIT]", help="csv: the column of instants, such as `1:ms`."),
    ] = None,
    rate: Annotated[
        str | None,
        typer.Option("--rate", metavar="COLUMN[:UNIT]", help="csv: of rates, such as `down:Mbit/s`."),
    ] = None,
    size: Annotated[
        str | None,
        typer.Option("--size", metavar="COLUMN[:UNIT]", help="csv: of octets of data, such as `len:bytes`."),
    ] = None,
    before: Annotated[
        bool, typer.Option("--before", help="csv: a rate is that of the time before its instant.")
    ] = False,
    every: Annotated[
        str | None,
        typer.Option("--every", metavar="TIME", help="mahimahi: the length of a rate, else 100 ms."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--source", metavar="ADDRESS", help="pcap: only packets from this IP address."),
    ] = None,
    destination: Annotated[
        str | None,
        typer.Option("--destination", metavar="ADDRESS", help="pcap: only packets to this IP address."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="FILE", help="Where to write; else the table is printed."),
    ] = None,
) -> None:
    """Write a log, a trace, pings or a capture as the table of rates, arrivals or delays of a scenario.

    With `-o` it prints the setting that reads the file.

    Examples: `cellwise convert down.csv --time 1:s --rate 2:Mbit/s -o rates.csv`,
    `cellwise convert trace.pcap --source 192.0.2.1 -o arrivals.csv`, `cellwise convert bus.log`
    """
    if out is not None:
        require_file_target(out)
        if out.exists() and file != _INPUT and file.exists() and out.samefile(file):
            raise UsageError(f"--out: {out} is the record itself, and would be replaced; give another name")
    given = Given(
        time=time,
        rate=rate,
        size=size,
        before=before,
        every=every,
        source=source,
        destination=destination,
    )
    table = _read(file, source_format, given)
    if out is None:
        sys.stdout.write(table.text())
    else:
        say(write_whole(out, table.text().encode()))
        say(table.summary())
        say(table.setting(out))
    for note in table.notes:
        complain(f"note: {note}")


def _read(file: Path, source_format: str | None, given: Given) -> Table:
    name = "standard input" if file == _INPUT else file
    try:
        content = sys.stdin.buffer.read(_MOST_OCTETS + 1) if file == _INPUT else _content(file)
        if len(content) > _MOST_OCTETS:
            raise UsageError(f"{name}: has more than {_MOST_OCTETS // 10**6} MB")
        return converted(content, source_format, given)
    except TraceError as error:
        raise UsageError(error.in_file(name)) from None
    except ValueError as error:
        raise UsageError(f"{name}: {error}" if not str(error).startswith("--") else str(error)) from None


def _content(file: Path) -> bytes:
    with plain_file(file) as opened:
        return opened.read(min(_MOST_OCTETS + 1, os.fstat(opened.fileno()).st_size + 1))
