"""Mistakes of a study in data: all at once, each with its path, its value and the rule."""

import json
import types
from collections.abc import Iterable, Sequence
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from cellwise._core import MOST_SHOWN
from cellwise.errors import ConfigError
from cellwise.expression import unknown_rule

#: Longer values are cut in reports.
_MOST_REPORTED = 80

#: What follows in pydantic's words.
_NOT_THAT = "Input should be "

#: Keys that had another name, by their table and the old name.
_RENAMED = {("factor", "told"): "labels"}


class Issues:
    """Collects mistakes, and raises them together."""

    def __init__(self, file: str) -> None:
        """Begin with none; `file` is named before every path."""
        self.file = file
        self._found: list[dict[str, Any]] = []

    def add(self, path: str, rule: str, value: Any = None) -> None:
        """Note a mistake; without a value the rule says it all."""
        reported = None if value is None else _reported(value)
        self._note({"path": path, "value": reported, "rule": rule})

    def _note(self, issue: dict[str, Any]) -> None:
        """Note a mistake, once if several rows of a table lead to it."""
        one = {**issue, "file": self.file, "line": None, "column": None}
        if one not in self._found:
            self._found.append(one)

    def unknown(self, path: str, name: str, what: str, known: Iterable[str]) -> None:
        """Note a name that does not exist, with the nearest that does."""
        self.add(path, unknown_rule(name, what, list(known)), name)

    def add_error(self, path: str, error: ConfigError) -> None:
        """Note the mistakes of a scenario that a part of the study makes."""
        for one in error.issues:
            self._note({**one, "path": f"{path}: {one['path']}"})

    def add_errors(self, errors: Iterable[tuple[str, ConfigError]]) -> None:
        """Note the mistakes of several parts, each once: where it is first, and in how many more."""
        places: dict[str, tuple[dict[str, Any], list[str]]] = {}
        for path, error in errors:
            for one in error.issues:
                places.setdefault(json.dumps(one, default=str), (one, []))[1].append(path)
        for one, paths in places.values():
            more = len(paths) - 1
            reported = f" and {more} more case{'s' if more > 1 else ''}" if more else ""
            self._note({**one, "path": f"{paths[0]}{reported}: {one['path']}"})

    def add_invalid(self, error: ValidationError, form: type[BaseModel]) -> None:
        """Note what pydantic found."""
        for one in error.errors():
            path, value = _path(one["loc"]), one["input"]
            if one["type"] == "extra_forbidden":
                known, name = list(_keys_at(form, one["loc"][:-1])), str(one["loc"][-1])
                now = _RENAMED.get((str(one["loc"][0]), name))
                self.add(path, f"is now named {now}" if now else unknown_rule(name, "a known key", known))
            elif one["type"] == "missing":
                self.add(path, "is missing")
            elif isinstance(value, str | int | float | bool):
                self.add(path, _rule(one), value)
            else:
                self.add(path, _rule(one))

    def __len__(self) -> int:
        return len(self._found)

    def raise_any(self) -> None:
        """Raise what was found, if anything was.

        Raises `ConfigError` with every mistake in its `issues`.
        """
        if not self._found:
            return
        lines = [f"{one['file']}: {_line(one)}" for one in self._found[:MOST_SHOWN]]
        more = len(self._found) - MOST_SHOWN
        error = ConfigError("\n".join([*lines, *([f"and {more} more"] if more > 0 else [])]))
        error.issues = list(self._found)
        raise error


def _line(issue: dict[str, Any]) -> str:
    refused = "is not allowed; " if issue["value"] and issue["rule"].startswith("give ") else ""
    return " ".join(filter(None, (f"{issue['path']}:", issue["value"], refused + issue["rule"])))


def _reported(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _MOST_REPORTED else f"{text[:_MOST_REPORTED]}…"


def _rule(error: Any) -> str:
    text = str(error["msg"]).removeprefix("Value error, ")
    return f"give {text.removeprefix(_NOT_THAT)}" if text.startswith(_NOT_THAT) else text


def _path(places: Sequence[str | int]) -> str:
    text = "".join(f"[{one}]" if isinstance(one, int) else f".{one}" for one in places)
    return text.removeprefix(".") or "study"


def _keys_at(form: type[BaseModel], places: Sequence[str | int]) -> Iterable[str]:
    """Name the keys of the table at a place."""
    kind: Any = form
    for place in places:
        # In a list or a table, the place chooses one.
        kind = kind.model_fields[str(place)].annotation if _is_form(kind) else get_args(kind)[-1]
        kind = (
            next((one for one in get_args(kind) if _is_form(one)), kind)
            if isinstance(kind, types.UnionType)
            else kind
        )
    return kind.model_fields if _is_form(kind) else ()


def _is_form(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)
