"""The measures of the thesis (section 3.3), from the tables of one run.

Ratios are in percent and goodputs in Mbit/s, as the thesis prints them. Where a figure or table stands for
several congested links, all are means over them: each link counts the connections that share it, so that long
ones count once for every link. The rows of Tables 5.7 and 5.9 are such means of Tables 5.8 and 5.10.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from cellwise.metrics import (
    KANSAS_LINK_BPS,
    KANSAS_MAXIMUM_BPS,
    PATH_SEPARATOR,
    efficiency_of_service,
    fairness_of_shares,
    jain_index,
    mean_ratio,
    port_row,
)
from cellwise.points.store import PointResult
from cellwise.scenario import Scenario
from cellwise.store import Columns, rows_where
from cellwise.theory import max_min_of
from cellwise.vocabulary import CELL_BITS

#: Fair shares of the second multiple node configuration (Table 5.11), in any unit.
MNC2_SHARES = (10.0, 20.0)

#: Sources of which each has numbers of its own: as many as Tables 5.8 and 5.10 have.
SINGLE = 8

#: Cells of a full packet: 9140 octets and their headers.
FRAME_CELLS = 192


def measure(point: PointResult, scenario: Scenario) -> dict[str, float]:
    """Measure one run.

    In Python because connections are joined with the links on their ways, link by link.
    """
    flows, vcs, ports = (point.tables[name] for name in ("flows", "vcs", "ports"))
    data = rows_where(flows, flows["kind"] != "cells")
    forward = rows_where(vcs, (vcs["direction"] == "forward") & np.isin(vcs["vc"], data["vc"]))
    trunks = [name for name in map(str, ports["port"]) if is_congested(name, data, forward, ports)]
    measured = {
        **_of_links(data, vcs, forward, ports, trunks, scenario["atm"]["category"]),
        **_of_losses(data, forward, trunks),
        **_of_queues(data, ports, trunks),
        **_of_edges(forward, ports),
        **_of_sources(data, forward),
        **(_of_shares(scenario) if _is_mnc2(ports) else {}),
    }
    edges = len(forward["vc"]) * measured["edge_queue_max_cells"]
    measured["total_queue_cells"] = measured["switch_queue_max_cells"] + edges
    return {name: float(value) for name, value in measured.items()}


def is_congested(port: str, data: Columns, forward: Columns, ports: Columns) -> bool:
    """Return whether several connections send their data through a port between switches.

    The third link of the second multiple node configuration carries half of the first's connections and has
    room for them.
    """
    node, _, link = port.partition(".")
    if not (node.startswith("sw") and link.startswith("trunk")) or (link == "trunk3" and _is_mnc2(ports)):
        return False
    return bool(passing(data, forward, port).any())


def passing(data: Columns, forward: Columns, port: str) -> NDArray[np.bool_]:
    """Return which flows send their data through a port, by their virtual connections."""
    ways = dict(zip(map(str, forward["vc"]), map(str, forward["path"]), strict=True))
    return np.array([port in ways[str(vc)].split(PATH_SEPARATOR) for vc in data["vc"]], dtype=np.bool_)


def _is_mnc2(ports: Columns) -> bool:
    return "sw2.trunk3" in set(map(str, ports["port"]))


def _of_links(
    data: Columns, vcs: Columns, forward: Columns, ports: Columns, trunks: list[str], service: str
) -> dict[str, float]:
    """Goodput, efficiency and fairness of the connections that share a congested link."""
    sums, efficiencies, fairness = [], [], []
    used = [port_row(ports, port)["utilisation"] for port in trunks]
    # All connections of the second multiple node configuration pass its first link.
    for port in trunks[:1] if _is_mnc2(ports) else trunks:
        goodput = by_source(data, passing(data, forward, port))
        background = 0.0 if _is_mnc2(ports) else _background_bps(vcs, ports, data, port)
        sums.append(goodput.sum())
        efficiencies.append(efficiency_of_service(goodput, service, background))
        fairness.append(_fairness(goodput, ports))
    return {
        "goodput_mbps": np.mean(sums) / 1e6,
        "efficiency_percent": 100 * np.mean(efficiencies),
        "fairness": np.mean(fairness),
        "utilization_percent": 100 * np.mean(used),
        **{f"link{k}_utilization_percent": 100 * value for k, value in enumerate(used, 1)},
    }


def by_source(data: Columns, chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Sum the throughputs of some flows by the host that sends, in bit/s, in the order of the hosts."""
    sources = data["source"][chosen]
    return np.array([data["throughput_bps"][chosen][sources == one].sum() for one in dict.fromkeys(sources)])


