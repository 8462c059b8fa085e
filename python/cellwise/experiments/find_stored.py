"""The stored points of a search, as plots, exports and comparisons see them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cellwise.checksums import is_whole
from cellwise.errors import ResultsError
from cellwise.experiments.answer import FILE
from cellwise.points.store import Point, read_point
from cellwise.scenario import Scenario
from cellwise.source import Source
from cellwise.untrusted_files import read_json


@dataclass(frozen=True, slots=True)
class Answered:
    """What a folder has the answer to."""

    asked: str
    """In words."""
    scenario: Scenario
    question: Any
    """As `Question.as_plain` gave it."""
    which: Any
    """Which value was found: ``least`` or ``greatest``; None where a metric was made the most of."""


def answered(folder: Path) -> Answered | None:
    """Read what a folder has the answer to; None if it has none that can be read."""
    try:
        stored = read_json(folder / FILE)
        if not is_whole(stored):
            return None
        scenario = Scenario.from_dict(stored["scenario"])
        return Answered(str(stored["asked"]), scenario, stored["question"], stored["which"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError):
        return None


def find_sources(folder: Path, skipped: Callable[[str], None]) -> list[Source] | None:
    """Give the runs of all values that `cellwise.find` looked at; None if the folder has no search.

    `skipped` is called with every point that is missing, half written or damaged.

    Raises
    ------
    ResultsError
        If what was looked at cannot be read or was changed, or no point is left.
    """
    path = folder / FILE
    if not path.is_file():
        return None
    try:
        stored = read_json(path)
        if not is_whole(stored):
            raise ValueError("is not as it was written")
        base = Scenario.from_dict(stored["scenario"])
        looked_at = [(base.with_(one["values"]), int(one["replications"])) for one in _ran(stored)]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError):
        raise ResultsError(f"{path}: cannot be read as a search, or was changed; run it again") from None
    again = str(stored.get("command", ""))
    points = [
        Point(f"value {number}", replication, one)
        for number, (scenario, count) in enumerate(looked_at)
        for replication, one in enumerate(scenario.replications(count))
    ]
    read = ((point, read_point(point, folder, skipped)) for point in points)
    found = [result.source(point.scenario, again) for point, result in read if result is not None]
    if not found:
        raise ResultsError(f"{folder}: has no point that can be read; run the search again")
    return found


def _ran(stored: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [one for one in stored["looked_at"] if one["replications"]]
