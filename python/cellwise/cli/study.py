"""`cellwise study`: a document's experiments, side by side with its published numbers.

`cellwise study NAME` is `cellwise study run NAME`.
"""

import json as json_module
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from cellwise.cli.commands import MARKUP, Command, Group
from cellwise.cli.errors import UsageError, complain, explained
from cellwise.cli.options import Fresh, Jobs, Progress
from cellwise.cli.placement import On, Place, place_of
from cellwise.cli.report import report as write_stored
from cellwise.cli.study_export import export, point
from cellwise.cli.study_new import check, new
from cellwise.cli.study_options import Choose, Name, Only, Out, ReportFile, Summary, results_folder
from cellwise.cli.study_order import Asked, HalfWidth, Least, Most, Options, Replications, asked
from cellwise.cli.study_overview import all_studies, list_studies, status
from cellwise.cli.study_search import (
    HoldOut,
    Readings,
    Stated,
    Tables,
    no_report,
    search_of,
    try_readings,
)
from cellwise.cli.targets import require_file_target, require_study_target
from cellwise.column import Column
from cellwise.points.progress import Form
from cellwise.reports.study_page import write_report
from cellwise.reports.summary import as_json
from cellwise.reports.terminal import print_outcome
from cellwise.screen import screen
from cellwise.study import sensitivity as sensitivity_module
from cellwise.study.drive import StudyResults, drive
from cellwise.study.sensitivity import Trial
from cellwise.study.sequential import drive_to_precision
from cellwise.terminal_table import print_table
from cellwise.terminal_text import say

__all__ = ["run", "study"]


class _StudyGroup(Group):
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
    add_completion=False,
    rich_markup_mode=MARKUP,
    help="Rerun published experiments, side by side with their numbers. "
    "`cellwise study NAME` is short for `cellwise study run NAME`.",
    epilog="Examples: `cellwise study goyal96 --only table2`, "
    "`cellwise study status goyal96 --replications 20`.",
)


@dataclass(frozen=True, slots=True)
class Request:
    """A study to run: what of it, where its points are, and where they are made."""

    name: str
    options: Options
    jobs: int | None
    fresh: bool
    out: Path | None
    on: str | None

    @property
    def folder(self) -> Path:
        """Where its points are."""
        return results_folder(self.name, self.out)

    def how(self, place: Place, *, quiet: bool) -> dict[str, Any]:
        """Give the arguments of `drive` and similar functions about the making of points."""
        return {"jobs": place.jobs, "executor": place.executor, "fresh": self.fresh, "quiet": quiet}


@explained
def run(
    name: Name,
    replications: Replications = None,
    half_width: HalfWidth = None,
    least: Least = None,
    most: Most = None,
    only: Only = None,
    jobs: Jobs = None,
    fresh: Fresh = False,
    summary: Summary = "text",
    out: Out = None,
    report: ReportFile = None,
    choose: Choose = None,
    sensitivity: Annotated[
        bool,
        typer.Option("--sensitivity", help="Change each open choice alone and recount what is inside."),
    ] = False,
    search: Readings = None,
    tables: Tables = None,
    hold_out: HoldOut = None,
    stated: Stated = False,
    progress: Progress = "auto",
    on: On = None,
) -> None:
    """Run a document's experiments: published numbers next to ours, claims, and a report.

    Points are kept as they finish, and are not run again: the same command continues where it stopped. If the
    study is going to take long, an estimate is printed before it starts.

    Examples
    --------
    `cellwise study run goyal96 --replications 20`

    `cellwise study goyal96 --only table2 --only table3 --summary json`

    `cellwise study goyal96 --on dask://localhost:8786`

    `cellwise study goyal96 --search 100 --tables table2 --hold-out table3 --replications 2`
    """
    options = Options(replications, half_width, least, most, only, choose)
    request = Request(name, options, jobs=jobs, fresh=fresh, out=out, on=on)
    quiet = progress == "none" or _quiet(summary, progress)
    if search or tables or hold_out or stated:
        no_report({"--fresh": fresh, "--sensitivity": sensitivity, "--report": report, "--only": only})
        _search(request, summary, (search, tables, hold_out), stated=stated, quiet=quiet)
    elif sensitivity:
        _try_choices(request, quiet=quiet)
    else:
        _run(request, summary, report, progress, going_on=False)


@explained
def resume_study(
    name: Name,
    replications: Replications = None,
    half_width: HalfWidth = None,
    least: Least = None,
    most: Most = None,
    only: Only = None,
    jobs: Jobs = None,
    summary: Summary = "text",
    out: Out = None,
    report: ReportFile = None,
    choose: Choose = None,
    progress: Progress = "auto",
    on: On = None,
) -> None:
    """Continue a study that was stopped, with the options of its last run; options given here override them.

    Examples
    --------
    `cellwise study resume goyal96`

    `cellwise study resume goyal96 --replications 20`
    """
    options = Options(replications, half_width, least, most, only, choose)
    request = Request(name, options, jobs=jobs, fresh=False, out=out, on=on)
    _run(request, summary, report, progress, going_on=True)


