"""Packet links from Python: the results of runs, and the settings that are refused."""

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cellwise as cw
from cellwise.export import export
from cellwise.network import Network
from cellwise.page.browser_run import described
from cellwise.points.expected_cost import expected_s
from cellwise.theory import max_min_of, md1_loss_ratio

#: Two senders on a bottleneck of 10 Mbit/s between two routers.
BOTTLENECK = """
duration = "2 s"
tcp.mss = "1460 bytes"
tcp.receive_window = "65535 bytes"
nodes.s1.kind = "host"
nodes.s2.kind = "host"
nodes.d1.kind = "host"
nodes.d2.kind = "host"
nodes.r.kind = "router"
nodes.q.kind = "router"
packet.queue = { discipline = "tail", limit = "20 packets" }
[links]
a1 = { ends = ["s1", "r"], kind = "ethernet", rate = "100 Mbit/s", delay = "1 ms" }
a2 = { ends = ["s2", "r"], kind = "ethernet", rate = "100 Mbit/s", delay = "1 ms" }
trunk = { ends = ["r", "q"], kind = "ethernet", rate = "10 Mbit/s", delay = "5 ms" }
b1 = { ends = ["q", "d1"], kind = "ethernet", rate = "100 Mbit/s", delay = "1 ms" }
b2 = { ends = ["q", "d2"], kind = "ethernet", rate = "100 Mbit/s", delay = "1 ms" }
[flows]
f1 = { from = "s1", to = "d1" }
f2 = { from = "s2", to = "d2", start = "30 ms" }
"""

#: A host, its modem and a server, with a line of cells between the two last.
MODEM = """
duration = "1 s"
tcp.mss = "1452 bytes"
nodes.pc.kind = "host"
nodes.modem.kind = "router"
nodes.bras.kind = "router"
nodes.server.kind = "host"
vcs.line.path = ["modem", "bras"]
flows.up = { from = "pc", to = "server" }
[links]
lan = { ends = ["pc", "modem"], kind = "ethernet", rate = "100 Mbit/s", delay = "10 us" }
dsl = { ends = ["modem", "bras"], rate = "640 kbit/s", delay = "5 ms" }
net = { ends = ["bras", "server"], kind = "ethernet", rate = "1 Gbit/s", delay = "10 ms" }
"""


@pytest.fixture(scope="module")
def run() -> cw.Run:
    return cw.run(cw.Scenario.from_toml(BOTTLENECK))


def of_port(run: cw.Run, port: str, table: str = "queues") -> dict[str, Any]:
    columns = run.columns(table)
    (row,) = np.flatnonzero(columns["port"] == port)
    return {name: values[row] for name, values in columns.items()}


def test_packets_have_books_of_their_own_and_there_are_no_cells(run: cw.Run) -> None:
    books = run.packet_audit
    assert books["sent"] == books["delivered"] + books["lost"] + books["held"]
    assert books["lost"] == run.columns("queues")["dropped_packets"].sum() > 0
    assert set(run.audit.values()) == {0}
    assert run.cells == 0
    assert list(run.columns("flows")["vc"]) == ["", ""]


def test_the_bottleneck_is_a_packet_port_that_sends_what_ethernet_can_carry(run: cw.Run) -> None:
    found = run.bottleneck
    assert found is not None
    assert (found["port"], found["discipline"], found["is_adapter"]) == ("r.trunk", "tail", False)
    trunk = of_port(run, "r.trunk")
    # 1514 of 1538 octets on the line count as sent, of packets of the greatest length.
    wire_bytes = trunk["sent_bytes"] + 24 * trunk["sent_packets"]
    assert found["utilisation"] == pytest.approx(wire_bytes * 8 / 10e6 / run.summary["measured_s"], abs=2e-3)
    assert (
        found["queue_max_waiting_packets"]
        == of_port(run, "r.trunk", "packet_ports")["queue_max_waiting_packets"]
        <= 20
    )
    assert trunk["sojourn_max_s"] <= 20 * 1538 * 8 / 10e6 + 1e-9
    assert found["wait_mean_s"] == pytest.approx(trunk["sojourn_mean_s"])


def test_it_lists_the_models_of_its_links(run: cw.Run) -> None:
    used = {(model["family"], model["name"]) for model in run.models}
    assert {("disciplines", "tail"), ("framings", "ethernet"), ("packet-lines", "constant")} <= used


