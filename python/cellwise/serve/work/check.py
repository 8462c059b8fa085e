"""Checking a scenario: every broken rule, or the network and the settings that it comes to."""

import json
from typing import Any

from cellwise.errors import ConfigError
from cellwise.network import Document, Network
from cellwise.page.topology import topology
from cellwise.scenario import Scenario
from cellwise.serve.work.given import Given, Progress
from cellwise.settings import GRAPH, written_out

#: A document longer than this, in characters, is sent without its graph: a page cannot show it.
_MOST_TEXT = 2_000_000


def scenario_of(given: Given) -> Scenario:
    """Read the scenario of a request, from JSON text or from TOML text, without files: a page names none."""
    if "toml" in given:
        return Scenario.from_toml_text(given["toml"], folder=None)
    return Scenario.from_json(given["scenario"], folder=None)


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
        network = Network.of(scenario)
    except ConfigError as error:
        return {"ok": False, "issues": [issue(one) for one in error.issues]}
    if given.get("brief"):
        brief = {"scenario": scenario.to_json(), "duration_s": network.duration_s}
        return {"ok": True, "issues": [], **brief}
    return {
        "ok": True,
        "issues": [],
        "warnings": [{**issue(one), "text": one["message"]} for one in scenario.warnings()],
        "scenario": scenario.to_dict(),
        "document": _bounded(network.document),
        "settings": _bounded(written_out(scenario)),
        "topology": topology(network),
    }


def issue(broken: dict[str, Any]) -> dict[str, Any]:
    """Give a broken rule with a sentence that states it."""
    path, value, rule = broken["path"], broken["value"], broken["rule"]
    text = f"{path}: {value} is not allowed; {rule}" if value is not None else f"{path}: {rule}"
    return {**broken, "text": text}


def _bounded(document: Document) -> Document:
    if len(json.dumps(document)) <= _MOST_TEXT:
        return document
    return {key: value for key, value in document.items() if key not in GRAPH}
