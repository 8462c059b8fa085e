"""The tables and series of a run, by name."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from cellwise import series as series_module
from cellwise.series import Series
from cellwise.store import Columns, Tables
from cellwise.vocabulary import PROBES

if TYPE_CHECKING:
    import numpy as np
    from duckdb import DuckDBPyRelation

#: The tables of a run, apart from ``series``.
TABLES = (
    "flows",
    "vcs",
    "ports",
    "hosts",
    "policers",
    "shapers",
    "packet_ports",
    "queues",
    "noise",
    "error_bursts",
    "calls",
    "pages",
    "pings",
)

#: The tables that a run has only if its scenario has the probe of that name.
RECORDS = tuple(probe for probe, unit in PROBES.items() if unit is None)


def fingerprint(tables: Mapping[str, Columns], series: Iterable[Series]) -> str:
    """Give the SHA-256 over all columns and series: equal exactly if two runs have the same results."""
    digest = hashlib.sha256()
    for name, columns in tables.items():
        # What a run has nothing of says nothing of it, whatever tables there are.
        for column, values in columns.items() if any(map(len, columns.values())) else ():
            digest.update(f"{name}.{column}".encode())
            digest.update(_listed(values).encode())
    for one in series:
        digest.update(one.probe.encode())
        digest.update(one.time_ps.astype("<i8").tobytes())
        digest.update(one.value.astype("<f8").tobytes())
    return digest.hexdigest()


def _listed(values: "np.ndarray[Any, Any]") -> str:
    """Write a column as `json.dumps` does its list; in a large run most have one number throughout."""
    # By their octets: 0.0 and -0.0 are equal and are written differently, a not-a-number equals nothing.
    octets = values.tobytes() if values.dtype.kind in "iuf" else b""
    if not octets or octets != octets[: values.itemsize] * len(values):
        return json.dumps(values.tolist())
    one = json.dumps(values[0].item())
    return f"[{f'{one}, ' * (len(values) - 1)}{one}]"


class _Table(property):
    """The property of a table, which has its name; it raises `ValueError` if that is not recorded."""

    def __init__(self, doc: str, table: str = "") -> None:
        super().__init__(self._relation)
        self.__doc__ = doc
        self._table = table

    def __set_name__(self, owner: type, name: str) -> None:
        self._table = self._table or name

    def _relation(self, run: "ResultTables") -> "DuckDBPyRelation":
        if self._table in RECORDS:
            run._require(self._table)
        return run._tables.relation(self._table)

    if TYPE_CHECKING:

        def __get__(self, run: object, owner: type | None = None, /) -> "DuckDBPyRelation": ...  # type: ignore[override]


class ResultTables:
    """What a run has recorded; `Run` is one with its scenario and its scalars."""

    def __init__(self, tables: Tables, series: list[Series] | None = None) -> None:
        """Take tables, and series if they are not among these."""
        self._tables = tables
        self._series = series

    flows = _Table("One row per flow: throughput, deliveries, retransmissions, timeouts, delays.")
    vcs = _Table("One row per virtual connection: cells, frames, losses by reason.")
    ports = _Table("One row per port: cells, losses by reason, utilisation, queue.")
    hosts = _Table("One row per host.")
    policers = _Table("One row per policer: conforming, tagged and discarded cells.")
    shapers = _Table("One row per shaper: frames, those tagged and dropped, how long they were held back.")
    packet_ports = _Table("Packet ports, one row each: what they sent, dropped and marked, and what waited.")
    queues = _Table(
        "One row per queue of a packet port: packets, drops and marks by reason, how long packets waited."
    )
    noise = _Table("One row per direction of a link that has an error model.")
    error_bursts = _Table("How many noisy periods of each direction errored how many cells.")
    pages = _Table("One row per page of a web flow: when it was asked for and how long it took to come.")
    pings = _Table("One row per echo request of a ping: when it was sent, and its round-trip time.")
    calls = _Table("One row per switched virtual connection: when it was asked for, and what came of it.")
    losses = _Table(
        "One row per run of lost cells: where, when, why, of which frame; needs the probe ``losses``."
    )
    segments = _Table("One row per segment sent and acknowledgment received; needs the probe ``segments``.")
    delays = _Table("One row per flow and class of delays: how many packets; needs the probe ``delays``.")
    offered_cells = _Table(
        "One row per cell offered to a port: when, of which frame, its fate; needs the probe ``cells``.",
        "cells",
    )
    coming_packets = _Table(
        "One row per packet that arrived at a packet port: its time and fate; needs ``probes.packets``.",
        "packets",
    )

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
        name = " ".join([quantity, *where.values()])
        problem = "fits several probes" if found else "was not recorded"
        recorded = ", ".join(one.probe for one in found or self.probes) or "none; see [probes]"
        raise ValueError(f"series: {name!r} {problem}; recorded: {recorded}")

    def _recorded(self) -> list[str]:
        known = self._tables.names()
        return [name for name in RECORDS if name in known]

    def _require(self, record: str) -> None:
        if record not in self._recorded():
            key = "flow" if record in ("segments", "delays") else "port"
            raise ValueError(
                f"{record}: was not recorded; add this at the end of the scenario and run it again:\n\n"
                f"[probes.{record}]\n{key} = \"*\"\n\nor give --set probes.{record}.{key}='*'"
            )
