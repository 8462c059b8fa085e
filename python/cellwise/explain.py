"""An entry of the catalogue in full: rule, parameters with ranges and defaults, source, status, file.

The rule is taken from the model's page in ``docs/models`` if that exists, as in a checkout of the repository.
Without it, the rule is the catalogue's sentence. Parameters follow from the JSON Schema.
"""

import difflib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cellwise.catalogue import Entry, catalogue
from cellwise.scenario import json_schema

#: Where the pages are in a checkout.
_PAGES = Path("docs") / "models"

#: Headings of a page under which the rule is, the better one first; without any, the first after the limits.
_RULE_HEADINGS = ("Equations", "Behaviour", "Shape", "The source")

#: Paragraphs that are taken of a page about one model.
_PARAGRAPHS = 4

#: By family: the definition of the JSON Schema whose forms are its members, and where scenarios write them.
_FORMS = {
    "drop-policies": ("DropPolicyConfig", "switch.drop"),
    "rate-rules": ("RateRuleConfig", "switch.rate_rule"),
    "cell-sources": ("CellSourceConfig", "cells.source"),
    "policers": ("PolicerConfig", "vcs.NAME.policing"),
    "shapers": ("ShaperConfig", "vcs.NAME.shaping"),
    "error-models": ("ErrorModelConfig", "links.NAME.errors"),
    "disciplines": ("DisciplineConfig", "links.NAME.queue"),
    "packet-lines": ("LineConfig", "links.NAME.line"),
    "packet-errors": ("PacketErrorsConfig", "links.NAME.packet_errors"),
    "packet-jitter": ("JitterConfig", "links.NAME.jitter"),
    "lower-buffers": ("LowerConfig", "links.NAME.lower"),
    "slow-starts": ("SlowStartConfig", "tcp.slow_start"),
    "pacings": ("PacingConfig", "tcp.pacing"),
    "undos": ("UndoConfig", "tcp.undo"),
    "ack-delays": ("AckDelayConfig", "tcp.ack_delay"),
    "templates": ("Topology", "topology"),
}

#: By family: the definition with the settings of all its members, and where scenarios write them.
_TOGETHER = {
    "abr": ("AbrParameters", "abr"),
    "applications": ("WebSettings", "web"),
    "admission-rules": ("AdmissionSettings", "admission"),
}

#: By family: where scenarios write the name of a member that has no settings of its own.
_NAMED_AT = {
    "encapsulations": "atm.encapsulation",
    "schedulers": "switch.scheduler",
    "memory-sharing": "switch.architecture.sharing",
    "tcp-variants": "tcp.variant",
}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One setting of a model."""

    path: str
    """Where scenarios write it."""
    kind: str
    """What is written there, with its unit."""
    default: str
    """As JSON; empty if it has no default."""
    limits: str
    """The range by the schema; empty if it gives none."""
    meaning: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """What there is to know of a model."""

    entry: Entry
    rule: str
    """A few lines of Markdown."""
    parameters: list[Parameter]
    page: str
    """Its page, from there; empty if that is not at hand."""


def explain(name: str) -> list[Explanation]:
    """Explain every model of a name.

    Parameters
    ----------
    name : str
        As the catalogue has it, in capital letters or not, such as ``fba``; with its family,
        ``drop-policies/fba``, to name one of several.

    Raises
    ------
    ValueError
        If there is no such name; the message has near ones.

    Examples
    --------
    >>> (fba,) = explain("fba")
    >>> fba.entry.family, fba.entry.file
    ('drop-policies', 'crates/atm/src/drop_policy/fba.rs')
    >>> [parameter.path for parameter in fba.parameters][:2]
    ['switch.drop.threshold', 'switch.drop.z']
    """
    entries = catalogue()
    found = [entry for entry in entries if name.lower() in (entry.name, f"{entry.family}/{entry.name}")]
    if not found:
        raise ValueError(_unknown(name, entries))
    schema = json.loads(json_schema())
    return [_explanation(entry, schema) for entry in found]


def _unknown(name: str, entries: Iterable[Entry]) -> str:
    by_name: dict[str, list[str]] = {}
    for entry in entries:
        by_name.setdefault(entry.name, []).append(entry.family)
    # A name that holds the word is nearer than one of like letters.
    near = [one for one in by_name if name and name.lower() in one]
    near += difflib.get_close_matches(
        name.lower(), [one for one in by_name if one not in near], n=5, cutoff=0.5
    )
    names = ", ".join(f"{one} ({', '.join(by_name[one])})" for one in near)
    return f"NAME: {name!r} is not known; " + (f"near: {names}" if names else "cellwise list has the names")


def _explanation(entry: Entry, schema: Mapping[str, Any]) -> Explanation:
    page = _page_of(entry)
    rule = _in_letters(_rule(page.read_text(encoding="utf-8"), entry)) if page else ""
    return Explanation(
        entry,
        rule,
        _parameters(entry, schema),
        (_PAGES / page.name).as_posix() if page else "",
    )


def _root() -> Path | None:
    """Give the checkout that this package is in, if it is in one."""
    root = Path(__file__).resolve().parents[2]
    return root if (root / _PAGES).is_dir() else None


def _page_of(entry: Entry) -> Path | None:
    root = _root()
    mark = f"`{entry.family}/{entry.name}`"
    pages = sorted((root / _PAGES).glob("*.md")) if root else []
    return next((page for page in pages if mark in page.read_text(encoding="utf-8")), None)


def _rule(page: str, entry: Entry) -> str:
    """Take the rule from a page: what its section says of this member, or else its first paragraphs."""
    sections = dict(re.findall(r"^## (.*?)\n+(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL))
    heading = next((one for one in _RULE_HEADINGS if one in sections), None)
    text = sections[heading].strip() if heading else ""
    paragraphs = re.split(r"\n{2,}", text)
    own = [one for one in re.split(r"\n{2,}|\n(?=- )", text) if _is_about(one, entry.name)]
    return "\n\n".join(own or paragraphs[:_PARAGRAPHS])


def _in_letters(text: str) -> str:
    """Write equations without their typesetting, as a screen of letters can show them."""
    text = re.sub(r"\\dfrac\{([^{}]*)\}\{([^{}]*)\}", r"(\1) / (\2)", text)
    return re.sub(r"\$([^$\n]+)\$", r"\1", text.replace("\n$$", "").replace("$$\n", "").replace(" \\, ", " "))


def _is_about(paragraph: str, name: str) -> bool:
    """Return whether a paragraph or row of a page with several models begins with this one's name."""
    head = re.match(r"(?:- )?(?:\*\*(.*?)\*\*|`(.*?)`)", paragraph)
    begins = (head[1] or head[2] or "") if head else ""
    plain = re.sub(r"[^a-z0-9]", "", begins.lower())
    return bool(plain) and plain == re.sub(r"[^a-z0-9]", "", name)


