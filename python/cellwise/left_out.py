"""The settings that a change of a scenario has removed although the user did not ask for that."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cellwise import _core
from cellwise.vocabulary import TAGS

#: The keys that choose what may leave out other settings of their table.
_CHOICES = (*TAGS, "profile")

Document = Mapping[str, Any]


def paths(
    before: Document, after: Document, earlier: Sequence[str], removed: Sequence[str]
) -> tuple[str, ...]:
    """Name by path what a document has lost.

    A setting that `earlier` changes have removed and that exists again is no longer named; `removed` are
    those that the user asked to remove.
    """
    lost = [
        path for path in _lost(before, after) if not any(f"{path}.".startswith(f"{one}.") for one in removed)
    ]
    # The values of a template alone are not settings of the user.
    template = _at(before, "topology.template") if lost else None
    given = json.loads(_core.template(template)) if template else {}
    own = [path for path in lost if _at(before, path) != _at(given, path)]
    return tuple(dict.fromkeys([*(path for path in earlier if _at(after, path) is None), *own]))


def removed(changes: Document, around: str = "") -> list[str]:
    """Give the paths of the settings that changes ask to remove: None in them."""
    found = []
    for key, value in changes.items():
        if isinstance(value, Mapping):
            found += removed(value, f"{around}{key}.")
        elif value is None:
            found.append(f"{around}{key}")
    return found


def sentences(lost: Sequence[str], document: Document) -> list[str]:
    """Say what was lost, one sentence for each table, and what the table is of now."""
    tables: dict[str, list[str]] = {}
    for path in lost:
        table, _, key = path.rpartition(".")
        tables.setdefault(table, []).append(key)
    return [_sentence(table, keys, document) for table, keys in tables.items()]


def as_warning(sentence: str) -> dict[str, Any]:
    """Give a sentence as `Scenario.warnings` has it."""
    path, _, rule = sentence.partition(": ")
    return {"path": path, "value": None, "rule": rule, "line": None, "column": None, "message": sentence}


def _sentence(table: str, keys: Sequence[str], document: Document) -> str:
    now = _at(document, table)
    chosen = [f"{key} is {now[key]}" for key in _CHOICES if key in now] if isinstance(now, Mapping) else []
    place = f"{table}: " if table else ""
    return "; ".join([f"{place}an override left out {', '.join(keys)}", *chosen])


def _lost(before: Document, after: Document, around: str = "") -> Iterator[str]:
    for key, value in before.items():
        if key not in after:
            yield f"{around}{key}"
        elif isinstance(value, Mapping) and isinstance(after[key], Mapping):
            yield from _lost(value, after[key], f"{around}{key}.")


def _at(document: Any, path: str) -> Any:
    for key in path.split("."):
        document = document.get(key) if isinstance(document, Mapping) else None
    return document
