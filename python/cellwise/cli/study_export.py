"""`cellwise study export` and `cellwise study point`: studies that other programs spread over machines."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import typer

from cellwise.cli.errors import UsageError, explained, refusal
from cellwise.cli.options import RUNS, Jobs, Out, Progress, usable_cores
from cellwise.cli.study_options import (
    Choose,
    Name,
    Only,
    choices,
    command_of,
    groups,
    options_of,
    results_folder,
    study_named,
)
from cellwise.cli.targets import require_job_target, require_study_target
from cellwise.points.executors import ExecutorError
from cellwise.points.progress import progress_of
from cellwise.points.runner import run_points
from cellwise.points.store import Point, build_id
from cellwise.study.drive import planned
from cellwise.study.jobs import SLURM, SNAKEMAKE, Job, slurm_script, snakefile, write_job
from cellwise.study.order import order_of, write_order
from cellwise.terminal_text import say

#: Tasks of an array, if there are that many points and nothing else is asked for.
TASKS = 100


@dataclass(frozen=True, slots=True)
class Slice:
    """One of several parts of a study of equal length, give or take a point."""

    number: int
    """From 1 to `total`."""
    total: int

    @classmethod
    def parse(cls, written: str) -> "Slice":
        """Read a slice as ``3/40``.

        Raises `ValueError` if it is not written like that, or there is no such part.

        Examples
        --------
        >>> Slice.parse("3/40")
        Slice(number=3, total=40)
        """
        found = re.fullmatch(r"(\d{1,9})/(\d{1,9})", written, re.ASCII)
        if found is None or not 1 <= int(found[1]) <= int(found[2]):
            raise ValueError(f"{written!r} is not allowed; write I/N with 1 <= I <= N, such as 3/40")
        return cls(int(found[1]), int(found[2]))

    def of(self, points: Sequence[Point]) -> list[Point]:
        """Give its points; every point is in one part, and the same one in whatever order they are given.

        The parts are drawn by the points' ids, which are as good as random, so that no part has all points of
        a long case.
        """
        unique = {point.id: point for point in points}
        return [unique[name] for name in sorted(unique)[self.number - 1 :: self.total]]


@explained
def export(
    name: Name,
    slurm: Annotated[bool, typer.Option("--slurm", help="An array job, as `DIR/slurm.sh`.")] = False,
    snakemake: Annotated[bool, typer.Option("--snakemake", help="A workflow, as `DIR/Snakefile`.")] = False,
    tasks: Annotated[
        int | None,
        typer.Option(
            "--tasks", min=1, max=100_000, help="With `--slurm`: tasks of the array; default up to 100."
        ),
    ] = None,
    replications: Annotated[int, RUNS] = 5,
    only: Only = None,
    out: Out = None,
    choose: Choose = None,
) -> None:
    """Write a study as a job for Slurm or Snakemake; all machines must share the folder.

    A job file that was edited, or that Cellwise did not write, is not replaced.

    Examples
    --------
    `cellwise study export goyal96 --replications 20 --slurm`
    """
    if not slurm and not snakemake:
        raise UsageError("export: nothing to write; give --slurm, --snakemake or both")
    changes = choices(choose)
    chosen = study_named(name, changes)
    name = chosen.called
    only = groups(chosen, only)
    folder = results_folder(name, out).resolve()
    require_study_target(folder)
    for kind in [SLURM] * slurm + [SNAKEMAKE] * snakemake:
        require_job_target(folder, kind)
    points = planned(chosen, only, replications)
    words = options_of(replications, only, choose)
    command = command_of(name, replications, only, choose, ["export"])
    # Without -P, Python would look for its own modules in the folder in which a task starts.
    job = Job(name, folder, points, (sys.executable, "-P", "-m", "cellwise"), tuple(words), command)
    # The report is made from stored points, by the request to the study.
    write_order(folder, order_of(chosen, replications, only=tuple(only), choices=changes))
    if slurm:
        count = min(tasks or TASKS, len(points))
        say(write_job(job, SLURM, slurm_script(job, count)))
    if snakemake:
        say(write_job(job, SNAKEMAKE, snakefile(job)))


@explained
def point(
    name: Name,
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="Points by id; all if left out.")
    ] = None,
    part: Annotated[
        str | None, typer.Option("--slice", metavar="I/N", help="The I-th of N parts of the points.")
    ] = None,
    replications: Annotated[int, RUNS] = 5,
    only: Only = None,
    jobs: Jobs = None,
    out: Out = None,
    choose: Choose = None,
    build: Annotated[
        str | None, typer.Option("--build", metavar="SHA256", help="Refuse if this is another build.")
    ] = None,
    progress: Progress = "auto",
) -> None:
    """Run some points of a study and nothing else: what the tasks of `export` call.

    Points that are finished already are kept.

    Examples
    --------
    `cellwise study point goyal96 --replications 20 --slice 3/40`
    """
    if build is not None and build != build_id():
        raise ExecutorError(
            f"--build: this build of Cellwise ({build_id()[:12]}) is not the one that wrote the job "
            f"({build[:12]}); export it again"
        )
    chosen = study_named(name, choices(choose))
    folder = results_folder(name, out)
    require_study_target(folder)
    points = _selected(planned(chosen, groups(chosen, only), replications), ids or [], part)
    with progress_of(progress, len(points)) as reported:
        run_points(points, folder, jobs=jobs or usable_cores(), report=reported.report)


def _selected(points: list[Point], ids: list[str], part: str | None) -> list[Point]:
    by_id = {point.id: point for point in points}
    unknown = [one for one in ids if one not in by_id]
    if unknown:
        raise UsageError(f"ID: no such points of this study with these options: {', '.join(unknown)}")
    wanted = [by_id[one] for one in dict.fromkeys(ids)] or list(by_id.values())
    if part is None:
        return wanted
    with refusal("--slice: "):
        return Slice.parse(part).of(wanted)
