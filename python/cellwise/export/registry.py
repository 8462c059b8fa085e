"""The exporters by name, and the one way in which all are asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cellwise.errors import by_name
from cellwise.export import csv_tables, flent, omnetpp
from cellwise.targets import require_file

if TYPE_CHECKING:
    from cellwise.results import Run


@dataclass(frozen=True, slots=True)
class Exporter:
    """One format of another tool."""

    name: str
    summary: str
    ending: str
    """What the name of its file ends with; empty for a folder."""
    write: Callable[["Run", Path], list[Path]]
    """Writes a run; returns the files."""
    require: Callable[[Path], None]
    """Raises `ResultsError` if that would not work, or something would be lost."""


#: Every exporter by name.
EXPORTERS: dict[str, Exporter] = {
    exporter.name: exporter
    for exporter in (
        Exporter(
            "flent", "throughput over time as a flent data file", ".flent.gz", flent.write, require_file
        ),
        Exporter(
            "omnetpp", "scalars and vectors as OMNeT++ result files", ".sca", omnetpp.write, omnetpp.require
        ),
        Exporter(
            "csv", "every table and the series as CSV, in a folder", "", csv_tables.write, csv_tables.require
        ),
    )
}


def names() -> list[str]:
    """Name the exporters."""
    return list(EXPORTERS)


def export(run: "Run", to: str, path: str | Path) -> list[Path]:
    """Write a run in the format of another tool.

    Parameters
    ----------
    run : Run
        The run.
    to : str
        One of `names`.
    path : str or Path
        The file, or the folder for ``csv``. The ending of the format is put on if it is missing.

    Returns
    -------
    list of Path
        The files that were written, each complete.

    Raises
    ------
    ValueError
        If there is no such exporter; the message names those that exist.
    NotRecordedError
        If the format needs a probe that the scenario did not have; the message has the TOML to add.
    ResultsError
        If something in the way is not ours: it would be lost.
    OSError
        If a file cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> import cellwise as cw
    >>> run = cw.run(cw.Scenario.from_template("n-source").with_(duration="20 ms"))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [file.name for file in export(run, "omnetpp", f"{folder}/run")]
    ['run.sca', 'run.vec']
    """
    place = target(to, path)
    return EXPORTERS[to].write(run, place)


def target(to: str, path: str | Path) -> Path:
    """Give the file or folder that an exporter writes; raises what `export` does if it cannot be written."""
    exporter = by_name("--to", to, EXPORTERS, "the formats")
    path = Path(path)
    if not path.name.endswith(exporter.ending):
        path = path.with_name(path.name + exporter.ending)
    exporter.require(path)
    return path
