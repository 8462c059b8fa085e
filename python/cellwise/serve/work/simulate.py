"""Running a scenario for the page, and what the server takes of it."""

import contextlib
import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from cellwise import _core
from cellwise.errors import ConfigError, LimitError
from cellwise.network import Network
from cellwise.page import probes
from cellwise.page.describe import MOST_SERIES, described, recorded
from cellwise.page.thinned import thinned
from cellwise.results import TABLES, Run
from cellwise.run import run, stop_message
from cellwise.scenario import Scenario
from cellwise.serve.work.capped import capped, most_changes
from cellwise.serve.work.check import scenario_of
from cellwise.serve.work.given import Given, Progress
from cellwise.settings import written_out


def simulate(given: Given, progress: Progress) -> dict[str, Any]:
    """Run a scenario, with the probes that the page adds.

    Returns
    -------
    dict
        ``about`` (what the page shows), ``tables``, ``series`` and ``summary`` (what the server keeps).

    Raises
    ------
    ConfigError, SimulationError
        As `cellwise.run`; a run that stopped at a limit is a result.
    """
    scenario = scenario_of(given)
    network = Network.of(scenario)
    memory_bytes = given["memory_bytes"]
    added = probes.added(network, most_changes(memory_bytes))
    changes = {f"probes.{kind}": tables for kind, tables in added.items()}
    if changes and given.get("record", True):
        # Probes of the page that the scenario has no room for are no mistake of its author.
        with contextlib.suppress(ConfigError):
            recorded = finished(capped(scenario, network, memory_bytes, changes), progress)
            return carried(recorded, scenario, network, added)
    result = finished(capped(scenario, network, memory_bytes, {}), progress)
    return carried(result, scenario, network)


def finished(scenario: Scenario, progress: Progress) -> Run:
    """Run a scenario to its end, or to one of its limits."""
    try:
        return run(scenario, progress)
    except LimitError as error:
        return error.run


def carried(
    result: Run, scenario: Scenario, network: Network, added: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, Any]:
    """Take a run apart for the server.

    Parameters
    ----------
    result : Run
        The run.
    scenario : Scenario
        What its author wrote.
    network : Network
        What the simulator makes of it.
    added : mapping
        Probes that were added for the page alone, by quantity; their series are thinned.
    """
    hidden = probes.unplotted(added)
    unplotted = {
        one.target: one for one in result.probes if one.quantity == "acknowledgment" and one.target in hidden
    }
    plotted = [one for one in result.probes if unplotted.get(one.target) is not one]
    series = thinned(plotted[:MOST_SERIES], added)
    about = {**described(result, network, series), "scenario": scenario.to_dict()}
    about["settings"] = written_out(scenario)
    about["stopped"] = stop_message(result) if result.stopped else None
    return {
        "about": about,
        "scenario": scenario.to_json(),
        "toml": scenario.to_toml(),
        "summary": result.summary,
        "tables": {name: result.columns(name) for name in (*TABLES, *recorded(result))},
        "series": [
            {
                "name": one.probe,
                "quantity": one.quantity,
                "target": one.target,
                "unit": one.unit,
                "time_ps": one.time_ps,
                "value": one.value,
            }
            for one in series
        ],
        "acknowledged": {
            flow: {"time_ps": one.time_ps, "value": one.value} for flow, one in unplotted.items()
        },
    }


def warm_up() -> None:
    """Run something short, so that everything that a run needs is loaded."""
    text = _core.template("n-source")
    given = {"scenario": json.dumps({**json.loads(text), "duration": "10 ms"}), "memory_bytes": 1 << 30}
    simulate(given, lambda _fraction: None)
