"""CSV of every table and of the series: a file each, with units in the columns and its context in every row.

Lines end in a newline, numbers are the shortest that are exact, and what could not be measured is empty.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cellwise import series as series_module
from cellwise.csv_text import to_csv
from cellwise.export.context import context
from cellwise.files import write_whole
from cellwise.plots.source import ID_DIGITS
from cellwise.store import Columns

if TYPE_CHECKING:
    from cellwise.results import Run


def write(run: "Run", folder: Path) -> list[Path]:
    """Write the tables of a run into a folder."""
    tables = {name: run.columns(name) for name in run.tables}
    tables["series"] = series_module.to_columns(run.probes)
    return [
        write_whole(folder / f"{name}.csv", to_csv(_with_context(run, columns)).encode())
        for name, columns in tables.items()
    ]


def _with_context(run: "Run", columns: Columns) -> Columns:
    rows = len(next(iter(columns.values()), ()))
    told: dict[str, np.ndarray[Any, Any]] = {}
    for key, value in {**context(run), "scenario_id": run.scenario.id[:ID_DIGITS]}.items():
        told[key] = np.full(rows, value, dtype=object)
    return {**told, **columns}
