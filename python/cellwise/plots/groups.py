"""Runs grouped by their settings: the value of a setting in a scenario, and which runs are repetitions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cellwise.plots.source import Source

#: What may differ between repetitions of the same thing, and what is only a name.
_REPEATED = ("seed", "replication", "title")

Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Level:
    """The value of a setting: as written, and as a number with a unit if it is one."""

    written: str
    number: float | None
    unit: str

    @classmethod
    def of(cls, value: Any) -> "Level":
        """Read a value of a scenario."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            return cls(f"{value:g}", float(value), "")
        words = str(value).split(maxsplit=1)
        try:
            return cls(str(value), float(words[0]), words[1] if len(words) > 1 else "")
        except (ValueError, IndexError):
            return cls(str(value), None, "")


def level(source: Source, path: str) -> Level:
    """Give the value of a setting in a run's scenario, as written or by default.

    Raises
    ------
    ValueError
        If the scenario has no such setting; the message names those at the last table that it has.
    """
    near: dict[str, Values] = {}
    for document in (source.scenario.to_dict(), source.scenario.expanded().to_dict()):
        value, parent, table = _look(document, path)
        if value is not None:
            return Level.of(value)
        near[parent] = {**near.get(parent, {}), **table}
    parent = max(near, key=len)
    known = ", ".join(f"{parent}{key}" for key in near[parent])
    raise ValueError(f"{path}: is no setting of the scenario; there are {known}")


def _look(document: Values, path: str) -> tuple[Any, str, Values]:
    """Follow a dotted path; give what is there, or None, and the last table on the way with its own path."""
    table, parent = document, ""
    *before, last = path.split(".")
    for key in before:
        inner = table.get(key)
        if not isinstance(inner, Mapping):
            return None, parent, table
        table, parent = inner, f"{parent}{key}."
    value = table.get(last)
    if isinstance(value, Mapping):
        return None, f"{parent}{last}.", value
    return value, parent, table


def having(sources: Sequence[Source], where: Mapping[str, Any]) -> list[Source]:
    """Choose the runs whose scenarios have some values, each given as a value or as its text.

    Raises
    ------
    ValueError
        If no run has a setting, or none is left; the message names the settings or values that there are.
    """
    left = list(sources)
    for path, value in where.items():
        written = [_written(source, path) for source in left]
        if left and not any(written):
            level(left[0], path)  # tells which settings there are
        left = [source for source, own in zip(left, written, strict=True) if own == Level.of(value).written]
        if not left:
            known = ", ".join(sorted({own for own in written if own is not None}))
            raise ValueError(f"where: no run has {path} = {value}; there are {known}")
    return left


def _written(source: Source, path: str) -> str | None:
    """Give a setting of a run as text; None where it has no such setting, as tail drop has no threshold."""
    try:
        return level(source, path).written
    except ValueError:
        return None


def repetitions(sources: Iterable[Source], paths: Sequence[str]) -> dict[tuple[Level, ...], list[Source]]:
    """Group runs by the values of some settings; those of a group must be repetitions of each other.

    Returns
    -------
    dict
        By the values of `paths`, in the order in which they come; each run once, however often it is given.

    Raises
    ------
    ValueError
        If two runs of a group have the same seed and replication; the message names the settings in which
        they differ.
    """
    groups: dict[tuple[Level, ...], dict[tuple[Any, Any], Source]] = {}
    for source in sources:
        document = source.scenario.to_dict()
        group = groups.setdefault(tuple(level(source, path) for path in paths), {})
        number = (document.get("seed", 1), document.get("replication", 0))
        other = group.setdefault(number, source)
        if other.scenario.id != source.scenario.id:
            differing = differences(other.scenario.to_dict(), document)
            raise ValueError(
                f"runs with the same {' and '.join(paths) or 'name'} differ in {', '.join(differing)} too; "
                "choose with where=, or --where PATH=VALUE"
            )
    return {levels: list(group.values()) for levels, group in groups.items()}


def differences(one: Values, other: Values) -> list[str]:
    """Name the settings in which two scenarios differ, apart from seed, replication and title."""
    flat, flat_other = _flat(one), _flat(other)
    return [
        path
        for path in dict.fromkeys([*flat, *flat_other])
        if flat.get(path) != flat_other.get(path) and path not in _REPEATED
    ]


def _flat(table: Values, before: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            flat |= _flat(value, f"{before}{key}.")
        else:
            flat[f"{before}{key}"] = value
    return flat
