"""`cellwise study wire`: real hosts against simulated ones."""

from pathlib import Path
from typing import Annotated

import typer

from cellwise.cli.errors import UsageError, complain, explained
from cellwise.cli.targets import require_file_target
from cellwise.hosts.claims import claims
from cellwise.hosts.lines import QUICK, Effort
from cellwise.hosts.points import Measured, Store
from cellwise.hosts.report import write_report
from cellwise.hosts.study import PARTS, in_order, measure_parts, missing
from cellwise.terminal_text import say

#: Something is missing on this machine, or a run does not count.
FAILED = 1


@explained
def wire(
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only", metavar="PART", help=f"Of {', '.join(PARTS)}; again for more; all if not given."
        ),
    ] = None,
    out: Annotated[
        Path, typer.Option("-o", "--out", metavar="DIR", help="Where runs and their records are kept.")
    ] = Path("results/wire"),
    report: Annotated[
        Path | None,
        typer.Option("--report", metavar="FILE", help="The report, in Markdown; default README.md of --out."),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Fewer and shorter runs, to see whether all of it works.")
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Measure only what is missing, or did not count.")
    ] = False,
    stored: Annotated[
        bool, typer.Option("--stored", help="Measure nothing: write the report of what is kept.")
    ] = False,
) -> None:
    """Measure programs of this machine on simulated lines, beside arithmetic and our own hosts.

    Linux only, as `cellwise wire`. It takes about ten minutes. A run that was late does not count, and the
    exit code is 1.

    Examples
    --------
    `cellwise study wire`

    `cellwise study wire --resume`

    `cellwise study wire --only staircase --out results/pings`
    """
    parts = only or list(PARTS)
    for one in parts:
        if one not in PARTS:
            raise UsageError(f"--only: {one!r} is no part; the parts are {', '.join(PARTS)}")
    place = out / "README.md" if report is None else report
    require_file_target(place, "--report")
    if not stored:
        if lacks := missing(parts):
            complain("skipped, nothing was measured: " + "; ".join(lacks))
            raise typer.Exit(FAILED)
        measure_parts(Store(out, resume), parts, QUICK if quick else Effort(), _tell)
    measured = in_order(out)
    if not measured:
        raise UsageError(f"--stored: there are no runs in {out}")
    write_report(place, measured)
    for claim in claims(measured):
        say(f"{claim.name}  {claim.verdict:8}  {claim.says}")
    say(place)
    if not all(one.counts for one in measured):
        raise typer.Exit(FAILED)


def _tell(one: Measured) -> None:
    verdict = "counts" if one.counts else "does not count: " + "; ".join(one.report["faults"])
    complain(f"{one.part} {one.name}: {verdict}")
