"""`cellwise run`: one scenario, a summary, a results folder."""

import json as json_module
import os
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from cellwise.cli.captures import Captures, captures_of
from cellwise.cli.errors import RUN_FAILED, UsageError, complain, explained
from cellwise.cli.scenario import Changes, File, Replication, Seed, Template, assemble, warn
from cellwise.cli.screen import screen
from cellwise.cli.summary import as_json, print_summary
from cellwise.cli.warmup import Warmup, warmup_of
from cellwise.errors import LimitError
from cellwise.results import Run
from cellwise.run import run as run_scenario
from cellwise.scenario import Scenario


@explained
def run(
    file: File = None,
    template: Template = None,
    changes: Changes = None,
    seed: Seed = None,
    replication: Replication = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="Results folder; default `results/NAME-ID`, with --json none."
        ),
    ] = None,
    capture: Captures = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object instead of the summary.")
    ] = False,
    warmup: Warmup = None,
    threads: Annotated[
        int,
        typer.Option(
            "--threads",
            min=1,
            metavar="N",
            help="The most threads, if the network has links long enough to divide it at: same results.",
        ),
    ] = 1,
    reference: Annotated[
        bool, typer.Option("--reference", help="Simulate without shortcuts: same results, far slower.")
    ] = False,
) -> None:
    """Simulate one scenario: a summary on the screen, columns and provenance in a results folder.

    Examples
    --------
    `cellwise run my.toml`

    `cellwise run my.toml --set switch.buffer='2000 cells' --seed 7`

    `cellwise run --template n-source --set switch.drop.policy=fba --json`

    `cellwise run my.toml --capture ip@s1=packets.pcapng --capture cells@sw1.trunk=cells.erf`
    """
    scenario = assemble(file, template, changes, seed, replication)
    if warmup is not None:
        found = warmup_of([scenario], warmup)
        scenario = scenario.set("warmup", found)
        # The command that runs it again names what was found.
        changes = [*(changes or []), f"warmup={found}"]
    if reference:
        scenario = scenario.set("reference", "true")
    folder = out if out is not None or json else default_folder(scenario, file or template or "run")
    if folder is not None:
        require_writable(folder)
    warn(scenario)
    files = captures_of(capture)
    result, stopped = _simulate(scenario, files, threads, show_progress=not json and sys.stderr.isatty())
    if folder is not None:
        result.save(folder)
    if json:
        print(json_module.dumps(as_json(result), indent=2, ensure_ascii=False))
    else:
        console = screen()
        print_summary(result, console, _command(folder, file, template, changes, seed, replication))
        console.print(f"results: {folder}")
        for point, file in files.items():
            console.print(f"capture of {point}: {file}")
    if stopped:
        complain(f"error: {stopped}")
        raise typer.Exit(RUN_FAILED)


def default_folder(scenario: Scenario, source: str) -> Path:
    """Name a results folder after the scenario's file and its content, so that runs never collide."""
    name = "stdin" if source == "-" else Path(source).stem
    return Path("results") / f"{name}-{scenario.id[:8]}"


def require_writable(folder: Path) -> None:
    """Find out before a run, not after it, that its results cannot be written."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"--out: {folder} is not a folder; give another name")
    folder.parent.mkdir(parents=True, exist_ok=True)
    if not os.access(folder.parent, os.W_OK):
        raise UsageError(f"--out: {folder} cannot be written; give a folder where you may write")


def _simulate(
    scenario: Scenario, captures: dict[str, str], threads: int, show_progress: bool
) -> tuple[Run, str | None]:
    columns = (TextColumn("simulating"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not show_progress) as bar:
        task = bar.add_task("run", total=1.0)

        def report(fraction: float) -> None:
            bar.update(task, completed=fraction)

        try:
            return run_scenario(scenario, report if show_progress else None, captures, threads), None
        except LimitError as error:
            return error.run, str(error)


def _command(
    folder: Path | None,
    file: str | None,
    template: str | None,
    changes: list[str] | None,
    seed: int | None,
    replication: int | None,
) -> str:
    if file == "-" and folder is not None:
        return shlex.join(["cellwise", "run", str(folder / "scenario.toml")])
    words = ["cellwise", "run", *([file] if file else ["--template", template or ""])]
    words += [word for change in changes or [] for word in ("--set", change)]
    words += ["--seed", str(seed)] if seed is not None else []
    words += ["--replication", str(replication)] if replication is not None else []
    return shlex.join(words)
