"""Write what follows from the JSON Schema: the Python types of a scenario and the page of all settings.

Run by `make types`, from the root of the repository; with ``--check`` it only tells whether they are current.
"""

import json
import keyword
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import cellwise as cw

TYPES = Path("python/cellwise/document.py")
PAGE = Path("docs/settings.md")

TYPES_HEAD = '''"""The types of a scenario as nested dicts, for editors and type checkers.

Written by tools/generate_types.py from the JSON Schema; do not edit. Every key may be left out.
"""

from __future__ import annotations

from typing import Literal, TypedDict

'''

PAGE_HEAD = """# Settings of a scenario

Every key of a scenario, with its default. Written by `make types` from the JSON Schema (`cellwise schema`),
which holds the ranges as well. Quantities are text with a unit (`"155.52 Mbit/s"`, `"5 us"`, `"1000 cells"`);
bare numbers are for pure numbers only. In Python a function of each unit makes them of numbers, such as
`cw.ms(10 / 6)` and `cw.mbit_s(1.5)`.
"""

Schema = dict[str, Any]

_QUANTITIES = {
    "span": "time",
    "bit-rate": "bit rate",
    "bytes": "bytes",
    "cells": "cells",
    "capacity": "cells or `unlimited`",
    "threshold": "threshold",
    "queue-limit": "packets, bytes or time",
}

_BOUNDS = ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum")


def main() -> None:
    """Write both files, or tell whether they are current."""
    schema = json.loads(cw.json_schema())
    texts = {TYPES: python_types(schema), PAGE: settings_page(schema)}
    if "--check" in sys.argv[1:]:
        stale = [str(path) for path, text in texts.items() if not path.exists() or path.read_text() != text]
        sys.exit(f"{', '.join(stale)}: not current; run make types" if stale else 0)
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")


def python_types(schema: Schema) -> str:
    """Give the module of types."""
    definitions: dict[str, Schema] = {**schema.get("$defs", {}), "Document": schema}
    blocks = [block for name, definition in definitions.items() for block in _definition(name, definition)]
    return _formatted(TYPES_HEAD + "\n\n".join(blocks) + "\n")


