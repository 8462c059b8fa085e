"""`cellwise replicate`: independent runs of one scenario, and the means of their metrics."""

import shlex
import sys
from dataclasses import replace
from pathlib import Path

from cellwise.cli.errors import UsageError, explained
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
from cellwise.cli.placement import On, place_of
from cellwise.cli.scenario import Changes, File, Seed, Template, assemble
from cellwise.cli.targets import require_study_target
from cellwise.cli.warmup import Warmup, warmup_of
from cellwise.experiments.precision import Precision
from cellwise.experiments.replicate import Replications
from cellwise.terminal_text import say


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
        if not metrics:
            raise UsageError("--replications: auto needs --metric, the means that are to be known so well")
    scenario = assemble(file, template, changes, seed)
    require_study_target(out, mark=Replications.mark)
    if warmup is not None:
        scenario = scenario.set("warmup", warmup_of([scenario], warmup))
    made = Replications(scenario, level, shlex.join(["cellwise", *sys.argv[1:]]))
    try:
        with place_of(on, jobs) as place:
            found = made.run(
                out,
                replications=wanted,
                metrics=metrics or [],
                jobs=place.jobs,
                executor=place.executor,
                fresh=fresh,
                progress=progress,
            )
    except ValueError as error:
        raise UsageError(str(error)) from None
    if json:
        say(found.to_json())
    else:
        found.show()
