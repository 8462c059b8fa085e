"""A policer on the way of packets, in a network."""

from typing import Any

import pytest

import cellwise as cw

RATE = 25e6
#: Data of a segment of 1500 octets of IP, with timestamps or without (a datagram).
SEGMENT, DATAGRAM = 1448 / 1500, 1472 / 1500


def policed(policer: dict[str, Any], flow: dict[str, Any], rtt_ms: int = 20) -> cw.Run:
    """One flow over a line of 100 Mbit/s that is policed at 25."""
    link = {"kind": "ethernet", "rate": "100 Mbit/s"}
    queue = {"discipline": "policer", "rate": "25 Mbit/s", **policer}
    return cw.run(
        {
            "duration": "40 s",
            "warmup": "10 s",
            "nodes": {"a": {"kind": "host"}, "r": {"kind": "router"}, "b": {"kind": "host"}},
            "links": {
                "access": {"ends": ["a", "r"], **link, "delay": f"{rtt_ms / 2} ms"},
                "line": {"ends": ["r", "b"], **link, "delay": "0 s", "queue": queue},
            },
            "flows": {"f": {"from": "a", "to": "b", **flow}},
        }
    )


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


def test_packets_that_are_marked_instead_of_dropped_arrive() -> None:
    """Packets beyond the rate are marked AF11, which the discipline behind serves last; none is lost."""
    behind = {"discipline": "priority"}
    marks = {"burst": "15 kB", "red": "pass", "red_dscp": 10, "queue": behind}
    stream = {"kind": "udp", "udp": {"payload": "1472 bytes", "rate": "90 Mbit/s"}}
    run = policed(marks, stream)
    names = run.queues.filter("port = 'r.line'").fetchnumpy()
    assert int(sum(names["dropped_policed_packets"])) == 0
    assert goodput_bps(run) == pytest.approx(90e6, rel=0.01)


def test_what_is_wrong_is_reported_with_its_place() -> None:
    wrong = {"peak_rate": "1 Mbit/s", "queue": {"discipline": "tail", "limit": "9 bytes"}}
    with pytest.raises(cw.ConfigError) as refused:
        policed(wrong, tcp("newreno"))
    assert "links.line.queue.peak_rate" in str(refused.value)
    assert "links.line.queue.queue.limit" in str(refused.value)
