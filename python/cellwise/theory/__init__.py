"""Closed forms that runs are compared with.

`max_min` has the fair shares of connections in a network, `policing` what a policer lets through,
`line_errors` what noise on a line does to packets, `queues` the waits and losses of queues of cells,
`square_root` the throughput of TCP with random losses. `access_line` counts packets as tc's keywords do, and
`staircase` reads their overhead from round-trip times.
"""

from cellwise.theory.access_line import KEYWORDS, LineFraming
from cellwise.theory.line_errors import (
    CellsPerBurst,
    cells_per_hitting_burst,
    errored_bursts_share,
    noisy_share,
    packet_loss_ratio,
)
from cellwise.theory.max_min import Share, max_min, max_min_of
from cellwise.theory.policing import burst_tolerance, cell_time, idle_time, longest_conforming_train
from cellwise.theory.queues import md1_loss_ratio, md1_mean_wait, nd1_mean_wait, nd1_work_above
from cellwise.theory.square_root import square_root_bps
from cellwise.theory.staircase import Staircase, detect

__all__ = [
    "KEYWORDS",
    "CellsPerBurst",
    "LineFraming",
    "Share",
    "Staircase",
    "burst_tolerance",
    "cell_time",
    "cells_per_hitting_burst",
    "detect",
    "errored_bursts_share",
    "idle_time",
    "longest_conforming_train",
    "max_min",
    "max_min_of",
    "md1_loss_ratio",
    "md1_mean_wait",
    "nd1_mean_wait",
    "nd1_work_above",
    "noisy_share",
    "packet_loss_ratio",
    "square_root_bps",
]
