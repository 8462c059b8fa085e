"""`cellwise sweep`: one scenario under many settings."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from cellwise.cli.errors import UsageError, by_options, explained
from cellwise.cli.experiments import command, notify, ran, require_metrics
from cellwise.cli.option_groups import grouped
from cellwise.cli.options import FIVE, Confidence, Count, Metrics, Output, share_option, where_option
from cellwise.cli.placement import MAKING, Making
from cellwise.cli.scenario import NOTHING, Described, by_path, value_of, values_in
from cellwise.cli.targets import require_study_target
from cellwise.cli.warmup import Warmup, warmup_of
from cellwise.errors import ConfigError
from cellwise.experiments.sweep import Sweep
from cellwise.experiments.sweep import sweep as make_sweep
from cellwise.rounding import counted
from cellwise.terminal_text import say

KEPT = Output(Path("results/sweep"))


@explained
@grouped
def sweep(
    described: Described = NOTHING,
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
    where: Annotated[list[str] | None, where_option("--where", "cases")] = None,
    count: Count = FIVE,
    confidence: Confidence = "95%",
    warmup: Warmup = None,
    metrics: Metrics = None,
    listed: Annotated[bool, typer.Option("--list", help="List the cases and exit.")] = False,
    output: Output = KEPT,
    making: Making = MAKING,
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
    level = share_option(confidence, "--confidence")
    wanted = count.wanted(level)
    require_metrics(wanted, metrics)
    scenario = described.scenario()
    grids, zips = _lists("--grid", grid), _lists("--zip", zipped)
    try:
        made = make_sweep(scenario, grid=grids, zip=zips, cases=list(map(_case, cases or [])), where=where)
    except ConfigError:
        raise
    except ValueError as error:
        fault = str(error).replace("in grid, zip or cases", "in --grid, --zip or --case")
        raise UsageError(by_options(fault, "grid", "zip", "where")) from None
    if listed:
        _list(made)
        return
    require_study_target(output.out, mark=Sweep.mark)
    if warmup is not None:
        warm = warmup_of(made.cases.values(), warmup)
        made = replace(made, cases={name: one.set("warmup", warm) for name, one in made.cases.items()})
    made = replace(made, command=command(), confidence=level)
    notify(ran(made, making, output.out, replications=wanted, metrics=metrics), json=output.json)


def _lists(option: str, given: Sequence[str] | None) -> dict[str, list[Any]]:
    found = by_path(
        option, given, "PATH=A,B, such as switch.drop.policy=tail,epd", "give all its values at once"
    )
    return {path: [value_of(one) for one in values_in(values)] for path, values in found.items()}


def _case(written: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for one in values_in(written):
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
    say(counted(len(made), "case"))