def _parameters(entry: Entry, schema: Mapping[str, Any]) -> list[Parameter]:
    definitions = schema["$defs"]
    if entry.family in _FORMS:
        definition, path = _FORMS[entry.family]
        form = next(one for one in definitions[definition]["oneOf"] if _tag(one)[1] == entry.name)
        tag = _tag(form)[0]
        chosen = Parameter(f"{path}.{tag}", "text", json.dumps(entry.name), "", "chooses this model")
        rows = [(key, value) for key, value in form["properties"].items() if key != tag]
        return [*[_parameter(f"{path}.{key}", value) for key, value in rows], chosen]
    if entry.family in _TOGETHER and _TOGETHER[entry.family][0] in definitions:
        definition, path = _TOGETHER[entry.family]
        properties = definitions[definition]["properties"]
        return [_parameter(f"{path}.{key}", value) for key, value in properties.items()]
    tcp = definitions["Settings"]["properties"]
    if entry.family == "tcp-profiles":
        form = next(one for one in definitions["ProfileName"]["oneOf"] if one["const"] == entry.name)
        rows = [(one, tcp[one["key"]]) for one in form["x-gives"]]
        given = [
            Parameter(f"tcp.{one['key']}", _kind(value), json.dumps(one["value"]), "", one["source"])
            for one, value in rows
        ]
        return [*given, Parameter("tcp.profile", "text", json.dumps(entry.name), "", "chooses this model")]
    is_tcp = entry.family in ("tcp-variants", "congestion-controls", "recoveries")
    rows = [(key, value) for key, value in tcp.items() if is_tcp and key.startswith(f"{entry.name}_")]
    if is_tcp and "$ref" in tcp.get(entry.name, {}):
        own = definitions[tcp[entry.name]["$ref"].rpartition("/")[2]]["properties"]
        rows += [(f"{entry.name}.{key}", value) for key, value in own.items()]
    parameters = [_parameter(f"tcp.{key}", value) for key, value in rows]
    if entry.family in _NAMED_AT:
        path = _NAMED_AT[entry.family]
        parameters.append(Parameter(path, "text", json.dumps(entry.name), "", "chooses this model"))
    return parameters


def _tag(form: Mapping[str, Any]) -> tuple[str, str]:
    return next((key, value["const"]) for key, value in form["properties"].items() if "const" in value)


#: What the formats of the schema are called.
_QUANTITIES = {
    "span": "time",
    "bit-rate": "bit rate",
    "capacity": "cells or unlimited",
    "threshold": "share, or cells",
    "queue-limit": "packets, bytes or time",
}


def _parameter(path: str, value: Mapping[str, Any]) -> Parameter:
    default = value.get("default")
    return Parameter(
        path,
        _kind(value),
        "" if default is None else json.dumps(default),
        "; ".join(filter(None, (_limits(one) for one in (value, *value.get("anyOf", ()))))),
        " ".join(str(value.get("description", "")).split()),
    )


def _kind(value: Mapping[str, Any]) -> str:
    if "$ref" in value:
        return str(value["$ref"]).rpartition("/")[2]
    if "anyOf" in value:
        kinds = [_kind(one) for one in value["anyOf"]]
        return " or ".join(dict.fromkeys(kind for kind in kinds if kind))
    kinds = value.get("type", "table")
    kind = next((one for one in ([kinds] if isinstance(kinds, str) else kinds) if one != "null"), "")
    if kind == "string":
        written = str(value.get("format", "text"))
        return _QUANTITIES.get(written, written)
    return {"integer": "whole number", "boolean": "true or false", "object": "table"}.get(kind, kind)


def _limits(value: Mapping[str, Any]) -> str:
    parts = []
    for key, word in (
        ("exclusiveMinimum", "above"),
        ("formatExclusiveMinimum", "above"),
        ("minimum", "from"),
        ("formatMinimum", "from"),
        ("exclusiveMaximum", "below"),
        ("maximum", "to"),
        ("formatMaximum", "to"),
    ):
        if key in value:
            bound = value[key]
            parts.append(f"{word} {bound}" if isinstance(bound, str) else f"{word} {bound:g}")
    return " ".join(parts)
