"""Events of a run that nobody recorded: its scenario runs again, as far as they are wanted, with a probe.

The same scenario and seed give the same events to the last bit, so what is shown is what happened in the run
that the page shows.
"""

from typing import Any

from cellwise.errors import ConfigError
from cellwise.network import Network
from cellwise.page.policed import policed
from cellwise.page.segments import segment_table
from cellwise.results import Run
from cellwise.scenario import Scenario
from cellwise.serve.work.capped import capped
from cellwise.serve.work.given import Given, Progress, RefusedError
from cellwise.serve.work.simulate import finished

#: A segment's cells may be lost so long after it was sent; its losses are looked for until then, in seconds.
_LATER_S = 1.0


def record(given: Given, progress: Progress) -> dict[str, Any]:
    """Run a scenario again and give the events of one probe.

    `given` has the ``scenario``, the ``probe`` (``losses``, ``segments`` or ``cells``), its ``target`` (a
    flow for segments, a port for cells), ``until_s``, ``memory_bytes``; for cells also ``from_s``, ``limit``.

    Returns
    -------
    dict
        ``table`` and ``until_s``, up to when it is complete; for cells, ``left_out`` counts those that had no
        room, and ``policed`` those that policers kept from coming.
    """
    scenario = Scenario.from_json(given["scenario"], folder=None)
    if given["probe"] == "cells":
        return _cells(given, scenario, progress)
    if given["probe"] == "segments":
        return _segments(given, scenario, progress)
    run = _again(given, scenario, {"losses": {"port": "*"}}, progress)
    return {"table": run.columns("losses"), "until_s": run.simulated_s}


def _cells(given: Given, scenario: Scenario, progress: Progress) -> dict[str, Any]:
    probe = {
        "port": given["target"],
        "from": _picoseconds(given["from_s"]),
        "until": _picoseconds(given["until_s"]),
        "limit": given["limit"],
    }
    run = _again(given, scenario, {"cells": probe, "losses": {"port": "*"}}, progress)
    network = Network.of(scenario)
    return {
        "table": run.columns("cells"),
        "until_s": run.simulated_s,
        "left_out": sum(run.cells_left_out.values()),
        "policed": policed(run, network, given["target"], given["from_s"], given["until_s"]),
    }


def _segments(given: Given, scenario: Scenario, progress: Progress) -> dict[str, Any]:
    flow = given["target"]
    if flow not in Network.of(scenario).flows:
        raise RefusedError(f"flow: {flow!r} is not known")
    probes = {"segments": {"flow": flow}, "losses": {"port": "*"}}
    asked = {**given, "until_s": given["until_s"] + _LATER_S}
    run = _again(asked, scenario, probes, progress)
    until_s = run.simulated_s - _LATER_S if run.stopped else given["until_s"]
    return {"table": segment_table(run, flow), "until_s": until_s}


def _again(given: Given, scenario: Scenario, probes: dict[str, Any], progress: Progress) -> Run:
    network = Network.of(scenario)
    changes: dict[str, Any] = {"probes": None}
    changes |= {f"probes.{kind}": table for kind, table in probes.items()}
    until_s = float(given["until_s"])
    if until_s < network.duration_s:
        try:
            shorter = {**changes, "duration": _picoseconds(until_s)}
            return finished(capped(scenario, network, given["memory_bytes"], shorter), progress)
        except ConfigError:
            # What begins after that, such as a flow or the measured time, has no place in a shorter run.
            pass
    return finished(capped(scenario, network, given["memory_bytes"], changes), progress)


def _picoseconds(seconds: float) -> str:
    return f"{max(0, round(seconds * 1e12))} ps"
