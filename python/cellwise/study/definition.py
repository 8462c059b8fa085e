"""The parts of a study.

A *case* is a scenario under a name; a case and a replication make a *point*, which is one run. A *measure*
is one number of a run, such as ``efficiency``. A *published number* names the case and the measure that it
should be compared with. Tables share cases freely: a case is simulated once, however many tables use it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np

from cellwise.plots.drawing import Drawing
from cellwise.points.store import PointResult, Vary, unvaried
from cellwise.scenario import Scenario
from cellwise.study.claims import Claim
from cellwise.study.kinds import Kind, is_trivial
from cellwise.study.values import Values


@dataclass(frozen=True, slots=True)
class Case:
    """A scenario under a name that is unique in its study."""

    name: str
    scenario: Scenario


@dataclass(frozen=True, slots=True)
class Number:
    """One published number and what it should be compared with."""

    printed: str
    """As printed, which also says to how many digits."""
    case: str
    """The name of the case."""
    measure: str
    """The name of the measure."""
    tolerance: float | None = None
    """How far outside our range still counts as inside; None for half a unit of the last printed digit."""
    near: float | None = None
    """How far from our median still counts as near, as a fraction of the printed number; at least 0.01."""
    inconsistent: str | None = None
    """Why the document contradicts itself here, or None."""
    kind: Kind = "prediction"
    """Whether a run could have missed it, and whether other numbers say it already."""
    of: str = ""
    """What it repeats, if it does."""

    @property
    def trivial(self) -> bool:
        """Whether it says hardly anything, such as a zero."""
        return is_trivial(float(self.printed), self.measure)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a published table: its labels, then its numbers by column."""

    labels: tuple[str, ...]
    numbers: Mapping[str, Number]


@dataclass(frozen=True, slots=True)
class Table:
    """A published table."""

    name: str
    """Such as ``table2``, the name that ``--only`` takes."""
    title: str
    label_columns: tuple[str, ...]
    columns: Mapping[str, str]
    """Heading on the screen by column name."""
    rows: Sequence[Row]
    note: str = ""
    """How its numbers are compared, if that needs saying."""

    def cases(self) -> list[str]:
        """Name the cases that the table needs, each once."""
        return list(dict.fromkeys(n.case for row in self.rows for n in row.numbers.values()))


@dataclass(frozen=True, slots=True)
class Exploration:
    """A table of our own: measures of cases for which nothing is published."""

    name: str
    """The name that ``--only`` takes."""
    title: str
    label_columns: tuple[str, ...]
    measures: Mapping[str, str]
    """Heading by measure."""
    rows: Mapping[tuple[str, ...], str]
    """Case by labels."""
    note: str = ""

    def cases(self) -> list[str]:
        """Name the cases that the table needs, each once."""
        return list(dict.fromkeys(self.rows.values()))


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the report: what it needs and how it is drawn."""

    name: str
    caption: str
    cases: tuple[str, ...]
    """Cases that it needs; of those that no table has, the first replication is run."""
    draw: Callable[["FigureData"], Drawing | None]
    """Returns the drawing, or None if what it shows was not run."""


@dataclass(frozen=True, slots=True)
class FigureData:
    """The data that a figure may read."""

    values: Values
    replication: Callable[[str, int], PointResult | None]
    """A replication of a case, with its series; None if it was not run."""
    scenario: Callable[[str], Scenario | None] = lambda _case: None
    """The scenario of a case, or None if it was not run."""

    def point(self, case: str) -> PointResult | None:
        """Give the first replication of a case, or None if it was not run."""
        return self.replication(case, 0)

    def points(self, case: str) -> Iterator[PointResult]:
        """Give all replications of a case, in their order; they are read one by one."""
        for number in count():
            found = self.replication(case, number)
            if found is None:
                return
            yield found

    def median_replication(self, case: str, measure: str) -> int:
        """Number the replication whose measure is nearest to the median, the first of several.

        A case that only a figure needs is run once: its only replication.
        """
        if not self.values.has(case):
            return 0
        measured = self.values.of(case, measure)
        return int(np.argmin(np.abs(measured - np.median(measured))))

    def median_point(self, case: str, measure: str) -> PointResult | None:
        """Give the replication of a case that is a typical one by a measure, or None if it was not run."""
        return self.replication(case, self.median_replication(case, measure))


@dataclass(frozen=True, slots=True)
class Setting:
    """One modelling choice: what is set, why, and what else could have been meant."""

    path: str
    """The dotted path in the scenario."""
    value: Any
    why: str
    stated: bool
    """Whether the document states it; if not, it is our choice."""
    others: tuple[Any, ...] = ()
    """Other readings, for the sensitivity table."""


@dataclass(frozen=True, slots=True)
class Study:
    """A document's experiments."""

    name: str
    title: str
    document: str
    """The full reference of the document."""
    question: str
    """Markdown: the question, how it is simulated, which results are not reproduced."""
    cases: Mapping[str, Case]
    tables: Sequence[Table]
    claims: Sequence[Claim]
    extra_cases: Mapping[str, tuple[str, ...]]
    """Cases that no table has, by the name that ``--only`` takes."""
    figures: Sequence[Figure]
    settings: Sequence[Setting]
    measure: Callable[[PointResult, Scenario], dict[str, float]]
    """The measures of one run of a scenario."""
    rebuild: Callable[[Mapping[str, Any]], "Study"]
    """The same study with some settings changed, by path."""
    sensitivity_tables: tuple[str, ...] = field(default=())
    """The tables and other groups that a sensitivity analysis runs again."""
    explorations: Sequence[Exploration] = field(default=())
    error_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Cases by the groups whose errors are reported separately; a case counts in the first that has it."""
    vary: Vary = unvaried
    """What else differs between replications."""
    place: str = ""
    """The folder of a user's study, as commands call it; empty for those that come with the package."""
    digest: str = ""
    """SHA-256 of its files, except the question; empty if it was made in Python."""
    runs: tuple[str, ...] = ()
    """The files of Python in its folder whose functions it names."""
    ready: Callable[[], None] = lambda: None
    """Loads the functions that it measures and draws with; raises `ConfigError` if one cannot be."""

    @property
    def called(self) -> str:
        """What commands call it: its folder, or its name."""
        return self.place or self.name

    def groups(self) -> list[str]:
        """Name everything that ``--only`` can choose."""
        figures = [figure.name for figure in self.figures if figure.cases]
        explored = [exploration.name for exploration in self.explorations]
        return [*(table.name for table in self.tables), *explored, *self.extra_cases, *figures]

    def chosen_groups(self, only: Sequence[str]) -> list[str]:
        """Give the groups that are asked for, in their order; raises `ValueError` if one is not known."""
        known = self.groups()
        for name in only:
            if name not in known:
                raise ValueError(f"--only: {name!r} is not known; choose among {', '.join(known)}")
        return [name for name in known if name in only]

    def enough_replications(self) -> int:
        """As many replications as its claims ask for, at least 1: with fewer some stay undecided."""
        return max((claim.replications for claim in self.claims), default=1)
