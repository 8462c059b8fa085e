"""Flows of a program's own at one port, which queues that serve flows separately distinguish by number."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

import cellwise as cw
from cellwise.path import FlowLike

UDP_AND_IP_OCTETS = 28
#: Both uploads send at 8 Mbit/s what a line of 10 Mbit/s carries.
PAYLOADS, GAP_S, BEGINS_S = (1400, 600), (1.4e-3, 0.6e-3), (2.0, 2.00011)

HOME = """
    duration = "6 s"
    [topology]
    template = "vdsl2"
    downloads = 0
    uploads = 0
    outside = true
    downstream = "50 Mbit/s"
    upstream = "10 Mbit/s"
    queue = { discipline = "fq-codel" }
"""


def instants(which: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """When an upload sends, in ps."""
    gap_ps = round(GAP_S[which] * 1e12)
    return np.arange(round(BEGINS_S[which] * 1e12), round(5.9e12), gap_ps)


def home(queue: str = "fq-codel") -> cw.Scenario:
    return cw.Scenario.from_toml(HOME.replace("fq-codel", queue))


def with_uploads(uploads: Sequence[FlowLike], queue: str = "fq-codel") -> cw.Path:
    """Give a path to which both uploads have offered all their packets."""
    path = cw.Path(home(queue), fates=True)
    for which, flow in enumerate(uploads):
        path.offer_many("pc", instants(which), PAYLOADS[which] + UDP_AND_IP_OCTETS, flow=flow)
    return path


def inside() -> cw.Scenario:
    """The same home with both uploads as flows of its own."""
    uploads = {
        f"up{which}": {
            "from": "pc",
            "to": "server",
            "kind": "udp",
            "start": f"{BEGINS_S[which]} s",
            "stop": "5.9 s",
            "udp": {"payload": f"{payload} bytes", "rate": f"{payload * 8 / GAP_S[which]:.0f} bit/s"},
        }
        for which, payload in enumerate(PAYLOADS)
    }
    expanded = home().expanded().to_dict()
    del expanded["flows"]["outside"]
    return cw.Scenario.from_dict({**expanded, "flows": {**expanded["flows"], **uploads}})


def test_uploads_of_a_program_hurt_a_ping_no_more_than_those_of_the_network() -> None:
    path = with_uploads((1, 2))
    path.collect(until="6 s")
    pings, twins = path.finish().pings, cw.run(inside()).pings
    columns = "number, sent_s, rtt_s"
    assert pings.select(columns).fetchall() == twins.select(columns).fetchall()
    assert len(pings) > 5
    assert pings.filter("rtt_s is null and sent_s < 5.9").fetchall() == []


@pytest.mark.parametrize(("ping", "most_s"), [(3, 0.017), (1, None)])
def test_a_ping_of_a_program_waits_for_a_packet_of_each_upload_unless_it_says_that_it_is_one(
    ping: int, most_s: float | None
) -> None:
    path = with_uploads((1, 2))
    path.offer_many("pc", np.arange(2_500, 5_500, 200) * 1_000_000_000, 84, first_tag=1 << 20, flow=ping)
    arrived = path.collect(until="6 s")
    is_ping = arrived["tag"] >= 1 << 20
    waits_s = (arrived["at_ps"] - arrived["offered_ps"])[is_ping] / 1e12
    if most_s is None:
        assert len(waits_s) < 15 or max(waits_s) > 0.05
    else:
        assert len(waits_s) == 15
        assert max(waits_s) < most_s


def test_cake_shares_by_hosts_whatever_their_number_of_flows() -> None:
    path = cw.Path(home('cake", isolation = "dual-srchost", bandwidth = "8 Mbit/s'))
    at = instants(0)
    offered = {(1, 11, 0): 0, (2, 11, 0): 1, (3, 11, 0): 2, (4, 12, 0): 3}
    for flow, which in offered.items():
        path.offer_many("pc", at + which, 1428, first_tag=which << 20, flow=flow)
    arrived = Counter((path.collect(until="5.9 s")["tag"] >> 20).tolist())
    of_three, of_one = arrived[0] + arrived[1] + arrived[2], arrived[3]
    assert of_one == pytest.approx(of_three, rel=0.02)


@pytest.mark.parametrize("flow", [-1, 2**32, (1, -1, 0), (1, 0, 2**32)])
def test_numbers_of_flows_are_of_32_bits(flow: FlowLike) -> None:
    with pytest.raises(ValueError, match="give a whole number from 0 to 4294967295"):
        cw.Path(home()).offer("pc", at=0, octets=100, flow=flow)
