"""What the thesis measures (section 4.4), from the tables of one run.

Ratios of several lines are means of the lines' ratios: the measured values of Table 5.2 are eighths of
numbers of six digits. Those of the whole network, of sums over lines, are beside them as ``total_...``; they
are lower if noisy lines carry less than others.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cellwise.metrics import jain_index, page_times
from cellwise.quantity import rate_bps, span_s
from cellwise.scenario import Scenario
from cellwise.series import Series
from cellwise.store import Columns
from cellwise.studies.calgary.cases import achievable_bps, cells_of
from cellwise.studies.calgary.independence import hit_probability, of_independence
from cellwise.study.points import PointResult
from cellwise.vocabulary import CELL_BITS

#: A thousand seconds, the time over which timeouts are counted.
_KILOSECOND = 1000.0

Table = Mapping[str, NDArray[Any]]


def measure(point: PointResult, scenario: Scenario) -> dict[str, float]:
    """Measure one run of a scenario."""
    document = scenario.to_dict()
    flows, vcs = point.tables["flows"], point.tables["vcs"]
    down = rows_where(flows, (flows["kind"] == "tcp") & is_down(flows))
    up = rows_where(flows, (flows["kind"] == "tcp") & ~is_down(flows))
    forward = rows_where(vcs, vcs["direction"] == "forward")
    measured_s = float(point.summary["measured_s"])
    measured = {
        **of_noise(point.tables["noise"], point.tables["error_bursts"], document),
        **of_queues(point.tables["ports"]),
        **of_uplinks(point.tables),
    }
    if len(down["flow"]):
        mss = int(document["tcp"]["mss"].removesuffix(" bytes"))
        lost_cells = forward["cells_lost"] + delivered_errored(forward, point.tables["noise"], document)
        measured |= of_losses(forward, lost_cells, cells_of(mss), measured.get("error_bursts", 0.0))
        measured |= of_flows(down, rate_bps(document["topology"]["downstream"]), mss, measured_s)
        timeouts = down["timeouts"].sum()
        measured |= {
            "overflow_cells_per_timeout": measured["overflow_cells"] / max(timeouts, 1),
            "upload_mbps": up["throughput_bps"].sum() / 1e6,
            "busy_uploads": _busy(up),
        }
    if flows["kind"].tolist() == ["cells"]:
        measured |= of_full_line(point.series, document)
    if len(point.tables["pages"]["flow"]):
        measured |= of_pages(point.tables["pages"], flows)
    return {name: float(value) for name, value in measured.items()}


def rows_where(table: Columns, chosen: NDArray[np.bool_]) -> Table:
    """Take some rows of a table."""
    return {name: column[chosen] for name, column in table.items()}


def is_down(flows: Columns) -> NDArray[np.bool_]:
    """Tell which flows come from servers."""
    return np.array([str(source).startswith("server") for source in flows["source"]], dtype=np.bool_)


def of_flows(down: Table, line_bps: float, mss: int, measured_s: float) -> dict[str, float]:
    """Throughput, its share of what is achievable by equation (4.1), and the fairness index (4.2)."""
    throughput = np.asarray(down["throughput_bps"], dtype=np.float64)
    per_kilosecond = _KILOSECOND / (measured_s * len(throughput))
    return {
        "throughput_bps": throughput.sum(),
        "line_throughput_bps": throughput.mean(),
        "line_throughput_mbps": throughput.mean() / 1e6,
        "effective_throughput": throughput.mean() / achievable_bps(line_bps, mss),
        "fairness": jain_index(throughput) if throughput.any() else 1.0,
        "timeouts": down["timeouts"].sum() * per_kilosecond,
        "fast_retransmits": down["fast_retransmits"].sum() * per_kilosecond,
        "acks_per_segment": down["acks_sent"].sum() / max(down["segments_received"].sum(), 1),
        "delay_ms": 1e3 * np.nan_to_num(down["delay_mean_s"]).mean(),
        "busy_downloads": _busy(down),
    }


def _busy(flows: Table) -> int:
    return int((flows["throughput_bps"] > 0).sum())


def delivered_errored(forward: Table, noise: Columns, document: Mapping[str, Any]) -> NDArray[np.int64]:
    """Count the errored cells of each connection that lines have not dropped.

    The thesis drops them; a reading that delivers them counts them among the lost as well, so that its cell
    loss ratio is the same.
    """
    if document["topology"].get("errored_cells", "dropped") == "dropped":
        return np.zeros(len(forward["path"]), dtype=np.int64)
    errored = dict(zip(noise["port"].tolist(), noise["errored_cells"].tolist(), strict=True))
    ways = [path.split(" > ") for path in forward["path"].tolist()]
    return np.array([sum(errored.get(port, 0) for port in way) for way in ways])


def of_losses(
    forward: Table, lost_cells: NDArray[np.int64], frame_cells: int, hits: float
) -> dict[str, float]:
    """Losses of data, of cells and of packets; `hits` bursts of errors have errored some of them."""
    cells, frames = forward["cells_sent"], forward["frames_sent"]
    lost = packets_lost(forward, lost_cells, frame_cells)
    overflow = forward["lost_overflow_cells"].sum()
    cell_loss_ratio = (lost_cells / np.maximum(cells, 1)).mean()
    packet_loss_ratio = (lost / np.maximum(frames, 1)).mean()
    return {
        "cell_loss_ratio": cell_loss_ratio,
        "cell_loss_ratio_millionths": 1e6 * cell_loss_ratio,
        "packet_loss_ratio": packet_loss_ratio,
        "packet_loss_percent": 100 * packet_loss_ratio,
        "total_cell_loss_ratio": lost_cells.sum() / max(cells.sum(), 1),
        "total_packet_loss_ratio": lost.sum() / max(frames.sum(), 1),
        "lost_packets": lost.sum(),
        "packets_per_burst": lost.sum() / hits if hits else np.nan,
        "overflow_cells": overflow,
    }


def packets_lost(forward: Table, lost_cells: NDArray[np.int64], frame_cells: int) -> NDArray[np.float64]:
    """Packets of each connection that were sent in the measured time and damaged or lost.

    What is under way when that time begins and when it ends is known in cells.
    """
    under_way = forward["cells_sent"] - forward["cells_delivered"] - forward["cells_lost"]
    missing = forward["frames_sent"] - forward["frames_delivered"] - under_way / frame_cells
    return np.where(lost_cells > 0, np.maximum(np.round(missing), 0.0), 0.0)


def of_noise(noise: Columns, bursts: Columns, document: Mapping[str, Any]) -> dict[str, float]:
    """Errors on the lines towards the clients; bursts count if they hit a cell."""
    down = rows_where(noise, _of_lines(noise))
    if not len(down["port"]):
        return {}
    arrived, errored = down["arrived_cells"].sum(), down["errored_cells"].sum()
    ratio = errored / max(arrived, 1)
    target = document["topology"]["noise"].get("cell_error_ratio", np.nan)
    return {
        "arrived_cells": arrived,
        "errored_cells": errored,
        "cell_error_ratio": ratio,
        "error_ratio_over_target": ratio / target,
        **_of_bursts(rows_where(bursts, _of_lines(bursts))),
    }


def _of_bursts(bursts: Table) -> dict[str, float]:
    cells, count = bursts["cells"], bursts["bursts"]
    total = max((cells * count).sum(), 1)
    return {
        "error_bursts": count.sum(),
        "cells_per_burst": (cells * count).sum() / count.sum() if count.sum() else np.nan,
        "one_cell_bursts_percent": 100 * count[cells == 1].sum() / total,
        "two_cell_bursts_percent": 100 * 2 * count[cells == 2].sum() / total,
        "most_cells_of_burst": cells.max() if len(cells) else 0,
    }


def of_full_line(series: Sequence[Series], document: Mapping[str, Any]) -> dict[str, float]:
    """Independence of the errors of a line that is always full."""
    noise = document["topology"]["noise"]
    cell_s = CELL_BITS / rate_bps(document["topology"]["downstream"])
    burst_s = span_s(noise["mean_burst"]) if "mean_burst" in noise else 0.0
    hit = hit_probability(noise["model"], noise["cell_error_ratio"], burst_s, cell_s)
    return of_independence(next(one for one in series if one.quantity == "errors"), cell_s, hit)


def _of_lines(table: Columns) -> NDArray[np.bool_]:
    return np.array([str(port).startswith("an.line") for port in table["port"]], dtype=np.bool_)


def of_queues(ports: Columns) -> dict[str, float]:
    """Longest queues, in cells that wait: of a line, of the link to the access node, of a client."""
    longest = ports["queue_max_waiting_cells"]
    names = np.array([str(port) for port in ports["port"]])
    of_clients = np.array([name.startswith("client") for name in names], dtype=np.bool_)
    return {
        "line_queue_max_cells": longest[_of_lines(ports)].max(),
        "trunk_queue_max_cells": longest[names == "switch.trunk"].max(),
        "client_queue_max_cells": longest[of_clients].max(),
    }


def of_uplinks(tables: Mapping[str, Columns]) -> dict[str, float]:
    """What the packet queues of clients did, if they have any."""
    ports, queues = tables["packet_ports"], tables["queues"]
    if not len(ports["port"]):
        return {}
    return {
        "dropped_packets": queues["dropped_queue_limit_packets"].sum(),
        "filtered_acks": queues["dropped_ack_filtered_packets"].sum(),
        "marked_packets": queues["marked_packets"].sum(),
    }


def of_pages(pages: Columns, flows: Columns) -> dict[str, float]:
    """Completion times of web pages; those under way at the end are left out."""
    times = page_times(pages)
    timeouts = flows["timeouts"][flows["kind"] == "web"].sum()
    came = np.isfinite(pages["completion_time_s"])
    return {
        "pages": times["count"],
        "page_mean_s": times["mean_s"],
        "page_median_s": times["median_s"],
        "page_p95_s": times["p95_s"],
        "web_timeouts": 100 * timeouts / max(times["count"], 1),
        "busy_browsers": len(set(map(str, pages["flow"][came]))),
    }
