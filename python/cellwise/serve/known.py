"""The studies that a server knows: ours, and a user's by the names of their folders."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from cellwise import studies
from cellwise.serve.names import is_name
from cellwise.study.data import FILE, is_study


def own_studies(folders: Sequence[Path]) -> dict[str, Path]:
    """Name the studies in a user's folders, each as its folder is called.

    Raises `ValueError` if one is no study, or its name is not free or can be none.
    """
    found: dict[str, Path] = {}
    for folder in folders:
        whole = folder.resolve()
        name = whole.name
        if not is_study(whole):
            raise ValueError(f"{folder} is no folder with {FILE}; `cellwise study new` writes one")
        if name in studies.names():
            raise ValueError(f"{folder} has the name of one of our studies; give the folder another")
        if not is_name(name):
            raise ValueError(f"{name!r} can be no name on the page; letters, digits, '.', '_' and '-' can")
        if found.get(name, whole) != whole:
            raise ValueError(f"{folder} and {found[name]} have the same name; give one of them another")
        found[name] = whole
    return found


def names(own: Mapping[str, Path]) -> list[str]:
    """Name all studies, a user's own first."""
    return [*own, *studies.names()]


def called(own: Mapping[str, Path], name: str) -> str:
    """Give what commands call a study of the page."""
    return str(own[name]) if name in own else name
