"""The sentences of a summary of a run: the bottleneck, the pings, the losses."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from cellwise.metrics import bloat_s, losses_of, packet_losses_of, ping_times, under_load
from cellwise.results import Run
from cellwise.store import rows_where


def busiest_line(found: Mapping[str, Any]) -> str:
    """Name the bottleneck with its queue and its wait."""
    kind = "adapter" if found["is_adapter"] else "port"
    unit = "packets" if "discipline" in found else "cells"
    return (
        f"busiest: {kind} {found['port']}, {100 * found['utilisation']:.1f} % used; "
        f"queue {found[f'queue_mean_waiting_{unit}']:.1f} {unit} on average, "
        f"{found[f'queue_max_waiting_{unit}']} at most ({_span(found['queue_max_s'])} to send); "
        f"wait {_span(found['wait_mean_s'])} on average"
    )


def ping_lines(run: Run, most: int) -> list[str]:
    """Give the round-trip times of the first pings, a line each."""
    pings = run.columns("pings")
    return [_ping_line(run, flow) for flow in list(dict.fromkeys(str(name) for name in pings["flow"]))[:most]]


def _ping_line(run: Run, flow: str) -> str:
    pings = run.columns("pings")
    times = ping_times(pings, flow)
    reported = f"{flow}: {times['count']:.0f} replies, {times['unanswered']:.0f} without"
    if not times["count"]:
        return reported
    named = ("mean", "median", "p95", "least", "greatest")
    mean, median, p95, least, greatest = (f"{1e3 * times[f'{name}_s']:.3f} ms" for name in named)
    reported += f"; round trip: mean {mean}, median {median}, 95 % within {p95}, from {least} to {greatest}"
    flows = run.columns("flows")
    bloat = bloat_s(pings, flows, flow)
    if not np.isfinite(bloat):
        return reported
    idle = rows_where(pings, ~under_load(pings, flows))
    if ping_times(idle, flow)["count"]:
        return f"{reported}; bloat {1e3 * bloat:.3f} ms"
    # The least round trip under load is no shorter than that of the idle line.
    return f"{reported}; bloat {1e3 * bloat:.3f} ms or more: no request met an idle line"


def lost_lines(run: Run) -> list[str]:
    """Say what was lost, by reason: cells, packets or both, whichever the run has."""
    has_packets = run.packet_audit["sent"] > 0
    made = [_lost_line("cells", losses_of(run))] if run.cells or not has_packets else []
    return [*made, _lost_line("packets", packet_losses_of(run))] if has_packets else made


def _lost_line(what: str, losses: Mapping[str, int]) -> str:
    reported = ", ".join(f"{count} {reason}" for reason, count in losses.items() if count)
    return f"{what} lost: {reported or 'none'}"


def _span(seconds: float) -> str:
    """Write a time in the unit that suits it."""
    factor, unit = next((one for one in ((1.0, "s"), (1e3, "ms")) if seconds * one[0] >= 1.0), (1e6, "µs"))
    return f"{seconds * factor:.3g} {unit}"
