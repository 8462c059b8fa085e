"""How much a study's agreement with its document rests on each open choice.

Every choice that the document leaves open, or states in words that can be read otherwise, is changed alone to
each of its other readings, and the comparison is made again.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cellwise.study.compare import Comparison, count
from cellwise.study.definition import Study
from cellwise.study.drive import drive, without_figures


@dataclass(frozen=True, slots=True)
class Trial:
    """One choice changed alone, and what agreement is left."""

    path: str | None
    """None for the study as it is."""
    value: Any
    tables: tuple[str, ...]
    replications: int
    published: int
    inside: int
    inside_5_95: int
    mean_distance: float
    """Mean absolute difference of our medians from the published values that are not inconsistent."""


def trials(
    study: Study,
    folder: Path,
    *,
    replications: int,
    jobs: int,
    resume: bool,
    quiet: bool,
    report: Callable[[Trial], None] = lambda _trial: None,
) -> list[Trial]:
    """Run all trials of a study, the study as it is first.

    Raises
    ------
    PointsFailedError, KeyboardInterrupt
        As `drive`.
    """
    made = []
    for path, value, changed in _variants(study):
        outcome = drive(
            without_figures(changed),
            folder,
            replications=replications,
            only=study.sensitivity_tables,
            jobs=jobs,
            resume=resume,
            quiet=quiet,
        )
        found = [one for table in outcome.comparisons.values() for one in table]
        made.append(_trial(path, value, study.sensitivity_tables, replications, found))
        report(made[-1])
    return made


def save(folder: Path, made: Sequence[Trial]) -> None:
    """Keep trials beside the study's points, for later reports."""
    text = json.dumps([asdict(trial) for trial in made], indent=2) + "\n"
    (folder / "sensitivity.json").write_text(text, encoding="utf-8")


def saved(folder: Path) -> list[Trial]:
    """Give the trials that are kept; none if there are none that can be read."""
    try:
        kept = json.loads((folder / "sensitivity.json").read_text(encoding="utf-8"))
        return [Trial(**{**trial, "tables": tuple(trial["tables"])}) for trial in kept]
    except (OSError, ValueError, TypeError, KeyError):
        return []


def _variants(study: Study) -> Iterator[tuple[str | None, Any, Study]]:
    base = {setting.path: setting.value for setting in study.settings}
    yield None, None, study
    for setting in study.settings:
        for other in setting.others:
            if other != setting.value:
                yield setting.path, other, study.rebuild({**base, setting.path: other})


def _trial(
    path: str | None, value: Any, tables: tuple[str, ...], replications: int, found: Sequence[Comparison]
) -> Trial:
    consistent = [one for one in found if one.verdict != "inconsistent"]
    distance = float(np.mean([abs(one.median - one.published) for one in consistent]))
    inside = count(found, "inside_5_95", "inside_min_max")
    return Trial(
        path, value, tables, replications, len(found), inside, count(found, "inside_5_95"), round(distance, 6)
    )
