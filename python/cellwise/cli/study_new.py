"""`cellwise study new` and `cellwise study check`: a user's own study, begun and checked."""

import shlex
import shutil
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated

import typer

from cellwise import studies
from cellwise.cli.errors import UsageError, explained
from cellwise.rounding import counted
from cellwise.study.data import FILE, is_study, read_study
from cellwise.terminal_text import say

Folder = Annotated[
    Path, typer.Argument(metavar="FOLDER", help="The folder of the study, such as `my-study`.")
]


@explained
def new(folder: Folder) -> None:
    """Write a study to begin with: its file, its question, a published table; it runs unchanged.

    Examples
    --------
    `cellwise study new first-study`
    """
    if folder.resolve().name in studies.names():
        raise UsageError(f"FOLDER: {folder.name} is the name of a study; give another")
    try:
        write_skeleton(folder)
    except FileExistsError:
        raise UsageError(f"FOLDER: {folder} exists; give another name") from None
    say(f"{folder}: a study; next: {shlex.join(['cellwise', 'study', 'check', str(folder)])}")


@explained
def check(
    folder: Folder,
    trust: Annotated[
        bool, typer.Option("--trust", help="Also run the study's files of Python, to check everything.")
    ] = False,
) -> None:
    """Look over a study in data: every mistake at once, and what it has to run.

    The first case of every group is run for a millisecond, so that measures are tried. No file of Python is
    run without `--trust`; which they are is printed.

    Examples
    --------
    `cellwise study check my-study`

    `cellwise study check my-study --trust`
    """
    if not is_study(folder):
        raise UsageError(f"FOLDER: {folder} has no {FILE}; `cellwise study new` writes one")
    one = read_study(folder, try_measures=True, trust=trust)
    if trust:
        one.ready()
    numbers = sum(len(row.numbers) for table in one.tables for row in table.rows)
    say(
        f"{folder}: good; {counted(len(one.cases), 'case')}, {counted(numbers, 'published number')}, "
        f"{counted(len(one.claims), 'claim')}, {counted(len(one.figures), 'figure')}; "
        f"groups: {', '.join(one.groups())}"
    )
    if one.runs:
        reported = (
            "was run"
            if trust
            else "was not run, nor the measures that need it: inspect it, then give --trust"
        )
        say(f"Python in it: {', '.join(one.runs)}; {reported}")


def write_skeleton(folder: Path) -> None:
    """Write a study that runs without changes.

    Raises `FileExistsError` if the folder exists. Raises `OSError` if it cannot be written.
    """
    with as_file(files("cellwise.study.data") / "skeleton_files") as source:
        shutil.copytree(source, folder, copy_function=shutil.copyfile)
