"""What is read from a value of the JSON Schema: its references, its range, its default."""

import json
from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]

_BOUNDS = ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum")


def inside(path: str, value: Schema) -> str:
    """Give the path of the tables that a key holds: those of a set have names."""
    return f"{path}.X" if isinstance(value.get("additionalProperties"), dict) else path


def references(value: object) -> Iterator[str]:
    """Name the definitions that a value refers to itself, in order."""
    if isinstance(value, dict):
        if "$ref" in value:
            yield name_of(value)
        for key, inner in value.items():
            if key not in ("default", "examples"):
                yield from references(inner)
    elif isinstance(value, list):
        for one in value:
            yield from references(one)


def name_of(value: Schema) -> str:
    """Give the name of the definition that a value refers to."""
    return str(value["$ref"]).rpartition("/")[2]


def forms_of(definition: Schema) -> list[Schema]:
    """Give the forms of a definition: one, or those of a choice."""
    forms: list[Schema] = definition.get("oneOf", [definition])
    return forms


def default_of(value: Schema, form: Schema, key: str) -> str:
    """Give the default of a key as Markdown, empty for a key without a default."""
    if key in form.get("required", []):
        return "required"
    default = value.get("default")
    return (
        "" if default is None or isinstance(default, dict) else f"`{json.dumps(default, ensure_ascii=False)}`"
    )


def meaning(value: Schema) -> str:
    """Give the description of a key with its range, for a cell of a table."""
    return " ".join(filter(None, (sentence(value), range_of(value)))).replace("|", "\\|")


def range_of(value: Schema) -> str:
    """Name the range of a key, which is in the schema only."""
    if "enum" in value and "integer" in str(value.get("type")):
        return f"One of {', '.join(map(str, value['enum']))}."
    # Of several notations for a number, one with a range says nothing of the others.
    scalars = [one for one in value.get("anyOf", [value]) if one.get("type") not in ("null", "object")]
    forms = [one for one in scalars if "const" not in one]
    bounds = dict(_bounds(forms[0])) if len(forms) == 1 else {}
    least, above, most, below = (bounds.get(key) for key in _BOUNDS)
    # That a whole number counts something is plain.
    least = None if least == "0" and "integer" in str(value.get("type")) else least
    if least and most:
        return f"From {least} to {most}."
    words = (("above", above), ("at least", least), ("at most", most), ("below", below))
    text = ", ".join(f"{word} {bound}" for word, bound in words if bound)
    return f"{text[0].upper()}{text[1:]}." if text else ""


def _bounds(schema: Schema) -> list[tuple[str, str]]:
    """Give the bounds of a number, and those of a quantity under the same names."""
    quantity = {f"format{key[0].upper()}{key[1:]}": key for key in _BOUNDS}
    names = {**{key: key for key in _BOUNDS}, **quantity}
    return [(name, _bound(schema[key])) for key, name in names.items() if key in schema]


def _bound(bound: object) -> str:
    return f"{bound:g}" if isinstance(bound, float) else str(bound)


def sentence(value: Schema) -> str:
    """Give the description of a value in one line."""
    return " ".join(str(value.get("description", "")).split())