def test_what_was_stored_is_read_back_and_exported(run: cw.Run, tmp_path: Path) -> None:
    loaded = cw.Run.load(run.save(tmp_path / "out"))
    assert loaded.fingerprint == run.fingerprint
    assert loaded.packet_audit == run.packet_audit
    assert loaded.queues.aggregate("count(*)").fetchall() == [(len(run.columns("queues")["port"]),)]
    scalars = export(run, "omnetpp", tmp_path / "run")[0].read_text()
    assert f"packet_audit.sent {run.packet_audit['sent']}" in scalars
    assert " cellwise.queues.r.trunk.0 sent_packets " in scalars
    assert (tmp_path / "csv" / "queues.csv") in export(run, "csv", tmp_path / "csv")


def test_what_looks_at_networks_takes_flows_without_a_connection(run: cw.Run) -> None:
    network = Network.of(run.scenario)
    flow = network.flows["f1"]
    assert (flow.vc, network.way(flow)) == ("", ())
    assert [one.port for one in network.packet_ports(flow)] == ["s1.nic", "r.trunk", "q.b1"]
    assert max_min_of(run.scenario) == []
    assert expected_s(run.scenario) > 0
    page = described(run, [])
    assert page["summary"]["bottleneck"]["port"] == "r.trunk"
    kinds = {link["name"]: (link["kind"], link["rate_bps"]) for link in page["topology"]["links"]}
    assert kinds["trunk"] == ("ethernet", 10_000_000)
    assert "tail" in {row["discipline"] for row in page["summary"]["tables"]["queues"]}
    assert "untitled" in run._repr_html_()


@pytest.mark.parametrize("name", ["sojourn", "network", "delay", "loss", "latency", "efficiency-fairness"])
def test_plots_of_packets_alone_are_drawn(run: cw.Run, name: str) -> None:
    assert run.plot(name).to_bytes("svg").startswith(b"<?xml")


def test_the_plot_of_waits_has_the_quantiles_of_the_table(run: cw.Run) -> None:
    columns = run.plot("sojourn", port="r.trunk").columns()
    values = {name: list(column) for name, column in columns.items()}
    trunk = of_port(run, "r.trunk")
    reported = [values[name][0] for name in values if name.endswith(("_low", "_high", "ms"))]
    assert sorted(reported) == [1e3 * trunk[f"sojourn_{name}_s"] for name in ("min", "p50", "p99")]


def test_packets_and_cells_are_counted_apart_where_they_meet_in_a_modem() -> None:
    run = cw.run(cw.Scenario.from_toml(MODEM))
    assert run.audit["sent"] > 0 < run.packet_audit["sent"]
    assert run.bottleneck is not None
    assert run.bottleneck["port"] == "modem.dsl"
    assert "queue_mean_waiting_cells" in run.bottleneck
    assert list(run.columns("flows")["vc"]) == ["line"]


def test_the_bottleneck_tells_of_the_packets_that_wait_for_a_line_of_cells() -> None:
    queue = {"discipline": "tail", "limit": "20 packets"}
    run = cw.run(changed(MODEM, dsl={"queue": queue}))
    assert run.bottleneck is not None
    assert (run.bottleneck["port"], run.bottleneck["discipline"]) == ("modem.dsl", "tail")
    ports = run.columns("ports")
    (row,) = np.flatnonzero(ports["port"] == "modem.dsl")
    assert run.bottleneck["utilisation"] == pytest.approx(ports["utilisation"][row], abs=1e-3)
    assert 0 < run.bottleneck["queue_max_waiting_packets"] <= 20


def changed(text: str, **links: dict[str, Any]) -> cw.Scenario:
    document = cw.Scenario.from_toml(text).to_dict()
    for name, keys in links.items():
        document["links"][name].update(keys)
    return cw.Scenario(document)


