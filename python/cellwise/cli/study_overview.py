"""What is there of the studies: their list, how far one is, and all of them in one call."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from cellwise import studies
from cellwise.cli.errors import RUN_FAILED, complain, explained
from cellwise.cli.option_groups import grouped
from cellwise.cli.options import Jobs, Out, Output, Runs, usable_cores
from cellwise.cli.placement import MAKING, Making
from cellwise.cli.study_options import Name, results_folder, study_named
from cellwise.cli.study_order import SILENT, Options, study_request
from cellwise.cli.targets import require_file_target, require_study_target
from cellwise.column import Column
from cellwise.points.estimate import span_text
from cellwise.points.store import other_version
from cellwise.reports.index import reproduce
from cellwise.screen import screen
from cellwise.study.stored import status as status_of
from cellwise.terminal_table import print_table
from cellwise.terminal_text import say, say_json

#: `results/NAME`, and text.
KEPT = Output()


@explained
def list_studies() -> None:
    """List the studies: what each has to run, and how many of its points are stored in `results`.

    Examples
    --------
    `cellwise study list`
    """
    numbers = ("cases", "published", "claims", "stored points")
    columns = [Column("study"), Column("title", is_prose=True)]
    columns += [Column(heading, is_number=True) for heading in numbers]
    rows = []
    for name in studies.names():
        one = studies.get(name)
        published = sum(len(row.numbers) for table in one.tables for row in table.rows)
        stored = sum(1 for _ in (Path("results") / name / "points").glob("*.json"))
        rows.append((name, one.title, *map(str, (len(one.cases), published, len(one.claims), stored))))
    print_table(screen(), columns, rows)


@explained
@grouped
def status(name: Name, options: Options = SILENT, jobs: Jobs = None, output: Output = KEPT) -> None:
    """Show which points of a study are stored, and about how long the others will take.

    Options that are not given here are those of the study's last run.

    Examples
    --------
    `cellwise study status goyal96 --replications 20`
    """
    folder = results_folder(name, output.out)
    wanted = study_request(name, folder, options, going_on=True)
    found = status_of(
        wanted.study,
        folder,
        replications=wanted.replications,
        only=wanted.only,
        jobs=jobs or usable_cores(),
    )
    others = other_version(folder)
    if output.json:
        reported = {
            "study": name,
            "folder": str(folder),
            "asked": shlex.join(wanted.words()),
            "needed": found.needed,
            "finished": found.finished,
            "other_build": found.other_build,
            "damaged": found.damaged,
            "damaged_points": found.damaged_points,
            "left": found.left.points,
            "estimate_s": found.left.wall_s,
            "other_versions": others,
        }
        say_json(reported)
        return
    if wanted.goes_on:
        say(f"asked for: {shlex.join(wanted.words())}")
    at_most = ", if it takes the most replications" if wanted.precision else ""
    say(f"{folder}: {found.finished} of {found.needed} points finished{at_most}")
    if found.other_build:
        say(
            f"{found.other_build} more are complete but from another build; the next run simulates them again"
        )
    if found.damaged:
        say(
            f"{found.damaged} half written or damaged ({found.damaged_points}); the next run makes them again"
        )
    for line in others:
        say(line)
    if found.left.points:
        say(f"left: {found.left.points} runs, about {span_text(found.left.wall_s)} ({found.left.basis})")


@explained
@grouped
def all_studies(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help="Studies to run; default: all of them.")
    ] = None,
    replications: Runs = None,
    out: Out = Path("results"),
    making: Making = MAKING,
) -> None:
    """Run every study and write one page with a line per document and links to the reports.

    Each study has a folder in that of `--out`, and as many runs of each case as its claims ask for, unless
    you ask for others.

    Examples
    --------
    `cellwise study all --replications 3`
    """
    assert out is not None
    chosen = [study_named(name) for name in names or studies.names()]
    for one in chosen:
        require_study_target(out / one.name)
    require_file_target(out / "index.html")
    with making.place() as place:
        lines = reproduce(
            chosen,
            out,
            replications=replications,
            jobs=place.jobs,
            executor=place.executor,
            fresh=making.fresh,
            progress=making.progress,
            report=lambda line: say(line.text(), flush=True),
        )
    say(f"index: {out / 'index.html'}")
    failed = [line for line in lines if line.failure]
    for line in failed:
        complain(f"{line.name}: {line.failure}")
    if failed:
        raise typer.Exit(RUN_FAILED)
