"""Metrics over the flows of a run, under the names that the documents give them.

Where documents define the same word differently, each definition has its own function here.
"""

from cellwise.bottleneck import bottleneck
from cellwise.metrics.by_name import value
from cellwise.metrics.categories import abr_shares, category_sums
from cellwise.metrics.latency import bloat_s, ping_times, under_load
from cellwise.metrics.losses import losses_by_reason, losses_of, mean_ratio, packet_losses_of
from cellwise.metrics.ports import (
    PATH_SEPARATOR,
    Passing,
    efficiency_of_tables,
    passing,
    port_flows,
    port_row,
    shared_ports,
)
from cellwise.metrics.services import KANSAS_LINK_BPS, KANSAS_MAXIMUM_BPS, efficiency_of_service
from cellwise.metrics.shares import efficiency, fairness_of_shares, jain_index
from cellwise.metrics.transfers import page_times, ttcp_bps

__all__ = [
    "KANSAS_LINK_BPS",
    "KANSAS_MAXIMUM_BPS",
    "PATH_SEPARATOR",
    "Passing",
    "abr_shares",
    "bloat_s",
    "bottleneck",
    "category_sums",
    "efficiency",
    "efficiency_of_service",
    "efficiency_of_tables",
    "fairness_of_shares",
    "jain_index",
    "losses_by_reason",
    "losses_of",
    "mean_ratio",
    "packet_losses_of",
    "page_times",
    "passing",
    "ping_times",
    "port_flows",
    "port_row",
    "shared_ports",
    "ttcp_bps",
    "under_load",
    "value",
]
