"""The loads of links in the page: they follow time, and where they cannot, that is said."""

from typing import Any

import numpy as np
import pytest

import cellwise as cw
from cellwise.network import Network
from cellwise.page import probes
from cellwise.page.loads import counted

Document = dict[str, Any]

TRUNK_BPS = 155.52e6


def crowd(sources: int, duration: str = "3 s") -> Document:
    return {
        "topology": {"template": "n-source", "sources": sources},
        "duration": duration,
        "switch": {"buffer": "4000 cells", "drop": {"policy": "epd", "threshold": "3200 cells"}},
        "tcp": {"timer_tick": "100 ms"},
    }


@pytest.mark.parametrize("sources", [3, 16, 17, 20, 40])
def test_loads_follow_time_however_many_flows_share_a_port(page: Any, sources: int) -> None:
    told = page.run(crowd(sources))
    assert sum(one["quantity"] == "acknowledgment" for one in told["series"]) == min(sources, 16)
    played = page.get(f"/api/runs/{told['id']}/playback?steps=61")
    assert played["means"] == []
    flows = told["summary"]["tables"]["flows"]
    ports = {row["port"]: row for row in told["summary"]["tables"]["ports"]}
    for port, load in ((port, np.array(played["links"][port])) for port in ("sw1.trunk", "sw2.trunk")):
        # It begins with a handshake and slow start; a mean would be the same all the time.
        assert load[0] == 0.0
        assert np.ptp(load) > 0.5 * load.mean()
        assert load[1:].mean() == pytest.approx(ports[port]["utilisation"], rel=0.15)
    sent = sum(row["delivered_bytes"] * 8 / row["payload_fraction"] for row in flows)
    assert np.sum(played["links"]["sw1.trunk"]) * 0.05 * TRUNK_BPS == pytest.approx(sent, rel=0.05)


def test_loads_are_those_that_are_recorded_whole(page: Any) -> None:
    document = crowd(20, "1 s")
    told = page.run(document)
    played = page.get(f"/api/runs/{told['id']}/playback?steps=21")["links"]["sw1.trunk"]
    exact = cw.run(cw.Scenario.from_dict({**document, "probes": {"acknowledgment": {"flow": "*"}}}))
    times_s = np.linspace(0.0, 1.0, 21)
    octets = sum(counted(one.time_ps / 1e12, one.value, times_s) for one in exact.probes)
    fraction = float(exact.columns("flows")["payload_fraction"][0])
    expected = np.diff(octets, prepend=0.0) * 8 / fraction / (0.05 * TRUNK_BPS)
    assert np.abs(np.array(played) - np.minimum(expected, 1.0)).max() < 0.02


def test_traffic_that_is_not_acknowledged_has_its_mean_and_that_is_said(page: Any) -> None:
    document: Document = {"topology": {"template": "downstream-bottleneck"}, "duration": "2 s"}
    told = page.run(document)
    played = page.get(f"/api/runs/{told['id']}/playback?steps=41")
    flows = told["summary"]["tables"]["flows"]
    assert {row["kind"] for row in flows} == {"tcp", "cells"}
    ports = {row["port"]: row for row in told["summary"]["tables"]["ports"]}
    assert played["means"]
    for port in played["means"]:
        load = np.array(played["links"][port])
        assert load.min() > 0
        assert load[1:].mean() == pytest.approx(ports[port]["utilisation"], rel=0.15)
    # Where TCP passes as well, the sum still follows it.
    assert any(np.ptp(played["links"][port]) > 0.02 for port in played["means"])
    others = set(played["links"]) - set(played["means"])
    assert any(np.ptp(played["links"][port]) > 0.02 for port in others)


def test_acknowledgments_of_many_flows_are_bounded() -> None:
    for sources in (16, 17, 1000, 5000):
        added = probes.added(Network.of(cw.Scenario.from_dict(crowd(sources, "100 s"))))
        acknowledged = added["acknowledgment"]
        assert len(acknowledged) == min(sources, 4096)
        assert len(probes.unplotted(added)) == max(0, len(acknowledged) - 16)
        samples = sum(100e9 / float(one["every"].split()[0]) for one in acknowledged[16:])
        assert samples <= 1 << 20


def test_a_sampled_count_grows_between_samples_and_a_recorded_one_at_its_changes() -> None:
    times_s = np.array([0.0, 0.5, 1.0, 2.5, 4.0, 9.0])
    sampled = counted(np.arange(5.0), np.array([0.0, 2.0, 4.0, 8.0, 8.0]), times_s)
    assert sampled.tolist() == [0.0, 1.0, 2.0, 6.0, 8.0, 8.0]
    changed = counted(np.array([0.0, 0.9, 2.4]), np.array([0.0, 2.0, 4.0]), times_s)
    assert changed.tolist() == [0.0, 0.0, 2.0, 4.0, 4.0, 4.0]
    assert counted(np.array([]), np.array([]), times_s).tolist() == [0.0] * 6


