"""Checking a scenario: every broken rule, or the network and the settings that it comes to."""

import json
from typing import Any

from cellwise.errors import ConfigError
from cellwise.graph import span_s
from cellwise.network import Network
from cellwise.scenario import Scenario
from cellwise.serve.work.given import Given, Progress
from cellwise.serve.work.topology import topology

#: What a template writes; the page shows the template's own settings instead.
_GRAPH = ("nodes", "links", "vps", "vcs", "flows")

#: A document longer than this, in characters, is told without its graph: a page cannot show it.
_MOST_TEXT = 2_000_000


def scenario_of(given: Given) -> Scenario:
    """Read the scenario of a request, from JSON text or from TOML text."""
    if "toml" in given:
        return Scenario.from_toml_text(given["toml"])
    return Scenario.from_json(given["scenario"])


def check(given: Given, _progress: Progress) -> dict[str, Any]:
    """Check a scenario.

    Returns
    -------
    dict
        ``ok`` and ``issues``; if it can run also ``scenario`` (as its author wrote it), ``document``
        (expanded), ``settings`` (as its author wrote it, with every default), ``topology``, ``warnings``; if
        only the ``brief`` is wanted, ``scenario`` as JSON text and ``duration_s``.
    """
    try:
        scenario = scenario_of(given)
        document = scenario.expanded().to_dict()
    except ConfigError as error:
        return {"ok": False, "issues": [issue(one) for one in error.issues]}
    if given.get("brief"):
        duration_s = span_s(document["duration"])
        return {"ok": True, "issues": [], "scenario": scenario.to_json(), "duration_s": duration_s}
    written = scenario.to_dict()
    return {
        "ok": True,
        "issues": [],
        "warnings": [{**issue(one), "text": one["message"]} for one in scenario.warnings()],
        "scenario": written,
        "document": _bounded(document),
        "settings": _bounded(settings(written, document)),
        "topology": topology(Network.of(document)),
    }


def issue(broken: dict[str, Any]) -> dict[str, Any]:
    """Give a broken rule with the sentence that tells it."""
    path, value, rule = broken["path"], broken["value"], broken["rule"]
    text = f"{path}: {value} is not allowed; {rule}" if value is not None else f"{path}: {rule}"
    return {**broken, "text": text}


def settings(written: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    """Give every setting with its default; a template stays one, with its own settings."""
    template = written.get("topology")
    if not template:
        return document
    known = Scenario.from_template(template["template"]).to_dict()["topology"]
    kept = {key: value for key, value in document.items() if key not in _GRAPH}
    own = {key: written[key] for key in _GRAPH if key in written}
    return {**kept, **own, "topology": {**known, **template}}


def _bounded(document: dict[str, Any]) -> dict[str, Any]:
    if len(json.dumps(document)) <= _MOST_TEXT:
        return document
    return {key: value for key, value in document.items() if key not in _GRAPH}
