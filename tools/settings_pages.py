"""The pages of all settings, one for each table of a scenario, from the JSON Schema."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cellwise as cw
from settings_schema import (
    Schema,
    default_of,
    forms_of,
    inside,
    meaning,
    name_of,
    range_of,
    references,
    sentence,
)
from settings_words import EARLY, EXAMPLES, FAMILIES, LATE, QUANTITIES, TABLES

MODELS = Path("docs/models")

_KINDS = {"string": "text", "integer": "whole number", "number": "number", "boolean": "`true` or `false`"}
_DEEPEST = 4

HEAD = """# Settings

Every key of a scenario by its path in TOML, on a page for each table. `tcp.mss` is the key `mss` of the table
`[tcp]`. In `links.X.rate` the `X` is a name that you choose. Each key has its range, its default and
an example.

Quantities are text with a unit; bare numbers are for counts and ratios. In Python a function of each unit
makes them of numbers, such as `cw.ms(10 / 6)` and `cw.mbit_s(1.5)`. `cellwise schema` prints the same as JSON
Schema, for editors. The pages are written by `make types`.
"""


def pages(schema: Schema) -> dict[str, str]:
    """Give the text of every page by its file name."""
    site = _Site(schema)
    reported = {f"{table}.md": site.table(table) for table in TABLES}
    return {**reported, "general.md": site.general(), "index.md": site.index()}


@dataclass
class _Site:
    schema: Schema
    homes: dict[str, str] = field(default_factory=dict)
    """The path at which each definition of the schema is explained."""
    lists: set[str] = field(default_factory=set)
    """The paths of lists of tables."""
    rows: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """The keys of each page, each with the heading under which it is."""

    def __post_init__(self) -> None:
        self.definitions: dict[str, Schema] = self.schema["$defs"]
        self.models = _pages_of_models()
        order = [table for table in TABLES if table not in LATE]
        for table in (*EARLY, *order, *LATE):
            self._settle(table, self.schema["properties"][table])
        for table in ("general", *TABLES):
            self.general() if table == "general" else self.table(table)

    def _settle(self, path: str, value: Schema) -> None:
        if "$ref" in value.get("items", {}):
            self.lists.add(path)
        for name in references(value):
            if name not in self.homes:
                self.homes[name] = path
                path = inside(path, value)
                for form in forms_of(self.definitions[name]):
                    for key, inner in form.get("properties", {}).items():
                        self._settle(f"{path}.{key}", inner)

    def general(self) -> str:
        """Give the page of the keys that are in no table."""
        self.rows["general"] = []
        keys = {key: value for key, value in self.schema["properties"].items() if key not in TABLES}
        parts = ["# General settings", "The keys at the top of a scenario, before any table."]
        return _page([*parts, *(part for key in keys for part in self._key("general", key, keys[key], 2))])

    def table(self, table: str) -> str:
        """Give the page of one table."""
        self.rows[table] = []
        value = self.schema["properties"][table]
        base = _base(self.schema, table)
        parts = [f"# `[{base}]`", sentence(value)]
        if TABLES[table]:
            links = ", ".join(f"[{_title(page)}](../models/{page}.md)" for page in TABLES[table])
            parts.append(f"Models: {links}.")
        name = next(references(value))
        if self.homes[name] != table:
            return _page([*parts, f"The keys are those of {self._link(self.homes[name])}."])
        return _page([*parts, *self._body(table, base, name, 1)])

    def _body(self, page: str, path: str, name: str, level: int) -> Iterator[str]:
        definition = self.definitions[name]
        forms = forms_of(definition)
        if all("const" in form for form in forms):
            yield "The words:"
            yield "\n".join(self._word(name, form) for form in forms)
        elif "oneOf" in definition:
            for form in forms:
                yield from self._form(page, path, name, form, level + 1)
            seen = set[str]()
            for form in forms:
                for key, value in form["properties"].items():
                    inner = f"{path}.{key}"
                    if inner in self.homes.values() and inner not in seen:
                        seen.add(inner)
                        yield from self._key(page, inner, value, level + 1)
        else:
            for key, value in definition.get("properties", {}).items():
                yield from self._key(page, f"{path}.{key}", value, level + 1)

    def _word(self, name: str, form: Schema) -> str:
        word = form["const"]
        return f"- {self._model(FAMILIES.get(name), word)}: {sentence(form)}"

    def _model(self, family: str | None, word: str) -> str:
        """Name a word, with a link to the page of its model if it has one."""
        page = self.models.get(f"{family}/{word}")
        return f"[`{word}`](../models/{page})" if page else f"`{word}`"

    def _form(self, page: str, path: str, name: str, form: Schema, level: int) -> Iterator[str]:
        properties: dict[str, Schema] = form["properties"]
        tag, word = next((key, value["const"]) for key, value in properties.items() if "const" in value)
        self.rows[page] += [(f"{path}.{key}", path) for key in properties]
        yield self._heading(page, f'{path}.{tag} = "{word}"', level)
        model = self.models.get(f"{FAMILIES.get(name)}/{word}")
        yield sentence(form) + (f" [Model](../models/{model})." if model else "")
        yield f"Example: `{path} = {self._inline(path, form)}`"
        rows = [
            f"| `{key}` | {self._value(value)} | {default_of(value, form, key)} | {meaning(value)} |"
            for key, value in properties.items()
            if "const" not in value
        ]
        if rows:
            yield "\n".join(["| key | value | default | meaning |", "|---|---|---|---|", *rows])

    def _key(self, page: str, path: str, value: Schema, level: int) -> Iterator[str]:
        yield self._heading(page, path, level)
        yield sentence(value)
        default = default_of(value, {}, "") or "none"
        facts = [
            f"- Value: {self._value(value, at=path)}. {range_of(value)}".rstrip(),
            f"- Default: {default}.",
        ]
        yield "\n".join([*facts, f"- Example: `{self._line(path, value)}`"])
        for name in dict.fromkeys(references(value)):
            if self.homes[name] == path:
                yield from self._body(page, inside(path, value), name, level)

    def _line(self, path: str, value: Schema) -> str:
        table, _, key = path.rpartition(".")
        if table in self.lists:
            return f"{table} = [{{ {key} = {self._example(path, value)} }}]"
        return f"{path} = {self._example(path, value)}"

    def _heading(self, page: str, text: str, level: int) -> str:
        self.rows[page].append((text, text))
        return f"{'#' * min(level, _DEEPEST)} `{text}`"

    def _link(self, path: str, text: str = "") -> str:
        table = path.partition(".")[0]
        page = table if table in TABLES else "general"
        anchor = "" if path in TABLES else f"#{_slug(path)}"
        return f"[`{text or path}`]({page}.md{anchor})"

    def _value(self, value: Schema, at: str = "") -> str:
        """Name what a key takes; `at` is the path that explains it, if this is that place."""
        if value.get("format") in QUANTITIES:
            return QUANTITIES[value["format"]]
        for several in ("anyOf", "oneOf"):
            if several in value:
                kinds = [self._value(one, at) for one in value[several] if one.get("type") != "null"]
                return " or ".join(dict.fromkeys(kinds))
        if "$ref" in value:
            return self._reference(name_of(value), at)
        if "const" in value:
            return f"`{value['const']}`"
        if "enum" in value and "integer" not in str(value.get("type")):
            return "one of " + ", ".join(self._model("tcp-variants", word) for word in value["enum"])
        if isinstance(value.get("additionalProperties"), dict):
            return f"tables by name, each as {self._value(value['additionalProperties'], at)}"
        if "properties" in value:
            return f"table of {' and '.join(f'`{key}`' for key in value['properties'])}"
        if "items" in value:
            return f"list of {self._value(value['items'], at)}"
        kinds = value.get("type", "object")
        kind = next(one for one in ([kinds] if isinstance(kinds, str) else kinds) if one != "null")
        return _KINDS.get(kind, kind)

    def _reference(self, name: str, at: str) -> str:
        forms = forms_of(self.definitions[name])
        words = all("const" in form for form in forms)
        if self.homes[name] == at:
            return "one of the words below" if words else "table, see below"
        return f"as {self._link(self.homes[name])}"

    def _example(self, path: str, value: Schema) -> str:
        default = value.get("default")
        if default is not None and default not in ("", []) and not isinstance(default, dict):
            return json.dumps(default, ensure_ascii=False)
        for known in (path, path.rpartition(".")[2]):
            if known in EXAMPLES:
                return EXAMPLES[known]
        for several in ("anyOf", "oneOf"):
            if several in value:
                one = next(one for one in value[several] if one.get("type") != "null")
                return self._example(path, one)
        if "$ref" in value:
            definition = self.definitions[name_of(value)]
            form = forms_of(definition)[0]
            return json.dumps(form["const"]) if "const" in form else self._inline(path, form)
        return self._plain(path, value)

    def _plain(self, path: str, value: Schema) -> str:
        for key in ("const", "enum", "examples"):
            if key in value:
                return json.dumps(value[key] if key == "const" else value[key][0])
        if isinstance(value.get("additionalProperties"), dict):
            return f"{{ NAME = {self._example(path, value['additionalProperties'])} }}"
        if "properties" in value:
            return self._inline(path, value)
        if "items" in value:
            return f"[{self._example(path, value['items'])}]"
        if "bool" in str(value.get("type")):
            return "true"
        if "integer" in str(value.get("type")):
            return str(max(1, int(value.get("minimum", 1))))
        if "number" in str(value.get("type")):
            most = float(value.get("maximum") or value.get("exclusiveMaximum") or 1)
            return f"{min(most, 1) / 2 if most <= 1 else max(1, value.get('minimum', 1)):g}"
        return '"NAME"'

    def _inline(self, path: str, form: Schema) -> str:
        properties: dict[str, Schema] = form["properties"]
        tags = [key for key, value in properties.items() if "const" in value]
        others = [key for key in properties if key not in tags]
        needed = [key for key in others if key in form.get("required", [])] or others[:1]
        pairs = [f"{key} = {self._example(f'{path}.{key}', properties[key])}" for key in (*tags, *needed)]
        return f"{{ {', '.join(pairs)} }}"

    def index(self) -> str:
        """Give the page that leads to all others."""
        rows = [
            "| table | what it sets |",
            "|---|---|",
            "| [no table](general.md) | Duration, seed and the like. |",
        ]
        for table in TABLES:
            text = sentence(self.schema["properties"][table])
            rows.append(f"| [`[{_base(self.schema, table)}]`]({table}.md) | {text} |")
        parts = [HEAD.rstrip("\n"), "\n".join(rows), "## Units", self._units(), "## Every key by its path"]
        for table in ("general", *TABLES):
            # A key that several forms have is found at the form; one with a heading there.
            headed = {key for key, heading in self.rows[table] if key == heading}
            keys = {key: key if key in headed else to for key, to in self.rows[table] if " = " not in key}
            if keys:
                parts.append(", ".join(self._link(to, key) for key, to in keys.items()))
        names = "\n".join(["general", *TABLES])
        return _page([*parts, f"```{{toctree}}\n:hidden:\n\n{names}\n```"])

    def _units(self) -> str:
        rows = []
        for name, units in self.schema["x-units"].items():
            words = ", ".join(f"`{one['name']}`" for one in units)
            rows.append(f"| {QUANTITIES.get(name, name)} | {words} |")
        return "\n".join(["| quantity | units |", "|---|---|", *rows])


def _page(parts: list[str]) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"


def _base(schema: Schema, table: str) -> str:
    return inside(table, schema["properties"][table])


def _slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _title(page: str) -> str:
    return (MODELS / f"{page}.md").read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def _pages_of_models() -> dict[str, str]:
    """Give the page of each model of the catalogue."""
    found = {}
    for page in sorted(MODELS.glob("*.md")):
        for name in re.findall(r"`([a-z0-9-]+/[a-z0-9.-]+)`", page.read_text(encoding="utf-8")):
            found[name] = page.name
    return {f"{one.family}/{one.name}": found[f"{one.family}/{one.name}"] for one in cw.catalogue()}
