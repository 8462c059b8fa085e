"""A run in one screen: flows, ports, losses by reason, the books, the cost, and how to get it again."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from cellwise.metrics import jain_index, port_efficiency, port_flows
from cellwise.results import Run
from cellwise.store import Columns

#: More rows than this are left to the results folder.
ROWS_SHOWN = 20

_FLOW_COLUMNS = {
    "flow": ("flow", 1.0, "s"),
    "throughput_bps": ("Mbit/s", 1e-6, ".3f"),
    "delivered_bytes": ("MB delivered", 1e-6, ".3f"),
    "segments_sent": ("segments", 1.0, "d"),
    "retransmitted_segments": ("resent", 1.0, "d"),
    "timeouts": ("timeouts", 1.0, "d"),
    "fast_retransmits": ("fast rexmits", 1.0, "d"),
    "delay_mean_s": ("mean delay, ms", 1e3, ".3f"),
}
_PORT_COLUMNS = {
    "port": ("port", 1.0, "s"),
    "rate_bps": ("Mbit/s", 1e-6, ".2f"),
    "transmitted_cells": ("cells sent", 1.0, "d"),
    "utilisation": ("used, %", 1e2, ".1f"),
    "queue_mean_waiting_cells": ("mean waiting", 1.0, ".1f"),
    "queue_max_waiting_cells": ("max waiting", 1.0, "d"),
}


def rows_of(columns: Columns) -> list[dict[str, Any]]:
    """Turn columns into rows of plain Python values; what is not a number becomes None."""
    lists = {name: [_plain(value) for value in values.tolist()] for name, values in columns.items()}
    return [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]


def _plain(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value


def losses_by_reason(columns: Columns) -> dict[str, int]:
    """Sum the ``lost_<reason>_cells`` columns of a table; reasons are spelled as in the catalogue."""
    return {
        name.removeprefix("lost_").removesuffix("_cells").replace("_", "-"): int(values.sum())
        for name, values in columns.items()
        if name.startswith("lost_") and name.endswith("_cells") and name != "lost_cells"
    }


def shared_ports(run: Run) -> dict[str, dict[str, float]]:
    """Efficiency and fairness of the flows at every port that several flows send their data through."""
    flows, vcs, ports = (run.columns(name) for name in ("flows", "vcs", "ports"))
    shared: dict[str, dict[str, float]] = {}
    for port in (str(name) for name in ports["port"]):
        chosen = port_flows(flows, vcs, port)
        throughput = flows["throughput_bps"][chosen]
        if chosen.sum() > 1 and throughput.any():
            shared[port] = {"efficiency": port_efficiency(run, port), "fairness": jain_index(throughput)}
    return shared


def as_json(run: Run) -> dict[str, Any]:
    """Everything that `cellwise run --json` prints."""
    document = run.scenario.to_dict()
    ports = run.columns("ports")
    return {
        "title": document.get("title", ""),
        "seed": document.get("seed", 1),
        "replication": document.get("replication", 0),
        "scenario_id": run.scenario.id,
        "fingerprint": run.fingerprint,
        "flows": rows_of(run.columns("flows")),
        "vcs": rows_of(run.columns("vcs")),
        "ports": rows_of(ports),
        "losses": losses_by_reason(ports),
        "shared_ports": shared_ports(run),
        **run.summary,
    }


def print_summary(run: Run, console: Console, again: str) -> None:
    """Print the summary; `again` is the command that repeats the run."""
    document = run.scenario.to_dict()
    title = document.get("title") or "untitled scenario"
    console.print(f"{title}   {run.simulated_s:g} s simulated, seed {document.get('seed', 1)}", style="bold")
    _print_table(console, rows_of(run.columns("flows")), _FLOW_COLUMNS, "flows")
    busy = [row for row in rows_of(run.columns("ports")) if _is_of_interest(row)]
    _print_table(console, busy, _PORT_COLUMNS, "ports")
    for port, values in shared_ports(run).items():
        console.print(f"{port}: efficiency {values['efficiency']:.3f}, fairness {values['fairness']:.3f}")
    losses = {reason: cells for reason, cells in losses_by_reason(run.columns("ports")).items() if cells}
    told = ", ".join(f"{cells} {reason}" for reason, cells in losses.items()) or "none"
    console.print(f"cells lost: {told}")
    console.print(audit_line(run.audit))
    console.print(cost_line(run))
    experimental = [model["name"] for model in run.models if model.get("status") != "validated"]
    if experimental:
        console.print(f"not validated: {', '.join(experimental)}")
    console.print(f"again: {again}")


def _is_of_interest(row: Mapping[str, Any]) -> bool:
    """Tell switch ports that carried something; adapters of hosts are in the results folder."""
    return bool(row.get("transmitted_cells")) and not str(row["port"]).endswith(".nic")


def audit_line(audit: Mapping[str, int]) -> str:
    """Write the books of a run."""
    balanced = audit["sent"] == audit["delivered"] + audit["lost"] + audit["held"]
    return (
        f"audit: {audit['sent']} cells sent = {audit['delivered']} delivered + {audit['lost']} lost "
        f"+ {audit['held']} held{'' if balanced else '   DOES NOT BALANCE'}"
    )


def cost_line(run: Run) -> str:
    """Write what the run cost."""
    per_cell_ns = run.cpu_s / run.cells * 1e9 if run.cells else 0.0
    return f"cost: {run.cpu_s:.3f} s of processor for {run.cells} cells, {per_cell_ns:.1f} ns per cell"


def _print_table(
    console: Console,
    rows: list[dict[str, Any]],
    shown: Mapping[str, tuple[str, float, str]],
    name: str,
) -> None:
    if not rows:
        return
    table = Table(box=None, pad_edge=False)
    columns = [column for column in shown if column in rows[0]]
    for column in columns:
        heading, _, form = shown[column]
        table.add_column(heading, justify="left" if form == "s" else "right")
    for row in rows[:ROWS_SHOWN]:
        table.add_row(*_formatted(row, columns, shown))
    console.print(table)
    if len(rows) > ROWS_SHOWN:
        console.print(f"and {len(rows) - ROWS_SHOWN} more {name}")


def _formatted(
    row: Mapping[str, Any], columns: Iterable[str], shown: Mapping[str, tuple[str, float, str]]
) -> list[str]:
    cells = []
    for column in columns:
        _, scale, form = shown[column]
        value = row[column]
        if value is None:
            cells.append("-")
        elif form in "sd":
            cells.append(str(value))
        else:
            cells.append(format(value * scale, form))
    return cells
