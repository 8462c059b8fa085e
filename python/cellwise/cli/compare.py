"""`cellwise compare`: two runs, groups of runs or scenarios, in pairs."""

import json as json_module
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as Grid

from cellwise.cli.cores import Jobs, usable_cores
from cellwise.cli.errors import UsageError, explained
from cellwise.cli.scenario import assemble
from cellwise.cli.screen import screen
from cellwise.cli.sources import sources_in
from cellwise.compare import Difference, PairedComparison, compare_sources
from cellwise.plots.source import Source
from cellwise.replicate import replicate


@explained
def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A run, a folder of runs, or a scenario in TOML.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The same for the other side.")],
    metrics: Annotated[
        list[str] | None,
        typer.Option("--metric", metavar="NAME", help="Such as `efficiency` or `flows.throughput_bps:sum`."),
    ] = None,
    replications: Annotated[
        int | None,
        typer.Option(
            "--replications", min=1, max=10_000, metavar="R", help="Runs of each scenario; default 5."
        ),
    ] = None,
    jobs: Jobs = None,
    changes_a: Annotated[
        list[str] | None,
        typer.Option("--set-a", metavar="PATH=VALUE", help="Set one value of the scenario A."),
    ] = None,
    changes_b: Annotated[
        list[str] | None,
        typer.Option("--set-b", metavar="PATH=VALUE", help="Set one value of the scenario B."),
    ] = None,
    confidence: Annotated[
        float, typer.Option("--confidence", metavar="PERCENT", help="Of the intervals, in per cent.")
    ] = 95.0,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the table.")] = False,
) -> None:
    """Compare two sides in pairs of the same seed and replication: the differences B - A with intervals.

    From one pair no interval is printed: give folders with several replications, or scenarios.

    Examples
    --------
    `cellwise compare results/tail results/epd`

    `cellwise compare my.toml my.toml --set-b switch.drop.policy=epd --replications 10`
    """
    if not 0 < confidence < 100:
        raise UsageError(f"--confidence: {confidence:g} is not allowed; give per cent above 0 and below 100")
    chosen = [("A", a, changes_a), ("B", b, changes_b)]
    sides = [_side(name, given, changes, replications, jobs) for name, given, changes in chosen]
    try:
        found = compare_sources(*sides, metrics=metrics or [], confidence=confidence / 100)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if json:
        print(json_module.dumps(as_json(found), indent=2, ensure_ascii=False))
    else:
        print_comparison(found, screen())


def _side(
    name: str, given: str, changes: list[str] | None, replications: int | None, jobs: int | None
) -> list[Source]:
    if Path(given).is_dir():
        if changes:
            raise UsageError(f"--set-{name.lower()}: {given} was run already; give a scenario in TOML")
        return sources_in([given])
    scenario = assemble(given, None, changes)
    runs = replicate(scenario, replications or 5, jobs=jobs or usable_cores())
    return [Source.of_run(run) for run in runs]


def as_json(found: PairedComparison) -> dict[str, Any]:
    """Give a comparison as plain values; without intervals, `why_no_interval` is set."""
    return {
        "pairs": found.pairs,
        "unpaired": found.unpaired,
        "confidence": found.confidence,
        "settings": list(found.settings),
        "why_no_interval": found.why_no_interval,
        "metrics": [_metric_json(one) for one in found.differences],
    }


def _metric_json(one: Difference) -> dict[str, Any]:
    plain = asdict(one)
    del plain["interval"]
    ends = (one.interval.low, one.interval.high) if one.interval else (None, None)
    return {**plain, "low": ends[0], "high": ends[1], "verdict": one.verdict}


def print_comparison(found: PairedComparison, console: Console) -> None:
    """Print the differences as a table."""
    told = ", ".join(found.settings) or "nothing but seed, replication and title"
    console.print(f"A and B differ in: {told}")
    plural = "s" if found.pairs != 1 else ""
    unpaired = f"; {found.unpaired} runs have no partner and are left out" if found.unpaired else ""
    console.print(f"{found.pairs} pair{plural} of the same seed and replication{unpaired}\n")
    grid = Grid(box=None, pad_edge=False)
    for heading in ("metric", "A", "B", "B - A", f"{100 * found.confidence:g} % interval", "B is"):
        grid.add_column(heading, justify="left" if heading in ("metric", "B is") else "right")
    for one in found.differences:
        ends = f"{one.interval.low:+.4g} … {one.interval.high:+.4g}" if one.interval else "none"
        grid.add_row(one.label, f"{one.a:.5g}", f"{one.b:.5g}", f"{one.difference:+.4g}", ends, one.verdict)
    console.print(grid)
    if found.why_no_interval:
        console.print(f"\nno interval from one pair: {found.why_no_interval}")
