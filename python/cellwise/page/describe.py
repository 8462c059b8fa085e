"""What the page shows of a finished run: its summary, its network, its series and tables."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cellwise.bottleneck import queueing
from cellwise.metrics import efficiency_of_tables, losses_of, shared_ports
from cellwise.network import Network
from cellwise.page.plain import plain_object, rows
from cellwise.page.topology import topology
from cellwise.results import RECORDS, TABLES, Run
from cellwise.series import Series

#: Rows of a table that a page shows; the others are in the table's CSV.
MOST_ROWS = 200

#: Series that a page shows, and that the server keeps.
MOST_SERIES = 2000

#: Tables whose rows are part of the summary.
_SHOWN = ("flows", "ports", "policers", "shapers", "packet_ports", "queues", "noise", "uplinks", "calls")


def described(run: Run, network: Network, series: Sequence[Series]) -> dict[str, Any]:
    """Describe a run in plain values.

    Parameters
    ----------
    run : Run
        The run.
    network : Network
        Its scenario's.
    series : sequence of Series
        What is kept of its series.
    """
    document = run.scenario.to_dict()
    names = [*TABLES, *recorded(run)]
    ports = busiest(run, network)
    queues = queue_maxima(run)
    peaks = {"queue": queues, "backlog": _packet_maxima(run)}
    return plain_object(
        {
            "title": document.get("title", ""),
            "seed": document.get("seed", 1),
            "summary": {**_summary(run), "queue_max": {port: queues[port] for port in _counted(run, ports)}},
            "topology": topology(network),
            "series": [_series(number, one, network, peaks) for number, one in enumerate(series)],
            "tables": [name for name in names if _length(run, name)],
            "ports": ports,
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


def _counted(run: Run, ports: Sequence[str]) -> list[str]:
    """Name the ports whose longest queue a page tells: the bottleneck, of switches, adapters of hosts."""
    adapters = [str(port) for port in run.columns("ports")["port"] if port.endswith(".nic")]
    found = [run.bottleneck["port"]] if run.bottleneck and _is_of_cells(run.bottleneck) else []
    return list(dict.fromkeys([*found, *ports, *adapters[:MOST_ROWS]]))


def _is_of_cells(bottleneck: Mapping[str, Any]) -> bool:
    return "discipline" not in bottleneck


def queue_maxima(run: Run) -> dict[str, float]:
    """Give the most cells that ever waited at each port in the measured time; none is missed."""
    table = run.columns("ports")
    return dict(zip(map(str, table["port"]), map(float, table["queue_max_waiting_cells"]), strict=True))


def _packet_maxima(run: Run) -> dict[str, float]:
    """Give the most packets that ever waited at each port of packets; none is missed."""
    table = run.columns("packet_ports")
    return dict(zip(map(str, table["port"]), map(float, table["queue_max_waiting_packets"]), strict=True))


def _summary(run: Run) -> dict[str, Any]:
    flows, vcs = run.columns("flows"), run.columns("vcs")
    sent, lost = float(vcs["cells_sent"].sum()), float(vcs["cells_lost"].sum())
    return {
        **{key: value for key, value in run.summary.items() if key not in ("cpu_s", "wall_s")},
        "tables": {name: rows(run.columns(name), 0, MOST_ROWS) for name in _SHOWN},
        "rows": {name: _length(run, name) for name in _SHOWN},
        "shared_ports": _efficiencies(run),
        "adapters": _adapters(run),
        "warnings": run.warnings(),
        "losses": {reason: cells for reason, cells in losses_of(run).items() if cells},
        "timeouts": int(np.nansum(flows["timeouts"])),
        "cell_loss_ratio": lost / sent if sent else 0.0,
        "throughput_bps": float(np.nansum(flows["throughput_bps"])),
        "goodput_bps": float(np.nansum(flows["goodput_bps"])),
    }


def _adapters(run: Run) -> list[dict[str, Any]]:
    """Describe the adapters that queue, the longest queue over time first."""
    columns = run.columns("ports")
    chosen = queueing(columns)[:MOST_ROWS]
    told = ("port", "queue_mean_waiting_cells", "queue_max_waiting_cells", "wait_mean_s")
    return rows({name: columns[name][chosen] for name in told})


def _efficiencies(run: Run) -> dict[str, dict[str, float | None]]:
    """Give efficiency and fairness of shared ports; of a bottleneck that one flow has, the efficiency."""
    tables = (run.columns("flows"), run.columns("vcs"), run.columns("ports"))
    found: dict[str, dict[str, float | None]] = {port: {**one} for port, one in shared_ports(*tables).items()}
    if run.bottleneck and _is_of_cells(run.bottleneck) and run.bottleneck["port"] not in found:
        alone = efficiency_of_tables(*tables, run.bottleneck["port"])
        found[run.bottleneck["port"]] = {"efficiency": alone, "fairness": None}
    return found


def _series(
    number: int, one: Series, network: Network, peaks: Mapping[str, Mapping[str, float]]
) -> dict[str, Any]:
    finite = one.value[np.isfinite(one.value)]
    greatest = float(finite.max()) if len(finite) else None
    peak = peaks.get(one.quantity, {}).get(one.target, 0.0)
    drawn = one.quantity == "queue" and one.target in network.directions
    return {
        "index": number,
        "name": one.probe,
        "probe": one.quantity,
        "quantity": one.quantity,
        "target": one.target,
        "unit": one.unit,
        "points": len(one),
        "min": float(finite.min()) if len(finite) else None,
        "max": greatest,
        # What no sample has met is a line of its own.
        "peak": peak if peak > (greatest or 0.0) else None,
        "thresholds": thresholds(network, one.target) if drawn else [],
    }


def thresholds(network: Network, port: str) -> list[dict[str, Any]]:
    """List the lengths of a port's queue at which something changes, the shortest first.

    Returns
    -------
    list of dict
        ``name`` and ``value`` (cells).
    """
    queue = network.directions[port].queue
    return [{"name": level.name, "value": level.cells} for level in queue.levels] if queue else []


def _length(run: Run, table: str) -> int:
    columns = run.columns(table)
    return len(next(iter(columns.values()))) if columns else 0
