"""How much a study's agreement with its document rests on each open choice.

Every choice that the document leaves open, or states in words that can be read otherwise, is changed alone to
each of its other readings, and the comparison is made again.
"""

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Unpack

from cellwise.files import write_whole
from cellwise.study.definition import Study
from cellwise.study.drive import Execution, drive, without_figures
from cellwise.study.score import score, score_by
from cellwise.untrusted_files import read_json


@dataclass(frozen=True, slots=True)
class Trial:
    """One choice changed alone, and what agreement is left."""

    path: str | None
    """None for the unchanged study."""
    value: Any
    tables: tuple[str, ...]
    replications: int
    predictions: int
    """Predictions among the published numbers that are not trivial."""
    inside: int
    inside_5_95: int
    mean_error: float | None
    """Mean difference of our medians from the predictions, as a fraction; None without any."""
    crps: float | None = None
    """Mean CRPS of the predictions, as a fraction of them; None without any."""
    holding: tuple[str, ...] = ()
    """Claims of which all inequalities hold for the medians."""
    failing: tuple[str, ...] = ()
    """Claims of which some inequality fails for the medians."""
    errors_by: Mapping[str, tuple[float | None, float | None]] = field(default_factory=dict)
    """By the groups that the study names: the mean error of separate numbers, and of fitted ones."""


def trials(
    study: Study,
    folder: Path,
    *,
    replications: int,
    report: Callable[[Trial], None] = lambda _trial: None,
    **execution: Unpack[Execution],
) -> list[Trial]:
    """Run all trials of a study, the unchanged study first.

    Raises `PointsFailedError`, `ExecutorError`, `KeyboardInterrupt` as `drive`.
    """
    made = []
    for path, value, changed in _variants(study):
        outcome = drive(
            without_figures(changed),
            folder,
            replications=replications,
            only=study.sensitivity_tables,
            **execution,
        )
        found = [one for table in outcome.comparisons.values() for one in table]
        scores, groups = score(found), score_by(study.error_by, found).items()
        trial = Trial(
            path,
            value,
            study.sensitivity_tables,
            replications,
            scores.predictions,
            scores.inside_min_max,
            scores.inside_5_95,
            scores.mean_error,
            scores.crps,
            holding=tuple(one.claim.id for one in outcome.findings if one.holds),
            failing=tuple(one.claim.id for one in outcome.findings if one.holds is False),
            errors_by={name: (one.mean_error, one.fitted_error) for name, one in groups},
        )
        made.append(trial)
        report(trial)
    return made


def save(folder: Path, made: Sequence[Trial]) -> None:
    """Keep trials next to the study's points, for later reports."""
    text = json.dumps([asdict(trial) for trial in made], indent=2) + "\n"
    write_whole(folder / "sensitivity.json", text.encode())


def saved(folder: Path) -> list[Trial]:
    """Give the trials that are kept and can be read."""
    try:
        kept = read_json(folder / "sensitivity.json")
        return [Trial(**{**trial, **{key: tuple(trial[key]) for key in _TUPLES}}) for trial in kept]
    except (OSError, ValueError, TypeError, KeyError):
        return []


def ranked(made: Sequence[Trial]) -> list[Trial]:
    """Order trials by their CRPS, the best first; without published numbers their order stays."""
    return sorted(made, key=lambda trial: math.inf if trial.crps is None else trial.crps)


def fraction_text(fraction: float | None) -> str:
    """Write a mean error or a CRPS, if there is one."""
    return "" if fraction is None else f"{fraction:.4f}"


def errors_text(trial: Trial) -> str:
    """Write the errors by group: of separate numbers and, after a bar, of fitted ones.

    Examples
    --------
    >>> groups = {"ABR": (0.09, None), "UDP": (None, 0.2)}
    >>> errors_text(Trial(None, None, (), 1, 1, 1, 1, 0.1, errors_by=groups))
    'ABR 0.0900, UDP | 0.2000'
    """
    reported = []
    for name, (separate, fitted) in trial.errors_by.items():
        apart = "" if fitted is None else f"| {fraction_text(fitted)}"
        reported.append(" ".join(filter(None, [name, fraction_text(separate), apart])))
    return ", ".join(reported)


def claims_text(ids: Sequence[str]) -> str:
    """Write the numbers of claims."""
    return " ".join(one.rpartition("-")[2] for one in ids)


_TUPLES = ("tables", "holding", "failing")


def _variants(study: Study) -> Iterator[tuple[str | None, Any, Study]]:
    base = {setting.path: setting.value for setting in study.settings}
    yield None, None, study
    for setting in study.settings:
        for other in setting.others:
            if other != setting.value:
                yield setting.path, other, study.rebuild({**base, setting.path: other})
