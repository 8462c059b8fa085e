"""BBR on a packet link of 10 Mbit/s with a round trip of 40 ms: one flow, several flows, random losses."""

from typing import Any

import numpy as np
import pytest

import cellwise as cw
from cellwise.metrics.shares import jain_index

#: Octets of data in a packet of 1500, and what such a packet takes on Ethernet with preamble and gap.
MSS_BYTES, FRAME_BYTES = 1460, 1538
#: What a flow can have at most.
PAYLOAD_BPS = 10e6 * MSS_BYTES / FRAME_BYTES


def throughputs_bps(
    variant: str, *, flows: int = 1, duration_s: int = 20, seed: int = 1, **trunk: Any
) -> np.ndarray:
    scenario: dict[str, Any] = {
        "seed": seed,
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
    }
    if trunk:
        scenario["links"] = {"trunk": trunk}
    return np.asarray(cw.run(cw.Scenario.from_dict(scenario)).columns("flows")["throughput_bps"])


@pytest.mark.parametrize("variant", ["bbr-v1", "bbr-v3"])
def test_a_flow_alone_takes_the_link(variant: str) -> None:
    (alone,) = throughputs_bps(variant)
    assert 0.95 * PAYLOAD_BPS < alone < PAYLOAD_BPS


def test_probes_for_bandwidth_are_drawn_from_the_seed() -> None:
    first, again, other = (throughputs_bps("bbr-v3", flows=2, duration_s=12, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("variant", ["bbr-v1", "bbr-v3"])
def test_two_flows_share(variant: str) -> None:
    shares = throughputs_bps(variant, flows=2, duration_s=60)
    assert shares.sum() > 0.95 * PAYLOAD_BPS
    assert jain_index(shares) > 0.9


def test_random_losses_take_little_where_cubic_falls() -> None:
    errors = {"packet_errors": {"model": "independent", "packet_error_ratio": 0.01}}
    (v1,), (v3,), (cubic,) = (throughputs_bps(variant, **errors) for variant in ("bbr-v1", "bbr-v3", "cubic"))
    assert v1 > 0.9 * PAYLOAD_BPS
    # What the model of the draft leaves, as each loss is more than 2 % of 33 packets.
    assert 0.75 * PAYLOAD_BPS < v3 < v1
    assert cubic < 0.6 * PAYLOAD_BPS


@pytest.mark.parametrize("variant", ["bbr-v1", "bbr-v3"])
def test_shortcuts_and_threads_change_nothing(variant: str) -> None:
    document: dict[str, Any] = {
        "duration": "4 s",
        "topology": {
            "template": "ethernet-bottleneck",
            "hosts": 3,
            "queue": {"discipline": "tail", "limit": "60 packets"},
        },
        "links": {"trunk": {"packet_errors": {"model": "independent", "packet_error_ratio": 0.005}}},
        "tcp": {"variant": variant, "receive_window": "1 MiB", "timer_tick": "10 ms"},
    }
    plain = cw.Scenario.from_dict(document)
    runs = [cw.run(plain), cw.run(plain.with_({"reference": True})), cw.run(plain, threads=2)]
    octets = [run.columns("flows")["throughput_bps"].tolist() for run in runs]
    assert octets[0] == octets[1] == octets[2]
    assert runs[0].columns("flows")["retransmitted_segments"].sum() > 0
