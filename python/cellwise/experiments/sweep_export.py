"""A sweep as CSV: its own tables, and those of all its runs under each other, for other programs."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cellwise.experiments.sweep_stored import StoredSweep, gather_sweep
from cellwise.export.csv_tables import publish_tables, with_constants
from cellwise.points.store import Point, plan, read_point
from cellwise.source import ID_DIGITS
from cellwise.store import Columns
from cellwise.version import __version__


def export_sweep(stored: StoredSweep, folder: Path, to: Path, skipped: Callable[[str], None]) -> list[Path]:
    """Write ``sweep.csv``, ``runs.csv`` and every table of the runs into a folder; give the files.

    Each row of a run's table begins with its case, the factors, replication, seed, scenario and version.
    `folder` has the points; `skipped` is called with every one that is missing, half written or damaged.

    Raises `ResultsError` if no point can be read, or something in the way is not ours: it would be lost.
    Raises `OSError` if a file cannot be written; each is complete.
    """
    table = gather_sweep(stored, folder, skipped).numbers
    parts: dict[str, list[Columns]] = {}
    for point in plan(stored.sweep.cases, stored.replications):
        # Missing points were reported when the tables of the sweep were made.
        counted = point.case in table.values and point.replication < table.runs_of(point.case)
        result = read_point(point, folder, lambda _: None) if counted else None
        if result is None:
            continue
        constants = _context(point, table.factors_of(point.case))
        for name, columns in result.tables.items():
            parts.setdefault(name, []).append(with_constants(constants, columns))
    of_runs = {name: _under_each_other(tables) for name, tables in parts.items()}
    about = {"cellwise": __version__, "sweep": stored.sweep.command, "runs": len(table.runs())}
    return publish_tables(to, {**table.columns(), **of_runs}, about)


def _context(point: Point, factors: Mapping[str, Any]) -> dict[str, Any]:
    """Give what distinguishes a run from the others, with nothing for a factor that its case leaves alone."""
    return {
        "case": point.case,
        **factors,
        "replication": point.replication,
        "seed": point.scenario.to_dict().get("seed", 1),
        "scenario_id": point.scenario.id[:ID_DIGITS],
        "cellwise": __version__,
    }


def _under_each_other(tables: Sequence[Columns]) -> dict[str, np.ndarray[Any, Any]]:
    """Put tables of the same columns under each other."""
    return {
        name: np.concatenate([np.asarray(table[name], dtype=object) for table in tables])
        for name in tables[0]
    }
