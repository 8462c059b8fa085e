"""Sweeps: one scenario under many settings, each a case with a name."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cellwise._core import MOST_SHOWN
from cellwise.errors import ConfigError
from cellwise.experiments.experiment import Experiment, Setup
from cellwise.levels import name_of
from cellwise.scenario import Scenario, ScenarioLike, plain_or_itself
from cellwise.share import Share, share_of
from cellwise.where import Conditions, conditions

if TYPE_CHECKING:
    from cellwise.experiments.sweep_outcome import SweepOutcome

#: More cases than this are refused: a condition was probably left out.
MOST_CASES = 100_000


@dataclass(frozen=True, slots=True)
class Sweep(Experiment["SweepOutcome"]):
    """The cases of a sweep, in the order in which they were asked for.

    Examples
    --------
    >>> brief = Scenario.from_template("n-source").with_(duration="20 ms")
    >>> found = sweep(brief, grid={"switch.drop.policy": ["tail", "epd"]}).run(replications=2)
    >>> found.table.columns[:3], len(found.table)
    (['case', 'switch.drop.policy', 'replications'], 2)
    """

    factors: tuple[str, ...]
    """The paths that differ."""
    levels: Mapping[str, Mapping[str, Any]]
    """The value of every factor, by case; a factor that a case leaves alone is not there."""
    cases: Mapping[str, Scenario]
    """The scenarios by case."""
    command: str = ""
    """The command that makes it again; empty if it was made in Python."""
    confidence: Share | None = None
    """Of the intervals that are shown; unless given, that of the precision, or 0.95."""

    mark = "sweep.json"

    def __len__(self) -> int:
        return len(self.cases)

    def _run(self, setup: Setup) -> "SweepOutcome":
        # What runs a sweep knows what one is.
        from cellwise.experiments.sweep_stored import run_sweep

        return run_sweep(self, setup)

    def left_out(self) -> list[str]:
        """Say which settings values have taken away, as `Scenario.left_out`, and in how many cases."""
        found: dict[str, list[str]] = {}
        for case, scenario in self.cases.items():
            for reported in scenario.left_out:
                found.setdefault(reported, []).append(case)
        return [
            reported if len(cases) == len(self) else f"{reported} ({len(cases)} of {len(self)} cases)"
            for reported, cases in found.items()
        ]


def sweep(
    scenario: ScenarioLike,
    *,
    grid: Mapping[str, Sequence[Any]] | None = None,
    zip: Mapping[str, Sequence[Any]] | None = None,  # noqa: A002
    cases: Sequence[Mapping[str, Any]] | None = None,
    where: Conditions | None = None,
    confidence: Share | None = None,
) -> Sweep:
    """Derive named cases from a scenario.

    Parameters
    ----------
    scenario : Scenario, mapping, or path
        The part that all cases share, as `cellwise.run` takes it.
    grid : mapping from paths to values, optional
        Every value of one with every value of the others.
    zip : mapping from paths to values, optional
        The first values together, then the second ones, and so on; all of one length.
    cases : sequence of mappings from paths to values, optional
        Cases one by one. Given together, each of grid, zip and cases is combined with each of the others.
    where : str, sequence of str, or mapping from paths to values, optional
        Conditions that cases must meet, such as ``switch.buffer >= 1000 cells``.
    confidence : float or str
        Of the intervals that are shown: ``0.99``, ``"99%"``. Unless given, that of the precision, or 0.95.

    Raises
    ------
    ValueError
        If there is nothing to vary, a path comes twice, lengths differ, or no case is left.
    ConfigError
        If the scenario or a case breaks a rule.
    OSError
        If the scenario's file cannot be read.

    Examples
    --------
    >>> base = Scenario.from_template("n-source")
    >>> grid = {"switch.drop.policy": ["tail", "epd"], "seed": [1, 2]}
    >>> list(sweep(base, grid=grid, where="seed == 2").cases)
    ['switch.drop.policy=tail seed=2', 'switch.drop.policy=epd seed=2']
    """
    scenario = Scenario.of(scenario)
    parts = [_grid(grid or {}), _zipped(zip or {}), [dict(one) for one in cases or [{}]]]
    parts = [
        [{path: plain_or_itself(value) for path, value in one.items()} for one in part] for part in parts
    ]
    factors = [path for part in parts for path in dict.fromkeys(path for one in part for path in one)]
    twice = [path for path in dict.fromkeys(factors) if factors.count(path) > 1]
    if twice or not factors:
        fault = f"{', '.join(twice)} comes twice" if twice else "nothing is varied"
        raise ValueError(f"sweep: {fault}; give each path once, in grid, zip or cases")
    count = len(parts[0]) * len(parts[1]) * len(parts[2])
    if count > MOST_CASES:
        raise ValueError(f"sweep: {count} cases are too many; give at most {MOST_CASES}")
    wanted = conditions(where)
    levels = {}
    for combined in itertools.product(*parts):
        values = {path: value for part in combined for path, value in part.items()}
        if all(one(values) for one in wanted):
            levels[name_of(values)] = values
    if not levels:
        raise ValueError(f"where: {' and '.join(one.text for one in wanted)!r} leaves no case of {count}")
    level = None if confidence is None else share_of(confidence, "confidence")
    return Sweep(tuple(factors), levels, _scenarios(scenario, levels), confidence=level)


def _scenarios(scenario: Scenario, levels: Mapping[str, Mapping[str, Any]]) -> dict[str, Scenario]:
    """Set the values of every case; a `ConfigError` has every mistake once, with the cases that make it."""
    made: dict[str, Scenario] = {}
    cases: dict[str, list[str]] = {}
    issues: dict[str, dict[str, Any]] = {}
    for name, values in levels.items():
        try:
            made[name] = scenario.with_(values)
        except ConfigError as error:
            for line, issue in itertools.zip_longest(str(error).splitlines(), error.issues):
                cases.setdefault(line, []).append(name)
                issues.setdefault(line, issue)
    if cases:
        lines = [f"{_these(names, len(levels))}{line}" for line, names in cases.items()]
        more = [f"and {len(lines) - MOST_SHOWN} more"] if len(lines) > MOST_SHOWN else []
        refused = ConfigError("\n".join([*lines[:MOST_SHOWN], *more]))
        refused.issues = list(issues.values())
        raise refused
    return made


def _these(names: Sequence[str], count: int) -> str:
    others = f" and {len(names) - 1} more" if len(names) > 1 else ""
    return "" if len(names) == count else f"{names[0]}{others}: "


def _grid(grid: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    _require_values("grid", grid)
    return [dict(zip_paths(grid, values)) for values in itertools.product(*grid.values())]


def _zipped(lists: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    if not lists:
        return [{}]
    _require_values("zip", lists)
    lengths = {path: len(values) for path, values in lists.items()}
    if len(set(lengths.values())) > 1:
        counts = ", ".join(f"{path} has {length}" for path, length in lengths.items())
        raise ValueError(f"zip: {counts}; give as many values of each")
    return [dict(zip_paths(lists, values)) for values in itertools.zip_longest(*lists.values())]


def zip_paths(paths: Mapping[str, Any], values: Sequence[Any]) -> list[tuple[str, Any]]:
    """Put a value next to each path."""
    return [(path, values[at]) for at, path in enumerate(paths)]


def _require_values(name: str, lists: Mapping[str, Sequence[Any]]) -> None:
    for path, values in lists.items():
        if isinstance(values, str) or not len(values):
            raise ValueError(f"{name}: {path} needs a list of at least one value")
