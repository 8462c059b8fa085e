"""The studies: one folder per document, each with its question, settings, published numbers and claims."""

from functools import cache
from pathlib import Path

from cellwise.study.data import FILE, is_study, read_study
from cellwise.study.definition import Study

#: The studies in their order: a folder each.
_NAMES = (
    "goyal96",
    "kansas",
    "anansari",
    "bonaventure96",
    "calgary",
    "rfc2415",
    "rfc2416",
    "rfc2884",
    "bufferbloat",
    "coexistence",
)


def names() -> list[str]:
    """Name the studies."""
    return list(_NAMES)


def called(name: str) -> str:
    """Give what commands may call a study wherever they are: its name, or the whole path of its folder."""
    return name if name in _NAMES else str(Path(name).resolve())


def name_of(name: str) -> str:
    """Give the name of a study as commands call it: of one of a user's, that of its folder."""
    return name if name in _NAMES else Path(name).resolve().name


def get(name: str) -> Study:
    """Give a study: our own by its name, or a user's by its folder.

    Raises
    ------
    ValueError
        If there is no such study; the message names those that exist.
    ConfigError
        If it is a folder whose study breaks rules; all of them at once.
    """
    if name in _NAMES:
        return _ours(name)
    folder = Path(name)
    if folder.is_dir():
        if not is_study(folder):
            raise ValueError(f"study: {name!r} is a folder without {FILE}; `cellwise study new` writes one")
        if folder.resolve().name in _NAMES:
            raise ValueError(f"study: {name!r} has the name of one of our studies; give the folder another")
        return read_study(folder, called(name))
    raise ValueError(
        f"study: {name!r} is not known; the studies are {', '.join(names())}, or give a folder with {FILE}"
    )


@cache
def _ours(name: str) -> Study:
    """Read a study that comes with the package; that takes a while, and it does not change."""
    return read_study(Path(__file__).parent / name)
