"""Lost cells and packets by reason."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cellwise import _core
from cellwise.results import Run
from cellwise.store import Columns

#: Columns of lost cells that are no reason: the sum, and RM cells, which do not belong to the data.
_NO_REASON = ("lost_cells", "lost_rm_cells")


def losses_by_reason(table: Columns) -> dict[str, NDArray[np.float64]]:
    """Give the ``lost_<reason>_cells`` columns of a table by reason, spelled as in the catalogue.

    Parameters
    ----------
    table : Columns
        ``vcs``, whose rows count cells of data, or ``ports``, whose rows also count RM cells.
    """
    return {
        name.removeprefix("lost_").removesuffix("_cells").replace("_", "-"): np.asarray(values, np.float64)
        for name, values in table.items()
        if name.startswith("lost_") and name.endswith("_cells") and name not in _NO_REASON
    }


def losses_of(run: Run) -> dict[str, int]:
    """Count the lost cells of a run by reason, RM cells included.

    Only the connections count cells that are lost at no port.
    """
    return _core.lost_by_reason(run.columns("ports"), run.columns("vcs"))


def packet_losses_of(run: Run) -> dict[str, int]:
    """Count the packets that queues dropped by reason, and those that were lost ``on the line``."""
    queues, ports = run.columns("queues"), run.columns("packet_ports")
    found = {
        name.removeprefix("dropped_").removesuffix("_packets").replace("_", "-"): int(np.sum(values))
        for name, values in queues.items()
        if name.startswith("dropped_") and name != "dropped_packets"
    }
    return {**found, "on the line": int(np.sum(ports["lost_on_line_packets"]))}


def mean_ratio(part: ArrayLike, whole: ArrayLike) -> float:
    """Mean over connections of a ratio of counts, such as cells lost by cells sent, where there is one.

    Examples
    --------
    >>> mean_ratio([1, 0, 0], [4, 4, 0])
    0.125
    """
    parts, wholes = np.asarray(part, dtype=np.float64), np.asarray(whole, dtype=np.float64)
    counted = wholes > 0
    return float((parts[counted] / wholes[counted]).mean()) if counted.any() else 0.0
