"""The study that `cellwise study new` writes."""

import shutil
from importlib.resources import as_file, files
from pathlib import Path


def write_skeleton(folder: Path) -> None:
    """Write a study that runs as it is.

    Raises
    ------
    FileExistsError
        If the folder exists.
    OSError
        If it cannot be written.
    """
    with as_file(files("cellwise.study.data") / "skeleton_files") as source:
        shutil.copytree(source, folder, copy_function=shutil.copyfile)
