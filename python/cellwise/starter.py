"""A first scenario to change: a template's settings with the schema's description of each, as TOML."""

import json
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from cellwise.catalogue import catalogue
from cellwise.scenario import Scenario, json_schema

#: The settings of a first scenario outside its template; the rest has defaults. Values that show something in
#: a second: a buffer that overflows, a timer that is fine enough for the duration.
_CHOSEN: Mapping[str, Mapping[str, Any]] = {
    "": {"duration": "2 s", "seed": 1},
    "switch": {"buffer": "1000 cells", "drop": {"policy": "epd", "threshold": 0.8}},
    "tcp": {
        "variant": "reno",
        "mss": "512 bytes",
        "receive_window": "65535 bytes",
        "timer_tick": "100 ms",
        "delayed_ack": False,
    },
    "probes": {"queue": {"port": "*", "every": "1 ms"}, "cwnd": {"flow": "*"}},
}

#: The same where a template needs something else: a slow line and a load that starts later take longer,
#: categories want an order, and who loses to a policer waits for timers.
_OF_TEMPLATES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "downstream-bottleneck": {"switch": {"scheduler": "priority"}},
    "policed-vc": {"tcp": {"timer_tick": "10 ms"}},
    "adsl": {"": {"duration": "20 s"}},
    "rrul": {"": {"duration": "8 s"}},
    "dsl": {"": {"duration": "8 s"}},
    "vdsl2": {"": {"duration": "8 s"}},
}

#: What the schema does not say of a key, and a beginner asks: the family of `cellwise list` with its members.
_FAMILIES = {"switch.drop": "drop-policies", "tcp.variant": "tcp-variants"}

_WIDTH = 100

_HEAD = (
    "A first scenario, from the template {template}. Change what you like: `cellwise check` finds every "
    "mistake, `cellwise run` runs it, `cellwise expand` prints all settings that are not here with their "
    "defaults. Quantities are texts with a unit; a line that begins with # is not read."
)


def first_scenario(template: str = "n-source") -> str:
    """Write a first scenario as TOML, with a comment for every key; it has no mistakes, and runs in seconds.

    Raises `ConfigError` if there is no such template.

    Examples
    --------
    >>> print(first_scenario("two-node").splitlines()[0])
    # A first scenario, from the template two-node. Change what you like: `cellwise check` finds every
    """
    summary = Scenario.from_template(template)["title"]
    schema = json.loads(json_schema())
    lines = [*_comment(_HEAD.format(template=template)), ""]
    lines += [*_comment(_text(schema["properties"]["title"])), f"title = {_toml(summary)}", ""]
    chosen = {
        section: {**keys, **_OF_TEMPLATES.get(template, {}).get(section, {})}
        for section, keys in _CHOSEN.items()
    }
    unused = _unused(template, chosen)
    for section, keys in chosen.items():
        if section == "switch":
            lines += _topology(schema, template)
        if section not in unused:
            lines += _section(schema, section, keys)
    return "\n".join(lines).rstrip() + "\n"


def _unused(template: str, chosen: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """Give the tables that no part of a template's network uses."""
    tables = {section: keys for section, keys in chosen.items() if section}
    scenario = Scenario.from_template(template).with_({**chosen[""], **tables})
    return {warning["path"].partition(".")[0] for warning in scenario.warnings()}


def _section(schema: Mapping[str, Any], section: str, keys: Mapping[str, Any]) -> Iterator[str]:
    if section:
        yield from _comment(_text(schema["properties"][section]))
        yield from (f"[{section}]", "")
    known = _members(schema, schema["properties"][section] if section else schema)
    for key, value in keys.items():
        family = _FAMILIES.get(f"{section}.{key}")
        names = ", ".join(entry.name for entry in catalogue(family)) if family else ""
        yield from _comment(_text(known[key]) + (f" There are {names}." if names else ""))
        yield from (f"{key} = {_toml(value)}", "")


def _topology(schema: Mapping[str, Any], template: str) -> Iterator[str]:
    """Write the settings of a template; one without a default is shown as an example, and is not read.

    A table that is longer than a line is left to the page of settings.
    """
    forms = _resolved(schema, schema["$defs"]["Topology"])["oneOf"]
    form = next(one for one in forms if one["properties"]["template"]["const"] == template)
    yield from _comment("The network, which a template makes of a few settings.")
    yield from ("[topology]", "")
    names = ", ".join(entry.name for entry in catalogue("templates"))
    yield from _comment(f"The template. There are {names}; each has its own settings.")
    yield from (f"template = {_toml(template)}", "")
    for key, about in form["properties"].items():
        about = _resolved(schema, about)
        if key == "template":
            continue
        line = f"{key} = {_toml(about.get('default'))}"
        if about.get("default") is not None and len(line) <= _WIDTH:
            yield from _comment(_text(about))
            yield from (line, "")
        elif (example := _example(about)) is not None:
            yield from _comment(f"{_text(about)} For example:")
            yield from (f"# {key} = {_toml(example)}", "")


def _example(about: Mapping[str, Any]) -> Any:
    """Give a value of a setting that has none; None of a table, for which there is the page of settings."""
    kinds = about.get("type", ())
    if about.get("examples"):
        return about["examples"][0]
    return about.get("minimum", 1) if "integer" in kinds else None


def _members(schema: Mapping[str, Any], node: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _resolved(schema, one) for key, one in _resolved(schema, node)["properties"].items()}


def _resolved(schema: Mapping[str, Any], node: Mapping[str, Any]) -> dict[str, Any]:
    """Follow a reference; keys next to it, such as a better description, are kept."""
    if "$ref" not in node:
        return dict(node)
    return {**_resolved(schema, schema["$defs"][node["$ref"].rpartition("/")[2]]), **node}


def _text(about: Mapping[str, Any]) -> str:
    return " ".join(str(about.get("description", "")).split())


def _comment(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)
