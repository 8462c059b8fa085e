"""Closed forms that runs are compared with.

`max_min` has the fair shares of connections in a network, `policing` what a policer lets through,
`line_errors` what noise on a line does to packets.
"""

from cellwise.theory.line_errors import (
    CellsPerBurst,
    cells_per_hitting_burst,
    errored_bursts_share,
    noisy_share,
    packet_loss_ratio,
)
from cellwise.theory.max_min import Share, max_min, max_min_of
from cellwise.theory.policing import burst_tolerance, cell_time, idle_time, longest_conforming_train

__all__ = [
    "CellsPerBurst",
    "Share",
    "burst_tolerance",
    "cell_time",
    "cells_per_hitting_burst",
    "errored_bursts_share",
    "idle_time",
    "longest_conforming_train",
    "max_min",
    "max_min_of",
    "noisy_share",
    "packet_loss_ratio",
]
