"""One run, wherever it is kept: its tables, its series and its scenario."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from cellwise.result_tables import RECORDS, TABLES
from cellwise.scenario import Scenario
from cellwise.series import Series
from cellwise.store import Columns, Numbers
from cellwise.version import __version__

if TYPE_CHECKING:
    from cellwise.results import Run

#: One name, several, or all of them.
Names = str | Sequence[str] | None

#: Hexadecimal digits of a scenario's id that distinguish it from others on a page.
ID_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Source:
    """One run, as plots, comparisons and exports see it."""

    scenario: Scenario
    tables: Callable[[str], Columns]
    """Gives a table by name."""
    series: Sequence[Series]
    summary: Mapping[str, Any]
    again: str
    """The command that runs it again."""
    is_planned: bool = False
    """Whether it is a scenario that was not run."""
    whole: "Run | None" = None
    """The run itself, if it is in memory."""
    name: str = ""
    """What a plot of several runs calls it, such as its folder; empty for its number."""

    @classmethod
    def of_run(cls, run: "Run", again: str = "", name: str = "") -> Self:
        """Make a source of a run; without a command, its scenario as `Run.save` would write it is named."""
        again = again or _described(run.scenario)
        return cls(run.scenario, run.columns, run.probes, run.summary, again, whole=run, name=name)

    @classmethod
    def of_scenario(cls, scenario: Scenario) -> Self:
        """Make a source of a scenario that was not run."""
        return cls(scenario, _nothing, (), {}, "", is_planned=True)

    def run(self) -> "Run":
        """Give it as a run; that of a stored point does not know its `cpu_s` and `wall_s`."""
        if self.whole is not None:
            return self.whole
        from cellwise.results import Run

        return Run.of_columns(self.recorded_tables(), self.series, self.scenario, self.summary)

    def recorded_tables(self, names: Sequence[str] = (*TABLES, *RECORDS)) -> dict[str, Columns]:
        """Give those of some tables that were recorded."""
        found = {name: self.recorded(name) for name in names}
        return {name: table for name, table in found.items() if table is not None}

    def recorded(self, name: str) -> Columns | None:
        """Give a table by name; None if it was not recorded."""
        with suppress(ValueError):
            return self.tables(name)
        return None

    @property
    def title(self) -> str:
        """The scenario's title; empty if it has none."""
        return str(self.scenario.to_dict().get("title", ""))

    @property
    def end_s(self) -> float:
        """When the run ended, in simulated seconds."""
        return float(self.summary["simulated_s"])


def _nothing(table: str) -> Columns:
    raise ValueError(f"{table}: the scenario was not run")


def _described(scenario: Scenario) -> str:
    document = scenario.to_dict()
    numbers = f"seed {document.get('seed', 1)}, replication {document.get('replication', 0)}"
    words = f"scenario {scenario.id[:ID_DIGITS]}, {numbers}, Cellwise {__version__}"
    return f"cellwise run scenario.toml   ({words})"


def as_names(names: Names) -> list[str]:
    """Give names as a list; an empty one stands for all."""
    if names is None:
        return []
    return [names] if isinstance(names, str) else list(names)


def checked(key: str, names: Names, known: Sequence[str], words: str) -> list[str]:
    """Give names as a list, all of them if none is given; raises `ValueError` if one is not known.

    `key` is that of the request, such as ``flow``; `words` introduce what there is in the message, such as
    ``is not known; the flows are``.
    """
    unknown = [name for name in as_names(names) if name not in known]
    if unknown:
        raise ValueError(f"{key}: {', '.join(map(repr, unknown))} {words} {', '.join(known) or 'none'}")
    return as_names(names) or list(known)


def chosen(series: Iterable[Series], **where: Names) -> list[Series]:
    """Choose series by their flow, port and so on; raises `ValueError` if a name was not recorded.

    `where` has ``port=``, ``flow=``, ``vc=``: names of which the target must have one; None for any.
    """
    left = list(series)
    for key, names in where.items():
        recorded = list(dict.fromkeys(word for one in left for word in one.target.split()))
        wanted = set(checked(key, names, recorded, "was not recorded; recorded:"))
        left = [one for one in left if wanted & set(one.target.split())]
    return left


def within(one: Series, from_s: float | None, to_s: float | None, end_s: float) -> tuple[Numbers, Numbers]:
    """Give the instants (s) and values of a series in a part of a run, held up to the end of that part.

    A value from before the part is there at its beginning. An infinite value, such as a slow start threshold
    before the first loss, is a gap.

    Raises `ValueError` if the part is empty.
    """
    begin_s, until_s = part(from_s, to_s, end_s)
    time_s, value = one.time_s, np.where(np.isfinite(one.value), one.value, np.nan)
    first = max(int(np.searchsorted(time_s, begin_s, side="right")) - 1, 0)
    last = int(np.searchsorted(time_s, until_s, side="right"))
    time_s, value = np.maximum(time_s[first:last], begin_s), value[first:last]
    if len(time_s) and time_s[-1] < until_s:
        time_s, value = np.append(time_s, until_s), np.append(value, value[-1])
    return time_s, value


def part(from_s: float | None, to_s: float | None, end_s: float) -> tuple[float, float]:
    """Give the ends of the part of a run that is shown, in s; raises `ValueError` if it is empty."""
    begin = 0.0 if from_s is None else float(from_s)
    until = end_s if to_s is None else min(float(to_s), end_s)
    if not 0 <= begin < until:
        raise ValueError(
            f"from_s, to_s: {begin:g} to {until:g} s is not allowed; give a part of the run, 0 to {end_s:g} s"
        )
    return begin, until
