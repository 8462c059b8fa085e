"""What was measured of one run with real hosts, as a file."""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cellwise import wire
from cellwise.files import write_whole
from cellwise.hosts.attended import Attended, Hosts, attend
from cellwise.scenario import Scenario

#: Folders of a study's results.
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
        What it belongs to, and which one of it.
    report
        What the run said of itself, with its ``faults``.
    found
        What was found behind it.
    ours
        What is beside it: arithmetic or a simulation of the same network.
    twin
        The record, offered again: ``offers``, ``delivered`` and whether both modes of the simulator deliver
        to the picosecond what the run did (``same``).
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


def measure(
    store: Store,
    part: str,
    name: str,
    scenario: Scenario,
    work: Callable[[Hosts], dict[str, Any]],
    ours: dict[str, Any],
    mtu_octets: int | None = None,
) -> Measured:
    """Run once, repeat its record in virtual time, and store what came of it; raises as `attend` does."""
    if (there := store.counted(part, name)) is not None:
        return there
    record = store.folder / RECORDS / f"{part}-{name}.wire"
    record.parent.mkdir(parents=True, exist_ok=True)
    seen: Attended = attend(scenario, record, work, mtu_octets)
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
    """Give what was measured, in the order of names."""
    for place in sorted((folder / POINTS).glob("*.json")):
        yield _read(place)


def _read(place: Path) -> Measured:
    return Measured(**json.loads(place.read_text(encoding="utf-8")))
