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
from cellwise.cli.option_groups import grouped
from cellwise.cli.options import Output
from cellwise.cli.placement import MAKING, Making, Place
from cellwise.cli.report import report as write_stored
from cellwise.cli.study_export import export, point
from cellwise.cli.study_new import check, new
from cellwise.cli.study_options import Name, ReportFile, results_folder
from cellwise.cli.study_order import SILENT, Options, StudyRequest, study_request
from cellwise.cli.study_overview import all_studies, list_studies, status
from cellwise.cli.study_search import NO_SEARCH, Searching, no_report, try_readings
from cellwise.cli.targets import require_file_target, require_study_target
from cellwise.column import Column
from cellwise.reports.study_page import write_report
from cellwise.reports.summary import as_json
from cellwise.reports.terminal import print_outcome
from cellwise.screen import screen
from cellwise.study import sensitivity as sensitivity_module
from cellwise.study.drive import StudyResults, drive
from cellwise.study.sensitivity import Trial
from cellwise.study.sequential import drive_to_precision
from cellwise.terminal_table import print_table
from cellwise.terminal_text import say_json

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


#: `results/NAME`, and text.
KEPT = Output()


@dataclass(frozen=True, slots=True)
class Request:
    """A study to run: what of it, where its points are, and how they are made."""

    name: str
    options: Options
    output: Output
    making: Making

    @property
    def folder(self) -> Path:
        """Where its points are."""
        return results_folder(self.name, self.output.out)

    def how(self, place: Place) -> dict[str, Any]:
        """Give the arguments of `drive` and similar functions about the making of points."""
        made = {"jobs": place.jobs, "executor": place.executor, "fresh": self.making.fresh}
        return {**made, "quiet": self.making.progress == "none" or self.is_piped}

    @property
    def is_piped(self) -> bool:
        """Whether a program reads the results, and no user the progress."""
        return self.output.json and self.making.progress == "auto" and not sys.stderr.isatty()

    def fixed(self, option: str) -> StudyRequest:
        """Give what is asked for with a number of replications, which an option needs."""
        wanted = study_request(self.name, self.folder, self.options, going_on=False)
        if wanted.precision is not None:
            raise UsageError(f"{option}: needs a number of replications; auto is for the study itself")
        return wanted


@explained
@grouped
def run(
    name: Name,
    options: Options = SILENT,
    report: ReportFile = None,
    sensitivity: Annotated[
        bool,
        typer.Option("--sensitivity", help="Change each open choice alone and recount what is inside."),
    ] = False,
    searching: Searching = NO_SEARCH,
    output: Output = KEPT,
    making: Making = MAKING,
) -> None:
    """Run a document's experiments: published numbers next to ours, claims, and a report.

    Points are kept as they finish, and are not run again: the same command continues where it stopped. There
    are 5 runs of each case, unless you ask for others. Points are kept in `results/NAME`, unless you give
    another folder. If the study is going to take long, an estimate is printed before it starts.

    Examples
    --------
    `cellwise study run goyal96 --replications 20`

    `cellwise study goyal96 --only table2 --only table3 --json`

    `cellwise study goyal96 --on dask://localhost:8786`

    `cellwise study goyal96 --search 100 --tables table2 --hold-out table3 --replications 2`
    """
    request = Request(name, options, output, making)
    if searching != NO_SEARCH:
        no_report(
            {
                "--fresh": making.fresh,
                "--sensitivity": sensitivity,
                "--report": report,
                "--only": options.only,
            }
        )
        _search(request, searching)
    elif sensitivity:
        _try_choices(request)
    else:
        _run(request, report, going_on=False)


@explained
@grouped
def resume_study(
    name: Name,
    options: Options = SILENT,
    report: ReportFile = None,
    output: Output = KEPT,
    making: Making = MAKING,
) -> None:
    """Continue a study that was stopped, with the options of its last run; options given here override them.

    Examples
    --------
    `cellwise study resume goyal96`

    `cellwise study resume goyal96 --replications 20`
    """
    _run(Request(name, options, output, making), report, going_on=True)


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


def _run(request: Request, report: Path | None, *, going_on: bool) -> None:
    """Run a study, or resume it, and report."""
    folder, making = request.folder, request.making
    wanted = study_request(request.name, folder, request.options, going_on=going_on)
    require_study_target(folder)
    report_file = report or folder / "report.html"
    require_file_target(report_file, "--report")
    if wanted.goes_on and not request.output.json and making.progress == "auto":
        complain(f"resuming with: {shlex.join(wanted.words())}")
    with making.place() as place:
        wanted.keep(folder)
        how = {**request.how(place), "quiet": request.is_piped}
        outcome = _driven(wanted, folder, {**how, "only": wanted.only, "progress": making.progress})
    command = wanted.keep(folder, outcome)
    write_report(outcome, report_file, command, [] if wanted.choices else sensitivity_module.saved(folder))
    _notify(outcome, report_file, json=request.output.json)


def _driven(wanted: StudyRequest, folder: Path, how: dict[str, Any]) -> StudyResults:
    if wanted.precision is not None:
        return drive_to_precision(wanted.study, folder, wanted.precision, **how)
    return drive(wanted.study, folder, replications=wanted.replications, **how)


def _try_choices(request: Request) -> None:
    """Change each open choice alone, and keep and print what comes of it."""
    wanted = request.fixed("--sensitivity")
    require_study_target(request.folder)
    with request.making.place() as place:
        made = sensitivity_module.trials(
            wanted.study, request.folder, replications=wanted.replications, **request.how(place)
        )
    sensitivity_module.save(request.folder, made)
    _print_trials(made)


def _search(request: Request, searching: Searching) -> None:
    """Try joint readings of the open choices, and keep and print what comes of them."""
    wanted = request.fixed("--search")
    searched = searching.of(wanted.study, wanted.replications)
    with request.making.place() as place:
        quiet = bool(request.how(place)["quiet"])
        try_readings(wanted, searched, request.folder, place, quiet=quiet, json=request.output.json)


def _notify(outcome: StudyResults, report_file: Path, *, json: bool) -> None:
    if json:
        say_json(as_json(outcome), ensure_ascii=False)
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
        reported = (inside, str(trial.inside_5_95), *scores)
        claims = map(sensitivity_module.claims_text, (trial.holding, trial.failing))
        rows.append((trial.path or "as chosen", value, *reported, *claims))
    print_table(screen(), columns, rows)
