"""Points: single runs of a study, stored as they finish, found again by their contents.

A point's id is its scenario's: the same scenario, seed and replication under the same version have the same
id, in any table of any study. A point is stored in ``points/<id>.json``, complete or not at all, with a
checksum; the parts that differ between machines, its cost and the build that made it, are in
``costs/<id>.json``. A stored point of another build is not taken for a finished one, even under the same
version. The file says whose point it holds, so that one under another's name is not taken for that; it must
be a plain file and no link, so that nothing outside the folder is taken for a point of it.
"""

import hashlib
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from cellwise import _core
from cellwise.errors import ResultsError
from cellwise.files import replace_whole
from cellwise.results import Run
from cellwise.scenario import Scenario
from cellwise.series import Series
from cellwise.source import Source
from cellwise.store import Columns, as_columns
from cellwise.untrusted_files import json_of, plain_file, read_json
from cellwise.version import __version__

FORMAT = 2

_RESULT = '"result":'

#: Points in memory alone: runs by the ids of their scenarios.
Held = dict[str, Run]

#: A model of the catalogue: its family, its name, its validation status.
Model = tuple[str, str, str]

#: So many points are named one by one.
_NAMED = 5

#: How a stored point begins, and how much of it must be read for that.
_HEAD, _HEAD_LENGTH = re.compile(r'\{"format":(\d+),"cellwise":"([^"]*)"'), 120


@dataclass(frozen=True, slots=True)
class Point:
    """One run to make."""

    case: str
    replication: int
    scenario: Scenario

    @property
    def id(self) -> str:
        """The scenario's id."""
        return self.scenario.id


@dataclass(frozen=True, slots=True)
class Cost:
    """What a point took."""

    cells: int
    cpu_s: float


@dataclass(frozen=True, slots=True)
class PointResult:
    """The results of a run, as stored."""

    tables: Mapping[str, Columns]
    series: Sequence[Series]
    summary: Mapping[str, Any]

    def table(self, name: str) -> Columns:
        """Give a table; raises `ValueError`, as a run does, if it was not recorded."""
        if name not in self.tables:
            raise ValueError(f"table: {name!r} was not recorded; there are {', '.join(self.tables)}")
        return self.tables[name]

    def source(self, scenario: Scenario, again: str = "") -> Source:
        """Make a source of it, as of a run of its scenario; `again` is the command that makes it again."""
        return Source(scenario, self.table, self.series, self.summary, again)


#: What else than its random streams makes a replication of a scenario, such as when its flows start.
Vary = Callable[[Scenario, int], Scenario]


def unvaried(scenario: Scenario, _replication: int) -> Scenario:
    """Leave a replication unchanged."""
    return scenario


def plan(cases: Mapping[str, Scenario], replications: int, vary: Vary = unvaried) -> list[Point]:
    """List the points of some cases, replication by replication.

    All cases of a replication come first, so that a study that is interrupted has whole replications.
    """
    repeated = {case: scenario.replications(replications) for case, scenario in cases.items()}
    return [
        Point(case, number, vary(repeated[case][number], number))
        for number in range(replications)
        for case in cases
    ]


def named(points: Sequence[Point]) -> str:
    """Name points by case and replication, the first ones if they are many."""
    names = "; ".join(f"{point.case}, replication {point.replication}" for point in points[:_NAMED])
    return f"{names} and {len(points) - _NAMED} more" if len(points) > _NAMED else names


def store(folder: Path, point_id: str, run: Run) -> Cost:
    """Write a finished run; it appears complete or not at all.

    Raises `OSError` if it cannot be written, as into a folder that this machine does not see.
    """
    cost = cost_of(run)
    body = json.dumps(_to_plain(run), separators=(",", ":"))
    digest = hashlib.sha256(body.encode()).hexdigest()
    head = f'"format":{FORMAT},"cellwise":{json.dumps(__version__)},"id":{json.dumps(point_id)}'
    text = f'{{{head},"sha256":"{digest}",{_RESULT}{body}}}\n'
    spent = {"cells": cost.cells, "cpu_s": cost.cpu_s, "build": build_id()}
    # Two studies may store the same point at once: the last rename wins, with the same bytes. The point comes
    # last, because with it a point is finished. A power cut may lose files that were renamed just before
    # it; the checksum shows it, so nothing waits for the disk.
    replace_whole(folder / "costs" / f"{point_id}.json", (json.dumps(spent) + "\n").encode())
    replace_whole(folder / "points" / f"{point_id}.json", text.encode())
    return cost


def cost_of(run: Run) -> Cost:
    """Give what a run took."""
    return Cost(run.cells, run.cpu_s)


