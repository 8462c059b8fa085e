"""The network of the checks of TCP: one flow on a long, fast line that loses segments, no acknowledgments."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from cellwise.scenario import Scenario
from cellwise.verify import simulate

MSS_BYTES = 1460
#: Cells of such a segment over LLC/SNAP.
SEGMENT_CELLS = 32
#: Propagation on the links other than the line, both ways, and the cells of a segment and its acknowledgment.
_REST_S = 0.0002


def round_trip_s(latency_ms: float = 20) -> float:
    """Time from a segment's sending to its acknowledgment without queues, by the line's delay one way."""
    return 2 * latency_ms / 1e3 + _REST_S


def independent_losses(segment_loss_ratio: float) -> dict[str, Any]:
    """Noise that loses each segment with the same probability, from 0 to 1 (exclusive)."""
    cell_error_ratio = -math.expm1(math.log1p(-segment_loss_ratio) / SEGMENT_CELLS)
    return {"model": "independent", "cell_error_ratio": cell_error_ratio}


def scripted_losses(segments: Sequence[int]) -> dict[str, Any]:
    """Noise that errs the first cell of each listed segment, counted from 0 in the order of sending."""
    return {"model": "scripted", "cells": [SEGMENT_CELLS * segment + 1 for segment in segments]}


def line(noise: Mapping[str, Any], changes: Mapping[str, Any], latency_ms: float = 20) -> Scenario:
    """Give the network with such noise on the line, and with other settings changed by path."""
    return Scenario.from_template("adsl").with_(
        {
            "topology.lines": 1,
            "topology.downstream": "155 Mbit/s",
            "topology.upstream": "155 Mbit/s",
            "topology.line_latency": f"{latency_ms} ms",
            "topology.noise": dict(noise),
            "topology.upstream_noise": {"model": "none"},
            "tcp.mss": f"{MSS_BYTES} bytes",
            "tcp.receive_window": "1000000 bytes",
            "tcp.delayed_ack": False,
            "tcp.timer_tick": "10 ms",
            "tcp.min_rto": "200 ms",
            **changes,
        }
    )


def lossy_flows(
    variant: str, segment_loss_ratio: float, duration: str, replications: int = 1
) -> list[dict[str, Any]]:
    """Run a variant with independent losses; the flow's row of the table ``flows`` for each replication."""
    scenario = line(
        independent_losses(segment_loss_ratio),
        {"duration": duration, "warmup": "10 s", "tcp.variant": variant},
    )
    runs = (simulate.run(one) for one in scenario.replications(replications))
    return [{column: values[0] for column, values in run.columns("flows").items()} for run in runs]
