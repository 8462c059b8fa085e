"""Reading ``study.toml`` in spite of mistakes, so that further mistakes are reported with them.

A part that breaks a rule of the form is noted and left out, or replaced by something harmless, and the
remainder is read: mistakes of scenarios and of names then come together with those of keys and types.
"""

import tomllib
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from cellwise.study.data.form import StudyForm
from cellwise.study.data.inside import octets_of
from cellwise.study.data.issues import Issues

#: What cases are made of: without one of these, everything that names a level would seem wrong.
_CASES = ("scenario", "factor", "cases")

#: Lists of tables of which one that is at fault is left out.
_ROWS = ("table", "contradiction", "repeat", "exploration", "claim", "figure")

_SETS_NOTHING = {"value": 0, "why": "", "stated": True, "at": []}

#: What names tables: it cannot be judged where one of them is at fault.
_NAMES_TABLES = ("contradiction", "repeat", "claim", "figure", "sensitivity")


def form_of(file: Path, issues: Issues) -> StudyForm | None:
    """Read a study's file; mistakes go to `issues`. None if what is left of it says nothing."""
    try:
        text = octets_of(file.parent, file.name).decode()
    except UnicodeDecodeError as error:
        issues.add(f"byte {error.start}", "a study is UTF-8 text")
        return None
    except ValueError as error:
        issues.add(str(file), str(error))
        return None
    try:
        document = tomllib.loads(text)
        return StudyForm.model_validate(document)
    except RecursionError:
        issues.add("TOML", "is nested too deeply")
    except tomllib.TOMLDecodeError as error:
        issues.add("TOML", str(error))
    except ValidationError as error:
        issues.add_invalid(error, StudyForm)
        return _repaired(document, error)
    return None


def _repaired(document: dict[str, Any], error: ValidationError) -> StudyForm | None:
    for one in error.errors():
        if not _repair(document, list(one["loc"]), one["type"]):
            return None
    try:
        return StudyForm.model_validate(document)
    except ValidationError:
        return None


def _repair(document: dict[str, Any], place: list[str | int], kind: str) -> bool:
    """Take one mistake out of a document; False if too much depends on the faulty part."""
    head = place[0]
    if head in _CASES:
        return False
    if kind == "extra_forbidden":
        return _without(document, place)
    if head in ("title", "document"):
        document[str(head)] = "?"
    elif head in ("vary", "sensitivity", "colours", "error_by"):
        document.pop(str(head), None)
    elif head == "measure" and len(place) > 1:
        document["measure"][place[1]] = _any_measure(document["measure"][place[1]])
    elif head == "setting" and len(place) > 1:
        document["setting"][place[1]] = {**_SETS_NOTHING, "path": f"?{place[1]}"}
    elif head in _ROWS and len(place) > 1:
        document[str(head)][place[1]] = None
        if head in ("table", "exploration"):
            for one in _NAMES_TABLES:
                document.pop(one, None)
    else:
        return False
    return True


def _without(document: dict[str, Any], place: list[str | int]) -> bool:
    """Remove a key, unless what holds it is left out already."""
    holder: Any = document
    for one in place[:-1]:
        holder = holder[int(one)] if isinstance(holder, list) else (holder or {}).get(one)
    if isinstance(holder, dict):
        holder.pop(place[-1], None)
    return True


def _any_measure(given: object) -> dict[str, Any]:
    each = given.get("each") if isinstance(given, dict) else None
    sound = isinstance(each, dict) and all(isinstance(one, list) for one in each.values())
    return {"expression": "0", "each": each if sound else {}}
