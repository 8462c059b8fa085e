"""A run in one screen: flows, ports, losses by reason, the audit, the cost, and how to get it again."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

import numpy as np
from rich.console import Console

from cellwise.bottleneck import abr_adapters, queueing
from cellwise.cli.rows import ROWS_SHOWN, Shown, print_chosen, print_columns, print_table
from cellwise.metrics import (
    abr_shares,
    category_sums,
    losses_of,
    page_times,
    shared_ports,
    ttcp_bps,
)
from cellwise.page.sentences import busiest_line, lost_lines, ping_lines
from cellwise.results import Run
from cellwise.rounding import counted
from cellwise.store import rows_of

_FLOW_COLUMNS: Shown = {
    "flow": ("flow", 1.0, "s"),
    "throughput_bps": ("Mbit/s", 1e-6, ".3f"),
    "delivered_bytes": ("MB delivered", 1e-6, ".3f"),
    "segments_sent": ("segments", 1.0, "d"),
    "retransmitted_segments": ("resent", 1.0, "d"),
    "timeouts": ("timeouts", 1.0, "d"),
    "fast_retransmits": ("fast rexmits", 1.0, "d"),
    "delay_mean_s": ("mean delay, ms", 1e3, ".3f"),
}
_PORT_COLUMNS: Shown = {
    "port": ("port", 1.0, "s"),
    "rate_bps": ("Mbit/s", 1e-6, ".2f"),
    "transmitted_cells": ("cells sent", 1.0, "d"),
    "utilisation": ("used, %", 1e2, ".1f"),
    "queue_mean_waiting_cells": ("mean waiting", 1.0, ".1f"),
    "queue_max_waiting_cells": ("max waiting", 1.0, "d"),
    "wait_mean_s": ("mean wait, ms", 1e3, ".3f"),
}
_POLICER_COLUMNS: Shown = {
    "policer": ("policer", 1.0, "s"),
    "policing": ("kind", 1.0, "s"),
    "arrived_cells": ("cells arrived", 1.0, "d"),
    "tagged_cells": ("tagged", 1.0, "d"),
    "discarded_cells": ("discarded", 1.0, "d"),
}
_SHAPER_COLUMNS: Shown = {
    "shaper": ("shaper", 1.0, "s"),
    "shaping": ("kind", 1.0, "s"),
    "frames": ("frames", 1.0, "d"),
    "tagged_frames": ("tagged", 1.0, "d"),
    "dropped_frames": ("dropped", 1.0, "d"),
    "wait_mean_s": ("mean wait, ms", 1e3, ".3f"),
}
_QUEUE_COLUMNS: Shown = {
    "port": ("packet queue", 1.0, "s"),
    "discipline": ("discipline", 1.0, "s"),
    "name": ("of", 1.0, "s"),
    "sent_packets": ("packets sent", 1.0, "d"),
    "dropped_packets": ("dropped", 1.0, "d"),
    "marked_packets": ("marked", 1.0, "d"),
    "sojourn_mean_s": ("mean wait, ms", 1e3, ".3f"),
    "sojourn_p99_s": ("99 %, ms", 1e3, ".3f"),
    "sojourn_max_s": ("max, ms", 1e3, ".3f"),
}
_NOISE_COLUMNS: Shown = {
    "port": ("line of port", 1.0, "s"),
    "model": ("errors", 1.0, "s"),
    "arrived_cells": ("cells arrived", 1.0, "d"),
    "errored_cells": ("errored", 1.0, "d"),
    "cell_error_ratio": ("ratio", 1.0, ".3g"),
}
_CALL_COLUMNS: Shown = {
    "vc": ("call", 1.0, "s"),
    "outcome": ("outcome", 1.0, "s"),
    "asked_s": ("asked, s", 1.0, ".6f"),
    "answered_s": ("answered, s", 1.0, ".6f"),
    "refused_at": ("refused at", 1.0, "s"),
    "missing_bps": ("missing, Mbit/s", 1e-6, ".3f"),
}


_CATEGORY_COLUMNS: Shown = {
    "category": ("category", 1.0, "s"),
    "connections": ("connections", 1.0, "d"),
    "cells_delivered": ("cells delivered", 1.0, "d"),
    "cells_lost": ("lost", 1.0, "d"),
    "rm_cells": ("RM cells sent", 1.0, "d"),
    "lost_rm_cells": ("lost", 1.0, "d"),
}
_SHARE_COLUMNS: Shown = {
    "vc": ("ABR connection", 1.0, "s"),
    "direction": ("direction", 1.0, "s"),
    "acr_mean_bps": ("mean ACR, Mbit/s", 1e-6, ".3f"),
    "carried_bps": ("carried, Mbit/s", 1e-6, ".3f"),
    "max_min_bps": ("max-min share, Mbit/s", 1e-6, ".3f"),
}


#: The tables that are printed whole as JSON, in this order.
_TABLES = (
    *("flows", "vcs", "ports", "policers", "shapers", "packet_ports", "queues", "noise", "calls", "pages"),
    "pings",
)


def _shared_ports(run: Run) -> dict[str, dict[str, float]]:
    return shared_ports(*(run.columns(name) for name in ("flows", "vcs", "ports")))


def as_json(run: Run) -> dict[str, Any]:
    """Everything that `cellwise run --json` prints."""
    document = run.scenario.to_dict()
    return {
        "title": document.get("title", ""),
        "seed": document.get("seed", 1),
        "replication": document.get("replication", 0),
        "scenario_id": run.scenario.id,
        "fingerprint": run.fingerprint,
        **{name: rows_of(run.columns(name)) for name in _TABLES},
        "losses": losses_of(run),
        "shared_ports": _shared_ports(run),
        "categories": category_sums(run),
        "abr_shares": abr_shares(run),
        "warnings": [*run.scenario.warnings(), *map(_as_warning, run.warnings())],
        **run.summary,
    }


def _as_warning(reported: str) -> dict[str, Any]:
    """Give a warning of a run as one of a scenario is given."""
    return {"path": "run", "value": None, "rule": reported, "line": None, "column": None, "message": reported}


def print_summary(run: Run, console: Console, again: str) -> None:
    """Print the summary; `again` is the command that repeats the run."""
    document = run.scenario.to_dict()
    title = document.get("title") or "untitled scenario"
    console.print(f"{title}   {run.simulated_s:g} s simulated, seed {document.get('seed', 1)}", style="bold")
    if run.bottleneck is not None:
        console.print(busiest_line(run.bottleneck))
    print_columns(console, run.columns("flows"), _FLOW_COLUMNS, "flows")
    _print_transfers(run, console)
    _print_pages(run, console)
    for line in ping_lines(run, ROWS_SHOWN):
        console.print(line)
    _print_ports(run, console)
    print_table(console, _special(category_sums(run)), _CATEGORY_COLUMNS, "categories")
    print_table(console, abr_shares(run), _SHARE_COLUMNS, "ABR connections")
    print_table(console, rows_of(run.columns("policers")), _POLICER_COLUMNS, "policers")
    print_table(console, rows_of(run.columns("shapers")), _SHAPER_COLUMNS, "shapers")
    print_table(console, _queues(run), _QUEUE_COLUMNS, "packet queues")
    print_table(console, rows_of(run.columns("noise")), _NOISE_COLUMNS, "noisy lines")
    print_table(console, rows_of(run.columns("calls")), _CALL_COLUMNS, "calls")
    for line in lost_lines(run):
        console.print(line)
    for port, cells in run.cells_left_out.items():
        console.print(f"cells left out: {cells} at {port}, beyond the limit of its probe")
    for port, packets in run.packets_left_out.items():
        console.print(f"packets left out: {packets} at {port}, beyond the limit of its probe")
    has_packets = run.packet_audit["sent"] > 0
    if run.cells or not has_packets:
        console.print(audit_line(run.audit))
    if has_packets:
        console.print(audit_line(run.packet_audit, "packets"))
    console.print(cost_line(run))
    experimental = [model["name"] for model in run.models if model.get("status") != "validated"]
    if experimental:
        console.print(f"not validated: {', '.join(experimental)}")
    console.print(f"to repeat: {again}")


def _print_transfers(run: Run, console: Console) -> None:
    """Print what ttcp would: the throughput of each transfer that ended."""
    flows = run.columns("flows")
    by_side = {side: ttcp_bps(flows, side) for side in ("transmitter", "receiver")}
    for row in np.flatnonzero(np.isfinite(by_side["receiver"]))[:ROWS_SHOWN]:
        # What fits the socket buffer is written at once, in no time to divide by.
        sides = [(side, values[row]) for side, values in by_side.items() if np.isfinite(values[row])]
        reported = ", ".join(f"{side} {bps / 1e6:.3f} Mbit/s" for side, bps in sides)
        console.print(f"{flows['flow'][row]} as ttcp prints it: {reported}")


def _print_pages(run: Run, console: Console) -> None:
    """Print how long the pages of each web flow took."""
    pages = run.columns("pages")
    for flow in list(dict.fromkeys(str(name) for name in pages["flow"]))[:ROWS_SHOWN]:
        times = page_times(pages, flow)
        reported = f"{flow}: {counted(int(times['count']), 'page')}"
        if times["count"]:
            reported += f", mean {times['mean_s']:.3f} s, median {times['median_s']:.3f} s"
            reported += f", 95 % within {times['p95_s']:.3f} s"
        if times["incomplete"]:
            reported += f"; {times['incomplete']:.0f} incomplete"
        console.print(reported)


def _queues(run: Run) -> list[dict[str, Any]]:
    """Give the rows of queues in which packets waited, were dropped or marked, the longest waits first."""
    reported = ("sojourn_max_s", "dropped_packets", "marked_packets")
    rows = [row for row in rows_of(run.columns("queues")) if any(row[name] for name in reported)]
    return sorted(rows, key=lambda row: -(row["sojourn_mean_s"] or 0.0))


def _special(categories: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Nothing if all connections are UBR: the ports show as much."""
    return [] if [row["category"] for row in categories] == ["ubr"] else categories


