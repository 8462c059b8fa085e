"""`cellwise find`: the value for which a goal holds, or the values that make the most of a metric."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from cellwise.cli.errors import UsageError, explained
from cellwise.cli.experiments import command, notify, ran
from cellwise.cli.option_groups import grouped
from cellwise.cli.options import Confidence, Count, Output
from cellwise.cli.placement import MAKING, Making
from cellwise.cli.scenario import Changes, Seed, Template, assemble, by_path, value_of, values_in
from cellwise.cli.targets import require_study_target
from cellwise.cli.warmup import Warmup, warmup_of
from cellwise.experiments.find import Question, Search
from cellwise.experiments.spaces import Range
from cellwise.scenario import Scenario
from cellwise.vocabulary import ALIASES, UNITS

KEPT, ENOUGH = Output(Path("results/find")), Count("auto", "2%", 5, 50)


@explained
@grouped
def find(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE", help="A scenario in TOML; `-` reads standard input.", show_default=False
        ),
    ] = None,
    template: Template = None,
    changes: Changes = None,
    seed: Seed = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            "--vary",
            metavar="PATH=A..B",
            help="A setting and its range, such as `switch.buffer=100..20000cells`; or values: PATH=A,B,C.",
        ),
    ] = None,
    goals: Annotated[
        list[str] | None,
        typer.Option(
            "--for", metavar="GOAL", help="What must hold, such as `efficiency >= 0.95`; several: all must."
        ),
    ] = None,
    maximise: Annotated[
        str | None, typer.Option("--maximise", "--maximize", metavar="METRIC", help="Make this the greatest.")
    ] = None,
    minimise: Annotated[
        str | None, typer.Option("--minimise", "--minimize", metavar="METRIC", help="Make this the least.")
    ] = None,
    which: Annotated[
        Literal["auto", "least", "greatest"],
        typer.Option("--which", help="With `--for` alone: which; `auto` goes by the end at which it holds."),
    ] = "auto",
    confidence: Confidence = "95%",
    count: Count = ENOUGH,
    within: Annotated[
        str, typer.Option("--within", metavar="SHARE", help="How near the answer is to the true one.")
    ] = "2%",
    points: Annotated[
        int, typer.Option("--points", min=2, max=1000, help="With `--for` alone: values of the first look.")
    ] = 5,
    trials: Annotated[
        int, typer.Option("--trials", min=1, max=100_000, help="With a metric: values that are proposed.")
    ] = 40,
    warmup: Warmup = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace the answer to another question in --out; runs are kept.")
    ] = False,
    output: Output = KEPT,
    making: Making = MAKING,
) -> None:
    """Find the least or greatest value of a setting for which a goal holds, or the best values of several.

    With `--for`, a few values over the whole range are tried, then the range is halved where the goal begins
    to hold; if it is not monotone, the output says so. It holds where the whole interval of the metric's
    mean is on its side. With `--maximise` or `--minimise`, any number of settings are varied: Optuna proposes
    values, and the five best are run again with other random numbers; goals given with it must hold there.

    Points are kept as they finish, and are not run again: the same command continues where it stopped.

    Examples
    --------
    `cellwise find my.toml --vary switch.buffer=300..20000cells --for 'efficiency >= 0.6' --most 10`

    `cellwise find my.toml --vary 'topology.sources=2..20' --for 'vcs.cells_lost:sum < 3000' --most 6`

    `cellwise find my.toml --vary switch.buffer=300..900cells --vary topology.sources=2,5 --maximise fairness`
    """
    file, vary = _file_of(words or [], template, vary or [])
    wanted = count.wanted()
    made = Search(
        {},
        _ranges(vary),
        goals or [],
        maximise,
        minimise,
        None if which == "auto" else which,
        confidence,
        within,
        points,
        trials,
        command(),
    )
    try:
        question = made.question(replications=wanted)
    except ValueError as error:
        raise UsageError(_with_options(str(error))) from None
    scenario = assemble(file, template, changes, seed)
    require_study_target(output.out, mark=Search.mark)
    if warmup is not None:
        scenario = scenario.set("warmup", warmup_of(_ends(scenario, question), warmup))
    try:
        found = ran(
            replace(made, scenario=scenario),
            making,
            output.out,
            replications=wanted,
            force=force,
            with_options=_with_options,
        )
    except ImportError:
        raise UsageError("--maximise, --minimise: need Optuna; install cellwise[search]") from None
    notify(found, json=output.json)


def _file_of(words: Sequence[str], template: str | None, vary: Sequence[str]) -> tuple[str | None, list[str]]:
    """Give the file, and the ranges with a unit that came without quotes after one."""
    rest = list(words) if template else list(words[1:])
    ranges = list(vary)
    units = {*ALIASES, *(unit for units in UNITS.values() for unit in units)}
    for word in rest:
        bare = [at for at, one in enumerate(ranges) if ".." in one and one[-1:].isdigit()]
        if word in units and len(bare) == 1:
            ranges[bare[0]] += f" {word}"
        else:
            raise UsageError(
                f"{word!r}: one FILE is taken; put what has a blank in it into quotes, such as "
                "--vary 'switch.buffer=100..20000 cells'"
            )
    return (words[0] if words and not template else None), ranges


def _ranges(given: Sequence[str]) -> dict[str, Any]:
    write = "PATH=A..B or PATH=A,B,C, such as switch.buffer=100..20000cells"
    found: dict[str, Any] = {}
    for path, values in by_path("--vary", given, write, "give it once").items():
        listed = [value_of(one) for one in values_in(values)]
        found[path] = values if len(listed) == 1 else listed
    return found


def _with_options(fault: str) -> str:
    """Name the options that stand for what Python calls otherwise."""
    reported = []
    for line in fault.splitlines():
        name, colon, rest = line.partition(": ")
        option = {"goal": "--for", "measure": "--for", "metric": "--for"}.get(name, f"--{name}")
        reported.append(f"{option}: {rest}" if colon else line)
    return "\n".join(reported)


def _ends(scenario: Scenario, question: Question) -> list[Scenario]:
    """Give the scenarios at the ends of the ranges, whose warm-up is found by pilot runs."""
    spaces = question.spaces.items()
    ends = {path: (one.low, one.high) for path, one in spaces if isinstance(one, Range)}
    if not ends:
        return [scenario]
    return [
        scenario.with_(
            {path: space.value(ends[path][at]) for path, space in spaces if isinstance(space, Range)}
        )
        for at in (0, 1)
    ]
