"""Studies: a document's experiments, run again, side by side with its published numbers.

A study is data: cases (scenarios by name), published tables, claims, figures. The modules here do the
rest, for any study: `points` and `runner` simulate, `compare` and `claims` judge, `terminal`, `summary` and
`report` tell. `drive` is the whole of it in one call.
"""

from cellwise.study.claims import Claim, Finding, Part
from cellwise.study.compare import Comparison
from cellwise.study.definition import Case, Figure, Number, Row, Setting, Study, Table
from cellwise.study.drive import Outcome, drive

__all__ = [
    "Case",
    "Claim",
    "Comparison",
    "Figure",
    "Finding",
    "Number",
    "Outcome",
    "Part",
    "Row",
    "Setting",
    "Study",
    "Table",
    "drive",
]