@pytest.mark.parametrize(
    ("text", "links", "reported"),
    [
        (
            BOTTLENECK,
            {"trunk": {"mtu": "1600 bytes"}},
            [("links.trunk.mtu", "give from 68 to 1500 octets")],
        ),
        (
            BOTTLENECK,
            {"trunk": {"ethernet": {"pppoe": True}, "mtu": "1500 bytes"}},
            [("links.trunk.mtu", "give from 68 to 1492 octets")],
        ),
        (
            BOTTLENECK,
            {"trunk": {"queue": {"discipline": "tail", "limit": "0 packets"}}},
            [("links.trunk.queue.limit", "")],
        ),
        (
            BOTTLENECK,
            {"trunk": {"ptm": {"pppoe": True}}},
            [("links.trunk.ptm", 'is for links of kind "ptm", and this is "ethernet"')],
        ),
        (
            MODEM,
            {"dsl": {"line": {"line": "constant"}, "mtu": "1500 bytes"}},
            [("links.dsl.mtu", "carry packets"), ("links.dsl.line", "carry packets")],
        ),
    ],
)
def test_bad_settings_of_packet_links_are_reported_with_path_and_rule(
    text: str, links: dict[str, dict[str, Any]], reported: list[tuple[str, str]]
) -> None:
    with pytest.raises(cw.ConfigError) as caught:
        cw.run(changed(text, **links))
    found = {issue["path"]: issue["rule"] for issue in caught.value.issues}
    for path, rule in reported:
        assert rule in found[path], found


def test_a_switch_of_packets_has_no_buffer_of_cells() -> None:
    document = cw.Scenario.from_toml(BOTTLENECK).to_dict()
    document["nodes"]["q"] = {"kind": "switch", "buffer": "100 cells"}
    with pytest.raises(cw.ConfigError) as caught:
        cw.run(cw.Scenario(document))
    assert [issue["path"] for issue in caught.value.issues] == ["nodes.q.buffer"]


def test_a_switch_of_packets_does_what_a_router_does() -> None:
    routed = cw.Scenario.from_toml(BOTTLENECK)
    switched = cw.Scenario.from_toml(BOTTLENECK.replace('"router"', '"switch"'))
    assert cw.run(switched).fingerprint == cw.run(routed).fingerprint
    kinds = Network.of(switched).nodes
    assert (kinds["r"], kinds["s1"]) == ("switch", "host")


#: A link that sends a packet of 1000 octets in 0.8 ms, with places to wait for so many.
ONE_SERVER = """
duration = "{duration}"
seed = {seed}
nodes.a.kind = "host"
nodes.b.kind = "host"
packet.queue = {{ discipline = "tail", limit = "{places} packets" }}
[links]
l = {{ ends = ["a", "b"], kind = "raw", rate = "10 Mbit/s", delay = "1 ms" }}
[flows]
f = {{ from = "a", to = "b", kind = "udp", udp = {{ payload = "972 bytes", {pace} }} }}
"""
SERVICE_S = 0.0008


def _loss_ratio(**settings: Any) -> float:
    """Share of a flow's packets that found the places to wait full."""
    run = cw.run(cw.Scenario.from_toml(ONE_SERVER.format(**settings)))
    ports, flows = run.columns("packet_ports"), run.columns("flows")
    return float(ports["dropped_packets"].sum() / flows["segments_sent"][0])


@pytest.mark.parametrize(("load", "places"), [(0.9, 5), (0.7, 2), (1.2, 10)])
def test_a_poisson_flow_loses_at_a_full_port_what_m_d_1_k_says(load: float, places: int) -> None:
    pace = f'gap_s = {{ distribution = "exponential", mean = {SERVICE_S / load} }}'
    runs = 10
    ratios = [_loss_ratio(duration="40 s", seed=seed, places=places, pace=pace) for seed in range(runs)]
    half_width = 3.25 * np.std(ratios, ddof=1) / math.sqrt(runs)  # Student's t, 9 degrees, 99 %.
    exact = md1_loss_ratio(load, places)
    assert half_width < 0.1 * exact, "else it could not notify much"
    assert abs(np.mean(ratios) - exact) <= half_width


@pytest.mark.parametrize(("load", "places"), [(0.99, 1), (1.0, 1), (1.25, 4), (3.0, 7)])
def test_a_constant_flow_loses_at_a_full_port_what_d_d_1_k_says(load: float, places: int) -> None:
    packets = 2000
    pace = f'rate = "{round(972 * 8 / SERVICE_S * load)} bit/s"'
    # The n-th packet comes at n / load services; one that comes as a transmission ends finds its place free.
    gap = Fraction(972 * 8, round(972 * 8 / SERVICE_S * load)) / Fraction(8, 10_000)
    ends: list[Fraction] = []
    lost = 0
    for now in (n * gap for n in range(packets)):
        ends = [end for end in ends if end > now]
        if len(ends) > places:
            lost += 1
        else:
            ends.append(max([now, *ends[-1:]]) + 1)
    duration = float(packets * gap - gap / 2) * SERVICE_S
    found = _loss_ratio(duration=f"{duration:.9f} s", seed=1, places=places, pace=pace)
    assert found == lost / packets
