"""What a run came to: columns, series and provenance, in memory or in a folder.

A results folder holds ``flows.parquet``, ``vcs.parquet``, ``ports.parquet``, ``hosts.parquet``,
``policers.parquet``, ``shapers.parquet``, ``noise.parquet``, ``error_bursts.parquet``, ``uplinks.parquet``,
``calls.parquet``, ``pages.parquet``, ``series.parquet``, ``scenario.toml`` (to run it again) and ``run.json``
(provenance, and the checksums of the others). Units are in the column names. Everything but the cost in
``run.json`` is the same, byte for byte, whenever and wherever the same scenario runs.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from cellwise import series as series_module
from cellwise.errors import ConfigError, ResultsError
from cellwise.folders import Kind, Write, checked_files, publish, require_replaceable
from cellwise.provenance import FORMAT, read_provenance
from cellwise.room import require_room
from cellwise.scenario import Scenario
from cellwise.sealed import sealed, without_seal
from cellwise.series import Series
from cellwise.store import Columns, Tables, as_columns, instant_of
from cellwise.targets import require_folder
from cellwise.version import __version__

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation

    from cellwise.plots import Drawing

#: The tables of a run, apart from ``series``.
TABLES = (
    "flows",
    "vcs",
    "ports",
    "hosts",
    "policers",
    "shapers",
    "noise",
    "error_bursts",
    "uplinks",
    "calls",
    "pages",
)

#: The tables that a run has only if its scenario has the probe of that name.
RECORDS = ("losses", "segments", "delays", "cells")

_SCENARIO = "scenario.toml"

#: A results folder, as one of several kinds of folders.
RESULTS = Kind(
    "results folder",
    "run.json",
    frozenset({*(f"{name}.parquet" for name in (*TABLES, *RECORDS, "series")), _SCENARIO}),
    FORMAT,
)

#: So often reading begins again if somebody has written the folder meanwhile.
_TRIES = 5


class Run:
    """One finished run.

    Made by `cellwise.run` or `Run.load`. The scalars are attributes (`cells`, `events`, `simulated_s`,
    `cpu_s`, `wall_s`, `audit`, `stopped`, `models`); the tables are DuckDB relations.

    Examples
    --------
    >>> import cellwise as cw
    >>> result = cw.run(cw.Scenario.from_template("n-source").with_(duration="20 ms"))
    >>> result.flows.aggregate("count(*) AS flows").fetchall()
    [(5,)]
    """

    def __init__(self, raw: Mapping[str, Any], scenario: Scenario) -> None:
        """Take what the simulator returned for a scenario."""
        self.scenario = scenario
        self._tables = Tables()
        for name in TABLES:
            self._tables.put(name, as_columns(raw[name]))
        for name, columns in raw["records"].items():
            self._tables.put(name, as_columns(columns))
        self._series: list[Series] | None = series_module.from_core(raw["series"])
        self._summary: dict[str, Any] = {
            key: raw[key] for key in raw if key not in (*TABLES, "records", "series")
        }

    @property
    def flows(self) -> "DuckDBPyRelation":
        """One row per flow: throughput, deliveries, retransmissions, timeouts, delays."""
        return self._relation("flows")

    @property
    def vcs(self) -> "DuckDBPyRelation":
        """One row per virtual connection: cells, frames, losses by reason."""
        return self._relation("vcs")

    @property
    def ports(self) -> "DuckDBPyRelation":
        """One row per port: cells, losses by reason, utilisation, queue."""
        return self._relation("ports")

    @property
    def hosts(self) -> "DuckDBPyRelation":
        """One row per host."""
        return self._relation("hosts")

    @property
    def policers(self) -> "DuckDBPyRelation":
        """One row per policer: conforming, tagged and discarded cells."""
        return self._relation("policers")

    @property
    def shapers(self) -> "DuckDBPyRelation":
        """One row per shaper: frames, those tagged and dropped, how long they were held back."""
        return self._relation("shapers")

    @property
    def noise(self) -> "DuckDBPyRelation":
        """One row per direction of a link that has an error model."""
        return self._relation("noise")

    @property
    def error_bursts(self) -> "DuckDBPyRelation":
        """How many noisy periods of each direction errored how many cells."""
        return self._relation("error_bursts")

    @property
    def uplinks(self) -> "DuckDBPyRelation":
        """One row per host with a packet queue."""
        return self._relation("uplinks")

    @property
    def pages(self) -> "DuckDBPyRelation":
        """One row per page of a web flow: when it was asked for and how long it took to come."""
        return self._relation("pages")

    @property
    def calls(self) -> "DuckDBPyRelation":
        """One row per switched virtual connection: when it was asked for, and what came of it."""
        return self._relation("calls")

    @property
    def losses(self) -> "DuckDBPyRelation":
        """One row per run of lost cells: where, when, why, of which frame; needs the probe ``losses``."""
        self._require("losses")
        return self._relation("losses")

    @property
    def segments(self) -> "DuckDBPyRelation":
        """One row per segment sent and acknowledgment received; needs the probe ``segments``."""
        self._require("segments")
        return self._relation("segments")

    @property
    def delays(self) -> "DuckDBPyRelation":
        """One row per flow and class of delays: how many packets; needs the probe ``delays``."""
        self._require("delays")
        return self._relation("delays")

    @property
    def offered_cells(self) -> "DuckDBPyRelation":
        """One row per cell offered to a port: when, of which frame, its fate; needs the probe ``cells``."""
        self._require("cells")
        return self._relation("cells")

    @property
    def cells_left_out(self) -> dict[str, int]:
        """Cells for which the probe ``cells`` had no room any more, by port; such ports only."""
        return dict(self._summary.get("cells_left_out", {}))

    def columns(self, table: str) -> Columns:
        """Give a table as numpy arrays by column name.

        Raises
        ------
        ValueError
            If there is no such table, or the run has not recorded it.
        """
        if table in RECORDS:
            self._require(table)
            return self._tables.columns(table)
        if table not in TABLES:
            raise ValueError(
                f"table: {table!r} is not known; the tables are {', '.join((*TABLES, *RECORDS))}"
            )
        return self._tables.columns(table)

    @property
    def tables(self) -> list[str]:
        """The names of the tables that the run has, those of events only if a probe recorded them."""
        return [*TABLES, *self._recorded()]

    @property
    def probes(self) -> list[Series]:
        """All series that the scenario's probes recorded."""
        if self._series is None:
            self._series = series_module.from_columns(self._tables.columns("series"))
        return self._series

    def series(self, quantity: str, **where: str) -> Series:
        """Give the series of one probe.

        Parameters
        ----------
        quantity : str
            Such as ``queue``, ``cwnd``, ``sequence``.
        **where : str
            ``port=``, ``flow=`` or ``vc=``, as far as needed to name one probe.

        Raises
        ------
        ValueError
            If no probe or several probes fit; the message names what was recorded.
        """
        found = [one for one in self.probes if one.matches(quantity, list(where.values()))]
        if len(found) == 1:
            return found[0]
        asked = " ".join([quantity, *where.values()])
        problem = "fits several probes" if found else "was not recorded"
        recorded = ", ".join(one.probe for one in found or self.probes) or "none; see [probes]"
        raise ValueError(f"series: {asked!r} {problem}; recorded: {recorded}")

    def plot(self, name: str, **options: Any) -> "Drawing":
        """Draw a plot of this run, such as ``queue``; `cellwise.plots.plot` says how.

        Examples
        --------
        >>> import cellwise as cw
        >>> scenario = cw.Scenario.from_template("n-source").with_(duration="50 ms")
        >>> list(cw.run(scenario).plot("delay").columns())
        ['series', 'delay_of_packets_ms', 'share_of_packets']
        """
        from cellwise.plots import plot

        return plot(name, self, **options)

    @property
    def summary(self) -> dict[str, Any]:
        """The scalars of the run by name."""
        return dict(self._summary)

    @property
    def cells(self) -> int:
        """Cells that the run handled, counted once for every port that sent them."""
        return int(self._summary["cells"])

    @property
    def events(self) -> int:
        """Entries of the calendar that the run served."""
        return int(self._summary["events"])

    @property
    def simulated_s(self) -> float:
        """Simulated time, in seconds."""
        return float(self._summary["simulated_s"])

    @property
    def cpu_s(self) -> float:
        """Processor time of the run, in seconds."""
        return float(self._summary["cpu_s"])

    @property
    def wall_s(self) -> float:
        """Time that the run took, in seconds."""
        return float(self._summary["wall_s"])

    @property
    def stopped(self) -> dict[str, Any] | None:
        """``reason`` and ``at_s`` if the run stopped at a limit, else None."""
        stopped: dict[str, Any] | None = self._summary.get("stopped")
        return stopped

    @property
    def audit(self) -> dict[str, int]:
        """The books, in cells: ``sent`` = ``delivered`` + ``lost`` + ``held``."""
        return dict(self._summary["audit"])

    @property
    def models(self) -> list[dict[str, str]]:
        """Every model that took part: family, name, validation status."""
        return list(self._summary.get("models", []))

    @property
    def fingerprint(self) -> str:
        """SHA-256 over all columns and series: equal exactly if two runs came to the same."""
        digest = hashlib.sha256()
        for name in self.tables:
            for column, values in self._tables.columns(name).items():
                digest.update(f"{name}.{column}".encode())
                digest.update(json.dumps(values.tolist()).encode())
        for one in self.probes:
            digest.update(one.probe.encode())
            digest.update(one.time_ps.astype("<i8").tobytes())
            digest.update(one.value.astype("<f8").tobytes())
        return digest.hexdigest()

    def provenance(self) -> dict[str, Any]:
        """Everything needed to know where the numbers come from and to get them again."""
        document = self.scenario.to_dict()
        cost = {key: self._summary[key] for key in ("cpu_s", "wall_s") if key in self._summary}
        scalars = {key: value for key, value in self._summary.items() if key not in cost}
        return {
            "format": FORMAT,
            "cellwise": __version__,
            "title": document.get("title", ""),
            "seed": document.get("seed", 1),
            "replication": document.get("replication", 0),
            "scenario_id": self.scenario.id,
            "scenario": document,
            "fingerprint": self.fingerprint,
            "summary": scalars,
            "cost": cost,
        }

    def save(self, folder: str | Path) -> Path:
        """Write a results folder; it appears complete or not at all.

        Earlier results in it are replaced; other files that somebody has put into it stay.

        Returns
        -------
        Path
            The folder.

        Raises
        ------
        ResultsError
            If something in the way is not ours: another folder, a link, or a file that was changed since.
        OSError
            If the folder cannot be written; what was there before is there still.
        MemoryError
            If the system limits the address space, and what is left of it may not be enough.
        """
        folder = Path(folder)
        require_results_folder(folder)
        require_room(self._tables.octets + sum(one.time_ps.nbytes + one.value.nbytes for one in self.probes))
        writes: dict[str, Write] = {
            f"{name}.parquet": partial(self._tables.write, name) for name in self.tables
        }
        writes["series.parquet"] = self._write_series
        writes[_SCENARIO] = self._write_scenario
        publish(folder, RESULTS, writes, self._manifest)
        self._tables.moved(folder)
        return folder

    def _manifest(self, checksums: Mapping[str, str]) -> str:
        document = sealed({**self.provenance(), "files": dict(checksums)})
        return json.dumps(document, indent=2, ensure_ascii=False) + "\n"

    def _write_scenario(self, path: Path) -> None:
        path.write_text(self.scenario.to_toml(), encoding="utf-8")

    @classmethod
    def load(cls, folder: str | Path) -> Self:
        """Read a results folder that `save` wrote.

        Raises
        ------
        ResultsError
            If the folder is missing, half written, of another version, or a file in it is not, to the byte,
            as it was written; the message names it.
        """
        folder = Path(folder)
        for _ in range(_TRIES):
            before = instant_of(folder / RESULTS.manifest)
            try:
                return cls._read(folder)
            except ResultsError:
                # Whoever writes the folder takes a moment to put all files into their places.
                if instant_of(folder / RESULTS.manifest) == before:
                    raise
        return cls._read(folder)

    @classmethod
    def _read(cls, folder: Path) -> Self:
        provenance = read_provenance(folder)
        needed = {f"{name}.parquet" for name in (*TABLES, "series")} | {_SCENARIO}
        found = checked_files(folder, RESULTS, provenance["files"])
        missing = sorted(needed - set(found))
        if missing:
            raise ResultsError(f"{folder}: {missing[0]} is missing; run the scenario again")
        run = cls.__new__(cls)
        try:
            run.scenario = Scenario(provenance["scenario"])
        except ConfigError as error:
            told = f"{folder / RESULTS.manifest}: its scenario is none for Cellwise {__version__}"
            raise ResultsError(f"{told} ({error})") from None
        run._tables = Tables()
        run._series = None
        run._summary = {**provenance["summary"], **without_seal(provenance["cost"])}
        for name in (*TABLES, *RECORDS, "series"):
            if (path := found.get(f"{name}.parquet")) is not None:
                run._tables.put_file(name, path)
        return run

    def _recorded(self) -> list[str]:
        known = self._tables.names()
        return [name for name in RECORDS if name in known]

    def _require(self, record: str) -> None:
        if record not in self._recorded():
            key = "flow" if record in ("segments", "delays") else "port"
            rule = f'add probes.{record} = {{ {key} = "*" }} to the scenario and run it again'
            raise ValueError(f"{record}: was not recorded; {rule}")

    def _relation(self, name: str) -> "DuckDBPyRelation":
        return self._tables.relation(name)

    def _write_series(self, path: Path) -> None:
        tables = Tables()
        tables.put("series", series_module.to_columns(self.probes))
        tables.write("series", path)

    def __repr__(self) -> str:
        title = self.scenario.to_dict().get("title") or "untitled"
        return f"<Run {title!r}: {self.simulated_s:g} s simulated, {self.cells} cells>"


def require_results_folder(folder: Path) -> None:
    """Find out, before a run and not after it, whether its results can be written into a folder.

    Raises
    ------
    ResultsError
        As `Run.save`; the message says what to do.
    """
    require_folder(folder)
    require_replaceable(folder, RESULTS)
