"""The verification gate: the simulator against standards, closed forms and published numbers.

Each check names its source, computes by running the simulator, and says by how much it may be off. The
computed and the required values are `Item`, so that a table, JSON and tests see the same.
"""

from cellwise.verify.check import Between, Check, Covered, Differs, Estimate, Exactly, Item, Outcome, Within
from cellwise.verify.gate import verify
from cellwise.verify.registry import CHECKS, get

__all__ = [
    "CHECKS",
    "Between",
    "Check",
    "Covered",
    "Differs",
    "Estimate",
    "Exactly",
    "Item",
    "Outcome",
    "Within",
    "get",
    "verify",
]
