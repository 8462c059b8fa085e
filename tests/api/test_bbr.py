"""BBR on a packet link of 10 Mbit/s with a round trip of 40 ms: alone, beside itself, with losses at random."""

from typing import Any

import numpy as np
import pytest

import cellwise as cw

#: Payload of a packet of 1500 octets, and what it takes on Ethernet with preamble and gap.
MSS_BYTES, FRAME_BYTES = 1460, 1538
#: What a flow can have at most.
PAYLOAD_BPS = 10e6 * MSS_BYTES / FRAME_BYTES
RTT_S = 0.04


def run(variant: str, *, flows: int = 1, duration_s: int = 20, **trunk: Any) -> cw.Run:
    scenario = {
        "duration": f"{duration_s} s",
        "warmup": "2 s",
        "topology": {
            "template": "ethernet-bottleneck",
            "hosts": flows,
            "queue": {"discipline": "tail", "limit": "400 packets"},
        },
        "tcp": {
            "variant": variant,
            "mss": f"{MSS_BYTES} bytes",
            "receive_window": "1 MiB",
            "initial_cwnd": "rfc6928",
            "rto_rule": "rfc6298",
            "timer_tick": "10 ms",
        },
        "probes": {"cwnd": {}, "backlog_bytes": {"port": "r1.trunk"}},
    }
    if trunk:
        scenario["links"] = {"trunk": trunk}
    return cw.run(cw.Scenario.from_dict(scenario))


def throughputs_bps(of: cw.Run) -> np.ndarray:
    return np.asarray(of.columns("flows")["throughput_bps"])


@pytest.fixture(scope="module")
def alone() -> cw.Run:
    return run("bbr-v3")


def test_a_flow_alone_takes_the_link(alone: cw.Run) -> None:
    (throughput,) = throughputs_bps(alone)
    assert 0.95 * PAYLOAD_BPS < throughput < PAYLOAD_BPS
    assert alone.columns("flows")["retransmitted_segments"].sum() == 0


def test_the_same_seed_gives_the_same_probes_and_another_others(alone: cw.Run) -> None:
    again, other = run("bbr-v3"), cw.run(alone.scenario.with_seed(2)) if hasattr(alone, "scenario") else None
    assert throughputs_bps(again) == throughputs_bps(alone)
    assert other is None or throughputs_bps(other) != throughputs_bps(alone)


def test_two_flows_share(alone: cw.Run) -> None:
    shares = throughputs_bps(run("bbr-v3", flows=2, duration_s=40))
    assert shares.sum() > 0.95 * PAYLOAD_BPS
    assert cw.metrics.jain_index(shares) > 0.9


def test_random_losses_take_little_where_cubic_falls() -> None:
    errors = {"packet_errors": {"model": "independent", "probability": 0.01}}
    (bbr,) = throughputs_bps(run("bbr-v3", **errors))
    (cubic,) = throughputs_bps(run("cubic", **errors))
    assert bbr > 0.75 * PAYLOAD_BPS
    # 12 segments per round trip by Reno's formula.
    assert cubic < 0.6 * PAYLOAD_BPS
