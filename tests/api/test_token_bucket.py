"""A shaper around any discipline, in a network."""

from typing import Any

import pytest

import cellwise as cw

#: The shaper: 9.7 Mbit/s of whole cells, with 44 octets around each packet.
LINE = {"overhead_bytes": 44, "framing": "atm"}
#: Data of a segment of 1448 octets, and the cells that its packet takes.
SEGMENT_BYTES, CELLS = 1448, -(-(1500 + 44) // 48)


def bottleneck(queue: dict[str, Any]) -> cw.Run:
    return cw.run(
        {
            "duration": "12 s",
            "warmup": "2 s",
            "topology": {
                "template": "ethernet-bottleneck",
                "hosts": 2,
                "rate": "100 Mbit/s",
                "rtt": "20 ms",
                "queue": queue,
                "ping": True,
            },
            "tcp": {"mss": "1448 bytes", "receive_window": "1000000 bytes"},
        }
    )


def shaped(rule: str, queue: str) -> dict[str, Any]:
    inner = {"discipline": queue}
    return {"discipline": "token-bucket", "rate": "9.7 Mbit/s", "rule": rule, **LINE, "queue": inner}


def goodput_bps(run: cw.Run) -> float:
    rows = run.flows.fetchnumpy()
    return float(rows["throughput_bps"][rows["flow"] != "ping"].sum())


@pytest.mark.parametrize("rule", ["htb", "tbf"])
@pytest.mark.parametrize("queue", ["fq-codel", "tail", "pie"])
def test_any_discipline_sends_at_the_rate_of_the_shaper_in_cells(rule: str, queue: str) -> None:
    wanted = 9.7e6 * SEGMENT_BYTES / (53 * CELLS)
    assert goodput_bps(bottleneck(shaped(rule, queue))) == pytest.approx(wanted, rel=0.01)


def test_cake_and_a_shaper_around_fq_codel_send_the_same() -> None:
    cake = {"discipline": "cake", "bandwidth": "9.7 Mbit/s", **LINE}
    rates = [goodput_bps(bottleneck(queue)) for queue in (cake, shaped("htb", "fq-codel"))]
    assert rates[0] == pytest.approx(rates[1], rel=0.005)


def test_what_is_wrong_inside_is_told_with_its_place() -> None:
    queue = {
        "discipline": "token-bucket",
        "rate": "5 Mbit/s",
        "peak_rate": "1 Mbit/s",
        "queue": {"discipline": "tail", "limit": "9 bytes"},
    }
    with pytest.raises(cw.ConfigError) as refused:
        bottleneck(queue)
    assert "topology.queue.peak_rate" in str(refused.value)
    assert "topology.queue.queue.limit" in str(refused.value)
