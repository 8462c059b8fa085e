"""How far off a study is: the mean relative error of its medians, and a proper score of its distributions.

A range that is wide contains much and says little, so that a count of what is inside rewards width. The
continuous ranked probability score (CRPS) of replications against one number does not: it is the distance
of the replications from the number, less half of their distance from each other. Of one replication it is
the plain distance.

Numbers of different size are averaged as fractions of what is printed. Only predictions count that are
neither trivial (a printed zero has no fractions) nor in contradiction to their own document.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cellwise.study.compare import Comparison, count


@dataclass(frozen=True, slots=True)
class Score:
    """How the predictions of a table or of a study came out."""

    published: int
    """Numbers of any kind."""
    predictions: int
    """Of them predictions that are not trivial; the following are about these."""
    inside_5_95: int
    inside_min_max: int
    near: int
    outside: int
    inconsistent: int
    trivial: int
    """Predictions that say hardly anything."""
    kinds: dict[str, int]
    """All numbers by kind."""
    mean_error: float | None
    """Mean distance of our medians from what is printed, as fractions of it; None if there is none."""
    crps: float | None
    """Mean of the CRPS, as fractions of what is printed; None if there is none."""


def predictions(found: Sequence[Comparison]) -> list[Comparison]:
    """Choose the predictions that are not trivial, which headlines count."""
    return [one for one in found if one.number.kind == "prediction" and not one.number.trivial]


def score(found: Sequence[Comparison]) -> Score:
    """Score the comparisons of a table or of a study."""
    chosen = predictions(found)
    errors = [abs(one.error) for one in chosen if one.error is not None and one.verdict != "inconsistent"]
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
        mean_error=round(float(np.mean(errors)), 6) if errors else None,
        crps=round(float(np.mean(scores)), 6) if scores else None,
    )
