"""A study's outcome as one JSON object."""

from dataclasses import asdict
from typing import Any

from cellwise.study.claims import Finding
from cellwise.study.compare import Comparison
from cellwise.study.drive import StudyResults
from cellwise.study.score import predictions, score, score_by


def as_json(outcome: StudyResults) -> dict[str, Any]:
    """Give the outcome as plain values.

    Every separate prediction that is not trivial is counted in exactly one of ``inside_min_max``, ``near``,
    ``outside`` and ``inconsistent``; ``inside_5_95`` counts those of ``inside_min_max`` that also lie in
    the narrower range. ``score`` has the same of all tables together, ``score_by`` of the groups that the
    study names. ``median_error``, ``mean_error`` and ``crps`` are fractions of the printed numbers.
    """
    found = [one for table in outcome.comparisons.values() for one in table]
    return {
        "study": outcome.study.name,
        "replications": outcome.replications,
        "score": asdict(score(found)),
        "score_by": {name: asdict(one) for name, one in score_by(outcome.study.error_by, found).items()},
        "tables": [table_summary(name, part) for name, part in outcome.comparisons.items()],
        "explorations": {name: [asdict(one) for one in part] for name, part in outcome.explored.items()},
        "claims": [_claim(finding) for finding in outcome.findings],
        "runs": outcome.runs,
        "cells": outcome.cells,
        "cpu_s": outcome.cpu_s,
        "wall_s": outcome.wall_s,
    }


def table_summary(name: str, found: list[Comparison]) -> dict[str, Any]:
    """Score one table, list its predictions that are outside or inconsistent, and all its numbers."""
    counted = predictions(found)
    return {
        "table": name,
        **asdict(score(found)),
        "outside": [_number(one) for one in counted if one.verdict == "outside"],
        "inconsistencies": [
            {**_number(one), "reason": one.number.inconsistent}
            for one in counted
            if one.verdict == "inconsistent"
        ],
        "numbers": [
            {
                **_number(one),
                "kind": one.number.kind,
                "of": one.number.of,
                "trivial": one.number.trivial,
                "verdict": one.verdict,
                "error": one.error,
                "crps": one.crps,
            }
            for one in found
        ],
    }


def _number(one: Comparison) -> dict[str, Any]:
    return {
        "row": " ".join(one.row),
        "column": one.column,
        "published": one.published,
        "median": one.median,
        "min": one.least,
        "max": one.most,
    }


def _claim(finding: Finding) -> dict[str, Any]:
    return {
        "id": finding.claim.id,
        "verdict": finding.verdict,
        "hangs_on": list(finding.hangs_on),
        "evidence": finding.evidence,
        "test": finding.claim.test,
        "ledger": finding.claim.ledger or finding.claim.test,
        "differs": finding.claim.differs,
    }
