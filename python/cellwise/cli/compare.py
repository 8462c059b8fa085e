"""`cellwise compare`: two runs, groups of runs or scenarios, in pairs."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from cellwise.cli.errors import UsageError, explained
from cellwise.cli.experiments import command, labelled, ran, require_metrics, tell
from cellwise.cli.options import (
    Confidence,
    Fresh,
    Jobs,
    Json,
    Labels,
    Least,
    Metrics,
    Most,
    Progress,
    half_width_option,
    labels_of,
    replications_or_auto,
    share_option,
    wanted_of,
    where_of,
)
from cellwise.cli.placement import On
from cellwise.cli.scenario import assemble
from cellwise.cli.sources import sources_in
from cellwise.cli.study_options import OwnStudy
from cellwise.cli.targets import require_file_target, require_study_target
from cellwise.cli.warmup import Warmup, warmup_of
from cellwise.experiments.compare import Comparison
from cellwise.experiments.precision import Precision
from cellwise.groups import having
from cellwise.reports.experiment import form_of
from cellwise.scenario import Scenario
from cellwise.source import Source
from cellwise.terminal_text import say

#: What a side is before anything is run: a scenario, or the runs of a folder.
Side = Scenario | list[Source]


@explained
def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A run, a folder of runs, or a scenario in TOML.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The same for the other side.")],
    metrics: Metrics = None,
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
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="DIR", help="Where it is kept; if left out, nowhere."),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report",
            metavar="FILE",
            help="Also write the differences beside plots of both as one page, .html; or .md, .tex.",
        ),
    ] = None,
    labels: Labels = None,
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
    confidence: Confidence = "95%",
    json: Json = False,
    fresh: Fresh = False,
    progress: Progress = "none",
    on: On = None,
) -> None:
    """Compare two sides in pairs of the same seed and replication: the differences B - A with intervals.

    A single pair has no interval: give folders with several replications, or scenarios. In a folder that has
    runs with several settings, such as that of a sweep or a study, `--where-a` and `--where-b` select the
    runs. With `--replications auto`, pairs are added until the half-width of the interval of each difference
    that `--metric` names is at most `--half-width` of the larger of the two means. `--report` writes a page
    with the differences next to the plots of the first pair, both runs in each.

    Examples
    --------
    `cellwise compare results/tail results/epd`

    `cellwise compare swept swept --where-a switch.drop.policy=tail --where-b switch.drop.policy=epd`

    `cellwise compare my.toml my.toml --set-b switch.drop.policy=epd --replications 10`

    `cellwise compare my.toml my.toml --set-b switch.drop.policy=epd --report compared.html`

    `cellwise compare my.toml my.toml --set-b 'tcp.mss=1024 bytes' --metric efficiency --replications auto`
    """
    level = share_option(confidence, "--confidence")
    if out is not None:
        require_study_target(out, mark=Comparison.mark)
    elif on is not None:
        raise UsageError("--on: needs --out as well, a folder that the workers share")
    if report is not None:
        _require_report(report)
    elif labels:
        raise UsageError("--label: is for the page; give --report as well")
    called = labels_of(labels)
    wanted = wanted_of(replications, half_width, least, most)
    if isinstance(wanted, Precision):
        wanted = replace(wanted, confidence=level)
    require_metrics(wanted, metrics, "differences")
    chosen = [("a", a, changes_a, where_a, study), ("b", b, changes_b, where_b, study)]
    a_side, b_side = sides = _warmed([_side(*one) for one in chosen], warmup)
    if isinstance(wanted, Precision):
        _scenarios(sides, "--replications")
    found = ran(
        Comparison(a_side, b_side, level, command()),
        out,
        replications=wanted,
        metrics=metrics,
        on=on,
        jobs=jobs,
        fresh=fresh,
        progress=progress,
    )
    tell(found, json=json)
    if report is not None:
        written = labelled(found, called).report(report)
        if not json:
            say(written)


def _require_report(file: Path) -> None:
    """Refuse a file that could not be written once everything has been run."""
    require_file_target(file, "--report")
    try:
        form_of(file)
    except ValueError as error:
        raise UsageError(f"--report: {str(error).removeprefix('to: ')}") from None


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
        raise UsageError(f"{option}: a run that is finished cannot change; give two scenarios in TOML")
    return scenarios
