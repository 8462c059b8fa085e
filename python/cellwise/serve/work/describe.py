"""What the page is told of a finished run: its summary, its network, its series and tables."""

from typing import Any

import numpy as np

from cellwise.metrics import losses_by_reason, shared_ports
from cellwise.results import RECORDS, TABLES, Run
from cellwise.series import Series
from cellwise.serve.work.network import Network
from cellwise.serve.work.plain import plain_object, rows
from cellwise.serve.work.thresholds import thresholds
from cellwise.serve.work.topology import topology

#: Rows of a table that a page shows; the others are in the table's CSV.
MOST_ROWS = 200

#: Series that a page is told of, and that the server keeps.
MOST_SERIES = 2000

#: Tables whose rows are part of the summary.
_SHOWN = ("flows", "ports", "policers", "shapers", "noise", "uplinks", "calls")

#: Losses that are not at any port, so that only the connections count them.
_ELSEWHERE = ("policed", "policed-frame", "policed-remainder", "driver-queue", "ack-filtered", "line-error")


def described(run: Run, network: Network) -> dict[str, Any]:
    """Tell of a run in plain values."""
    document = run.scenario.to_dict()
    names = [*TABLES, *recorded(run)]
    return plain_object(
        {
            "title": document.get("title", ""),
            "seed": document.get("seed", 1),
            "summary": _summary(run),
            "topology": topology(network),
            "series": [_series(number, one, network) for number, one in enumerate(run.probes[:MOST_SERIES])],
            "tables": [name for name in names if _length(run, name)],
            "ports": busiest(run, network),
            "simulated_s": run.simulated_s,
            "wall_s": run.wall_s,
            "cpu_s": run.cpu_s,
        }
    )


def recorded(run: Run) -> list[str]:
    """Name the tables of events that a run has."""
    found = []
    for name in RECORDS:
        try:
            run.columns(name)
        except ValueError:
            continue
        found.append(name)
    return found


def busiest(run: Run, network: Network) -> list[str]:
    """Name the ports of switches, the bottleneck first: by cells lost, the longest queue, the load."""
    table = run.columns("ports")
    switches = set(network.switch_ports())
    keys = (table["lost_cells"], table["queue_max_waiting_cells"], table["utilisation"])
    ranked = sorted((tuple(-float(values[row]) for values in keys), row) for row in range(len(table["port"])))
    names = [str(table["port"][row]) for _, row in ranked]
    return [name for name in names if name in switches][:MOST_ROWS]


def _summary(run: Run) -> dict[str, Any]:
    flows, vcs, ports = (run.columns(name) for name in ("flows", "vcs", "ports"))
    sent, lost = float(vcs["cells_sent"].sum()), float(vcs["cells_lost"].sum())
    at_ports, of_data = losses_by_reason(ports), losses_by_reason(vcs)
    losses = {**at_ports, **{reason: of_data[reason] for reason in _ELSEWHERE}}
    few = len(ports["port"]) <= MOST_ROWS
    return {
        **{key: value for key, value in run.summary.items() if key not in ("cpu_s", "wall_s")},
        "tables": {name: rows(run.columns(name), 0, MOST_ROWS) for name in _SHOWN},
        "rows": {name: _length(run, name) for name in _SHOWN},
        "shared_ports": shared_ports(flows, vcs, ports) if few else {},
        "losses": {reason: int(count.sum()) for reason, count in losses.items() if count.sum()},
        "cell_loss_ratio": lost / sent if sent else 0.0,
        "throughput_bps": float(np.nansum(flows["throughput_bps"])),
        "goodput_bps": float(np.nansum(flows["goodput_bps"])),
    }


def _series(number: int, one: Series, network: Network) -> dict[str, Any]:
    finite = one.value[np.isfinite(one.value)]
    port = one.target.split(" ")[0]
    drawn = one.quantity == "queue" and port in network.directions
    return {
        "index": number,
        "name": one.probe,
        "probe": one.quantity,
        "quantity": one.quantity,
        "target": one.target,
        "unit": one.unit,
        "points": len(one),
        "min": float(finite.min()) if len(finite) else None,
        "max": float(finite.max()) if len(finite) else None,
        "thresholds": thresholds(network.directions[port]) if drawn else [],
    }


def _length(run: Run, table: str) -> int:
    columns = run.columns(table)
    return len(next(iter(columns.values()))) if columns else 0
