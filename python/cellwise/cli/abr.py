"""What a run's summary tells of service categories and of ABR connections."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from cellwise.bottleneck import abr_adapters
from cellwise.cli.rows import Shown, rows_of
from cellwise.results import Run
from cellwise.store import Columns
from cellwise.vocabulary import CATEGORIES, CELL_BITS

if TYPE_CHECKING:
    from cellwise.theory import Share

CATEGORY_COLUMNS: Shown = {
    "category": ("category", 1.0, "s"),
    "connections": ("connections", 1.0, "d"),
    "cells_delivered": ("cells delivered", 1.0, "d"),
    "cells_lost": ("lost", 1.0, "d"),
    "rm_cells": ("RM cells sent", 1.0, "d"),
    "lost_rm_cells": ("lost", 1.0, "d"),
}
SHARE_COLUMNS: Shown = {
    "vc": ("ABR connection", 1.0, "s"),
    "direction": ("direction", 1.0, "s"),
    "acr_mean_bps": ("mean ACR, Mbit/s", 1e-6, ".3f"),
    "carried_bps": ("carried, Mbit/s", 1e-6, ".3f"),
    "max_min_bps": ("max-min share, Mbit/s", 1e-6, ".3f"),
}

#: Shares of more connections than this take longer to compute than many a run.
MOST_CONNECTIONS = 500


def categories(run: Run) -> list[dict[str, Any]]:
    """Sum the virtual connections of each service category, the one served first at the head."""
    vcs = run.columns("vcs")
    by_category = {name: _of_category(vcs, name) for name in CATEGORIES}
    return [_sums(name, rows) for name, rows in by_category.items() if len(rows["vc"])]


def _of_category(vcs: Columns, category: str) -> Columns:
    """Pick the rows of the connections of a service category."""
    chosen = np.asarray(vcs["category"]) == category
    return {name: values[chosen] for name, values in vcs.items()}


def _sums(category: str, rows: Columns) -> dict[str, Any]:
    def total(*columns: str) -> int:
        return sum(int(np.sum(rows[column])) for column in columns)

    return {
        "category": category,
        "connections": len(set(rows["vc"].tolist())),
        "cells_delivered": total("cells_delivered"),
        "cells_lost": total("cells_lost"),
        "rm_cells": total("forward_rm_cells", "backward_rm_cells"),
        "lost_rm_cells": total("lost_rm_cells"),
    }


def adapters(run: Run) -> set[str]:
    """Name the adapters of ABR connections among the ports."""
    return abr_adapters(run.columns("ports"), run.columns("vcs"))


def shares(run: Run) -> list[dict[str, Any]]:
    """Rates of the ABR connections that carry data beside their max-min shares, in bits of cells per second.

    Both count headers and RM cells: carried are the data that arrived and the forward RM cells among them.
    Empty if the run has no ABR connection, or so many that nobody reads their shares.
    """
    paced = _of_category(run.columns("vcs"), "abr")
    if not 0 < len(set(paced["vc"].tolist())) <= MOST_CONNECTIONS:
        return []
    rows = {(row["vc"], row["direction"]): row for row in rows_of(paced)}
    measured_s = float(run.summary["measured_s"])
    return [
        _beside(share, rows[share.vc, share.direction], measured_s)
        for share in _max_min(run)
        if measured_s > 0
    ]


def _max_min(run: Run) -> "Iterable[Share]":
    from cellwise.theory import max_min_of

    try:
        return max_min_of(run.scenario)
    except ValueError:
        # What higher categories leave is less than the minimum rates: there are no fair shares.
        return []


def _beside(share: "Share", row: dict[str, Any], measured_s: float) -> dict[str, Any]:
    acr = row["acr_mean_cells_per_s"]
    return {
        "vc": share.vc,
        "direction": share.direction,
        "acr_mean_bps": None if acr is None else acr * CELL_BITS,
        "carried_bps": (row["cells_delivered"] + row["forward_rm_cells"]) * CELL_BITS / measured_s,
        "max_min_bps": share.rate_bps,
    }