def _formatted(text: str) -> str:
    command = ["ruff", "format", "--stdin-filename", str(TYPES), "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return done.stdout


def _definition(name: str, definition: Schema) -> list[str]:
    forms = definition.get("oneOf")
    if forms is None:
        return [_table(name, definition)]
    if all("const" in form for form in forms):
        words = ", ".join(json.dumps(form["const"]) for form in forms)
        return [f"{name} = Literal[{words}]"]
    blocks, names = [], []
    for form in forms:
        tag = next(value["const"] for value in form["properties"].values() if "const" in value)
        names.append(name + "".join(word.capitalize() for word in re.split(r"[-_.]", tag)))
        blocks.append(_table(names[-1], form))
    return [*blocks, f"{name} = {' | '.join(names)}"]


def _table(name: str, definition: Schema) -> str:
    fields = {key: _type(value) for key, value in definition.get("properties", {}).items()}
    text = _sentence(definition)
    if any(keyword.iskeyword(key) or not key.isidentifier() for key in fields):
        rows = "".join(f'        "{key}": {quoted(kind)},\n' for key, kind in fields.items())
        return f'#: {text}\n{name} = TypedDict(\n    "{name}",\n    {{\n{rows}    }},\n    total=False,\n)'
    rows = "".join(f"    {key}: {kind}\n" for key, kind in fields.items()) or "    pass\n"
    return f'class {name}(TypedDict, total=False):\n    """{text}"""\n\n{rows}'.rstrip()


def quoted(kind: str) -> str:
    """Quote a type that may refer to one that is defined later."""
    return json.dumps(kind)


def _type(value: Schema) -> str:
    if "$ref" in value:
        return str(value["$ref"]).rpartition("/")[2]
    if "const" in value:
        return f"Literal[{json.dumps(value['const'])}]"
    for several in ("anyOf", "oneOf"):
        if several in value:
            return " | ".join(dict.fromkeys(kind for one in value[several] if (kind := _type(one)) != "None"))
    kinds = value.get("type", "object")
    if isinstance(kinds, list):
        return " | ".join(_type({**value, "type": kind}) for kind in kinds if kind != "null")
    if kinds == "array":
        return f"list[{_type(value['items'])}]"
    if kinds == "object":
        rows = value.get("additionalProperties")
        return f"dict[str, {_type(rows) if isinstance(rows, dict) else 'object'}]"
    return {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}[kinds]


def settings_page(schema: Schema) -> str:
    """Give the page of all settings."""
    definitions: dict[str, Schema] = schema.get("$defs", {})
    parts = [PAGE_HEAD, "## Top level\n", _page_table(schema)]
    for name, definition in definitions.items():
        forms = definition.get("oneOf", [definition])
        parts.append(f"## {name}\n")
        parts.append(_sentence(definition) + "\n")
        if all("const" in form for form in forms):
            parts.append("".join(f"- `{form['const']}`: {_sentence(form)}\n" for form in forms))
        else:
            parts += [_page_form(form, several="oneOf" in definition) for form in forms]
    return "\n".join(parts)


def _page_form(form: Schema, *, several: bool) -> str:
    tag = next((value["const"] for value in form["properties"].values() if "const" in value), None)
    head = f"### `{tag}`\n\n{_sentence(form)}\n\n" if several and tag else ""
    return head + _page_table(form)


def _page_table(definition: Schema) -> str:
    rows = ["| key | type | default | meaning |", "|---|---|---|---|"]
    for key, value in definition.get("properties", {}).items():
        kind = _page_type(value).replace("|", "\\|")
        default = f"`{json.dumps(value['default'])}`" if _is_short(value) else ""
        meaning = " ".join(filter(None, (_sentence(value), _range(value)))).replace("|", chr(92) + "|")
        rows.append(f"| `{key}` | {kind} | {default} | {meaning} |")
    return "\n".join(rows) + "\n"


def _range(value: Schema) -> str:
    """Say the range of a key, which stands in the schema alone."""
    if "enum" in value and "integer" in str(value.get("type")):
        return f"One of {', '.join(map(str, value['enum']))}."
    # Of several notations for a number, one with a range says nothing of the others.
    scalars = [one for one in value.get("anyOf", [value]) if one.get("type") not in ("null", "object")]
    forms = [one for one in scalars if "const" not in one]
    bounds = dict(_bounds(forms[0])) if len(forms) == 1 else {}
    least, above, most, below = (
        bounds.get(key) for key in ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum")
    )
    # That a whole number counts something goes without saying.
    least = None if least == "0" and "integer" in str(value.get("type")) else least
    if least and most:
        return f"From {least} to {most}."
    told = (("above", above), ("at least", least), ("at most", most), ("below", below))
    text = ", ".join(f"{word} {bound}" for word, bound in told if bound)
    return f"{text[0].upper()}{text[1:]}." if text else ""


def _bounds(schema: Schema) -> list[tuple[str, str]]:
    """Give the bounds of a number, and those of a quantity under the same names."""
    quantity = {f"format{key[0].upper()}{key[1:]}": key for key in _BOUNDS}
    names = {**{key: key for key in _BOUNDS}, **quantity}
    return [(name, _bound(schema[key])) for key, name in names.items() if key in schema]


def _bound(bound: object) -> str:
    return f"{bound:g}" if isinstance(bound, float) else str(bound)


def _page_type(value: Schema) -> str:
    """Name a type as people say it."""
    if value.get("format") in _QUANTITIES:
        return _QUANTITIES[value["format"]]
    for several in ("anyOf", "oneOf"):
        if several in value:
            kinds = [_page_type(one) for one in value[several] if one.get("type") != "null"]
            return " or ".join(dict.fromkeys(kinds))
    if "$ref" in value:
        name = _type(value)
        return f"[{name}](#{name.lower()})"
    if "const" in value:
        return f"`{value['const']}`"
    rows = value.get("additionalProperties")
    if isinstance(rows, dict):
        return f"table of {_page_type(rows)}"
    if "properties" in value:
        return f"table of {' and '.join(f'`{key}`' for key in value['properties'])}"
    if "items" in value:
        return f"list of {_page_type(value['items'])}"
    return {"str": "text", "int": "whole number", "float": "number", "bool": "true or false"}.get(
        _type(value), _type(value)
    )


def _is_short(value: Schema) -> bool:
    return "default" in value and not isinstance(value["default"], dict)


def _sentence(value: Schema) -> str:
    return " ".join(str(value.get("description", "")).split())


if __name__ == "__main__":
    main()
