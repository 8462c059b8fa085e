"""`cellwise study`: a document's experiments, side by side with its published numbers.

`cellwise study NAME` is `cellwise study run NAME`.
"""

import json as json_module
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table as Grid
from typer.core import TyperGroup

from cellwise.cli.cores import Jobs
from cellwise.cli.errors import UsageError, explained
from cellwise.cli.report import report as write_stored
from cellwise.cli.run import require_writable
from cellwise.cli.screen import screen
from cellwise.cli.study_export import export, point
from cellwise.cli.study_on import On, place_of
from cellwise.cli.study_options import (
    Choose,
    HalfWidth,
    Least,
    Most,
    Name,
    Only,
    Out,
    Progress,
    ReplicationsOrAuto,
    ReportFile,
    Summary,
    choices,
    command_of,
    groups,
    precision_of,
    replications_of,
    require_writable_file,
    study_named,
)
from cellwise.cli.study_overview import all_studies, list_studies, status
from cellwise.study import sensitivity as sensitivity_module
from cellwise.study.drive import Outcome, drive
from cellwise.study.order import Order, write_order
from cellwise.study.report import write_report
from cellwise.study.sensitivity import Trial
from cellwise.study.sequential import drive_to_precision
from cellwise.study.summary import as_json
from cellwise.study.terminal import print_outcome

__all__ = ["run", "study"]


class _StudyGroup(TyperGroup):
    """Takes a study's name, or options, where a command is expected, for ``run``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put in the command that was left out."""
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["run", *args]
        return super().parse_args(ctx, args)


study = typer.Typer(
    name="study",
    cls=_StudyGroup,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Documents' experiments, side by side with their published numbers. "
    "`cellwise study NAME` is short for `cellwise study run NAME`.",
    epilog="Examples: `cellwise study goyal96 --only table2`, "
    "`cellwise study status goyal96 --replications 20`.",
)


@explained
def run(
    name: Name,
    replications: ReplicationsOrAuto = "5",
    half_width: HalfWidth = "2%",
    least: Least = 5,
    most: Most = 50,
    only: Only = None,
    jobs: Jobs = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Keep the points that are finished already.")
    ] = False,
    summary: Summary = "text",
    out: Out = None,
    report: ReportFile = None,
    choose: Choose = None,
    sensitivity: Annotated[
        bool,
        typer.Option("--sensitivity", help="Change each open choice alone and count again what is inside."),
    ] = False,
    progress: Progress = "auto",
    on: On = None,
) -> None:
    """Run a document's experiments: published numbers beside ours, claims, and a report.

    Points are kept as they finish: whatever ends a study, `--resume` goes on from there. If it is going to
    take long, it says about how long before it starts.

    Examples
    --------
    `cellwise study run goyal96 --replications 20`

    `cellwise study goyal96 --only table2 --only table3 --summary json`

    `cellwise study goyal96 --on dask://localhost:8786`
    """
    count = replications_of(replications)
    precision = precision_of(half_width, least, most) if count is None else None
    if sensitivity and count is None:
        raise UsageError("--sensitivity: needs a number of replications; auto is for the study itself")
    changes = choices(choose)
    chosen = study_named(name, changes)
    folder = out or Path("results") / name
    require_writable(folder)
    report_file = report or folder / "report.html"
    require_writable_file(report_file)
    only = groups(chosen, only)
    quiet = summary == "json" and progress == "auto" and not sys.stderr.isatty()
    with place_of(on, jobs) as place:
        options: dict[str, Any] = {
            "jobs": place.jobs,
            "executor": place.executor,
            "resume": resume,
            "quiet": quiet,
        }
        if sensitivity and count:
            made = sensitivity_module.trials(chosen, folder, replications=count, **options)
            sensitivity_module.save(folder, made)
            _print_trials(made)
            return
        options |= {"only": only, "progress": progress}
        if count is None and precision is not None:
            outcome = drive_to_precision(chosen, folder, precision, **options)
        else:
            outcome = drive(chosen, folder, replications=count or 1, **options)
    command = command_of(name, outcome.replications, only, choose)
    order = Order(name, outcome.replications, tuple(only), changes, command, outcome.notes, outcome.wall_s)
    write_order(folder, order)
    write_report(outcome, report_file, command, [] if choose else sensitivity_module.saved(folder))
    _tell(outcome, summary, report_file)


@explained
def resume_study(
    name: Name,
    replications: ReplicationsOrAuto = "5",
    half_width: HalfWidth = "2%",
    least: Least = 5,
    most: Most = 50,
    only: Only = None,
    jobs: Jobs = None,
    summary: Summary = "text",
    out: Out = None,
    report: ReportFile = None,
    choose: Choose = None,
    progress: Progress = "auto",
    on: On = None,
) -> None:
    """Go on with a study that was ended: `run` with `--resume`.

    Examples
    --------
    `cellwise study resume goyal96 --replications 20`
    """
    run(
        name,
        replications=replications,
        half_width=half_width,
        least=least,
        most=most,
        only=only,
        jobs=jobs,
        resume=True,
        summary=summary,
        out=out,
        report=report,
        choose=choose,
        progress=progress,
        on=on,
    )


study.command(name="list")(list_studies)
study.command()(run)
study.command()(status)
study.command(name="resume")(resume_study)
study.command(name="report")(write_stored)
study.command(name="all")(all_studies)
study.command()(export)
study.command()(point)


def _tell(outcome: Outcome, summary: str, report_file: Path) -> None:
    if summary == "json":
        print(json_module.dumps(as_json(outcome), indent=2, ensure_ascii=False))
        return
    console = screen()
    print_outcome(outcome, console)
    for note in outcome.notes:
        console.print(f"note: {note}")
    console.print(f"report: {report_file}")


def _print_trials(made: Sequence[Trial]) -> None:
    grid = Grid(box=None, pad_edge=False)
    headings = (
        "setting",
        "value",
        "inside",
        "inside 5-95 %",
        "mean distance",
        "claims that hold",
        "that fail",
    )
    for heading in headings:
        grid.add_column(heading)
    for trial in made:
        value = "" if trial.path is None else json_module.dumps(trial.value)
        inside = f"{trial.inside} of {trial.published}" if trial.published else "-"
        told = (inside, str(trial.inside_5_95), sensitivity_module.distance_text(trial))
        claims = map(sensitivity_module.claims_text, (trial.holding, trial.failing))
        grid.add_row(trial.path or "as chosen", value, *told, *claims)
    screen().print(grid)
