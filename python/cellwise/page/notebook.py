"""A run as a notebook shows it where it is the last line of a cell: a few short tables, in HTML."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

from cellwise.metrics import shared_ports
from cellwise.page.plain import rows
from cellwise.page.sentences import lost_lines
from cellwise.results import Run

#: Rows of a table that are shown.
MOST_ROWS = 10

#: By column: its heading with the unit, a factor, and a format; texts have none.
_FLOWS = {
    "flow": ("flow", 1.0, ""),
    "kind": ("kind", 1.0, ""),
    "throughput_bps": ("throughput, Mbit/s", 1e-6, ".3f"),
    "retransmitted_segments": ("retransmitted segments", 1.0, ".0f"),
    "timeouts": ("timeouts", 1.0, ".0f"),
    "delay_mean_s": ("mean delay, ms", 1e3, ".3f"),
}
_PORTS = {
    "port": ("port", 1.0, ""),
    "rate_bps": ("rate, Mbit/s", 1e-6, ".2f"),
    "utilisation": ("used, %", 1e2, ".1f"),
    "queue_max_waiting_cells": ("longest queue, cells", 1.0, ".0f"),
    "efficiency": ("efficiency", 1.0, ".3f"),
    "fairness": ("fairness", 1.0, ".3f"),
}


#: Headings, rows of texts, and how many rows there are in all.
Written = tuple[list[str], list[list[str]], int]


def as_html(run: Run) -> str:
    """Show a run: its title, its warnings, its flows and ports, and what was lost.

    It is HTML without style sheets or scripts; every text of the scenario is escaped.
    """
    document = run.scenario.to_dict()
    title = escape(str(document.get("title") or "untitled"))
    parts = [
        f"<p><strong>{title}</strong>: {run.simulated_s:g} s simulated, seed {document.get('seed', 1)}</p>",
        *(f"<p><strong>Warning:</strong> {escape(reported)}</p>" for reported in run.warnings()),
        _table(flow_rows(run, MOST_ROWS), "flows"),
        _table(port_rows(run, MOST_ROWS), "ports"),
        *(f"<p>{escape(line[:1].upper() + line[1:])}</p>" for line in lost_lines(run)),
    ]
    return "\n".join(parts)


def flow_rows(run: Run, most: int) -> Written:
    """Write the first flows."""
    columns = run.columns("flows")
    return _written(rows(columns, 0, most), _FLOWS, len(columns["flow"]))


def port_rows(run: Run, most: int) -> Written:
    """Write the ports of switches that carried something, the longest queues first."""
    columns = run.columns("ports")
    is_shown = np.asarray(columns["transmitted_cells"]) > 0
    is_shown &= np.array([not str(name).endswith(".nic") for name in columns["port"]], dtype=np.bool_)
    chosen = np.flatnonzero(is_shown)
    chosen = chosen[np.argsort(-np.asarray(columns["queue_max_waiting_cells"])[chosen], kind="stable")]
    shared = shared_ports(*(run.columns(name) for name in ("flows", "vcs", "ports")))
    first = {name: values[chosen[:most]] for name, values in columns.items()}
    found = [{**row, **shared.get(str(row["port"]), {})} for row in rows(first, 0, most)]
    return _written(found, _PORTS, len(chosen))


def _written(
    shown: Sequence[Mapping[str, Any]], columns: Mapping[str, tuple[str, float, str]], of: int
) -> Written:
    texts = [[_cell(row.get(key), *one[1:]) for key, one in columns.items()] for row in shown]
    return [heading for heading, _, _ in columns.values()], texts, of


def _table(written: Written, name: str) -> str:
    headings, shown, of = written
    if not shown:
        return ""
    head = "".join(f"<th>{heading}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in shown)
    more = f"<p>and {of - len(shown)} more {name}</p>" if of > len(shown) else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cell(value: Any, scale: float, form: str) -> str:
    if value is None or value != value:  # not-a-number
        return "–"
    return format(value * scale, form) if form else str(value)