def _print_ports(run: Run, console: Console) -> None:
    """Print what carried something, the longest queues first; of the adapters of hosts, those that queue."""
    columns = run.columns("ports")
    adapters = abr_adapters(columns, run.columns("vcs"))
    busy = np.flatnonzero(np.asarray(columns["transmitted_cells"]) > 0)
    busy = busy[np.argsort(-np.asarray(columns["queue_max_waiting_cells"])[busy], kind="stable")]
    names = [str(name) for name in columns["port"][busy]]
    is_end = np.array([name in adapters for name in names], dtype=np.bool_)
    is_nic = np.array([name.endswith(".nic") for name in names], dtype=np.bool_)
    print_chosen(console, columns, busy[~is_end & ~is_nic], _PORT_COLUMNS, "ports")
    of_hosts = [row for row in queueing(columns) if str(columns["port"][row]) not in adapters]
    queue_here: Shown = {**_PORT_COLUMNS, "port": ("adapter that queues", 1.0, "s")}
    print_chosen(console, columns, np.array(of_hosts, dtype=np.intp), queue_here, "adapters that queue")
    of_ends: Shown = {**_PORT_COLUMNS, "port": ("ABR adapter", 1.0, "s")}
    print_chosen(console, columns, busy[is_end], of_ends, "adapters")
    shared = _shared_ports(run)
    ports = (name for name, end in zip(names, is_end, strict=True) if name in shared and not end)
    for port in islice((name for name in ports if not name.endswith(".nic")), ROWS_SHOWN):
        values = shared[port]
        console.print(f"{port}: efficiency {values['efficiency']:.3f}, fairness {values['fairness']:.3f}")


def audit_line(audit: Mapping[str, int], what: str = "cells") -> str:
    """Write the audit of a run, in cells or in packets."""
    # Results of before have no count of copies.
    copies = audit.get("duplicated", 0)
    balanced = audit["sent"] + copies == audit["delivered"] + audit["lost"] + audit["held"]
    made = f" + {copies} duplicated" if copies else ""
    return (
        f"audit: {audit['sent']} {what} sent by hosts{made} = {audit['delivered']} delivered "
        f"+ {audit['lost']} lost + {audit['held']} held{'' if balanced else '   DOES NOT BALANCE'}"
    )


def cost_line(run: Run) -> str:
    """Write what the run cost."""
    if not run.cells and (packets := run.packet_audit["sent"]):
        per_packet_ns = run.cpu_s / packets * 1e9
        return (
            f"cost: {run.cpu_s:.3f} s of processor for {packets} packets: {per_packet_ns:.1f} ns per packet"
        )
    per_cell_ns = run.cpu_s / run.cells * 1e9 if run.cells else 0.0
    return (
        f"cost: {run.cpu_s:.3f} s of processor for {run.cells} cells, counted at every port that they pass: "
        f"{per_cell_ns:.1f} ns per cell"
    )
