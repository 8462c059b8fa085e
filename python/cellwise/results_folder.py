"""A results folder: written so that it appears complete or not at all, read only if it is unchanged.

It holds a Parquet file for every table that the run has, ``series.parquet``, ``scenario.toml`` (to run it
again) and ``run.json`` (provenance, and the checksums of the others). Everything but the cost in ``run.json``
is the same, byte for byte, whenever and wherever the same scenario runs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from cellwise import series as series_module
from cellwise.checksums import without_checksum
from cellwise.errors import ConfigError, ResultsError
from cellwise.folders import Kind, Write, checked_files, publish, require_replaceable
from cellwise.memory_limit import require_room
from cellwise.provenance import FORMAT, read_provenance
from cellwise.result_tables import RECORDS, TABLES
from cellwise.scenario import Scenario
from cellwise.series import Series
from cellwise.store import Tables
from cellwise.targets import require_folder
from cellwise.untrusted_files import instant_of
from cellwise.version import __version__

SCENARIO = "scenario.toml"

#: A results folder, as one of several kinds of folders.
RESULTS = Kind(
    "results folder",
    "run.json",
    frozenset({*(f"{name}.parquet" for name in (*TABLES, *RECORDS, "series")), SCENARIO}),
    FORMAT,
)

#: So often reading begins again, each time because a program has written the folder meanwhile.
_TRIES = 100


@dataclass(frozen=True, slots=True)
class Stored:
    """What a results folder holds."""

    scenario: Scenario
    tables: Tables
    """With the series as one of them."""
    summary: Mapping[str, Any]
    """The scalars of the run by name."""


def write_folder(
    folder: Path,
    tables: Tables,
    series: Sequence[Series],
    scenario: Scenario,
    provenance: Mapping[str, Any],
) -> None:
    """Write a results folder; a `Run` has everything that it takes.

    Raises `ResultsError` if something in the way is not ours. Raises `OSError` if the folder cannot be
    written; the earlier contents are then unchanged. Raises `MemoryError` if the system limits the address
    space, and what is left of it may not be enough.
    """
    require_results_folder(folder)
    require_room(tables.octets + sum(one.time_ps.nbytes + one.value.nbytes for one in series))
    recorded = [name for name in (*TABLES, *RECORDS) if name in tables.names()]
    writes: dict[str, Write] = {f"{name}.parquet": partial(tables.write, name) for name in recorded}
    writes["series.parquet"] = partial(_write_series, tables, series)
    writes[SCENARIO] = scenario.to_toml()
    tables.moved(folder, publish(folder, RESULTS, writes, provenance))


def read_folder(folder: Path) -> Stored:
    """Read a results folder, again if a program has written it meanwhile.

    Raises `ResultsError` if the folder is missing, half written, of another version, or a file in it has
    changed since it was written; the message names it.
    """
    for _ in range(_TRIES):
        before = instant_of(folder / RESULTS.manifest)
        try:
            return _read(folder)
        except ResultsError:
            # A writer of the folder needs a moment to put all files into their places.
            if instant_of(folder / RESULTS.manifest) == before:
                raise
    return _read(folder)


def _read(folder: Path) -> Stored:
    provenance = read_provenance(folder)
    needed = {f"{name}.parquet" for name in (*TABLES, "series")} | {SCENARIO}
    found = checked_files(folder, RESULTS, provenance["files"])
    missing = sorted(needed - set(found))
    if missing:
        raise ResultsError(f"{folder}: {missing[0]} is missing; run the scenario again")
    try:
        scenario = Scenario(provenance["scenario"]).having_left_out(provenance.get("left_out", ()))
    except ConfigError as error:
        broken = f"{folder / RESULTS.manifest}: its scenario is not valid in Cellwise {__version__}"
        raise ResultsError(f"{broken} ({error})") from None
    tables = Tables()
    for name in (*TABLES, *RECORDS, "series"):
        if (file := found.get(f"{name}.parquet")) is not None:
            tables.put_file(name, file.path, file.instant)
    return Stored(scenario, tables, {**provenance["summary"], **without_checksum(provenance["cost"])})


def _write_series(tables: Tables, series: Sequence[Series], path: Path) -> None:
    tables.write_beside(series_module.to_columns(series), path)


def require_results_folder(folder: Path) -> None:
    """Find out, before a run and not after it, whether its results can be written into a folder.

    Raises `ResultsError` as `Run.save`; the message says what to do.
    """
    require_folder(folder)
    require_replaceable(folder, RESULTS)
