"""Types in TypeScript, from the JSON Schema of the simulator's answers."""

import json
import textwrap

from settings_schema import Schema, name_of, sentence

HEAD = """/**
 * The answers of the simulator; times in seconds, rates in bit/s, as the names say.
 *
 * Written by tools/generate_types.py from crates/api/answers.schema.json; do not edit.
 */
"""
WIDTH = 120
NAMES = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def typescript(schema: Schema) -> str:
    """Give the module of types: one for each definition of a schema."""
    return "\n".join([HEAD, *(_definition(name, one) for name, one in schema["$defs"].items())])


def _definition(name: str, definition: Schema) -> str:
    comment = _comment(definition, "")
    if "properties" not in definition:
        return f"{comment}export type {name} = {_type(definition)};\n"
    required = definition.get("required", [])
    fields = "".join(_field(key, one, key in required) for key, one in definition["properties"].items())
    return f"{comment}export interface {name} {{\n{fields}}}\n"


def _field(key: str, value: Schema, is_required: bool) -> str:
    # A key without a value is left out: it is never null as well.
    kind = _type(value) if is_required else _type(value).removesuffix(" | null")
    return f"{_comment(value, '  ')}  {key}{'' if is_required else '?'}: {kind};\n"


def _comment(value: Schema, indent: str) -> str:
    """Give a description as a comment, in several lines if it is too long for one."""
    text = sentence(value)
    if len(line := f"{indent}/** {text} */\n") <= WIDTH + 1:
        return line if text else ""
    begin = f"{indent} * "
    lines = textwrap.fill(text, WIDTH, initial_indent=begin, subsequent_indent=begin)
    return f"{indent}/**\n{lines}\n{indent} */\n"


def _type(value: Schema) -> str:
    if "$ref" in value:
        return name_of(value)
    if "enum" in value:
        return " | ".join(json.dumps(word) for word in value["enum"])
    for several in ("anyOf", "oneOf"):
        if several in value:
            return " | ".join(_type(one) for one in value[several])
    kinds = value["type"]
    if isinstance(kinds, list):
        return " | ".join(_type({**value, "type": kind}) for kind in kinds)
    if kinds == "array":
        return _array(value)
    if kinds == "object":
        return f"Record<string, {_type(value['additionalProperties'])}>"
    return NAMES[kinds]


def _array(value: Schema) -> str:
    """Give the type of a list; one of a fixed length has a type for each place."""
    of = _type(value["items"])
    if "maxItems" in value and value.get("minItems") == value["maxItems"]:
        return f"[{', '.join([of] * value['maxItems'])}]"
    return f"({of})[]" if " " in of and not of.startswith("Record<") else f"{of}[]"
