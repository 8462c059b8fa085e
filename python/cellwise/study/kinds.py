"""Where a published number comes from: who sets it, and whether a run could have missed it."""

from collections.abc import Mapping
from typing import Literal

Kind = Literal["input", "fitted", "arithmetic", "prediction", "copy", "complement", "derived"]

#: What each kind means that a row of a published table may say.
KINDS: Mapping[Kind, str] = {
    "input": "set in the scenario",
    "fitted": "one of our choices was made by it",
    "arithmetic": "follows from inputs without a simulation",
    "prediction": "is reproduced, or is not",
}

#: What each kind means that a study gives to numbers which say what others say already.
REPEATS: Mapping[Kind, str] = {
    "copy": "printed again",
    "complement": "follows from others that are printed",
    "derived": "another one times a constant",
}

#: The column of a published table that has the kinds of its numbers.
COLUMN = "kinds"

#: A fairness from here on says no more than that sources are alike.
TRIVIAL_FAIRNESS = 0.99


class Printed(dict[str, str]):
    """A row of a published table as printed, with the kinds of its numbers."""

    def __init__(self, line: Mapping[str, str]) -> None:
        """Take a row with its column ``kinds``.

        That column has the kind of the row's numbers, and after semicolons those of columns that differ, such
        as ``prediction;max_queue_cells=fitted``.

        Raises `ValueError` if it has no kinds, or something else in their place.
        """
        super().__init__({column: text for column, text in line.items() if column != COLUMN})
        usual, *others = (line.get(COLUMN) or "").split(";")
        self._usual = _kind(usual)
        named = [one.partition("=") for one in others]
        self._by_column = {column: _kind(kind) for column, _, kind in named}
        unknown = [column for column in self._by_column if column not in self]
        if unknown:
            raise ValueError(f"{COLUMN}: {', '.join(unknown)}: there is no such column")

    def kind(self, column: str) -> Kind:
        """Give the kind of a number."""
        return self._by_column.get(column, self._usual)


def is_trivial(published: float, measure: str) -> bool:
    """Return whether a number says hardly anything: a zero, or a fairness of all but 1.

    Examples
    --------
    >>> is_trivial(0.0, "lost"), is_trivial(0.998, "fairness"), is_trivial(0.998, "efficiency")
    (True, True, False)
    """
    return published == 0 or ("fairness" in measure and published >= TRIVIAL_FAIRNESS)


def _kind(text: str) -> Kind:
    for kind in KINDS:
        if text == kind:
            return kind
    raise ValueError(f"{COLUMN}: {text!r} is not allowed; give one of {', '.join(KINDS)}")
