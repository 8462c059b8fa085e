"""`cellwise compare`: two runs, groups of runs or scenarios, in pairs."""

import json as json_module
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from cellwise.cli.cores import Jobs, usable_cores
from cellwise.cli.errors import UsageError, explained
from cellwise.cli.scenario import assemble
from cellwise.cli.screen import screen
from cellwise.cli.sources import sources_in, where_of
from cellwise.cli.study_options import (
    Least,
    Most,
    OwnStudy,
    half_width_option,
    precision_of,
    replications_of,
    replications_or_auto,
    share_option,
)
from cellwise.cli.warmup import Warmup, warmup_of
from cellwise.errors import ConfigError
from cellwise.experiments.chance import NOTHING_RANDOM
from cellwise.experiments.compare import Difference, PairedComparison
from cellwise.experiments.compare import compare as compare_sides
from cellwise.experiments.precision import Precision
from cellwise.groups import having
from cellwise.rounding import alone, decimals_of, fixed
from cellwise.scenario import Scenario
from cellwise.source import Source
from cellwise.terminal_table import Column, print_table
from cellwise.terminal_text import say

#: What a side is before anything is run: a scenario, or the runs of a folder.
Side = Scenario | list[Source]


@explained
def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A run, a folder of runs, or a scenario in TOML.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The same for the other side.")],
    metrics: Annotated[
        list[str] | None,
        typer.Option("--metric", metavar="NAME", help="Such as `efficiency` or `flows.throughput_bps:sum`."),
    ] = None,
    replications: Annotated[
        str, replications_or_auto("Runs of each scenario, or `auto`: as many as `--half-width` takes.")
    ] = "5",
    half_width: Annotated[
        str,
        half_width_option(
            "With `auto`: half-width of every difference's interval, by the larger mean, such as `2%`."
        ),
    ] = "2%",
    least: Least = 5,
    most: Most = 50,
    warmup: Warmup = None,
    jobs: Jobs = None,
    changes_a: Annotated[
        list[str] | None,
        typer.Option("--set-a", metavar="PATH=VALUE", help="Set one value of the scenario A."),
    ] = None,
    changes_b: Annotated[
        list[str] | None,
        typer.Option("--set-b", metavar="PATH=VALUE", help="Set one value of the scenario B."),
    ] = None,
    where_a: Annotated[
        list[str] | None,
        typer.Option("--where-a", metavar="PATH=VALUE", help="Only runs of A with this setting."),
    ] = None,
    where_b: Annotated[
        list[str] | None,
        typer.Option("--where-b", metavar="PATH=VALUE", help="Only runs of B with this setting."),
    ] = None,
    study: OwnStudy = None,
    confidence: Annotated[
        str, typer.Option("--confidence", metavar="SHARE", help="Level of the intervals.")
    ] = "95%",
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the table.")] = False,
) -> None:
    """Compare two sides in pairs of the same seed and replication: the differences B - A with intervals.

    A single pair has no interval: give folders with several replications, or scenarios. In a folder that has
    runs with several settings, such as that of a sweep or a study, `--where-a` and `--where-b` select the
    runs. With `--replications auto`, pairs are added until the half-width of the interval of each difference
    that `--metric` names is at most `--half-width` of the larger of the two means.

    Examples
    --------
    `cellwise compare results/tail results/epd`

    `cellwise compare swept swept --where-a switch.drop.policy=tail --where-b switch.drop.policy=epd`

    `cellwise compare my.toml my.toml --set-b switch.drop.policy=epd --replications 10`

    `cellwise compare my.toml my.toml --set-b 'tcp.mss=1024 bytes' --metric efficiency --replications auto`
    """
    level = share_option(confidence, "--confidence")
    count = replications_of(replications)
    if count is None and not metrics:
        raise UsageError("--replications: auto needs --metric, the differences that are to be known so well")
    wanted: int | Precision = count or replace(precision_of(half_width, least, most), confidence=level)
    chosen = [("a", a, changes_a, where_a, study), ("b", b, changes_b, where_b, study)]
    sides = _warmed([_side(*one) for one in chosen], warmup)
    try:
        if isinstance(wanted, Precision):
            _scenarios(sides, "--replications")
        found = compare_sides(
            *sides,
            metrics=metrics or [],
            replications=wanted,
            jobs=jobs or usable_cores(),
            confidence=level,
        )
    except ConfigError:
        raise
    except ValueError as error:
        raise UsageError(str(error)) from None
    if json:
        say(json_module.dumps(as_json(found), indent=2, ensure_ascii=False))
    else:
        print_comparison(found, screen())


