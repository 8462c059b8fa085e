"""Noisy lines: ratios of errored cells, of lost packets, and cells of a burst, against closed forms."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from cellwise.results import Run
from cellwise.scenario import Scenario
from cellwise.theory.line_errors import cells_per_hitting_burst, packet_loss_ratio
from cellwise.verify import simulate
from cellwise.verify.check import Check, Covered, Item

LINE_BPS = 1_500_000
CELL_S = 424 / LINE_BPS
CELL_ERROR_RATIO, BURST_S = 1e-2, 500e-6

#: Octets of data of a datagram, and the cells that it takes with IP, UDP and LLC/SNAP headers.
PAYLOAD_BYTES, PACKET_CELLS = 512, 12

#: Datagrams come a little faster than the line takes them, so that its cells follow each other without a gap.
_LOAD = 1.02

#: Bit errors that make the same cell error ratio.
_BIT_ERROR_RATIO = 2.37e-5

#: A datagram arrives if its cells do, and the last cell of the frame before, whose loss would merge the two.
_CELLS_NEEDED = PACKET_CELLS + 1

#: Largest half-width of an interval, as a part of the value.
_SHARPNESS = 0.03


def measure() -> Sequence[Item]:
    """Send datagrams over busy lines with three kinds of noise."""
    of_bits = -math.expm1(424 * math.log1p(-_BIT_ERROR_RATIO))
    return [
        *_items(
            "independent",
            {"model": "independent", "cell_error_ratio": CELL_ERROR_RATIO},
            {_CELL_ERROR: CELL_ERROR_RATIO, _PACKET_LOSS: packet_loss_ratio(_CELLS_NEEDED, CELL_ERROR_RATIO)},
        ),
        *_items(
            "bit errors",
            {"model": "bit-errors", "bit_error_ratio": _BIT_ERROR_RATIO},
            {_CELL_ERROR: of_bits, _PACKET_LOSS: packet_loss_ratio(_CELLS_NEEDED, of_bits)},
        ),
        *_items(
            "bursts",
            {"model": "bursts", "cell_error_ratio": CELL_ERROR_RATIO, "mean_burst": f"{BURST_S * 1e6:g} us"},
            {
                _CELL_ERROR: CELL_ERROR_RATIO,
                _PACKET_LOSS: packet_loss_ratio(_CELLS_NEEDED, CELL_ERROR_RATIO, BURST_S, CELL_S),
                _BURST_LENGTH: cells_per_hitting_burst(BURST_S, CELL_S).mean,
            },
        ),
    ]


def _items(name: str, noise: Mapping[str, Any], expected: Mapping[str, float]) -> list[Item]:
    measures = [_MEASURES[quantity] for quantity in expected]
    computed = simulate.estimates(_line(noise), measures)
    return [
        Item(f"{quantity}, {name}", one, Covered(value, _SHARPNESS))
        for (quantity, value), one in zip(expected.items(), computed, strict=True)
    ]


def _line(noise: Mapping[str, Any]) -> Scenario:
    data_bps = _LOAD * LINE_BPS * PAYLOAD_BYTES * 8 / (PACKET_CELLS * 424)
    return Scenario.from_template("adsl").with_(
        {
            "duration": "40 s",
            "topology.lines": 8,
            "topology.downstream": f"{LINE_BPS} bit/s",
            "topology.noise": noise,
            "flow.kind": "udp",
            "udp.payload": f"{PAYLOAD_BYTES} bytes",
            "udp.rate": f"{data_bps:.0f} bit/s",
        }
    )


def _downstream(run: Run) -> dict[str, Any]:
    noise = run.columns("noise")
    chosen = np.array([str(port).startswith("an.") for port in noise["port"]])
    return {column: values[chosen] for column, values in noise.items()}


def _cell_error_ratio(run: Run) -> float:
    noise = _downstream(run)
    return float(noise["errored_cells"].sum() / noise["arrived_cells"].sum())


def _packet_loss_ratio(run: Run) -> float:
    """Give the share of the packets at the end of the lines that were not taken up whole."""
    came = float(_downstream(run)["arrived_cells"].sum()) / PACKET_CELLS
    return 1 - float(run.columns("flows")["segments_received"].sum()) / came


def _cells_per_burst(run: Run) -> float:
    noise = _downstream(run)
    return float(noise["errored_cells"].sum() / noise["error_bursts"].sum())


_CELL_ERROR, _PACKET_LOSS, _BURST_LENGTH = "cell error ratio", "packet loss ratio", "cells of a burst"
_MEASURES: Mapping[str, Callable[[Run], float]] = {
    _CELL_ERROR: _cell_error_ratio,
    _PACKET_LOSS: _packet_loss_ratio,
    _BURST_LENGTH: _cells_per_burst,
}

CHECK = Check(
    "line-errors",
    "noise on access lines: cells errored, packets lost, lengths of bursts",
    "Lu, TCP over ATM over ADSL, University of Calgary, 2000, section 3.2.3; 1 - (1 - p)^n",
    measure,
)
