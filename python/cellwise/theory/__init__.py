"""Closed forms that runs are compared with.

`max_min` has the fair shares of connections in a network, `policing` what a policer lets through.
"""

from cellwise.theory.max_min import Share, max_min, max_min_of
from cellwise.theory.policing import burst_tolerance, cell_time, idle_time, longest_conforming_train

__all__ = [
    "Share",
    "burst_tolerance",
    "cell_time",
    "idle_time",
    "longest_conforming_train",
    "max_min",
    "max_min_of",
]
