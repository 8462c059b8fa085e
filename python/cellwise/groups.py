"""Runs grouped by their settings: the value of a setting in a scenario, and which runs are repetitions."""

from collections.abc import Iterable, Sequence
from typing import Any

from cellwise.levels import Level
from cellwise.settings import differences, setting_of
from cellwise.source import Source
from cellwise.where import Conditions, conditions


def level(source: Source, path: str) -> Level:
    """Give the value of a setting in a run's scenario, as written or by default.

    Raises `ValueError` if the scenario has no such setting; the message names those at the last table that it
    has.
    """
    return Level.of(setting_of(source.scenario, path))


def having(sources: Sequence[Source], where: Conditions | None) -> list[Source]:
    """Choose the runs whose scenarios meet conditions; one without a setting that they name does not.

    Raises `ValueError` if no run has a setting, or none is left; the message names the settings or values
    that there are.
    """
    left = list(sources)
    for one in conditions(where):
        levels = [_levels(source, one.paths) for source in left]
        if left and not any(len(own) == len(one.paths) for own in levels):
            for path in one.paths:
                level(left[0], path)  # says which settings there are
        left = [source for source, own in zip(left, levels, strict=True) if one.is_met(own)]
        if not left:
            known = (sorted({own[path].written for own in levels if path in own}) for path in one.paths)
            raise ValueError(f"where: no run has {one.text}; there are {'; '.join(map(', '.join, known))}")
    return left


def _levels(source: Source, paths: Iterable[str]) -> dict[str, Level]:
    found = {path: _level(source, path) for path in paths}
    return {path: own for path, own in found.items() if own is not None}


def levels_of(sources: Iterable[Source], path: str) -> list[Level]:
    """Give the value of a setting in each of some runs; those that have no such setting are left out."""
    return [own for own in (_level(source, path) for source in sources) if own is not None]


def _level(source: Source, path: str) -> Level | None:
    """Give the value of a setting; None where a run has no such setting, as tail drop has no threshold."""
    try:
        return level(source, path)
    except ValueError:
        return None


def repetitions(
    sources: Iterable[Source], paths: Sequence[str], *, choose: str = "where=, or --where"
) -> dict[tuple[Level, ...], list[Source]]:
    """Group runs by the values of some settings; those of a group must be repetitions of each other.

    The groups are by the values of `paths`, in the order in which they come; each run is there once, however
    often it is given. `choose` is how a user chooses among runs, for the message.

    Raises `ValueError` if two runs of a group have the same seed and replication; the message names the
    settings in which they differ.
    """
    groups: dict[tuple[Level, ...], dict[tuple[Any, Any], Source]] = {}
    for source in sources:
        document = source.scenario.to_dict()
        group = groups.setdefault(tuple(level(source, path) for path in paths), {})
        number = (document.get("seed", 1), document.get("replication", 0))
        other = group.setdefault(number, source)
        differing = [] if other is source else differences(other.scenario, source.scenario)
        if differing:
            raise ValueError(
                f"{_of_one_kind(paths)} also differ in {', '.join(differing)}; choose with {choose}"
            )
    return {levels: list(group.values()) for levels, group in groups.items()}


def _of_one_kind(paths: Sequence[str]) -> str:
    return f"runs with the same {' and '.join(paths)}" if paths else "runs of one side"
