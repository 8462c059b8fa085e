"""A policer on the way of packets, in a network."""

import struct
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import cellwise as cw

RATE = 25e6
#: Data of a segment of 1500 octets of IP, with timestamps or without (a datagram).
SEGMENT, DATAGRAM = 1448 / 1500, 1472 / 1500


def line(policer: dict[str, Any], flow: dict[str, Any], rtt_ms: int = 20) -> cw.Scenario:
    """One flow over a line of 100 Mbit/s that is policed at 25."""
    queue = {"discipline": "policer", "rate": "25 Mbit/s", **policer}
    ethernet = {"kind": "ethernet", "rate": "100 Mbit/s"}
    return cw.Scenario(
        {
            "duration": "40 s",
            "warmup": "10 s",
            "nodes": {"a": {"kind": "host"}, "r": {"kind": "router"}, "b": {"kind": "host"}},
            "links": {
                "access": {"ends": ["a", "r"], **ethernet, "delay": f"{rtt_ms / 2} ms"},
                "line": {"ends": ["r", "b"], **ethernet, "delay": "0 s", "queue": queue},
            },
            "flows": {"f": {"from": "a", "to": "b", **flow}},
        }
    )


def policed(policer: dict[str, Any], flow: dict[str, Any], rtt_ms: int = 20) -> cw.Run:
    return cw.run(line(policer, flow, rtt_ms))


def tcp(variant: str) -> dict[str, Any]:
    return {"tcp": {"variant": variant, "profile": "linux-6", "receive_window": "8 MB"}}


def goodput_bps(run: cw.Run) -> float:
    return float(run.flows.fetchnumpy()["throughput_bps"][0])


def test_a_stream_gets_the_rate_and_the_rest_is_lost_for_its_own_reason() -> None:
    stream = {"kind": "udp", "udp": {"payload": "1472 bytes", "rate": "50 Mbit/s"}}
    run = policed({"burst": "100 kB"}, stream)
    assert goodput_bps(run) == pytest.approx(RATE * DATAGRAM, rel=0.001)
    queues = run.queues.filter("port = 'r.line'").fetchnumpy()
    dropped, sent = int(queues["dropped_packets"][0]), int(queues["sent_packets"][0])
    assert int(queues["dropped_policed_packets"][0]) == dropped
    assert dropped / (dropped + sent) == pytest.approx(1 - RATE * DATAGRAM / 50e6, abs=0.001)


def test_a_small_bucket_starves_tcp_the_more_the_longer_its_round_trip() -> None:
    small = [goodput_bps(policed({"burst": "30 kB"}, tcp("newreno"), rtt)) for rtt in (2, 20, 80)]
    assert small[0] > 0.7 * RATE * SEGMENT
    assert small == sorted(small, reverse=True)
    assert small[2] < 0.35 * small[0]


@pytest.mark.parametrize("rtt_ms", [20, 80])
def test_a_bucket_of_one_bandwidth_delay_product_gives_reno_about_three_quarters(rtt_ms: int) -> None:
    """The window swings between half of the greatest and the greatest, little above one product."""
    burst = {"burst": f"{int(RATE / 8 * rtt_ms / 1000)} bytes"}
    assert goodput_bps(policed(burst, tcp("newreno"), rtt_ms)) == pytest.approx(
        0.78 * RATE * SEGMENT, rel=0.08
    )


def test_bbr_stays_near_the_rate_of_the_tokens() -> None:
    assert goodput_bps(policed({"burst": "60 kB"}, tcp("bbr-v3"), 40)) > 0.8 * RATE * SEGMENT


def octets_by_codepoint(capture: Path) -> Counter[int]:
    """Octets of IP in a capture of packets, by their differentiated services codepoint."""
    content, at, octets = capture.read_bytes(), 24, Counter[int]()
    while at < len(content):
        length, whole = struct.unpack_from("<2I", content, at + 8)
        octets[content[at + 17] >> 2] += whole
        at += 16 + length
    return octets


def test_a_later_router_serves_last_what_a_policer_marked(tmp_path: Path) -> None:
    """Packets beyond the rate are marked AF11 at one router and go behind the others at the next.

    Its line is overloaded: it carries all within the rate, and as many beyond it as there is room for.
    """
    marks = {"burst": "15 kB", "red": "pass", "red_dscp": 10}
    stream = {"kind": "udp", "udp": {"payload": "1472 bytes", "rate": "110 Mbit/s"}}
    last = {"kind": "ethernet", "rate": "100 Mbit/s", "queue": {"discipline": "priority"}}
    seconds = 2
    overloaded = line(marks, stream).with_(
        {
            "duration": f"{seconds} s",
            "warmup": "0 s",
            "nodes.core": {"kind": "router"},
            "links.access.rate": "1 Gbit/s",
            "links.line": {"ends": ["r", "core"], "rate": "1 Gbit/s"},
            "links.last": {"ends": ["core", "b"], **last, "delay": "0 s"},
        }
    )
    file = tmp_path / "arriving.pcap"
    run = cw.run(overloaded, captures={"ip@b": file})
    ports = run.queues.filter("port = 'r.line' or port = 'core.last'").fetchnumpy()
    assert int(sum(ports["dropped_policed_packets"])) == 0
    assert int(sum(ports["dropped_packets"])) > 0
    rates = {codepoint: 8 * octets / seconds for codepoint, octets in octets_by_codepoint(file).items()}
    assert rates == {
        0: pytest.approx(RATE, rel=0.01),
        10: pytest.approx(100e6 * 1500 / 1538 - RATE, rel=0.01),
    }


def test_what_is_wrong_is_reported_with_its_place() -> None:
    wrong = {"peak_rate": "1 Mbit/s", "queue": {"discipline": "tail", "limit": "9 bytes"}}
    with pytest.raises(cw.ConfigError) as refused:
        policed(wrong, tcp("newreno"))
    assert "links.line.queue.peak_rate" in str(refused.value)
    assert "links.line.queue.queue.limit" in str(refused.value)