def _side(
    name: str, given: str, changes: list[str] | None, where: list[str] | None, study: str | None
) -> Side:
    option = f"--where-{name}"
    if not Path(given).is_dir():
        if where:
            raise UsageError(
                f"{option}: {given} is not a folder of runs; change a scenario with --set-{name}"
            )
        return assemble(given, None, changes)
    if changes:
        raise UsageError(f"--set-{name}: {given} has been run already; give a scenario in TOML")
    runs, wanted = sources_in([given], study), where_of(option, where)
    try:
        return having(runs, wanted)
    except ValueError as error:
        raise UsageError(f"{option}: {str(error).removeprefix('where: ')}") from None


def _warmed(sides: Sequence[Side], warmup: str | None) -> list[Side]:
    if warmup is None:
        return list(sides)
    found = warmup_of(_scenarios(sides, "--warmup"), warmup)
    return [one.set("warmup", found) for one in _scenarios(sides, "--warmup")]


def _scenarios(sides: Sequence[Side], option: str) -> list[Scenario]:
    scenarios = [side for side in sides if isinstance(side, Scenario)]
    if len(scenarios) < len(sides):
        raise UsageError(f"{option}: what has been run already stays as it is; give two scenarios in TOML")
    return scenarios


def as_json(found: PairedComparison) -> dict[str, Any]:
    """Give a comparison as plain values; without intervals, `why_no_interval` is set."""
    return {
        "pairs": found.pairs,
        "unpaired": found.unpaired,
        "confidence": found.confidence,
        "settings": list(found.settings),
        "why_no_interval": found.why_no_interval,
        "is_without_chance": found.is_without_chance,
        "note": found.note or None,
        "left_out": list(found.left_out),
        "metrics": [_metric_json(one) for one in found.differences],
    }


def _metric_json(one: Difference) -> dict[str, Any]:
    plain = asdict(one)
    del plain["interval"], plain["display"]
    ends = (one.interval.low, one.interval.high) if one.interval else (None, None)
    return {**plain, "low": ends[0], "high": ends[1], "verdict": one.verdict}


def print_comparison(found: PairedComparison, console: Console) -> None:
    """Print the differences as a table."""
    told = ", ".join(found.settings) or "nothing but seed, replication and title"
    console.print(f"A and B differ in: {told}")
    for told in found.left_out:
        console.print(f"note: {told}")
    plural = "s" if found.pairs != 1 else ""
    unpaired = f"; {found.unpaired} runs have no partner and are left out" if found.unpaired else ""
    console.print(f"{found.pairs} pair{plural} of the same seed and replication{unpaired}\n")
    headings = ("metric", "A", "B", "B - A", f"{100 * found.confidence:g} % interval", "B is")
    columns = [
        Column(one, is_number=one not in ("metric", "B is"), is_prose=one == "metric") for one in headings
    ]
    rows = [_row(one, has_interval=not found.is_without_chance) for one in found.differences]
    print_table(console, columns, rows)
    if found.why_no_interval:
        console.print(f"\nno interval from one pair: {found.why_no_interval}")
    if found.is_without_chance:
        console.print(f"\n{NOTHING_RANDOM}")
    if found.note:
        console.print(f"\nnote: {found.note}")


def _row(one: Difference, *, has_interval: bool) -> tuple[str, ...]:
    scale, found = one.display.scale, one.interval if has_interval else None
    numbers = [scale * value for value in (one.a, one.b, one.difference)]
    if found is None or found.half_width == 0:
        a, b, apart = map(alone, numbers)
        return one.display.label, a, b, apart, f"{apart} … {apart}" if found else "none", one.verdict
    decimals = decimals_of(scale * found.half_width)
    a, b = (fixed(value, decimals) for value in numbers[:2])
    apart, low, high = (
        fixed(value, decimals, signed=True) for value in (numbers[2], scale * found.low, scale * found.high)
    )
    return one.display.label, a, b, apart, f"{low} … {high}", one.verdict
