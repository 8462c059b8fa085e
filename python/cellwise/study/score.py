"""How far off a study is: the mean relative error of its medians, and a proper score of its distributions.

A range that is wide contains much and says little, so that a count of numbers inside rewards width. The
continuous ranked probability score (CRPS) of replications against one number does not: it is the distance
of the replications from the number, less half of their distance from each other. Of one replication it is
the plain distance.

Numbers of different size are averaged as fractions of the printed ones. Only separate predictions count,
those that repeat no other, and of them those that are neither trivial (a printed zero has no fractions) nor
in contradiction to their own document.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cellwise.study.compare import Comparison, count
from cellwise.study.kinds import REPEATS

#: The group of the cases that a study puts into no group.
OTHERS = "others"


@dataclass(frozen=True, slots=True)
class Score:
    """The results of the predictions of a table or of a study."""

    published: int
    """Numbers of any kind."""
    predictions: int
    """Of them separate predictions that are not trivial; the following are about these."""
    inside_5_95: int
    inside_min_max: int
    near: int
    outside: int
    inconsistent: int
    trivial: int
    """Predictions that say hardly anything."""
    kinds: dict[str, int]
    """All numbers by kind."""
    median_error: float | None
    mean_error: float | None
    """Median and mean distance of our medians from printed numbers, as fractions; None without any."""
    crps: float | None
    """Mean of the CRPS, as fractions of the printed numbers; None without any."""
    fitted_error: float | None
    """Mean error of the numbers by which a choice was made, if they are neither trivial nor inconsistent."""

    @property
    def consistent(self) -> int:
        """Separate predictions with which their document agrees."""
        return self.predictions - self.inconsistent

    @property
    def repeats(self) -> int:
        """Numbers that say what others say already."""
        return sum(many for kind, many in self.kinds.items() if kind in REPEATS)


def predictions(found: Sequence[Comparison]) -> list[Comparison]:
    """Choose the separate predictions that are not trivial, which headlines count."""
    return [one for one in found if one.number.kind == "prediction" and not one.number.trivial]


def score(found: Sequence[Comparison]) -> Score:
    """Score the comparisons of a table or of a study."""
    chosen = predictions(found)
    errors = _errors(chosen)
    fitted = _errors([one for one in found if one.number.kind == "fitted" and not one.number.trivial])
    scores = [one.crps for one in chosen if one.crps is not None and one.verdict != "inconsistent"]
    kinds = [one.number.kind for one in found]
    return Score(
        published=len(found),
        predictions=len(chosen),
        inside_5_95=count(chosen, "inside_5_95"),
        inside_min_max=count(chosen, "inside_5_95", "inside_min_max"),
        near=count(chosen, "near"),
        outside=count(chosen, "outside"),
        inconsistent=count(chosen, "inconsistent"),
        trivial=sum(one.number.kind == "prediction" and one.number.trivial for one in found),
        kinds={kind: kinds.count(kind) for kind in sorted(set(kinds))},
        median_error=round(float(np.median(errors)), 6) if errors else None,
        mean_error=round(float(np.mean(errors)), 6) if errors else None,
        crps=round(float(np.mean(scores)), 6) if scores else None,
        fitted_error=round(float(np.mean(fitted)), 6) if fitted else None,
    )


def _errors(found: Sequence[Comparison]) -> list[float]:
    return [abs(one.error) for one in found if one.error is not None and one.verdict != "inconsistent"]


def score_by(groups: Mapping[str, Sequence[str]], found: Sequence[Comparison]) -> dict[str, Score]:
    """Score the comparisons by groups of cases: each counts in the first group that has its case.

    Cases in no group are among `OTHERS`; without groups there is nothing to distinguish. Groups in which
    nothing is compared are left out.
    """
    if not groups:
        return {}
    parts: dict[str, list[Comparison]] = {name: [] for name in (*groups, OTHERS)}
    for one in found:
        parts[next((name for name, cases in groups.items() if one.number.case in cases), OTHERS)].append(one)
    return {name: score(part) for name, part in parts.items() if part}
