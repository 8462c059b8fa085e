"""`cellwise export`: a run in the format of another tool, or an experiment as tables."""

from pathlib import Path
from typing import Annotated

import typer

from cellwise.cli.errors import UsageError, complain, explained, refusal
from cellwise.errors import ResultsError, by_name
from cellwise.experiments.kept import kind_of
from cellwise.experiments.kept_export import export_kept
from cellwise.export.registry import EXPORTERS, target
from cellwise.export.registry import export as export_run
from cellwise.points.folder import MARKS
from cellwise.results import Run
from cellwise.study.order import FILE
from cellwise.terminal_text import say


@explained
def export(
    folder: Annotated[
        Path, typer.Argument(metavar="RUN", help="The results folder of a run, or of an experiment.")
    ],
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help=f"One of {', '.join(EXPORTERS)}.")],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="PATH", help="Default: named after the results folder."),
    ] = None,
) -> None:
    """Write a run's results as other tools read them, or an experiment's as CSV; prints the files.

    The CSV of a sweep is `sweep.csv`, one row per case, `runs.csv`, one row per run, and every table of the
    runs, in whose rows the case, the settings that vary, and the replication come first. `comparison.csv`,
    `find.csv` and `replications.csv` take the place of `sweep.csv` in the CSV of other experiments.

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
    kind = kind_of(folder)
    if kind is not None:
        if to != "csv":
            raise UsageError(
                f"--to: {folder} is the folder of {MARKS[kind]}, and {to} files hold one run; give --to csv, "
                "or the folder of a run"
            )
        return export_kept(folder, place, lambda fault: complain(f"skipped: {fault}"))
    if (folder / FILE).is_file():
        raise UsageError(
            f"{folder}: is the folder of a study; cellwise report {folder} --to markdown writes its tables"
        )
    run = Run.load(folder)
    with refusal():
        return export_run(run, to, place)