def test_the_queue_of_a_modem_is_recorded_and_its_adapter_named(page: Any) -> None:
    scenario = {
        "duration": "5 s",
        "topology": {"template": "adsl", "lines": 1, "uploads": True},
        "tcp": {"receive_window": "256 KiB"},
    }
    told = page.run(scenario)
    summary = told["summary"]
    rows = {row["port"]: row for row in summary["tables"]["ports"]}
    assert summary["bottleneck"]["port"] == "client1.nic"
    assert summary["bottleneck"]["wait_mean_s"] == rows["client1.nic"]["wait_mean_s"] > 0
    longest = rows["client1.nic"]["queue_max_waiting_cells"]
    assert summary["queue_max"]["client1.nic"] == longest > 500
    assert summary["shared_ports"]["client1.nic"]["efficiency"] > 0
    assert [one["port"] for one in summary["adapters"]] == ["client1.nic"]
    drawn = {one["target"]: one for one in told["series"] if one["quantity"] == "queue"}
    assert max(drawn["client1.nic"]["max"], drawn["client1.nic"]["peak"] or 0) >= longest


def test_adapters_as_fast_as_the_network_behind_them_are_not_recorded() -> None:
    network = Network.of(cw.Scenario({"topology": {"template": "n-source"}, "duration": "1 s"}))
    assert probes.narrow_adapters(network) == []
    assert [one["port"] for one in probes.added(network)["queue"]] == ["sw1.trunk", "sw2.trunk"]


#: A home with one upload: the modem's queue of packets stands above a line of cells.
HOME: Document = {
    "duration": "6 s",
    "topology": {
        "template": "dsl",
        "downloads": 0,
        "uploads": 1,
        "queue": {"discipline": "tail", "limit": "64 packets"},
    },
    "tcp": {"mss": "1452 bytes", "receive_window": "1 MiB", "timer_tick": "10 ms"},
}


def test_packet_links_and_queues_of_packets_are_drawn_with_their_loads(page: Any) -> None:
    told = page.run(HOME)
    links = {link["name"]: link for link in told["topology"]["links"]}
    assert {link["kind"] for link in links.values()} == {"atm", "ethernet"}
    ways = {way["port"]: way for link in links.values() for way in link["directions"]}
    ports = {row["port"]: row for row in told["summary"]["tables"]["packet_ports"]}
    assert ports.keys() <= ways.keys()
    assert ways["modem.line"]["discipline"] == "tail"
    played = page.get(f"/api/runs/{told['id']}/playback?steps=61")
    assert "modem.line" in played["packets"]
    assert max(played["ports"]["modem.line"]) == ports["modem.line"]["queue_max_waiting_packets"] == 64
    for port, row in ports.items():
        load = np.array(played["links"][port])
        assert load[1:].mean() == pytest.approx(row["utilisation"], abs=2e-3), port
        assert load.max() <= 1.0
    # The transfer begins at 2 s, and fills the line.
    assert max(played["links"]["modem.line"][:20]) < 0.1
    assert min(played["links"]["modem.line"][40:]) > 0.9
    assert not set(played["packets"]) & set(played["means"])


def test_queues_of_packets_are_plotted_and_their_peaks_are_told(page: Any) -> None:
    told = page.run(HOME)
    found = {one["target"]: one for one in told["series"] if one["quantity"] == "backlog"}
    assert found["modem.line"]["unit"] == "packets"
    assert max(found["modem.line"]["max"], found["modem.line"]["peak"] or 0) == 64
    answer = page.ask("GET", f"/api/runs/{told['id']}/cells?port=pc.nic&from=3&to=3.001")
    assert answer.status == 404, "cells are drawn at ports of cells"


def test_what_is_recorded_of_packet_ports_is_bounded() -> None:
    nodes = {f"h{number}": {"kind": "host"} for number in range(400)} | {"r": {"kind": "router"}}
    links = {
        f"l{number}": {
            "ends": [f"h{number}", "r"],
            "kind": "ethernet",
            "rate": f"{number % 7 + 1} Gbit/s",
            "delay": "1 ms",
        }
        for number in range(400)
    }
    flows = {f"f{number}": {"from": f"h{number}", "to": f"h{number + 1}"} for number in range(399)}
    document = {"duration": "100 s", "nodes": nodes, "links": links, "flows": flows}
    added = probes.added(Network.of(cw.Scenario.from_dict(document)))
    assert (len(added["backlog"]), len(added["busy"])) == (24, 320)
    points = sum(100e9 / float(one["every"].split()[0]) for one in (*added["backlog"], *added["busy"]))
    assert points < 1 << 20
    rates = [
        int(one["port"].removesuffix(".nic").removeprefix("h")) % 7
        for one in added["backlog"]
        if ".nic" in one["port"]
    ]
    assert set(rates) == {0}, "the slowest ports"
