"""Queues at a switch port against closed forms: Poisson and periodic cells, unlimited and finite buffers."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from cellwise.metrics import value
from cellwise.results import Run
from cellwise.scenario import Scenario
from cellwise.theory.queues import md1_loss_ratio, md1_mean_wait, nd1_mean_wait
from cellwise.verify import simulate
from cellwise.verify.check import Check, Covered, Item
from cellwise.vocabulary import CELL_BITS

PORT = "sw1.trunk"

#: Rate of the port; one service time is a cell at it.
PORT_BPS = 100_000_000
_CELL_S = CELL_BITS / PORT_BPS

#: Loads of M/D/1, and loads with places to wait of M/D/1 with a finite buffer.
LOADS = (0.5, 0.8)
FINITE = ((0.8, 4), (0.95, 10))

#: Numbers of periodic sources and their period in service times.
PERIODIC = ((10, 12.5), (30, 40.0))

#: Ports with periodic sources in one run.
PERIODIC_PORTS = 10

#: Poisson sources that share the port.
_POISSON_SOURCES = 10

#: Links so fast and short that they keep nothing waiting.
_UNLIMITED_RATE, _SHORT = "10 Tbit/s", {"delay": "0 s"}


def md1() -> Sequence[Item]:
    """Measure the mean wait of Poisson cells."""
    return [
        Item(
            f"mean wait at load {load}, service times",
            simulate.estimate(_poisson(load, "unlimited"), _wait),
            Covered(md1_mean_wait(load), 0.03),
        )
        for load in LOADS
    ]


def md1_finite() -> Sequence[Item]:
    """Measure the loss of Poisson cells at a finite buffer."""
    return [
        Item(
            f"cell loss ratio at load {load}, {places} places to wait",
            simulate.estimate(
                _poisson(load, f"{places} cells"), partial(value, name=f"ports.cell_loss_ratio@{PORT}")
            ),
            Covered(md1_loss_ratio(load, places), 0.03),
        )
        for load, places in FINITE
    ]


def nd1() -> Sequence[Item]:
    """Measure the mean wait of periodic cells over random phases."""
    return [
        Item(
            f"mean wait of {sources} sources, period {period:g}, service times",
            simulate.estimate(_periodic(sources, period), _mean_wait, runs_each=8),
            Covered(nd1_mean_wait(sources, period), 0.08),
        )
        for sources, period in PERIODIC
    ]


def _poisson(load: float, buffer: str) -> Scenario:
    source = {"pattern": "poisson", "rate": f"{load * PORT_BPS / _POISSON_SOURCES:.0f} bit/s"}
    scenario = _port(_POISSON_SOURCES, source, buffer)
    return scenario.with_(duration="1.6 s", warmup="100 ms")


def _periodic(sources: int, period: float) -> Scenario:
    """Make many ports of periodic sources at once: a run has their phases once, so one port says little."""
    # From the second period on every one is like the one before.
    period_s = period * _CELL_S
    nodes: dict[str, Any] = {}
    links: dict[str, Any] = {}
    vcs: dict[str, Any] = {}
    flows: dict[str, Any] = {}
    for port in range(PERIODIC_PORTS):
        switch, end = f"sw{port}", f"d{port}"
        nodes |= {switch: {"kind": "switch"}, end: {"kind": "host"}}
        links[f"trunk{port}"] = {**_SHORT, "ends": [switch, end], "rate": f"{PORT_BPS} bit/s"}
        for source in range(sources):
            name = f"s{port}x{source}"
            nodes[name] = {"kind": "host"}
            links[name] = {**_SHORT, "ends": [name, switch], "rate": _UNLIMITED_RATE}
            vcs[name] = {"path": [name, switch, end]}
            flows[name] = {"vc": name, "kind": "cells"}
    rate = f"{PORT_BPS / period:.0f} bit/s"
    return Scenario.from_dict(
        {
            "duration": f"{5 * period_s * 1e9:.0f} ns",
            "warmup": f"{2 * period_s * 1e9:.0f} ns",
            "cells": {"source": {"pattern": "constant", "rate": rate, "random_phase": True}},
            "nodes": nodes,
            "links": links,
            "vcs": vcs,
            "flows": flows,
        }
    )


def _port(sources: int, source: Mapping[str, Any], buffer: str) -> Scenario:
    """Join sources to one port."""
    return Scenario.from_template("n-source").with_(
        {
            "topology.sources": sources,
            "topology.link_rate": _UNLIMITED_RATE,
            "topology.link_delay": _SHORT["delay"],
            "flow.kind": "cells",
            "links": {"trunk": {"rate": f"{PORT_BPS} bit/s"}},
            "switch.buffer": buffer,
        },
        cells={"source": source},
    )


def _wait(run: Run) -> float:
    return value(run, f"ports.wait_mean_s@{PORT}") / _CELL_S


def _mean_wait(run: Run) -> float:
    ports = run.columns("ports")
    trunks = [name.startswith("sw") and ".trunk" in name for name in map(str, ports["port"])]
    return float(ports["wait_mean_s"][trunks].mean()) / _CELL_S


CHECKS = (
    Check(
        "queue-md1",
        "Poisson cells at a port",
        "Kleinrock, Queueing Systems, volume 1, 1975, section 5.6 (Pollaczek-Khinchine)",
        md1,
    ),
    Check(
        "queue-nd1",
        "periodic cells with random phases at a port",
        "Eckberg, IEEE Trans. Commun. 27(3), 1979; Roberts and Virtamo, the same 39(2), 1991",
        nd1,
    ),
    Check(
        "queue-finite",
        "Poisson cells at a port with a finite buffer",
        "Takagi, Queueing Analysis, volume 2, 1993, section 5.1 (M/G/1/K)",
        md1_finite,
    ),
)
