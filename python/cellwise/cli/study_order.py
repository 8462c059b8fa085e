"""The request to a study: by the options and, where they are silent, by the last request to its folder."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cellwise import studies
from cellwise.cli.errors import UsageError, complain
from cellwise.cli.options import Count, replications_of
from cellwise.cli.study_options import (
    Choose,
    Only,
    choices,
    command_of,
    groups,
    options_of,
    study_named,
    words_of,
)
from cellwise.experiments.precision import Precision
from cellwise.study.definition import Study
from cellwise.study.drive import StudyResults
from cellwise.study.order import FILE, Order, order_of, read_order, write_order

#: What counts where neither an option nor an earlier order says anything.
REPLICATIONS = 5


@dataclass(frozen=True, slots=True)
class Options(Count):
    """The request to a study; None where the command line is silent."""

    only: Only = None
    choose: Choose = None


#: Nothing is given.
SILENT = Options()


@dataclass(frozen=True, slots=True)
class StudyRequest:
    """What a study is asked for."""

    study: Study
    """With the changed choices."""
    replications: int
    """Of every case; with a precision, the most."""
    precision: Precision | None
    """What the replications are as many as needed for; None if their number is fixed."""
    only: tuple[str, ...]
    """The groups; all if empty."""
    choices: dict[str, Any]
    goes_on: bool
    """Whether something of it is from an earlier order."""

    def words(self) -> list[str]:
        """Give the words of a command that ask for the same."""
        count = "auto" if self.precision else self.replications
        reported = options_of(count, self.only, words_of(self.choices))
        if self.precision is None:
            return reported
        one = self.precision
        half_width = f"{100 * one.half_width:g}%"
        return [*reported, "--half-width", half_width, "--least", str(one.least), "--most", str(one.most)]

    def keep(self, folder: Path, outcome: StudyResults | None = None) -> str:
        """Keep the order next to the points, and give the command that makes the same report again.

        Before a study runs, so that the request is kept if the study is interrupted; after it, with its
        outcome, with the cost. Raises `OSError` if it cannot be written.
        """
        count = outcome.replications if outcome else self.replications
        order = order_of(self.study, count, only=self.only, choices=self.choices, precision=self.precision)
        if outcome is not None:
            order = replace(order, notes=outcome.notes, wall_s=outcome.wall_s)
        write_order(folder, order)
        return command_of(self.study.called, count, self.only, words_of(self.choices))


def study_request(name: str, folder: Path, options: Options, *, going_on: bool) -> StudyRequest:
    """Give what a study is asked for.

    With `going_on`, the last request to the folder counts where options are silent, if it was of the same
    study.

    Raises `UsageError` if an option is not right, or the earlier order names what the study does not have any
    more.
    """
    before = read_order(folder, complain) if going_on else None
    if before is not None and before.study != studies.name_of(name):
        before = None
    replications, precision = _how_many(options, before)
    try:
        changes = choices(options.choose) if options.choose or before is None else dict(before.choices)
        chosen = study_named(name, changes)
        only = groups(chosen, options.only if options.only or before is None else before.only)
    except UsageError as error:
        if before is None:
            raise
        raise UsageError(f"{error} (what is not in the options is taken from {folder / FILE})") from None
    return StudyRequest(
        chosen, replications, precision, tuple(only), changes, goes_on=_takes(options, before)
    )


def _takes(options: Options, before: Order | None) -> bool:
    """Return whether anything is taken from an earlier order."""
    if before is None:
        return False
    return not options.replications or bool(
        (before.only and not options.only) or (before.choices and not options.choose)
    )


def _how_many(options: Options, before: Order | None) -> tuple[int, Precision | None]:
    """Give the replications, and the precision that they are for."""
    count = replications_of(options.replications) if options.replications else None
    if count is None and not options.replications and not (before and before.precision):
        count = before.replications if before else REPLICATIONS
    if count is not None:
        return count, None
    precision = options.precision(before.precision if before else None)
    return precision.most, precision
