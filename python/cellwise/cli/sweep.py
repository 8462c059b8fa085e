"""`cellwise sweep`: one scenario under many settings."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from cellwise.cli.errors import UsageError, explained
from cellwise.cli.experiments import command, ran, require_metrics
from cellwise.cli.options import (
    Fresh,
    HalfWidth,
    Jobs,
    Json,
    Least,
    Metrics,
    Most,
    Out,
    Progress,
    ReplicationsOrAuto,
    wanted_of,
)
from cellwise.cli.placement import On
from cellwise.cli.scenario import Changes, File, Template, assemble, by_path, value_of
from cellwise.cli.targets import require_study_target
from cellwise.cli.warmup import Warmup, warmup_of
from cellwise.errors import ConfigError
from cellwise.experiments.sweep import Sweep
from cellwise.experiments.sweep import sweep as make_sweep
from cellwise.terminal_text import say


@explained
def sweep(
    file: File = None,
    template: Template = None,
    changes: Changes = None,
    grid: Annotated[
        list[str] | None,
        typer.Option(
            "--grid", metavar="PATH=A,B,...", help="Every value, with every value of the other grids."
        ),
    ] = None,
    zipped: Annotated[
        list[str] | None,
        typer.Option("--zip", metavar="PATH=A,B,...", help="The first values together, then the second, ..."),
    ] = None,
    cases: Annotated[
        list[str] | None,
        typer.Option("--case", metavar="PATH=A,PATH=B,...", help="One case; repeat for each."),
    ] = None,
    where: Annotated[
        str | None,
        typer.Option("--where", metavar="CONDITION", help="Only cases such as `switch.buffer > 900 cells`."),
    ] = None,
    replications: ReplicationsOrAuto = "5",
    half_width: HalfWidth = "2%",
    least: Least = 5,
    most: Most = 50,
    warmup: Warmup = None,
    jobs: Jobs = None,
    out: Out = Path("results/sweep"),
    metrics: Metrics = None,
    listed: Annotated[bool, typer.Option("--list", help="List the cases and exit.")] = False,
    json: Json = False,
    fresh: Fresh = False,
    progress: Progress = "auto",
    on: On = None,
) -> None:
    """Run a scenario under many settings, and report the metrics of each with intervals over replications.

    Points are kept as they finish, and are not run again: the same command continues where it stopped.
    Grid, zip and cases given together are combined: each of one with each of the others.

    Examples
    --------
    `cellwise sweep my.toml --grid switch.drop.policy=tail,epd --grid 'switch.buffer=500 cells,1000 cells'`

    `cellwise sweep my.toml --grid seed=1,2,3 --zip 'tcp.mss=512 bytes,1024 bytes' --where 'seed != 2' --list`

    `cellwise sweep my.toml --case 'switch.buffer=500 cells,seed=1' --case 'switch.buffer=1000 cells' --list`

    `cellwise sweep my.toml --grid switch.drop.policy=tail,epd --metric efficiency --replications auto`
    """
    wanted = wanted_of(replications, half_width, least, most)
    require_metrics(wanted, metrics)
    scenario = assemble(file, template, changes)
    try:
        made = make_sweep(
            scenario,
            grid=_lists("--grid", grid),
            zip=_lists("--zip", zipped),
            cases=list(map(_case, cases or [])),
            where=where,
        )
    except ConfigError:
        raise
    except ValueError as error:
        raise UsageError(str(error)) from None
    if listed:
        _list(made)
        return
    require_study_target(out, mark=Sweep.mark)
    if warmup is not None:
        warm = warmup_of(made.cases.values(), warmup)
        made = replace(made, cases={name: one.set("warmup", warm) for name, one in made.cases.items()})
    found = ran(
        replace(made, command=command()),
        out,
        replications=wanted,
        metrics=metrics,
        on=on,
        jobs=jobs,
        fresh=fresh,
        progress=progress,
    )
    if json:
        say(found.to_json())
    else:
        found.show(metrics or [])


def _lists(option: str, given: Sequence[str] | None) -> dict[str, list[Any]]:
    found = by_path(
        option, given, "PATH=A,B, such as switch.drop.policy=tail,epd", "give all its values at once"
    )
    return {path: [value_of(one.strip()) for one in values.split(",")] for path, values in found.items()}


def _case(written: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for one in written.split(","):
        path, equals, value = (part.strip() for part in one.partition("="))
        if not equals or not path or not value:
            raise UsageError(
                f"--case: {written!r} is not allowed; write PATH=A,PATH=B, as switch.buffer=500 cells,seed=1"
            )
        if path in found:
            raise UsageError(f"--case: {path} comes twice in {written!r}; give it once in each case")
        found[path] = value_of(value)
    return found


def _list(made: Sweep) -> None:
    for name in made.cases:
        say(name)
    say(f"{len(made)} cases")