study.command(name="list", cls=Command)(list_studies)
study.command(cls=Command)(run)
study.command(cls=Command)(status)
study.command(name="resume", cls=Command)(resume_study)
study.command(name="report", cls=Command)(write_stored)
study.command(name="all", cls=Command)(all_studies)
study.command(cls=Command)(new)
study.command(cls=Command)(check)
study.command(cls=Command)(export)
study.command(cls=Command)(point)


def _run(request: Request, summary: str, report: Path | None, progress: Form, *, going_on: bool) -> None:
    """Run a study, or resume it, and report."""
    folder = request.folder
    wanted = asked(request.name, folder, request.options, going_on=going_on)
    require_study_target(folder)
    report_file = report or folder / "report.html"
    require_file_target(report_file, "--report")
    if wanted.goes_on and summary == "text" and progress == "auto":
        complain(f"resuming with: {shlex.join(wanted.words())}")
    with place_of(request.on, request.jobs) as place:
        wanted.keep(folder)
        how = request.how(place, quiet=_quiet(summary, progress))
        outcome = _driven(wanted, folder, {**how, "only": wanted.only, "progress": progress})
    command = wanted.keep(folder, outcome)
    write_report(outcome, report_file, command, [] if wanted.choices else sensitivity_module.saved(folder))
    _tell(outcome, summary, report_file)


def _driven(wanted: Asked, folder: Path, how: dict[str, Any]) -> StudyResults:
    if wanted.precision is not None:
        return drive_to_precision(wanted.study, folder, wanted.precision, **how)
    return drive(wanted.study, folder, replications=wanted.replications, **how)


def _try_choices(request: Request, *, quiet: bool) -> None:
    """Change each open choice alone, and keep and print what comes of it."""
    wanted = asked(request.name, request.folder, request.options, going_on=False)
    if wanted.precision is not None:
        raise UsageError("--sensitivity: needs a number of replications; auto is for the study itself")
    require_study_target(request.folder)
    with place_of(request.on, request.jobs) as place:
        how = request.how(place, quiet=quiet)
        made = sensitivity_module.trials(
            wanted.study, request.folder, replications=wanted.replications, **how
        )
    sensitivity_module.save(request.folder, made)
    _print_trials(made)


def _search(
    request: Request,
    summary: str,
    given: tuple[int | None, list[str] | None, list[str] | None],
    *,
    stated: bool,
    quiet: bool,
) -> None:
    """Try joint readings of the open choices, and keep and print what comes of them."""
    wanted = asked(request.name, request.folder, request.options, going_on=False)
    if wanted.precision is not None:
        raise UsageError("--search: needs a number of replications; auto is for the study itself")
    searched = search_of(wanted.study, *given, stated=stated, replications=wanted.replications)
    if searched is not None:
        with place_of(request.on, request.jobs) as place:
            try_readings(wanted, searched, request.folder, place, quiet=quiet, summary=summary)


def _quiet(summary: str, progress: str) -> bool:
    return summary == "json" and progress == "auto" and not sys.stderr.isatty()


def _tell(outcome: StudyResults, summary: str, report_file: Path) -> None:
    if summary == "json":
        say(json_module.dumps(as_json(outcome), indent=2, ensure_ascii=False))
        return
    console = screen()
    print_outcome(outcome, console)
    for note in outcome.notes:
        console.print(f"note: {note}")
    console.print(f"report: {report_file}")


def _print_trials(made: Sequence[Trial]) -> None:
    headings = (
        "setting",
        "value",
        "inside",
        "inside 5-95 %",
        "mean error",
        "CRPS",
        "claims that hold",
        "that fail",
    )
    prose = ("value", "claims that hold", "that fail")
    columns = [Column(heading, is_prose=heading in prose) for heading in headings]
    rows = []
    for trial in sensitivity_module.ranked(made):
        value = "" if trial.path is None else json_module.dumps(trial.value)
        inside = f"{trial.inside} of {trial.predictions}" if trial.predictions else "-"
        scores = map(sensitivity_module.fraction_text, (trial.mean_error, trial.crps))
        told = (inside, str(trial.inside_5_95), *scores)
        claims = map(sensitivity_module.claims_text, (trial.holding, trial.failing))
        rows.append((trial.path or "as chosen", value, *told, *claims))
    print_table(screen(), columns, rows)
