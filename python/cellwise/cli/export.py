"""`cellwise export`: a run in the format of another tool."""

from pathlib import Path
from typing import Annotated

import typer

from cellwise.cli.errors import UsageError, explained
from cellwise.errors import ResultsError
from cellwise.export.registry import EXPORTERS, target
from cellwise.export.registry import export as export_run
from cellwise.results import Run


@explained
def export(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="The results folder of a run.")],
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help=f"One of {', '.join(EXPORTERS)}.")],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="PATH", help="Default: named after the results folder."),
    ] = None,
) -> None:
    """Write a run's results as other tools read them; prints the files.

    Examples
    --------
    `cellwise export results/my-run --to flent -o my-run.flent.gz`

    `cellwise export results/my-run --to omnetpp -o my-run.sca`

    `cellwise export results/my-run --to csv -o tables`
    """
    if to not in EXPORTERS:
        raise UsageError(f"--to: {to!r} is not known; the formats are {', '.join(EXPORTERS)}")
    default = Path(f"{folder.resolve().name}{EXPORTERS[to].ending or '-csv'}")
    try:
        place = target(to, out or default)
    except ResultsError as error:
        raise UsageError(f"--out: {error}") from None
    run = Run.load(folder)
    try:
        written = export_run(run, to, place)
    except ValueError as error:
        raise UsageError(str(error)) from None
    for file in written:
        print(file)
