"""The measures of the thesis (section 4.4) that no expression can state.

Ratios of several lines are means of the lines' ratios: the measured values of Table 5.2 are eighths of
numbers of six digits. Those of the whole network, of sums over lines, are listed as ``total_...``; they
are lower if noisy lines carry less than others.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cellwise.points.store import PointResult
from cellwise.quantity import rate_bps, span_s
from cellwise.scenario import Scenario
from cellwise.store import Columns, rows_where
from cellwise.studies.calgary.independence import hit_probability, of_independence
from cellwise.vocabulary import CELL_BITS

#: Headers of IP and TCP, and what a cell carries, in octets (equation 4.1).
HEADERS_BYTES = 40
PAYLOAD_BYTES = 48


def cells_of(mss: int) -> int:
    """Count the cells of a full segment, by equation (4.1); the AAL5 trailer adds none."""
    return -(-(mss + HEADERS_BYTES) // PAYLOAD_BYTES)


def losses(point: PointResult, scenario: Scenario) -> dict[str, float]:
    """Losses of data, of cells and of packets, if there are downloads over TCP.

    In Python because connections and lines are rows of two tables, which are joined.
    """
    document, vcs = scenario.to_dict(), point.tables["vcs"]
    if not _is_download(point.tables["flows"]).any():
        return {}
    forward = rows_where(vcs, vcs["direction"] == "forward")
    lost_cells = forward["cells_lost"] + delivered_errored(forward, point.tables["noise"], document)
    cells, frames = forward["cells_sent"], forward["frames_sent"]
    lost = packets_lost(forward, lost_cells, cells_of(int(document["tcp"]["mss"].removesuffix(" bytes"))))
    cell_loss_ratio = (lost_cells / np.maximum(cells, 1)).mean()
    packet_loss_ratio = (lost / np.maximum(frames, 1)).mean()
    hits = point.tables["error_bursts"]["bursts"][_of_lines(point.tables["error_bursts"])].sum()
    return {
        "cell_loss_ratio": cell_loss_ratio,
        "cell_loss_ratio_millionths": 1e6 * cell_loss_ratio,
        "packet_loss_ratio": packet_loss_ratio,
        "packet_loss_percent": 100 * packet_loss_ratio,
        "total_cell_loss_ratio": lost_cells.sum() / max(cells.sum(), 1),
        "total_packet_loss_ratio": lost.sum() / max(frames.sum(), 1),
        "lost_packets": lost.sum(),
        "packets_per_burst": lost.sum() / hits if hits else np.nan,
    }


def busy_browsers(point: PointResult) -> int:
    """Count the browsers that got pages.

    In Python because no expression counts different names.
    """
    pages = point.tables["pages"]
    came = np.isfinite(pages["completion_time_s"].astype(np.float64))
    return len(set(map(str, pages["flow"][came])))


def independence(point: PointResult, scenario: Scenario) -> dict[str, float]:
    """Test the errors of a line that is always full.

    In Python because a statistical test has loops.
    """
    if point.tables["flows"]["kind"].tolist() != ["cells"]:
        return {}
    topology = scenario.to_dict()["topology"]
    noise, cell_s = topology["noise"], CELL_BITS / rate_bps(topology["downstream"])
    burst_s = span_s(noise["mean_burst"]) if "mean_burst" in noise else 0.0
    hit = hit_probability(noise["model"], noise["cell_error_ratio"], burst_s, cell_s)
    return of_independence(next(one for one in point.series if one.quantity == "errors"), cell_s, hit)


def delivered_errored(forward: Columns, noise: Columns, document: Mapping[str, Any]) -> NDArray[np.int64]:
    """Count the errored cells of each connection that lines have not dropped.

    The thesis drops them; a reading that delivers them counts them among the lost as well, so that its cell
    loss ratio is the same.
    """
    if document["topology"].get("errored_cells", "dropped") == "dropped":
        return np.zeros(len(forward["path"]), dtype=np.int64)
    errored = dict(zip(noise["port"].tolist(), noise["errored_cells"].tolist(), strict=True))
    ways = [path.split(" > ") for path in forward["path"].tolist()]
    return np.array([sum(errored.get(port, 0) for port in way) for way in ways])


def packets_lost(forward: Columns, lost_cells: NDArray[np.int64], frame_cells: int) -> NDArray[np.float64]:
    """Packets of each connection that were sent in the measured time and damaged or lost.

    The data under way when that time begins and when it ends is known in cells.
    """
    under_way = forward["cells_sent"] - forward["cells_delivered"] - forward["cells_lost"]
    missing = forward["frames_sent"] - forward["frames_delivered"] - under_way / frame_cells
    return np.where(lost_cells > 0, np.maximum(np.round(missing), 0.0), 0.0)


def _is_download(flows: Columns) -> NDArray[np.bool_]:
    ends = zip(flows["kind"], flows["source"], strict=True)
    return np.array(
        [kind == "tcp" and str(source).startswith("server") for kind, source in ends], dtype=np.bool_
    )


def _of_lines(table: Columns) -> NDArray[np.bool_]:
    return np.array([str(port).startswith("an.line") for port in table["port"]], dtype=np.bool_)
