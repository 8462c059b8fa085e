"""The results of a run: columns, series and provenance, in memory or in a folder.

The contents of a results folder are described in ``results_folder``. Units are in the column names.
Everything but the cost in ``run.json`` is the same, byte for byte, whenever and wherever the same scenario
runs.
"""

import json
import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from cellwise import _core
from cellwise import bottleneck as bottleneck_module
from cellwise import series as series_module
from cellwise.provenance import FORMAT
from cellwise.result_tables import RECORDS, TABLES, ResultTables, fingerprint
from cellwise.results_folder import RESULTS, read_folder, require_results_folder, write_folder
from cellwise.scenario import Scenario
from cellwise.series import Series
from cellwise.store import Columns, Tables, as_columns
from cellwise.version import __version__

if TYPE_CHECKING:
    from cellwise.plots import Drawing

__all__ = ["RECORDS", "RESULTS", "TABLES", "Run", "require_results_folder"]


class Run(ResultTables):
    """One finished run.

    Made by `cellwise.run` or `Run.load`. The scalars are attributes (`cells`, `events`, `simulated_s`,
    `cpu_s`, `wall_s`, `audit`, `packet_audit`, `stopped`, `models`); the tables are DuckDB relations.

    Examples
    --------
    >>> import cellwise as cw
    >>> result = cw.run(cw.Scenario.from_template("n-source").with_(duration="20 ms"))
    >>> result.flows.aggregate("count(*) AS flows").fetchall()
    [(5,)]
    """

    def __init__(self, raw: Mapping[str, Any], scenario: Scenario) -> None:
        """Take what the simulator returned for a scenario."""
        tables = Tables()
        for name, columns in {**{name: raw[name] for name in TABLES}, **raw["records"]}.items():
            tables.put(name, as_columns(columns))
        super().__init__(tables, series_module.from_core(raw["series"]))
        self.scenario = scenario
        self._summary: dict[str, Any] = {
            key: raw[key] for key in raw if key not in (*TABLES, "records", "series")
        }

    @classmethod
    def of_columns(
        cls,
        tables: Mapping[str, Columns],
        series: Sequence[Series],
        scenario: Scenario,
        summary: Mapping[str, Any],
    ) -> Self:
        """Make a run of its results; a cost that is not known is no number."""
        made, run = Tables(), cls.__new__(cls)
        for name, columns in tables.items():
            made.put(name, columns)
        ResultTables.__init__(run, made, list(series))
        run.scenario = scenario
        run._summary = {"cpu_s": math.nan, "wall_s": math.nan, **summary}
        return run

    @property
    def cells_left_out(self) -> dict[str, int]:
        """Cells for which the probe ``cells`` had no room any more, by port; such ports only."""
        return dict(self._summary.get("cells_left_out", {}))

    @property
    def packets_left_out(self) -> dict[str, int]:
        """Packets for which the probe ``packets`` had no room any more, by packet port; such ports only."""
        return dict(self._summary.get("packets_left_out", {}))

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
        """The scalars of the run by name, and its `bottleneck`."""
        return {**self._summary, "bottleneck": self.bottleneck}

    @cached_property
    def bottleneck(self) -> dict[str, Any] | None:
        """The busiest port or adapter with its queue and wait, as `cellwise.metrics.bottleneck` describes it.

        None if no port sent anything in the measured time.

        Examples
        --------
        >>> import cellwise as cw
        >>> scenario = cw.Scenario.from_template("n-source").with_(duration="300 ms")
        >>> cw.run(scenario).bottleneck["port"]
        'sw1.trunk'
        """
        return bottleneck_module.bottleneck(*map(self.columns, ("ports", "vcs", "packet_ports")))

    @property
    def cells(self) -> int:
        """Cells that the run handled, counted once for every port of a link at which they arrived.

        The cells of adapters, fabrics and routers' FIFOs are counted in `summary["inner_cells"]`.
        """
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

    def warnings(self) -> list[str]:
        """Say in sentences what makes the numbers doubtful; `Scenario.warnings` has its own.

        Examples
        --------
        >>> import cellwise as cw
        >>> scenario = cw.Scenario.from_template("n-source").with_({"switch.buffer": "2000 cells"})
        >>> cw.run(scenario.with_(duration="1 s")).warnings()[0][:45]
        'the run ends while all 5 TCP flows wait for t'
        >>> cw.run(scenario.with_(duration="5 s")).warnings()
        []
        """
        return sentences_of_waiting(self._summary.get("waiting", ()), self.simulated_s)

    @property
    def audit(self) -> dict[str, int]:
        """The audit, in cells: ``sent`` = ``delivered`` + ``lost`` + ``held``."""
        return dict(self._summary["audit"])

    @property
    def packet_audit(self) -> dict[str, int]:
        """The same of packets on packet links, each counted once for every such stretch of its way."""
        return dict(self._summary["packet_audit"])

    @property
    def models(self) -> list[dict[str, str]]:
        """Every model that took part: family, name, validation status."""
        return list(self._summary.get("models", []))

    @property
    def fingerprint(self) -> str:
        """SHA-256 over all columns and series: equal exactly if two runs have the same results."""
        return fingerprint({name: self._tables.columns(name) for name in self.tables}, self.probes)

    def provenance(self) -> dict[str, Any]:
        """Everything needed to know where the numbers come from and to get them again."""
        document = self.scenario.to_dict()
        cost = {key: self._summary[key] for key in ("cpu_s", "wall_s") if key in self._summary}
        scalars = {key: value for key, value in self._summary.items() if key not in cost}
        left_out = self.scenario.paths_left_out
        return {
            "format": FORMAT,
            "cellwise": __version__,
            "title": document.get("title", ""),
            "seed": document.get("seed", 1),
            "replication": document.get("replication", 0),
            "scenario_id": self.scenario.id,
            "scenario": document,
            **({"left_out": left_out} if left_out else {}),
            "fingerprint": self.fingerprint,
            "summary": scalars,
            "cost": cost,
        }

    def save(self, folder: str | Path) -> Path:
        """Write a results folder; it appears complete or not at all.

        Earlier results in it are replaced; other files in it stay.

        Returns
        -------
        Path
            The folder.

        Raises
        ------
        ResultsError
            If something in the way is not ours: another folder, a link, or a file that was changed since.
        OSError
            If the folder cannot be written; the earlier contents are then unchanged.
        MemoryError
            If the system limits the address space, and what is left of it may not be enough.
        """
        folder = Path(folder)
        write_folder(folder, self._tables, self.probes, self.scenario, self.provenance())
        return folder

    @classmethod
    def load(cls, folder: str | Path) -> Self:
        """Read a results folder that `save` wrote.

        Raises
        ------
        ResultsError
            If the folder is missing, half written, of another version, or a file in it has changed since it
            was written; the message names it.
        """
        stored = read_folder(Path(folder))
        run = cls.__new__(cls)
        ResultTables.__init__(run, stored.tables)
        run.scenario = stored.scenario
        run._summary = dict(stored.summary)
        return run

    def _repr_html_(self) -> str:
        from cellwise.page.notebook import as_html

        return as_html(self)

    def __repr__(self) -> str:
        title = self.scenario.to_dict().get("title") or "untitled"
        return f"<Run {title!r}: {self.simulated_s:g} s simulated, {self.cells} cells>"


def sentences_of_waiting(waiting: Sequence[Mapping[str, Any]], simulated_s: float) -> list[str]:
    """Say that all TCP flows wait for their retransmission timers at the end of a run.

    Parameters
    ----------
    waiting : sequence of mapping
        ``flow``, ``since_s`` and ``until_s`` of each flow that waits; empty if one of them moves on.
    simulated_s : float
        When the run ended, in seconds.

    Returns
    -------
    list of str
        A sentence; nothing if nothing waits, or has for less than a hundredth of the run.

    Examples
    --------
    >>> sentences_of_waiting([{"flow": "tcp1", "since_s": 0.25, "until_s": 1.5}], 1.0)[0][:65]
    'the run ends while its one TCP flow waits for its retransmission '
    """
    reported = _core.waiting_reported(json.dumps([dict(one) for one in waiting]), simulated_s)
    return [reported] if reported else []
