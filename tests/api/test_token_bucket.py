"""A shaper around any discipline, in a network."""

from typing import Any

import pytest

import cellwise as cw

#: The shaper: 9.7 Mbit/s of whole cells, with 44 octets around each packet.
LINE = {"overhead_bytes": 44, "framing": "atm"}
#: Data of a datagram, and the cells that its packet takes.
PAYLOAD_BYTES, CELLS = 1448, 32


def overloaded(queue: dict[str, Any]) -> cw.Run:
    """Two streams of 8 Mbit/s each on a link of 100 Mbit/s with a queue in front of it."""
    stream = {"kind": "udp", "udp": {"payload": f"{PAYLOAD_BYTES} bytes", "rate": "8 Mbit/s"}}
    access = {"kind": "ethernet", "rate": "1 Gbit/s", "delay": "1 ms"}
    return cw.run(
        {
            "duration": "6 s",
            "warmup": "1 s",
            "nodes": {name: {"kind": "host"} for name in ("a", "b", "c")} | {"r": {"kind": "router"}},
            "links": {
                "a": {"ends": ["a", "r"], **access},
                "b": {"ends": ["b", "r"], **access},
                "line": {"ends": ["r", "c"], **access, "rate": "100 Mbit/s", "queue": queue},
            },
            "flows": {name: {"from": name, "to": "c", **stream} for name in ("a", "b")},
        }
    )


def shaped(rule: str, queue: str) -> dict[str, Any]:
    inner = {"discipline": queue}
    return {"discipline": "token-bucket", "rate": "9.7 Mbit/s", "rule": rule, **LINE, "queue": inner}


def rates_bps(run: cw.Run) -> list[float]:
    return [float(rate) for rate in run.flows.fetchnumpy()["throughput_bps"]]


@pytest.mark.parametrize("rule", ["htb", "tbf"])
@pytest.mark.parametrize("queue", ["fq-codel", "tail", "pie", "cake"])
def test_any_discipline_sends_at_the_rate_of_the_shaper_in_cells(rule: str, queue: str) -> None:
    wanted = 9.7e6 * PAYLOAD_BYTES / (53 * CELLS)
    assert sum(rates_bps(overloaded(shaped(rule, queue)))) == pytest.approx(wanted, rel=0.001)


def test_cake_and_a_shaper_around_fq_codel_share_the_same_rate_equally() -> None:
    cake = {"discipline": "cake", "bandwidth": "9.7 Mbit/s", **LINE}
    half = 9.7e6 * PAYLOAD_BYTES / (53 * CELLS) / 2
    for queue in (cake, shaped("htb", "fq-codel")):
        assert rates_bps(overloaded(queue)) == pytest.approx([half, half], rel=0.002)


def test_what_is_wrong_inside_is_reported_with_its_place() -> None:
    inner = {"discipline": "tail", "limit": "9 bytes"}
    queue = {"discipline": "token-bucket", "rate": "5 Mbit/s", "peak_rate": "1 Mbit/s", "queue": inner}
    with pytest.raises(cw.ConfigError) as refused:
        overloaded(queue)
    assert "links.line.queue.peak_rate" in str(refused.value)
    assert "links.line.queue.queue.limit" in str(refused.value)
