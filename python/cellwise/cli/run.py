"""`cellwise run`: one scenario, a summary, a results folder."""

import contextlib
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from cellwise.cli.captures import Captures, captures_of
from cellwise.cli.errors import RUN_FAILED, complain, explained
from cellwise.cli.options import Json
from cellwise.cli.scenario import Changes, File, Replication, Seed, Template, assemble, warn
from cellwise.cli.summary import as_json, print_summary
from cellwise.cli.targets import has_whole_run, require_file_target, require_run_target, require_same_run
from cellwise.cli.warmup import Warmup, warmup_of
from cellwise.errors import InterruptError, LimitError
from cellwise.interrupts import INTERRUPTED, ctrl_c_to
from cellwise.results import Run
from cellwise.run import run as run_scenario
from cellwise.run import stop_reason
from cellwise.scenario import Scenario
from cellwise.screen import screen
from cellwise.terminal_text import say_json


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
            "-o",
            "--out",
            metavar="DIR",
            help="Results folder; default `results/NAME-ID`, or none with --json.",
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace the contents of --out, even results of another scenario.")
    ] = False,
    capture: Captures = None,
    json: Json = False,
    warmup: Warmup = None,
    threads: Annotated[
        int,
        typer.Option(
            "--threads",
            min=1,
            metavar="N",
            help="At most N threads, if the network has links long enough to cut: same results.",
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
    files = captures_of(capture)
    with _nothing_yet():
        for target in files.values():
            require_file_target(Path(target), "--capture")
        if out is not None:
            require_run_target(out)
        scenario = assemble(file, template, changes, seed, replication)
        if warmup is not None:
            found = warmup_of([scenario], warmup)
            scenario = scenario.set("warmup", found)
            # The command that runs it again names what was found.
            changes = [*(changes or []), f"warmup={found}"]
        if reference:
            scenario = scenario.set("reference", "true")
        folder = out
        if out is None and not json:
            folder = default_folder(scenario, file or template or "run")
            require_run_target(folder)
        elif out is not None and not force:
            require_same_run(out, scenario)
        warn(scenario)
    again = _command(folder, file, template, changes, seed, replication)
    with _stopping() as stop:
        result, ended = _simulate(
            scenario, files, threads, stop, show_progress=not json and sys.stderr.isatty()
        )
        kept = _keep(result, folder)
        _notify(result, folder if kept else None, files, again, json=json)
        for reported in result.warnings():
            complain(f"warning: {reported}")
        if ended is not None:
            ended = f"{ended}; {_what_is_kept(folder, files) if kept else _what_stays(folder, files)}"
        elif stop.asked:
            ended = f"interrupted, but the run was finished; {_what_is_kept(folder, files, whole=True)}"
    if ended is not None:
        complain(f"error: {ended}" if not stop.asked else ended)
        raise typer.Exit(INTERRUPTED if stop.asked else RUN_FAILED)


class _Stop:
    """Whether Ctrl-C was pressed since the simulation has begun: the second one gives up."""

    def __init__(self) -> None:
        self.began = False
        self.asked = False

    def reported(self, report: Callable[[float], None] | None) -> Callable[[float], None]:
        """Give what the simulator is to call now and then: it stops when that is asked for."""

        def notify(fraction: float) -> None:
            self.began = True
            if report is not None:
                report(fraction)
            if self.asked:
                raise KeyboardInterrupt

        return notify

    def _pressed(self, _number: int, _frame: FrameType | None) -> None:
        if not self.began or self.asked:
            raise KeyboardInterrupt
        self.asked = True


@contextlib.contextmanager
def _stopping() -> Iterator[_Stop]:
    """Let the first Ctrl-C in here be a request, so that it does not cut off the steps after a run."""
    stop = _Stop()
    with ctrl_c_to(stop._pressed):
        yield stop


@contextlib.contextmanager
def _nothing_yet() -> Iterator[None]:
    """Say of a Ctrl-C in here that there is nothing to keep."""
    try:
        yield
    except KeyboardInterrupt:
        raise KeyboardInterrupt("nothing was simulated yet, so nothing is kept") from None


def _keep(result: Run, folder: Path | None) -> bool:
    """Store a run, but not a part of one where all of it is; say whether what was asked for was done."""
    if folder is None:
        return True
    if result.stopped is not None and has_whole_run(folder, result.scenario):
        return False
    try:
        result.save(folder)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"the simulated part is not kept; {folder} is unchanged") from None
    return True


def _what_is_kept(folder: Path | None, files: dict[str, str], *, whole: bool = False) -> str:
    until = "" if whole else " until then"
    kept = f"its results{until} are in {folder}" if folder else f"its results{until} were printed, not stored"
    return kept + _captured(files)


def _what_stays(folder: Path | None, files: dict[str, str]) -> str:
    stays = f"{folder} keeps the results of the whole run, which were there; these are not stored"
    return stays + _captured(files)


def _captured(files: dict[str, str]) -> str:
    return f", its captures in {', '.join(files.values())}" if files else ""


def _notify(result: Run, folder: Path | None, files: dict[str, str], again: str, *, json: bool) -> None:
    if json:
        say_json(as_json(result), ensure_ascii=False)
        return
    console = screen()
    print_summary(result, console, again)
    if folder is not None:
        console.print(f"results: {folder}")
    for point, file in files.items():
        console.print(f"capture of {point}: {file}")


def default_folder(scenario: Scenario, source: str) -> Path:
    """Name a results folder after the scenario's file and its content, so that runs never collide."""
    name = "stdin" if source == "-" else Path(source).stem
    return Path("results") / f"{name}-{scenario.id[:8]}"


def _simulate(
    scenario: Scenario, captures: dict[str, str], threads: int, stop: _Stop, *, show_progress: bool
) -> tuple[Run, str | None]:
    """Give the run, and why it ended before its end, if it did."""
    with _reporting(show_progress) as report, _nothing_yet():
        try:
            return run_scenario(scenario, stop.reported(report), captures, threads), None
        except (LimitError, InterruptError) as error:
            stop.asked |= isinstance(error, InterruptError)
            return error.run, stop_reason(error.run)


@contextlib.contextmanager
def _reporting(show_progress: bool) -> Iterator[Callable[[float], None] | None]:
    """Give what shows how far a run is, where that is shown."""
    if not show_progress:
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("simulating"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("run", total=1.0)
        yield lambda fraction: bar.update(task, completed=fraction)


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
