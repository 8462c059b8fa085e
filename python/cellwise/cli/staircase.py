"""The staircase of round-trip times over packet sizes, and the overhead in measured ones, on the screen."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from cellwise.cli.errors import UsageError, explained, refusal
from cellwise.cli.options import Json, rate_bps
from cellwise.cli.targets import require_file_target
from cellwise.column import Column
from cellwise.csv_text import to_csv
from cellwise.experiments.staircase import HEADER_BYTES, Step, candidates, curve, steps
from cellwise.files import write_whole
from cellwise.screen import screen
from cellwise.terminal_table import print_table
from cellwise.terminal_text import say, say_json
from cellwise.theory.staircase import Staircase, detect
from cellwise.traces.pings import Pings, read_pings
from cellwise.traces.table import TraceError


@explained
def staircase(
    encapsulation: Annotated[
        str,
        typer.Option(
            "--encapsulation", metavar="NAME", help="From the catalogue, or a keyword of tc's cake."
        ),
    ] = "llc-snap",
    down: Annotated[str, typer.Option("--down", metavar="RATE", help="Rate to the client.")] = "1.5 Mbit/s",
    up: Annotated[str, typer.Option("--up", metavar="RATE", help="Rate from the client.")] = "512 kbit/s",
    smallest: Annotated[
        int, typer.Option("--from", metavar="BYTES", help="Octets of the smallest IP packet.")
    ] = 40,
    largest: Annotated[int, typer.Option("--to", metavar="BYTES", help="Octets of the largest.")] = 1500,
    run: Annotated[bool, typer.Option("--run", help="Also simulate both ends of each step.")] = False,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="FILE", help="`.csv`, `.svg`, `.png` or `.pdf`."),
    ] = None,
    measured: Annotated[
        Path | None,
        typer.Option(
            "--detect", metavar="FILE", help="Measured: lines of size and time, or the output of ping."
        ),
    ] = None,
    payload: Annotated[
        bool, typer.Option("--payload", help="Lines of size and time: sizes as for `ping -s`, 28 less.")
    ] = False,
    json: Json = False,
) -> None:
    """Print how the round-trip time grows with the size of packets on an idle ATM line, step by step.

    A packet and a reply of the same size take whole cells, so the time rises by one cell each way every 48
    octets. With `--detect`, measured times show where the steps are, and so the overhead: lines of size and
    time, or the output of `ping`, `hrping` or `fping`, unchanged.

    Examples: `cellwise staircase --encapsulation pppoe-llcsnap --down '8 Mbit/s' --up '1 Mbit/s' --run`,
    `cellwise staircase -o staircase.svg`, `cellwise staircase --detect pings.txt --payload`
    """
    if measured is not None:
        if run or out is not None:
            raise UsageError("--detect: does not go with --run and --out")
        _detect(measured, HEADER_BYTES if payload else 0, json=json)
        return
    if payload:
        raise UsageError("--payload: is for --detect")
    if out is not None:
        require_file_target(out)
    rates = (round(rate_bps("--down", down)), round(rate_bps("--up", up)))
    with refusal():
        made = steps(encapsulation, *rates, smallest, largest, by_run=run)
    if out is not None:
        written = _write(out, made, simulated=run)
        if not json:
            say(written)
    if json:
        say_json([asdict(step) for step in made])
    elif out is None:
        _print(made, simulated=run)


def _print(made: Sequence[Step], *, simulated: bool) -> None:
    headings = ["cells", "from octets", "to octets", "round trip, ms"]
    headings += ["simulated, ms", "at the end"] if simulated else []
    rows = []
    for step in made:
        runs = step.simulated_s or ()
        times = (f"{1e3 * time:.4f}" for time in (step.round_trip_s, *runs))
        rows.append((str(step.cells), str(step.from_bytes), str(step.to_bytes), *times))
    print_table(screen(), [Column(one, is_number=True) for one in headings], rows)


def _write(file: Path, made: Sequence[Step], *, simulated: bool) -> Path:
    if file.suffix.lower() == ".csv":
        return write_whole(file, to_csv(_columns(made, simulated=simulated)).encode())
    from cellwise.plots.drawing import format_of
    from cellwise.plots.marks import Scatter
    from cellwise.plots.shapes import Points, lines_plot

    try:
        format_of(file)
    except ValueError as error:
        raise UsageError(f"{error}; or .csv") from None
    formula = Points("formula", np.array(curve(made), np.float64).T)
    drawing = lines_plot([formula], x_label="IP packet, octets", y_label="round-trip time, ms")
    if simulated:
        sizes, times_ms = np.array(curve(made, simulated=True), np.float64)
        drawing = replace(drawing, marks=[*drawing.marks, Scatter("simulated", sizes, times_ms)])
    return drawing.save(file)


def _columns(made: Sequence[Step], *, simulated: bool) -> dict[str, np.ndarray[Any, Any]]:
    columns = {
        "cells": np.array([step.cells for step in made]),
        "from_bytes": np.array([step.from_bytes for step in made]),
        "to_bytes": np.array([step.to_bytes for step in made]),
        "round_trip_s": np.array([step.round_trip_s for step in made]),
    }
    if simulated:
        both = np.array([step.simulated_s for step in made], np.float64)
        columns |= {"simulated_from_s": both[:, 0], "simulated_to_s": both[:, 1]}
    return columns


def _detect(file: Path, added_bytes: int, *, json: bool) -> None:
    pings = _read(file, added_bytes)
    with refusal(f"{file}: "):
        found = detect(pings.sizes_bytes, pings.times)
    named = candidates(found.offsets) if found.is_staircase else {}
    if json:
        say_json({**asdict(found), "candidates": named})
        return
    for line in _reported(found, named):
        say(line)
    if pings.note:
        say(f"note: {pings.note}")


def _reported(found: Staircase, named: dict[str, int]) -> list[str]:
    fits = f"{found.residual:.4g}, from a straight line {found.straight_residual:.4g}"
    lines = [f"{found.sizes} packet sizes; standard deviation from the best staircase {fits}"]
    if not found.is_staircase:
        return [*lines, "no steps of 48 octets: no line of cells shows in these times"]
    offsets = ", ".join(map(str, found.offsets))
    lines += [
        f"steps of 48 octets, {found.step:.4g} for a cell both ways, {found.base:.4g} without any",
        f"overhead: {offsets} octets, or 48 more",
    ]
    if named:
        lines.append("candidates: " + ", ".join(f"{name} ({octets})" for name, octets in named.items()))
    else:
        lines.append("candidates: none of the encapsulations; a VLAN tag adds 4")
    return lines


def _read(file: Path, added_bytes: int) -> Pings:
    try:
        return read_pings(file.read_text(encoding="utf-8"), added_bytes)
    except UnicodeDecodeError:
        raise UsageError(f"{file}: is not UTF-8 text") from None
    except TraceError as error:
        raise UsageError(error.in_file(file)) from None
