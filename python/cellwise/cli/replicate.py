"""`cellwise replicate`: independent runs of one scenario, and the means of their metrics."""

from dataclasses import replace
from pathlib import Path

from cellwise.cli.errors import explained
from cellwise.cli.experiments import command, ran, require_metrics, tell
from cellwise.cli.options import (
    Confidence,
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
    share_option,
    wanted_of,
)
from cellwise.cli.placement import On
from cellwise.cli.scenario import Changes, File, Seed, Template, assemble
from cellwise.cli.targets import require_study_target
from cellwise.cli.warmup import Warmup, warmup_of
from cellwise.experiments.precision import Precision
from cellwise.experiments.replicate import Replications


@explained
def replicate(
    file: File = None,
    template: Template = None,
    changes: Changes = None,
    seed: Seed = None,
    replications: ReplicationsOrAuto = "5",
    half_width: HalfWidth = "2%",
    least: Least = 5,
    most: Most = 50,
    confidence: Confidence = "95%",
    warmup: Warmup = None,
    jobs: Jobs = None,
    out: Out = Path("results/replications"),
    metrics: Metrics = None,
    json: Json = False,
    fresh: Fresh = False,
    progress: Progress = "auto",
    on: On = None,
) -> None:
    """Run independent replications of a scenario, and report the means of its metrics with intervals.

    Points are kept as they finish, and are not run again: the same command continues where it stopped.

    Examples
    --------
    `cellwise replicate my.toml --replications 3`

    `cellwise replicate my.toml --metric efficiency --replications auto`
    """
    wanted, level = wanted_of(replications, half_width, least, most), share_option(confidence, "--confidence")
    if isinstance(wanted, Precision):
        wanted = replace(wanted, confidence=level)
    require_metrics(wanted, metrics)
    scenario = assemble(file, template, changes, seed)
    require_study_target(out, mark=Replications.mark)
    if warmup is not None:
        scenario = scenario.set("warmup", warmup_of([scenario], warmup))
    found = ran(
        Replications(scenario, level, command()),
        out,
        replications=wanted,
        metrics=metrics,
        on=on,
        jobs=jobs,
        fresh=fresh,
        progress=progress,
    )
    tell(found, json=json)
