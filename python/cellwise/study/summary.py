"""A study's outcome as one JSON object."""

from dataclasses import asdict
from typing import Any

from cellwise.study.claims import Finding
from cellwise.study.compare import Comparison, count
from cellwise.study.drive import Outcome


def as_json(outcome: Outcome) -> dict[str, Any]:
    """Give the outcome as plain values.

    Every published number is counted in exactly one of ``inside_min_max``, ``near``, ``outside`` and
    ``inconsistent``;
    ``inside_5_95`` counts those of ``inside_min_max`` that lie in the narrower range too.
    """
    return {
        "study": outcome.study.name,
        "replications": outcome.replications,
        "tables": [table_summary(name, found) for name, found in outcome.comparisons.items()],
        "explorations": {name: [asdict(one) for one in found] for name, found in outcome.explored.items()},
        "claims": [_claim(finding) for finding in outcome.findings],
        "runs": outcome.runs,
        "cells": outcome.cells,
        "cpu_s": outcome.cpu_s,
        "wall_s": outcome.wall_s,
    }


def table_summary(name: str, found: list[Comparison]) -> dict[str, Any]:
    """Count the comparisons of one table and list those that are outside or inconsistent."""
    return {
        "table": name,
        "published": len(found),
        "inside_5_95": count(found, "inside_5_95"),
        "inside_min_max": count(found, "inside_5_95", "inside_min_max"),
        "near": count(found, "near"),
        "inconsistent": count(found, "inconsistent"),
        "outside": [_number(one) for one in found if one.verdict == "outside"],
        "inconsistencies": [
            {**_number(one), "reason": one.number.inconsistent}
            for one in found
            if one.verdict == "inconsistent"
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


def _claim(finding: Finding) -> dict[str, str]:
    return {"id": finding.claim.id, "verdict": finding.verdict, "evidence": finding.evidence}
