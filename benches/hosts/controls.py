"""The kernel's congestion controls, and ours, over the same bottleneck."""

import json
from collections.abc import Iterator
from typing import Any

from cellwise import run

from .attended import Hosts, peer
from .lines import HEADERS_BYTES, MTU_BYTES, OUTSIDE, Effort, bottleneck, segment_bytes
from .points import Measured, Store, measure

PART = "controls"
PROGRAMS = ("ss",)
#: The kernel's names and ours.
CONTROLS = {"cubic": "cubic-linux", "reno": "reno", "bbr": "bbr-v1"}
SAMPLES_S = 0.005


def measure_all(store: Store, effort: Effort) -> Iterator[Measured]:
    """Measure each congestion control that this kernel has."""
    for control, variant in CONTROLS.items():

        def work(hosts: Hosts, control: str = control) -> dict[str, Any]:
            _forget(hosts)
            return {"transfers": [_transfer(hosts, control, effort) for _ in range(effort.repeats)]}

        ours = simulated(variant, effort.transfer_bytes)
        yield measure(store, PART, control, bottleneck(OUTSIDE), work, ours)


def _forget(hosts: Hosts) -> None:
    """Make the kernel begin each transfer without the metrics of earlier ones."""
    hosts.call(0, "sh", "-c", "echo 1 > /proc/sys/net/ipv4/tcp_no_metrics_save")


def _transfer(hosts: Hosts, control: str, effort: Effort) -> dict[str, Any]:
    taking = hosts.receiver(1)
    size = effort.transfer_bytes
    sent = json.loads(hosts.call(0, *peer("send", "198.18.0.2", 5001, size, control, 0, SAMPLES_S)))
    taken = json.loads(hosts.end_of(taking))
    if taken[0]["octets"] != size:
        raise RuntimeError(f"{taken[0]['octets']} octets of {size} came")
    samples = [[at_s, cwnd * segment_bytes(MTU_BYTES), acked] for at_s, cwnd, acked in sent["samples"]]
    return {"took_s": sent["took_s"], "retransmitted": sent["retransmitted"], "samples": samples}


def simulated(variant: str, octets: int) -> dict[str, Any]:
    """Give the outcome of the same transfer between simulated hosts of the profile `linux-6`."""
    scenario = bottleneck(
        {"size": f"{octets} bytes"},
        duration="120 s",
        tcp={
            "profile": "linux-6",
            "variant": variant,
            "mss": f"{MTU_BYTES - HEADERS_BYTES} bytes",
            # As large as the kernel chooses: never the limit here.
            "receive_window": "4 MiB",
            "send_buffer": "4 MiB",
            "handshake": True,
        },
        probes={"cwnd": {"flow": "f"}, "acknowledgment": {"flow": "f"}},
    )
    done = run(scenario)
    cwnd, acked = (done.series(one, flow="f") for one in ("cwnd", "acknowledgment"))
    flow = done.flows.fetchnumpy()
    return {
        "took_s": float(flow["acknowledged_s"][0] - flow["started_s"][0]),
        "retransmitted": int(flow["retransmitted_segments"][0]),
        "cwnd": [cwnd.time_s.tolist(), cwnd.value.tolist()],
        "acked": [acked.time_s.tolist(), acked.value.tolist()],
    }