def load(folder: Path, point_id: str) -> PointResult | None:
    """Read a point; None if it is missing, half written, damaged, not this one or of another format."""
    try:
        with plain_file(folder / "points" / f"{point_id}.json", follow=False) as file:
            text = file.read().decode()
        stored = json_of(text)
        # The file ends with the result, a brace and a newline.
        body = text[text.index(_RESULT) + len(_RESULT) : -2]
        if (stored["format"], stored["id"]) != (FORMAT, point_id):
            return None
        if hashlib.sha256(body.encode()).hexdigest() != stored["sha256"]:
            return None
        return _from_plain(stored["result"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError):
        return None


def path_of(folder: Path, point: Point) -> Path:
    """Give the file of a stored point."""
    return folder / "points" / f"{point.id}.json"


def read_point(point: Point, folder: Path, skipped: Callable[[str], None]) -> PointResult | None:
    """Read a stored point; None if it is missing, half written or damaged, which is reported."""
    result = load(folder, point.id)
    if result is None:
        path = path_of(folder, point)
        fault = "half written, damaged or of another format" if path.is_file() else "missing"
        skipped(f"{path}: {fault} ({point.case}, replication {point.replication})")
    return result


#: Reads a stored point, as `read_point`.
Read = Callable[[Point, Path, Callable[[str], None]], PointResult | None]


def sources_of(
    points: Sequence[Point],
    folder: Path,
    skipped: Callable[[str], None],
    again: str,
    what: str,
    read: Read = read_point,
) -> list[Source]:
    """Give stored points as plots see them; `skipped` is called with every one that cannot be read.

    `again` is the command that makes them again, `what` their experiment. Raises `ResultsError` if no point
    is left.
    """
    results = ((point, read(point, folder, skipped)) for point in points)
    found = [result.source(point.scenario, again) for point, result in results if result is not None]
    if not found:
        raise ResultsError(f"{folder}: has no point that can be read; run {what} again")
    return found


def models_of(result: PointResult | Source) -> set[Model]:
    """Give the models that took part in a run."""
    models = result.summary.get("models", [])
    return {(str(one["family"]), str(one["name"]), str(one["status"])) for one in models}


def is_finished(folder: Path, point_id: str) -> bool:
    """Return whether a whole point of this build is stored."""
    return _read_cost(folder, point_id).get("build") == build_id() and load(folder, point_id) is not None


def is_damaged(folder: Path, point_id: str) -> bool:
    """Return whether this build has stored a point that is not whole any more."""
    is_ours = _read_cost(folder, point_id).get("build") == build_id()
    return is_ours and (folder / "points" / f"{point_id}.json").exists() and load(folder, point_id) is None


def is_of_other_build(folder: Path, point_id: str) -> bool:
    """Return whether another build of this version has stored a point."""
    return _read_cost(folder, point_id).get("build") not in (None, build_id())


def load_cost(folder: Path, point_id: str) -> Cost:
    """Read what a stored point took; nothing if that is not known."""
    stored = _read_cost(folder, point_id)
    try:
        cost = Cost(int(stored.get("cells", 0)), float(stored.get("cpu_s", 0.0)))
    except (ValueError, TypeError, OverflowError):
        return Cost(0, 0.0)
    return cost if math.isfinite(cost.cpu_s) else Cost(cost.cells, 0.0)


def other_version(folder: Path) -> list[str]:
    """Say how many stored points another version of Cellwise wrote, by version; a point says so itself."""
    found: Counter[str] = Counter()
    for path in (folder / "points").glob("*.json"):
        written = _HEAD.match(_beginning(path))
        if written and (written[1], written[2]) != (str(FORMAT), __version__):
            found[f"format {written[1]} by Cellwise {written[2]}"] += 1
    this = f"this is Cellwise {__version__}, format {FORMAT}"
    return [f"{count} points are of {name}; {this}" for name, count in sorted(found.items())]


@cache
def build_id() -> str:
    """SHA-256 of the compiled simulator that is in use."""
    return hashlib.sha256(Path(_core.__file__).read_bytes()).hexdigest()


def _beginning(path: Path) -> str:
    try:
        with plain_file(path, follow=False) as file:
            return file.read(_HEAD_LENGTH).decode(errors="replace")
    except (OSError, ValueError):
        return ""


def _read_cost(folder: Path, point_id: str) -> dict[str, Any]:
    try:
        stored = read_json(folder / "costs" / f"{point_id}.json", follow=False)
    except (OSError, ValueError):
        return {}
    return stored if isinstance(stored, dict) else {}


def _to_plain(run: Run) -> dict[str, Any]:
    summary = {key: value for key, value in run.summary.items() if key not in ("cpu_s", "wall_s")}
    return {
        "tables": {
            name: {column: values.tolist() for column, values in run.columns(name).items()}
            for name in run.tables
        },
        "series": [
            {
                "probe": one.probe,
                "quantity": one.quantity,
                "target": one.target,
                "unit": one.unit,
                "time_ps": one.time_ps.tolist(),
                "value": one.value.tolist(),
            }
            for one in run.probes
        ],
        "summary": summary,
    }


def _from_plain(plain: Mapping[str, Any]) -> PointResult:
    return PointResult(
        tables={name: as_columns(table) for name, table in plain["tables"].items()},
        series=[
            Series(
                one["probe"],
                one["quantity"],
                one["target"],
                one["unit"],
                np.asarray(one["time_ps"], dtype=np.int64),
                np.asarray(one["value"], dtype=np.float64),
            )
            for one in plain["series"]
        ],
        summary=plain["summary"],
    )
