"""The measurements of one run with real hosts, as a file."""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cellwise import Scenario, wire
from cellwise.files import write_whole

from .attended import Hosts, attend

#: Folders of the results.
POINTS, RECORDS = "points", "records"


@dataclass(frozen=True)
class Store:
    """Where runs are kept, and whether one that counts is measured again."""

    folder: Path
    resumes: bool = False

    def place(self, part: str, name: str) -> Path:
        """Give the file of a run."""
        return self.folder / POINTS / f"{part}-{name}.json"

    def counted(self, part: str, name: str) -> "Measured | None":
        """Give a run that is there and counts, if those are kept."""
        place = self.place(part, name)
        if not self.resumes or not place.is_file():
            return None
        there = _read(place)
        return there if there.counts else None

    def keep(self, one: "Measured") -> None:
        """Write a run to its file."""
        place = self.place(one.part, one.name)
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, json.dumps(asdict(one)).encode())


@dataclass(frozen=True)
class Measured:
    """One run.

    Attributes
    ----------
    part, name
        Its part of the bench, and which run of that part.
    report
        The report of the run, with its ``faults``.
    found
        The outcome of the programs.
    ours
        The same by arithmetic, or by a simulation of the same network.
    twin
        The record, offered again: ``offers``, ``delivered``, and whether both modes of the simulator have the
        recorded deliveries, to the picosecond (``same``).
    """

    part: str
    name: str
    report: dict[str, Any]
    found: dict[str, Any]
    ours: dict[str, Any]
    twin: dict[str, Any]

    @property
    def counts(self) -> bool:
        """Whether the run kept up with the clock."""
        return not self.report["faults"]

    @property
    def verdict(self) -> str:
        """Whether it counts, and if not, why."""
        return "counts" if self.counts else "does not count: " + "; ".join(self.report["faults"])


def measure(
    store: Store,
    part: str,
    name: str,
    scenario: Scenario,
    work: Callable[[Hosts], dict[str, Any]],
    ours: dict[str, Any],
    mtu_octets: int | None = None,
) -> Measured:
    """Run once, repeat its record in virtual time, and store the outcome; raises as `attend` does."""
    if (there := store.counted(part, name)) is not None:
        return there
    record = store.folder / RECORDS / f"{part}-{name}.wire"
    record.parent.mkdir(parents=True, exist_ok=True)
    seen = attend(scenario, record, work, mtu_octets)
    one = Measured(part, name, seen.report, seen.found, ours, _twin(record, scenario))
    store.keep(one)
    return one


def _twin(record: Path, scenario: Scenario) -> dict[str, Any]:
    again = wire.replay(record)
    cell_by_cell = wire.replay(record, scenario.with_({"reference": True}))
    return {
        "offers": again["offers"],
        "delivered": again["delivered"],
        "same": again["differs"] is None and cell_by_cell["differs"] is None,
    }


def stored(folder: Path) -> Iterator[Measured]:
    """Give the stored runs, in the order of names."""
    for place in sorted((folder / POINTS).glob("*.json")):
        yield _read(place)


def _read(place: Path) -> Measured:
    return Measured(**json.loads(place.read_text(encoding="utf-8")))
