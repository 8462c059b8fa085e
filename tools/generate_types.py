"""Write what follows from JSON Schemas: Python types and pages of settings, TypeScript types of answers.

Run by `make types`, from the root of the repository; with ``--check`` it only reports what is not current.
"""

import json
import keyword
import re
import subprocess
import sys
from pathlib import Path

import answer_types
import cellwise as cw
import settings_pages
from settings_schema import Schema, sentence

TYPES = Path("python/cellwise/document.py")
PAGES = Path("docs/settings")
#: Kept as the simulator prints it; a test of `crates/api` compares them.
ANSWERS = Path("crates/api/answers.schema.json")
ANSWER_TYPES = Path("crates/wasm/answers.d.mts")

TYPES_HEAD = '''"""The types of a scenario as nested dicts, for editors and type checkers.

Written by tools/generate_types.py from the JSON Schema; do not edit. Every key may be left out.
"""

from __future__ import annotations

from typing import Literal, TypedDict

'''


def main() -> None:
    """Write all files, or report whether they are current."""
    schema = json.loads(cw.json_schema())
    texts = {TYPES: python_types(schema)}
    texts |= {PAGES / name: text for name, text in settings_pages.pages(schema).items()}
    texts[ANSWER_TYPES] = answer_types.typescript(json.loads(ANSWERS.read_text(encoding="utf-8")))
    if "--check" in sys.argv[1:]:
        stale = [str(path) for path, text in texts.items() if not path.exists() or path.read_text() != text]
        stale += [f"{path} (no table)" for path in PAGES.glob("*.md") if path not in texts]
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
    text = sentence(definition)
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


if __name__ == "__main__":
    main()
