"""`cellwise compare`: two runs, groups of runs or scenarios, in pairs."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from cellwise.cli.errors import UsageError, explained, refusal
from cellwise.cli.experiments import command, labelled, notify, ran, require_metrics
from cellwise.cli.option_groups import grouped
from cellwise.cli.options import (
    FIVE,
    Confidence,
    Count,
    Labels,
    Metrics,
    Output,
    labels_of,
    share_option,
    where_option,
)
from cellwise.cli.placement import Making
from cellwise.cli.scenario import Seed, assemble
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
Found = Scenario | list[Source]


#: Comparisons are kept nowhere, and say nothing meanwhile, unless it is asked for.
NOWHERE, QUIETLY = Output(), Making(progress="none")


def _set(side: str) -> Any:
    return typer.Option(
        f"--set-{side}", metavar="PATH=VALUE", help=f"Set one value of the scenario {side.upper()}."
    )


@explained
@grouped
def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A run, a folder of runs, or a scenario in TOML.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The same for the other side.")],
    metrics: Metrics = None,
    count: Count = FIVE,
    confidence: Confidence = "95%",
    warmup: Warmup = None,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report",
            metavar="FILE",
            help="Also write the differences beside plots of both as one page, .html; or .md, .tex.",
        ),
    ] = None,
    labels: Labels = None,
    seed: Seed = None,
    changes_a: Annotated[list[str] | None, _set("a")] = None,
    changes_b: Annotated[list[str] | None, _set("b")] = None,
    where_a: Annotated[list[str] | None, where_option("--where-a", "runs of A")] = None,
    where_b: Annotated[list[str] | None, where_option("--where-b", "runs of B")] = None,
    study: OwnStudy = None,
    output: Output = NOWHERE,
    making: Making = QUIETLY,
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
    require_study_target(output.out, mark=Comparison.mark)
    if making.on is not None and output.out is None:
        raise UsageError("--on: needs --out as well, a folder that the workers share")
    if report is not None:
        _require_report(report)
    elif labels:
        raise UsageError("--label: is for the page; give --report as well")
    called = labels_of(labels)
    wanted = count.wanted(level)
    require_metrics(wanted, metrics, "differences")
    chosen = [Side("a", a, changes_a, where_a, seed, study), Side("b", b, changes_b, where_b, seed, study)]
    a_side, b_side = sides = _warmed([one.found() for one in chosen], warmup)
    if isinstance(wanted, Precision):
        _scenarios(sides, "--replications")
    made = Comparison(a_side, b_side, level, command())
    found = ran(made, making, output.out, replications=wanted, metrics=metrics)
    notify(found, json=output.json)
    if report is not None:
        written = labelled(found, called).report(report)
        if not output.json:
            say(written)


def _require_report(file: Path) -> None:
    """Refuse a file that could not be written once everything has been run."""
    require_file_target(file, "--report")
    with refusal("--report: ", without="to: "):
        form_of(file)


@dataclass(frozen=True, slots=True)
class Side:
    """A side as the command line gives it."""

    name: str
    given: str
    changes: list[str] | None
    where: list[str] | None
    seed: int | None
    study: str | None

    def found(self) -> Found:
        """Read it; raises `UsageError` if an option does not go with a run, or with a scenario."""
        if not Path(self.given).is_dir():
            return self._scenario()
        for option, value in ((f"--set-{self.name}", self.changes), ("--seed", self.seed)):
            if value is not None:
                raise UsageError(f"{option}: {self.given} has been run already; give a scenario in TOML")
        option = f"--where-{self.name}"
        runs = sources_in([self.given], self.study)
        with refusal(f"{option}: ", without="where: "):
            return having(runs, self.where)

    def _scenario(self) -> Scenario:
        if self.where:
            raise UsageError(
                f"--where-{self.name}: {self.given} is not a folder of runs; change a scenario with "
                f"--set-{self.name}"
            )
        return assemble(self.given, None, self.changes, self.seed)


def _warmed(sides: Sequence[Found], warmup: str | None) -> list[Found]:
    if warmup is None:
        return list(sides)
    found = warmup_of(_scenarios(sides, "--warmup"), warmup)
    return [one.set("warmup", found) for one in _scenarios(sides, "--warmup")]


def _scenarios(sides: Sequence[Found], option: str) -> list[Scenario]:
    scenarios = [side for side in sides if isinstance(side, Scenario)]
    if len(scenarios) < len(sides):
        raise UsageError(f"{option}: a run that is finished cannot change; give two scenarios in TOML")
    return scenarios
