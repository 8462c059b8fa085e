"""Studies: a folder with ``study.toml``, a README and published tables as CSV.

The files become the objects of `cellwise.study.definition`, with which all other modules run, compare,
judge and report studies.
"""

from pathlib import Path

from cellwise.study.definition import Study

__all__ = ["FILE", "is_study", "read_study"]

#: What makes a folder a study.
FILE = "study.toml"


def is_study(folder: Path) -> bool:
    """Return whether a folder has a study."""
    return (folder / FILE).is_file()


def read_study(folder: Path, place: str = "", *, try_measures: bool = False, trust: bool = True) -> Study:
    """Read a study from its folder; the last part of the folder's name is the study's.

    `place` is its name in commands, the study's name if left out. With `try_measures` the first case of every
    group is run for a millisecond, so that measures of tables or columns that runs do not have are found
    before anything long is run. With `trust` files of Python in the folder may be run: the one of
    ``scenario`` here, the others when what they give is needed. Without it cases of such a scenario cannot be
    run, nor such measures be tried.

    Raises `ConfigError` if it breaks rules; all of them at once, types and keys before what they name.
    """
    # The library behind it takes a moment to load, and other studies do not need it.
    from cellwise.study.data.build import build

    return build(folder / FILE, place, try_measures=try_measures, trust=trust)
