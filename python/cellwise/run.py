"""Run a scenario."""

import json
import os
from collections.abc import Callable, Mapping

from cellwise import _core, capture
from cellwise.errors import InterruptError, LimitError
from cellwise.partition import checked
from cellwise.results import Run
from cellwise.scenario import Scenario, ScenarioLike

#: Why a run stopped that Ctrl-C has stopped.
INTERRUPTED = "interrupted"


def run(
    scenario: ScenarioLike,
    progress: Callable[[float], None] | None = None,
    captures: Mapping[str, str | os.PathLike[str]] | None = None,
    threads: int = 1,
) -> Run:
    """Simulate a scenario and return its columns.

    The same scenario gives the same results to the last bit on any machine. The interpreter lock is
    released meanwhile, so that threads run scenarios side by side; Ctrl-C ends a run within a second.

    Parameters
    ----------
    scenario : Scenario, mapping, or path
        What to simulate: a scenario, the document of one, or the name of a TOML file.
    progress : callable, optional
        Called now and then with the fraction of simulated time that has passed, from 0 to 1. An exception
        raised by it ends the run and is raised from here; a `KeyboardInterrupt` is as good as Ctrl-C.
    captures : mapping of str to path, optional
        Files for Wireshark and its like by capture point: ``ip@HOST``, ``aal5@HOST``, ``cells@NODE.LINK``
        (cells that leave the port), ``packets@NODE.LINK`` (packets that leave a packet queue, framed), and
        the last two with ``:arriving`` for the packets offered there. The suffix selects the format:
        ``.pcap``, ``.pcapng`` (with the fate of each packet) or, for cells, ``.erf``. A file appears when
        the run is finished, or stopped by a limit or by Ctrl-C. Captures change nothing of the results.
    threads : int
        The most threads, at least 1. A network with links long enough is divided among them, which
        `partition` explains; the results are the same to the last bit, except the count of events. A run
        with captures takes one.

    Raises
    ------
    ConfigError
        If the scenario breaks a rule, all broken rules at once, or its file is not TOML; or there is no such
        capture point or format.
    LimitError
        If the run stops at one of the scenario's ``limits``; its ``run`` holds what was computed.
    InterruptError
        If Ctrl-C ends the run after its first cell: a `KeyboardInterrupt` whose ``run`` holds what was
        computed, with ``stopped["reason"] == "interrupted"``. Before that there is nothing to hold, and a
        plain `KeyboardInterrupt`.
    SimulationError
        If the run cannot continue.
    ResultsError
        If a capture's file is a link, a folder or a device, or cannot be written; before the simulation.
    ValueError
        If `threads` is below 1.
    OSError
        If the scenario's file cannot be read. If a capture cannot be written to its end; then none is left.

    Examples
    --------
    >>> result = run(Scenario.from_template("n-source").with_(duration="20 ms"))
    >>> result.simulated_s
    0.02
    >>> run({"topology": {"template": "two-node"}, "duration": "10 ms"}).simulated_s
    0.01
    """
    scenario = Scenario.of(scenario)
    files = capture.checked(captures or {})
    about = capture.about(scenario) if files else ""
    result = Run(_core.run(scenario.to_json(), progress, files, about, checked(threads)), scenario)
    if result.stopped is not None and result.stopped.get("reason") == INTERRUPTED:
        if not result.cells and not result.packet_audit["sent"]:
            raise KeyboardInterrupt
        raise InterruptError(stop_message(result), result)
    if result.stopped is not None:
        raise LimitError(stop_message(result), result)
    return result


def stop_message(result: Run) -> str:
    """Say in one line why and when a run stopped early, and that its results are kept."""
    return f"{stop_reason(result)}; results until then are kept"


def stop_reason(result: Run) -> str:
    """Say in one line why and when a run stopped early."""
    return _core.stop_reported(json.dumps(result.stopped or {})) or ""
