"""Connections by service category, and the rates of ABR connections with their fair shares."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from cellwise.results import Run
from cellwise.store import Columns, rows_of
from cellwise.vocabulary import CATEGORIES, CELL_BITS

if TYPE_CHECKING:
    from cellwise.theory import Share

#: Shares of more connections than this take longer to compute than many a run.
MOST_CONNECTIONS = 500


def category_sums(run: Run) -> list[dict[str, Any]]:
    """Sum the virtual connections of each service category, the one served first at the head.

    Returns
    -------
    list of dict
        ``category``, ``connections``, ``cells_delivered``, ``cells_lost``, ``rm_cells`` that were sent and
        ``lost_rm_cells``, for each category that has a connection.

    Examples
    --------
    >>> import cellwise as cw
    >>> run = cw.run(cw.Scenario.from_template("n-source").with_(duration="20 ms"))
    >>> [(one["category"], one["connections"]) for one in category_sums(run)]
    [('ubr', 5)]
    """
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


def abr_shares(run: Run) -> list[dict[str, Any]]:
    """Rates of the ABR connections that carry data, with their max-min shares, in bits of cells per second.

    Both count headers and RM cells: carried are the data that arrived and the forward RM cells among them.
    Empty if the run has no ABR connection, or so many that no user reads their shares.

    Returns
    -------
    list of dict
        ``vc``, ``direction``, ``acr_mean_bps`` (None without a source), ``carried_bps``, ``max_min_bps``.
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
