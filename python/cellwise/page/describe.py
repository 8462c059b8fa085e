"""What the page shows of a finished run: its summary, its network, its series and tables."""

import json
from collections.abc import Sequence
from typing import Any

from cellwise import _core
from cellwise.page.plain import plain_object
from cellwise.results import RECORDS, TABLES, Run
from cellwise.series import Series


def described(run: Run, series: Sequence[Series]) -> dict[str, Any]:
    """Describe a run in plain values, as the simulator does for a browser.

    Parameters
    ----------
    run : Run
        The run.
    series : sequence of Series
        What is shown of its series.
    """
    tables = [(name, run.columns(name)) for name in (*TABLES, *recorded(run))]
    summary = json.dumps(plain_object(run.summary))
    shown = [(one.probe, one.quantity, one.target, one.unit, one.value) for one in series]
    told: dict[str, Any] = json.loads(_core.described(run.scenario.to_json(), tables, summary, shown))
    return told


def recorded(run: Run) -> list[str]:
    """Name the tables of events that a run has."""
    found = []
    for name in RECORDS:
        try:
            run.columns(name)
        except ValueError:
            continue
        found.append(name)
    return found
