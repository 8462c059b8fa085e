"""The shell's offers when Tab is pressed: names that the program knows. Files are the shell's own.

Each takes what is typed of a word and gives the words that begin so; the libraries of each are loaded then.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any


def templates(typed: str) -> list[str]:
    """Complete the name of a template."""
    from cellwise.catalogue import catalogue

    return _beginning(typed, (entry.name for entry in catalogue("templates")))


def families(typed: str) -> list[str]:
    """Complete what `cellwise list` takes."""
    from cellwise.catalogue import catalogue
    from cellwise.cli.catalogue import STUDIES

    return _beginning(typed, [*(entry.family for entry in catalogue()), STUDIES])


def study_names(typed: str) -> list[str]:
    """Complete the name of a study."""
    from cellwise import studies

    return _beginning(typed, studies.names())


def plot_names(typed: str) -> list[str]:
    """Complete the name of a plot; in its place there may be a folder as well, which the shell completes."""
    from cellwise.plots.registry import PLOTS

    return _beginning(typed, PLOTS) if typed else []


def settings(typed: str) -> list[str]:
    """Complete PATH of PATH=VALUE: the keys of scenarios, without names that users choose, as of nodes."""
    return [f"{path}=" for path in _beginning(typed, sorted(set(setting_paths())))]


def setting_paths() -> Iterator[str]:
    """Name the dotted paths of the JSON Schema that end in a value; one may come several times."""
    from cellwise.scenario import json_schema

    schema = json.loads(json_schema())
    yield from _paths(schema, schema["$defs"], "")


def _paths(
    node: Mapping[str, Any], definitions: Mapping[str, Any], path: str, around: frozenset[str] = frozenset()
) -> Iterator[str]:
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        # A discipline in a discipline, whose keys are those around it.
        if name in around:
            return
        node, around = definitions[name], around | {name}
    forms = [one for kind in ("anyOf", "oneOf", "allOf") for one in node.get(kind, ())]
    for form in forms:
        yield from _paths(form, definitions, path, around)
    for key, below in node.get("properties", {}).items():
        yield from _paths(below, definitions, f"{path}.{key}" if path else key, around)
    is_value = not forms and not {"properties", "additionalProperties"} & node.keys()
    if is_value and path and node.get("type") not in ("array", "null"):
        yield path


def _beginning(typed: str, known: Iterable[str]) -> list[str]:
    return [name for name in dict.fromkeys(known) if name.startswith(typed)]
