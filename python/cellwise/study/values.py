"""The measures of all points of a study, by case, measure and replication."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cellwise.errors import CellwiseError
from cellwise.points.store import Model


class MissingCaseError(CellwiseError, LookupError):
    """A case that was not run, or that `only` left out, was asked for."""

    def __init__(self, case: str, *, left_out: bool = False) -> None:
        super().__init__(f"{case} was left out by --only" if left_out else f"{case} was not run")
        self.case = case


@dataclass(frozen=True, slots=True)
class Values:
    """One number per case, measure and replication."""

    measured: Mapping[str, Sequence[Mapping[str, float]]]
    """For every case that was run, its measures in the order of replications."""
    models: tuple[Model, ...] = ()
    """The models that took part in the runs."""
    left_out: Collection[str] = ()
    """The cases of groups that were not requested; whether they were run was not checked."""

    def has(self, case: str) -> bool:
        """Return whether a case was run."""
        return bool(self.measured.get(case))

    def of(self, case: str, measure: str) -> NDArray[np.float64]:
        """Give a measure over replications, shape (n_replications,).

        Raises `MissingCaseError` if the case was not run, or was not asked for; the message says which.
        """
        if not self.has(case):
            raise MissingCaseError(case, left_out=case in self.left_out)
        return np.array([one[measure] for one in self.measured[case]], dtype=np.float64)

    def replications(self) -> int:
        """Count the replications that every case has."""
        return min((len(ones) for ones in self.measured.values() if ones), default=0)

    def medians(self) -> "View":
        """Give the view of medians over replications."""
        return View(self, None)

    def replication(self, number: int) -> "View":
        """Give the view of one replication."""
        return View(self, number)


@dataclass(frozen=True, slots=True)
class View:
    """One number per case and measure: the medians, or one replication."""

    values: Values
    number: int | None

    def __call__(self, case: str, measure: str) -> float:
        """Give one number; raises `MissingCaseError` as `Values.of` does."""
        measured = self.values.of(case, measure)
        return float(np.median(measured) if self.number is None else measured[self.number])
