"""An experiment as CSV: its own tables, and those of all its runs under each other, for other programs."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from cellwise.experiments.kept import outcome_in, points_in
from cellwise.export.csv_tables import publish_tables, with_constants
from cellwise.points.store import Point, read_point
from cellwise.source import ID_DIGITS
from cellwise.store import Columns
from cellwise.version import __version__


def export_kept(folder: Path, to: Path, skipped: Callable[[str], None]) -> list[Path]:
    """Write the two tables of an outcome and every table of its runs into a folder; give the files.

    Each row of a run's table begins with its case, the factors, replication, seed, scenario and version.
    `folder` has an experiment; `skipped` is called once with every point that is missing or not whole.

    Raises `ResultsError` if it cannot be read, or something in the way is not ours: it would be lost.
    Raises `OSError` if a file cannot be written; each is complete.
    """
    # An outcome measures the points whose tables are then written.
    read = cache(read_point)
    outcome = outcome_in(folder, skipped, read=read)
    assert outcome is not None
    parts: dict[str, list[Columns]] = {}
    for point in points_in(folder):
        key = outcome.key_of(point)
        result = read(point, folder, skipped) if key is not None else None
        if key is None or result is None:
            continue
        for name, columns in result.tables.items():
            parts.setdefault(name, []).append(with_constants(_context(point, key), columns))
    of_runs = {name: _under_each_other(tables) for name, tables in parts.items()}
    about = {"cellwise": __version__, "command": outcome.command, "runs": len(next(iter(parts.values()), ()))}
    return publish_tables(to, {**outcome.columns(), **of_runs}, about)


def _context(point: Point, key: Mapping[str, Any]) -> dict[str, Any]:
    """Give what distinguishes a run from the others, with nothing for a factor that its case leaves alone."""
    return {
        **key,
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
