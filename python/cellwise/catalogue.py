"""The catalogue: every model that a scenario can name, with its source and its validation status."""

import json
from dataclasses import dataclass

from cellwise import _core


@dataclass(frozen=True, slots=True)
class Entry:
    """One member of a family of models."""

    family: str
    """The family, such as ``drop-policies``."""
    name: str
    """The name that scenarios use."""
    summary: str
    """What it does, in one sentence."""
    source: str
    """Where it is specified."""
    status: str
    """``validated`` (compared with something outside this project) or ``experimental``."""
    file: str
    """Where it is written, from the root of the repository."""


def catalogue(family: str | None = None) -> list[Entry]:
    """List the models of one family, or of all families.

    Parameters
    ----------
    family : str, optional
        Such as ``drop-policies``, in capital letters or not; all families if left out.

    Raises
    ------
    ValueError
        If there is no such family; the message names those that exist.

    Examples
    --------
    >>> [entry.name for entry in catalogue("drop-policies")]
    ['tail', 'ppd', 'epd', 'selective-drop', 'fba', 'clp-epd', 'red']
    """
    entries = [Entry(**row) for row in json.loads(_core.catalogue())]
    if family is None:
        return entries
    chosen = [entry for entry in entries if entry.family == family.lower()]
    if not chosen:
        known = ", ".join(dict.fromkeys(entry.family for entry in entries))
        raise ValueError(f"family: {family!r} is not known; the families are {known}")
    return chosen
