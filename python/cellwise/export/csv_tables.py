"""CSV of every table and of the series: a file each, with units in the columns and its context in every row.

The folder also gets ``export.json``: what it is of, and the checksums by which its files are known later.
Lines end in a newline, numbers are the shortest that are exact, and what could not be measured is empty.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cellwise import series as series_module
from cellwise.csv_text import to_csv
from cellwise.export.context import context
from cellwise.folders import Kind, publish, require_replaceable
from cellwise.results import RECORDS, TABLES
from cellwise.source import ID_DIGITS
from cellwise.store import Columns
from cellwise.targets import require_folder

if TYPE_CHECKING:
    from cellwise.results import Run


#: The tables that experiments have in addition to those of their runs.
OF_EXPERIMENTS = ("sweep", "comparison", "find", "replications", "runs")

#: A folder of CSV files, as one of several kinds of folders.
EXPORT = Kind(
    "folder of exported tables",
    "export.json",
    frozenset(f"{name}.csv" for name in (*TABLES, *RECORDS, "series", *OF_EXPERIMENTS)),
    1,
)


def require(folder: Path) -> None:
    """Find out whether the tables can be written into a folder without loss; `ResultsError` if not."""
    require_folder(folder)
    require_replaceable(folder, EXPORT)


def write(run: "Run", folder: Path) -> list[Path]:
    """Write the tables of a run into a folder; those of an earlier export are replaced."""
    tables = {name: run.columns(name) for name in run.tables}
    tables["series"] = series_module.to_columns(run.probes)
    constant = {**context(run), "scenario_id": run.scenario.id[:ID_DIGITS]}
    with_context = {name: with_constants(constant, columns) for name, columns in tables.items()}
    return publish_tables(folder, with_context, context(run))


def publish_tables(folder: Path, tables: Mapping[str, Columns], about: Mapping[str, Any]) -> list[Path]:
    """Write tables into a folder, a file each, with their source in the manifest; gives the files.

    Raises `ResultsError` if something in the way is not ours: it would be lost. Raises `OSError` if a file
    cannot be written.
    """
    texts = {f"{name}.csv": to_csv(columns) for name, columns in tables.items()}
    publish(folder, EXPORT, texts, {"format": EXPORT.format, **about})
    return [folder / name for name in texts]


def with_constants(constants: Mapping[str, Any], columns: Columns) -> dict[str, np.ndarray[Any, Any]]:
    """Begin every row of a table with some values."""
    rows = len(next(iter(columns.values()), ()))
    found: dict[str, np.ndarray[Any, Any]] = {}
    for key, value in constants.items():
        found[key] = np.full(rows, value, dtype=object)
    return {**found, **columns}
