"""The settings of scenarios with their defaults, and those in which two scenarios differ."""

from collections.abc import Iterator, Mapping
from typing import Any

from cellwise.levels import Level
from cellwise.scenario import Scenario
from cellwise.vocabulary import TAGS

#: What may differ between repetitions of the same thing, and what is only a name.
_REPEATED = ("seed", "replication", "title")

#: The tables of a graph, which a template makes.
GRAPH = ("nodes", "links", "vps", "vcs", "flows")

#: So many settings that distinguish two scenarios are named.
_NAMED = 4

Settings = Mapping[str, Any]


def written_out(scenario: Scenario) -> dict[str, Any]:
    """Give all settings with their defaults; a template stays one, and is not written out as a graph.

    It is nested as `Scenario.to_dict`. Of the tables of a graph it has the changes to a template.
    """
    written, whole = scenario.to_dict(), scenario.expanded().to_dict()
    topology = written.get("topology")
    if topology is None:
        return whole
    defaults = Scenario.from_template(topology["template"]).to_dict()["topology"]
    settings = {key: value for key, value in whole.items() if key not in GRAPH}
    laid_over = {key: written[key] for key in GRAPH if key in written}
    return {**settings, "topology": {**defaults, **topology}, **laid_over}


def setting_of(scenario: Scenario, path: str) -> Any:
    """Give the value of a setting of a scenario, as written or by default; those of its network are settings.

    Raises `ValueError` if the scenario has no such setting; the message names those at the last table that it
    has.
    """
    near: dict[str, Settings] = {}
    for document in _documents(scenario):
        value, parent, table = _look(document, path)
        if value is not None:
            return value
        near[parent] = {**near.get(parent, {}), **table}
    parent = max(near, key=len)
    known = ", ".join(f"{parent}{key}" for key in near[parent])
    raise ValueError(f"{path}: is no setting of the scenario; there are {known}")


def _documents(scenario: Scenario) -> Iterator[Settings]:
    yield scenario.to_dict()
    yield written_out(scenario)
    # The network of a template also has settings.
    yield scenario.expanded().to_dict()


def _look(document: Settings, path: str) -> tuple[Any, str, Settings]:
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


def differences(one: Scenario, other: Scenario) -> list[str]:
    """Name the settings in which two scenarios differ, apart from seed, replication and title.

    A setting that one leaves out differs from one that is written only if its default does. A table that only
    one of them has is named as a whole; of two forms, such as drop policies, settings of only one are left
    out.
    """
    return list(differing_values(one, other))


def differing_values(one: Scenario, other: Scenario) -> dict[str, tuple[Any, Any]]:
    """Give the settings that `differences` names with both of their values; None where one has none."""
    a, b = (scenario.expanded().to_dict() for scenario in (one, other))
    found = dict(_differing(a, b))
    if found and all("topology" in scenario.to_dict() for scenario in (one, other)):
        found = dict(_differing(written_out(one), written_out(other)))
    return found


def _differing(one: Settings, other: Settings, before: str = "") -> Iterator[tuple[str, tuple[Any, Any]]]:
    are_forms = any(tag in one and tag in other and one[tag] != other[tag] for tag in TAGS)
    for key in dict.fromkeys([*one, *other]):
        if are_forms and not (key in one and key in other):
            continue
        path, a, b = f"{before}{key}", one.get(key), other.get(key)
        if isinstance(a, Mapping) and isinstance(b, Mapping):
            yield from _differing(a, b, f"{path}.")
        elif path not in _REPEATED and not _same(a, b):
            yield path, (a, b)


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return one == other or Level.of(one) == Level.of(other)
    return bool(one == other)


def what_differs(there: Scenario, here: Scenario) -> str:
    """Name the settings that distinguish two scenarios for a user; empty if none does."""
    documents = [{"seed": 1, "replication": 0} | one.to_dict() for one in (there, here)]
    repeated = [key for key in ("seed", "replication") if documents[0][key] != documents[1][key]]
    found = [*repeated, *differences(there, here)]
    if not found:
        return ""
    more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    return f"it differs in {', '.join(found[:_NAMED])}{more}"
