"""`cellwise replicate`: independent runs of one scenario, and the means of their metrics."""

from pathlib import Path

from cellwise.cli.errors import explained
from cellwise.cli.experiments import command, notify, ran, require_metrics
from cellwise.cli.option_groups import grouped
from cellwise.cli.options import FIVE, Confidence, Count, Metrics, Output, share_option
from cellwise.cli.placement import MAKING, Making
from cellwise.cli.scenario import NOTHING, Described
from cellwise.cli.targets import require_study_target
from cellwise.cli.warmup import Warmup, warmup_of
from cellwise.experiments.replicate import Replications

KEPT = Output(Path("results/replications"))


@explained
@grouped
def replicate(
    described: Described = NOTHING,
    count: Count = FIVE,
    confidence: Confidence = "95%",
    warmup: Warmup = None,
    metrics: Metrics = None,
    output: Output = KEPT,
    making: Making = MAKING,
) -> None:
    """Run independent replications of a scenario, and report the means of its metrics with intervals.

    Points are kept as they finish, and are not run again: the same command continues where it stopped.

    Examples
    --------
    `cellwise replicate my.toml --replications 3`

    `cellwise replicate my.toml --metric efficiency --replications auto`
    """
    level = share_option(confidence, "--confidence")
    wanted = count.wanted(level)
    require_metrics(wanted, metrics)
    scenario = described.scenario()
    require_study_target(output.out, mark=Replications.mark)
    if warmup is not None:
        scenario = scenario.set("warmup", warmup_of([scenario], warmup))
    made = Replications(scenario, level, command())
    notify(ran(made, making, output.out, replications=wanted, metrics=metrics), json=output.json)