def _fairness(goodput_bps: NDArray[np.float64], ports: Columns) -> float:
    if not goodput_bps.any():
        return 1.0
    if _is_mnc2(ports):
        return fairness_of_shares(goodput_bps, np.repeat(MNC2_SHARES, len(goodput_bps) // 2))
    return jain_index(goodput_bps)


def _background_bps(vcs: Columns, ports: Columns, data: Columns, port: str) -> float:
    """What the cell streams of the background sent through a port, in bit/s of cells."""
    others = np.array([port in str(path) for path in vcs["path"]]) & ~np.isin(vcs["vc"], data["vc"])
    cells = int(vcs["cells_delivered"][others].sum())
    row = port_row(ports, port)
    if not cells:
        return 0.0
    measured_s = row["transmitted_cells"] * CELL_BITS / (row["rate_bps"] * row["utilisation"])
    return float(cells * CELL_BITS / measured_s)


def _of_losses(data: Columns, forward: Columns, trunks: list[str]) -> dict[str, float]:
    """Losses of the connections that share a congested link, and what they send again."""
    clr, plr, resent = [], [], []
    for port in trunks:
        flows = rows_where(data, passing(data, forward, port))
        vcs = rows_where(forward, np.isin(forward["vc"], flows["vc"]))
        clr.append(mean_ratio(vcs["cells_lost"], vcs["cells_sent"]))
        plr.append(mean_ratio(packets_lost(vcs), vcs["frames_sent"]))
        resent.append(mean_ratio(flows["retransmitted_segments"], flows["segments_sent"]))
    return {
        "clr_percent": 100 * np.mean(clr),
        "plr_percent": 100 * np.mean(plr),
        "retransmitted_percent": 100 * np.mean(resent),
        "lost_cells": forward["cells_lost"].sum(),
        "timeouts": data["timeouts"].sum(),
    }


def packets_lost(forward: Columns) -> NDArray[np.float64]:
    """Packets of each connection that did not arrive, without those that are still under way."""
    under_way = (forward["cells_sent"] - forward["cells_delivered"] - forward["cells_lost"]) / FRAME_CELLS
    missing = forward["frames_sent"] - forward["frames_delivered"] - np.maximum(under_way, 0.0)
    damaged = (forward["cells_lost"] > 0) | (forward["frames_failed"] > 0)
    return np.where(damaged, np.maximum(missing, 0.0), 0.0)


def _of_edges(forward: Columns, ports: Columns) -> dict[str, float]:
    """Queues and losses of the adapters of ABR ends, which are ports named after their connections."""
    known = set(map(str, ports["port"]))
    names = [
        f"{str(path).partition('.')[0]}.{vc}" for vc, path in zip(forward["vc"], forward["path"], strict=True)
    ]
    rows = [port_row(ports, name) for name in names if name in known]
    longest = max((int(row["queue_max_waiting_cells"]) for row in rows), default=0)
    return {
        "edge_lost_cells": sum(int(row["lost_cells"]) for row in rows),
        "edge_queue_max_cells": longest,
        "edge_queue_mean_cells": np.mean([row["queue_mean_waiting_cells"] for row in rows]) if rows else 0.0,
    }


def _of_queues(data: Columns, ports: Columns, trunks: list[str]) -> dict[str, float]:
    rows = [port_row(ports, port) for port in trunks]
    delays = data["delay_mean_s"][np.isfinite(data["delay_mean_s"])]
    return {
        "switch_queue_max_cells": max(row["queue_max_waiting_cells"] for row in rows),
        "switch_queue_mean_cells": max(row["queue_mean_waiting_cells"] for row in rows),
        "mean_delay_ms": 1e3 * delays.mean() if delays.size else 0.0,
    }


def _of_sources(data: Columns, forward: Columns) -> dict[str, float]:
    """Numbers of single sources (Tables 5.8 and 5.10) and of the two halves (Tables 5.12 and 5.18)."""
    measured: dict[str, float] = {}
    goodput = data["throughput_bps"] / 1e6
    ratios = 100 * packets_lost(forward) / np.maximum(forward["frames_sent"], 1)
    by_vc = dict(zip(map(str, forward["vc"]), ratios, strict=True))
    lost = np.array([by_vc[str(vc)] for vc in data["vc"]])
    clr = dict(zip(map(str, forward["vc"]), 100 * np.nan_to_num(forward["cell_loss_ratio"]), strict=True))
    resent = 100 * data["retransmitted_segments"] / np.maximum(data["segments_sent"], 1)
    for number, vc in enumerate(map(str, data["vc"][:SINGLE])):
        measured |= {
            f"source{number + 1}_goodput_mbps": goodput[number],
            f"source{number + 1}_clr_percent": clr[vc],
            f"source{number + 1}_plr_percent": lost[number],
            f"source{number + 1}_retransmitted_percent": resent[number],
        }
    for name, part in halves(len(goodput)).items():
        measured[f"{name}_goodput_mbps"] = goodput[part].sum()
        measured[f"{name}_plr_percent"] = lost[part].mean() if lost[part].size else 0.0
        measured[f"{name}_mean_goodput_mbps"] = goodput[part].mean() if lost[part].size else 0.0
    return measured


def _of_shares(scenario: Scenario) -> dict[str, float]:
    """Max-min shares of the two halves (Table 5.11), as link rate and as goodput; of ABR connections only."""
    shares = [share.rate_bps / 1e6 for share in max_min_of(scenario)]
    measured: dict[str, float] = {}
    for name in ("first5", "after5") if shares else ():
        share = shares[halves(len(shares))[name]][0]
        measured[f"{name}_share_mbps"] = share
        for service, maximum_bps in KANSAS_MAXIMUM_BPS.items():
            measured[f"{name}_share_goodput_{service}_mbps"] = share * maximum_bps / KANSAS_LINK_BPS
    return measured


def halves(flows: int) -> Mapping[str, slice]:
    """The first two flows (long in the first multiple node configuration), the first five, and the others."""
    return {
        "first2": slice(0, 2),
        "after2": slice(2, flows),
        "first5": slice(0, 5),
        "after5": slice(5, flows),
    }
