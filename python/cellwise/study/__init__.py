"""Studies: a document's experiments, run again, side by side with its published numbers.

A study is data: cases (scenarios by name), published tables, claims, figures. `cellwise.points` simulates,
`compare` and `claims` judge, for any study, and `cellwise.reports` presents it. `drive` runs and judges it in
one call.

The package can be called as well: ``cellwise.study("goyal96")`` is `cellwise.studies.call.study`.
"""

import sys
from types import ModuleType
from typing import Any

from cellwise.points.executors import ExecutorError
from cellwise.study.claims import Claim, Finding, Part
from cellwise.study.compare import Comparison
from cellwise.study.definition import Case, Figure, Number, Row, Setting, Study, Table
from cellwise.study.drive import StudyResults, drive

__all__ = [
    "Case",
    "Claim",
    "Comparison",
    "ExecutorError",
    "Figure",
    "Finding",
    "Number",
    "Part",
    "Row",
    "Setting",
    "Study",
    "StudyResults",
    "Table",
    "drive",
]


class _CallablePackage(ModuleType):
    """Lets ``cellwise.study`` be called, as ``cellwise.run`` and ``cellwise.sweep`` are."""

    def __call__(self, *arguments: Any, **options: Any) -> StudyResults:
        """Run a study; see `cellwise.studies.call.study`."""
        # Documents are above this package, which knows none of them.
        from cellwise.studies.call import study

        return study(*arguments, **options)


sys.modules[__name__].__class__ = _CallablePackage
