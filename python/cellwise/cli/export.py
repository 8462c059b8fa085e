"""`cellwise export`: a run in the format of another tool, or a sweep as tables."""

from pathlib import Path
from typing import Annotated

import typer

from cellwise.cli.errors import UsageError, complain, explained, refusal
from cellwise.errors import ResultsError, by_name
from cellwise.experiments.sweep_export import export_sweep
from cellwise.experiments.sweep_stored import read_cases
from cellwise.export.registry import EXPORTERS, target
from cellwise.export.registry import export as export_run
from cellwise.results import Run
from cellwise.terminal_text import say


@explained
def export(
    folder: Annotated[
        Path, typer.Argument(metavar="RUN", help="The results folder of a run, or of a sweep.")
    ],
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help=f"One of {', '.join(EXPORTERS)}.")],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="PATH", help="Default: named after the results folder."),
    ] = None,
) -> None:
    """Write a run's results as other tools read them, or a sweep's as CSV; prints the files.

    The CSV of a sweep is `sweep.csv`, one row per case, `runs.csv`, one row per run, and every table of the
    runs, in whose rows the case, the settings that vary, and the replication come first.

    Examples
    --------
    `cellwise export results/my-run --to flent -o my-run.flent.gz`

    `cellwise export results/my-run --to omnetpp -o my-run.sca`

    `cellwise export results/my-run --to csv -o tables`

    `cellwise export results/sweep --to csv -o tables`
    """
    try:
        ending = by_name("--to", to, EXPORTERS, "the formats").ending or "-csv"
        place = target(to, out or Path(f"{folder.resolve().name}{ending}"))
    except ResultsError as error:
        raise UsageError(f"--out: {error}") from None
    except ValueError as error:
        raise UsageError(str(error)) from None
    for file in _written(folder, to, place):
        say(file)


def _written(folder: Path, to: str, place: Path) -> list[Path]:
    swept = read_cases(folder)
    if swept is None:
        run = Run.load(folder)
        with refusal():
            return export_run(run, to, place)
    if to != "csv":
        raise UsageError(
            f"--to: {folder} is a sweep, and {to} files hold one run; give --to csv, or the folder of a run"
        )
    return export_sweep(swept, folder, place, lambda reported: complain(f"skipped: {reported}"))
