"""A study as a job for other programs that spread work over machines: Slurm and Snakemake.

A job names the build of Cellwise that wrote it; another one refuses to make its points. Each job
has a manifest next to it in the folder of the study, which shows whether the job has been edited.
"""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cellwise.folders import Kind, publish
from cellwise.points.store import Point, build_id
from cellwise.version import __version__

SLURM = Kind("Slurm job", "slurm.json", frozenset({"slurm.sh"}), 1, shares=True)
SNAKEMAKE = Kind("Snakemake workflow", "snakemake.json", frozenset({"Snakefile"}), 1, shares=True)


@dataclass(frozen=True, slots=True)
class Job:
    """A study to be spread."""

    study: str
    folder: Path
    """Where its points are stored; absolute, and the same on all machines."""
    points: Sequence[Point]
    program: tuple[str, ...]
    """How Cellwise is called on all machines."""
    options: tuple[str, ...]
    """What the study was asked for, as its commands take it: ``--replications``, ``--only``, ``--choose``."""
    command: str
    """The command that wrote the job."""

    def point(self) -> list[str]:
        """Give the words of the command that makes points, without saying which, nor in which folder."""
        return [*self.program, "study", "point", self.study, *self.options, "--build", build_id()]

    def report(self, folder: str) -> list[str]:
        """Give the words of the command that makes the report; a user's own study is named by its path."""
        own = ["--study", self.study] if Path(self.study).is_absolute() else []
        return [*self.program, "report", folder, *own]

    def comment(self) -> str:
        """Say in one line what the job is and which command wrote it."""
        line = f"Study {self.study}, {len(self.points)} points, by Cellwise {__version__}: {self.command}"
        return " ".join(line.split())


def write_job(job: Job, kind: Kind, text: str) -> Path:
    """Write the text of a job into the study's folder; an earlier one is replaced if it is unchanged.

    Raises `ResultsError` if one is there that is not as Cellwise wrote it. Raises `OSError` if it cannot be
    written.
    """
    (name,) = kind.names
    publish(job.folder, kind, {name: text}, {"format": kind.format, "cellwise": __version__})
    return job.folder / name


def slurm_script(job: Job, tasks: int) -> str:
    """Give the script of an array job.

    Each of its tasks makes a part of the points.
    """
    make = shlex.join([*job.point(), "--out", str(job.folder), "--progress", "none"])
    return f"""#!/bin/bash
# {job.comment()}
# Time, memory, partition and account are set here or on the command line of sbatch. A task may be killed and
# started again at any time; handed in again, the job makes what is missing. The report, when all have ended:
#   {shlex.join(job.report(str(job.folder)))}
#SBATCH --job-name=cellwise-{Path(job.study).name}
#SBATCH --array=1-{tasks}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --requeue
set -euo pipefail
exec {make} \\
    --slice "${{SLURM_ARRAY_TASK_ID:?sbatch sets it}}/{tasks}" --jobs "${{SLURM_CPUS_PER_TASK:-1}}"
"""


def snakefile(job: Job) -> str:
    """Give a Snakefile: a rule that makes one point, and one that makes the report from all of them."""
    ids = "\n".join(sorted({point.id for point in job.points}))
    make = _shell([*job.point(), "--out", ".", "--progress", "none"])
    report = _shell(job.report("."))
    return f'''# {job.comment()}
# Run it with: snakemake --snakefile {shlex.quote(str(job.folder / "Snakefile"))} --cores all
workdir: {str(job.folder)!r}

POINTS = """
{ids}
""".split()


rule report:
    input: expand("points/{{point}}.json", point=POINTS)
    output: "report.html"
    shell: {report!r}


rule point:
    output: "points/{{point}}.json"
    wildcard_constraints: point="[0-9a-f]+"
    threads: 1
    shell: {make + " {wildcards.point}"!r}
'''


def _shell(words: Sequence[str]) -> str:
    """Write a command for Snakemake, to which braces mean something."""
    return shlex.join(words).replace("{", "{{").replace("}", "}}")
