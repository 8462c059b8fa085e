"""The studies: one folder per document, each with its question, settings, published numbers and claims."""

from collections.abc import Callable
from importlib import import_module

from cellwise.study.definition import Study

#: Modules by study name; a study is a module with a function `study()`.
_MODULES = {
    name: f"cellwise.studies.{name}.study"
    for name in ("goyal96", "kansas", "anansari", "bonaventure96", "calgary")
}


def names() -> list[str]:
    """Name the studies."""
    return list(_MODULES)


def get(name: str) -> Study:
    """Give a study.

    Raises
    ------
    ValueError
        If there is no such study; the message names those that exist.
    """
    if name not in _MODULES:
        raise ValueError(f"study: {name!r} is not known; the studies are {', '.join(names())}")
    make: Callable[[], Study] = import_module(_MODULES[name]).study
    return make()
