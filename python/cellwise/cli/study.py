"""`cellwise study`: a document's experiments, side by side with its published numbers."""

import json as json_module
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.table import Table as Grid

from cellwise import studies
from cellwise.cli.errors import UsageError, explained
from cellwise.cli.run import require_writable
from cellwise.cli.screen import screen
from cellwise.study import sensitivity as sensitivity_module
from cellwise.study.definition import Study
from cellwise.study.drive import Outcome, drive
from cellwise.study.report import write_report
from cellwise.study.sensitivity import Trial
from cellwise.study.summary import as_json
from cellwise.study.terminal import print_outcome


@explained
def study(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The study, such as `goyal96`.")],
    replications: Annotated[
        int,
        typer.Option(
            "--replications", min=1, max=10_000, metavar="R", help="Independent runs of every case."
        ),
    ] = 5,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="TABLE", help="Run some tables only, such as `table2`."),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", min=1, max=1024, metavar="J", help="Runs at a time; default all cores."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Keep the points that are finished already.")
    ] = False,
    summary: Annotated[
        Literal["text", "json"], typer.Option("--summary", help="Tables, or one JSON object.")
    ] = "text",
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Where points are kept; default `results/NAME`."),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option("--report", metavar="FILE", help="The report; default `report.html` beside them."),
    ] = None,
    choose: Annotated[
        list[str] | None,
        typer.Option("--choose", metavar="PATH=VALUE", help="Change one of the study's modelling choices."),
    ] = None,
    sensitivity: Annotated[
        bool,
        typer.Option("--sensitivity", help="Change each open choice alone and count again what is inside."),
    ] = False,
) -> None:
    """Run a document's experiments: published numbers beside ours, claims, and a report.

    Points are kept as they finish: whatever ends a study, `--resume` goes on from there.

    Examples
    --------
    `cellwise study goyal96 --replications 20`

    `cellwise study goyal96 --only table2 --only table3 --summary json`
    """
    chosen = _study(name, choose)
    folder = out or Path("results") / name
    require_writable(folder)
    report_file = report or folder / "report.html"
    require_writable_file(report_file)
    groups = _groups(chosen, only)
    cores = jobs or usable_cores()
    quiet = summary == "json" and not sys.stderr.isatty()
    if sensitivity:
        made = sensitivity_module.trials(
            chosen, folder, replications=replications, jobs=cores, resume=resume, quiet=quiet
        )
        sensitivity_module.save(folder, made)
        _print_trials(made)
        return
    outcome = drive(
        chosen, folder, replications=replications, only=groups, jobs=cores, resume=resume, quiet=quiet
    )
    command = _command(name, replications, groups, choose)
    write_report(outcome, report_file, command, [] if choose else sensitivity_module.saved(folder))
    _tell(outcome, summary, report_file)


def usable_cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def require_writable_file(path: Path) -> None:
    """Find out before a study, not after it, that its report cannot be written."""
    if path.is_dir():
        raise UsageError(f"--report: {path} is a folder; give the name of a file")
    path.parent.mkdir(parents=True, exist_ok=True)
    if not os.access(path.parent, os.W_OK):
        raise UsageError(f"--report: {path} cannot be written; give a file where you may write")


def _study(name: str, choose: Sequence[str] | None) -> Study:
    try:
        chosen = studies.get(name)
        changes = dict(_change(one) for one in choose or [])
        return chosen.rebuild(changes) if changes else chosen
    except ValueError as error:
        raise UsageError(str(error)) from None


def _change(written: str) -> tuple[str, Any]:
    path, equals, value = written.partition("=")
    if not equals:
        raise UsageError(f"--choose: {written!r} is not allowed; write PATH=VALUE, such as tie=rotate")
    try:
        return path, json_module.loads(value)
    except ValueError:
        return path, value


def _groups(chosen: Study, only: Sequence[str] | None) -> list[str]:
    asked = [name for names in only or [] for name in names.split(",") if name]
    known = chosen.groups()
    for name in asked:
        if name not in known:
            raise UsageError(f"--only: {name!r} is not known; choose among {', '.join(known)}")
    return [name for name in known if name in asked]


def _command(name: str, replications: int, groups: Sequence[str], choose: Sequence[str] | None) -> str:
    words = ["cellwise", "study", name, "--replications", str(replications)]
    words += [word for group in groups for word in ("--only", group)]
    words += [word for one in choose or [] for word in ("--choose", one)]
    return shlex.join(words)


def _tell(outcome: Outcome, summary: str, report_file: Path) -> None:
    if summary == "json":
        print(json_module.dumps(as_json(outcome), indent=2, ensure_ascii=False))
        return
    console = screen()
    print_outcome(outcome, console)
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
