"""Probes of packet queues: they agree with the tables, some are refused, and plots show them."""

import tomllib
from typing import Any

import numpy as np
import pytest

import cellwise as cw
from cellwise.plots import NotRecordedError
from cellwise.plots.layers import Layer
from cellwise.plots.marks import Line
from cellwise.series import Series
from cellwise.store import Numbers

END_S = 2.0

#: Two senders at a bottleneck of 10 Mbit/s with PIE, behind it a line of cells with a queue of packets.
NETWORK = """
duration = "2 s"
tcp = { mss = "1460 bytes", receive_window = "256 KiB", timer_tick = "10 ms" }
nodes.s1.kind = "host"
nodes.s2.kind = "host"
nodes.r.kind = "router"
nodes.q.kind = "router"
nodes.sw.kind = "switch"
nodes.modem.kind = "router"
nodes.d.kind = "host"
[links]
a1 = { ends = ["s1", "r"], kind = "ethernet", rate = "100 Mbit/s", delay = "1 ms" }
a2 = { ends = ["s2", "r"], kind = "ethernet", rate = "100 Mbit/s", delay = "1 ms" }
trunk = { ends = ["r", "q"], kind = "ethernet", rate = "10 Mbit/s", delay = "5 ms", queue = PIE }
line = { ends = ["q", "sw"], rate = "20 Mbit/s", delay = "5 ms", queue = { discipline = "fq-codel" } }
access = { ends = ["sw", "modem"], rate = "20 Mbit/s", delay = "1 ms" }
b = { ends = ["modem", "d"], kind = "ethernet", rate = "100 Mbit/s", delay = "1 ms" }
[vcs]
dsl.path = ["q", "sw", "modem"]
[flows]
f1 = { from = "s1", to = "d" }
f2 = { from = "s2", to = "d", start = "30 ms" }
""".replace("PIE", '{ discipline = "pie" }')

PROBES: dict[str, Any] = {
    "sojourn": {"port": "*"},
    "backlog": [{"port": "*"}, {"port": "*", "flow": "*"}],
    "backlog_bytes": [{"port": "r.trunk"}, {"port": "r.trunk", "flow": "*"}],
    "busy": {"port": "*", "every": "10 ms"},
    "drop_probability": {"port": "*", "every": "10 ms"},
}


def probed(probes: dict[str, Any]) -> cw.Scenario:
    return cw.Scenario.from_toml(NETWORK).with_(probes=probes)


@pytest.fixture(scope="module")
def run() -> cw.Run:
    return cw.run(probed(PROBES))


def of(run: cw.Run, quantity: str, target: str) -> Series:
    (found,) = [one for one in run.probes if (one.quantity, one.target) == (quantity, target)]
    return found


def row(run: cw.Run, table: str, port: str) -> dict[str, Any]:
    columns = run.columns(table)
    (place,) = np.flatnonzero(columns["port"] == port)
    return {name: values[place] for name, values in columns.items()}


def mean_of(one: Series) -> float:
    """The mean over time of a value that holds until its next change."""
    return float(np.sum(one.value * np.diff(one.time_s, append=END_S)) / END_S)


def held(one: Series, at_s: Numbers) -> Numbers:
    found: Numbers = one.value[np.searchsorted(one.time_s, at_s, side="right") - 1]
    return found


#: Where packets wait: in front of packet links, and above the line of cells at the end with a queue.
PORTS = {"s1.nic", "s2.nic", "d.nic", "r.a1", "r.a2", "r.trunk", "q.trunk", "q.line", "modem.b"}


def test_every_packet_port_has_its_series_with_its_unit(run: cw.Run) -> None:
    units = {"sojourn": "s", "backlog": "packets", "busy": "s"}
    for quantity, unit in units.items():
        found = [one for one in run.probes if one.quantity == quantity and " " not in one.target]
        assert {one.target for one in found} == PORTS, quantity
        assert {one.unit for one in found} == {unit}
    # There is a queue at both ends of the link.
    assert {one.target for one in run.probes if one.quantity == "drop_probability"} == {"r.trunk", "q.trunk"}
    assert {one.unit for one in run.probes if one.quantity == "backlog_bytes"} == {"bytes"}


@pytest.mark.parametrize("port", ["r.trunk", "q.line", "s2.nic", "q.trunk"])
def test_what_is_recorded_is_what_the_tables_say(run: cw.Run, port: str) -> None:
    table = row(run, "packet_ports", port)
    backlog = of(run, "backlog", port)
    assert backlog.value[0] == 0
    assert mean_of(backlog) == pytest.approx(table["queue_mean_waiting_packets"], rel=1e-9)
    assert backlog.value.max() <= table["queue_max_waiting_packets"]
    queues = run.columns("queues")
    greatest_s = queues["sojourn_max_s"][queues["port"] == port].max()
    waited = of(run, "sojourn", port).value
    assert waited[np.isfinite(waited)].max() == pytest.approx(greatest_s, abs=1e-12)
    busy = of(run, "busy", port)
    assert (busy.value[0], busy.time_s[-1]) == (0.0, END_S)
    assert busy.value[-1] / END_S == pytest.approx(table["utilisation"], rel=1e-9)
    steps = np.diff(busy.value)
    assert steps.min() >= 0
    assert steps.max() <= 10e-3 + 1e-12


def test_flows_add_up_to_the_queue_in_packets_and_in_octets(run: cw.Run) -> None:
    at_s = np.linspace(0, END_S, 4001)
    for quantity in ("backlog", "backlog_bytes"):
        whole = held(of(run, quantity, "r.trunk"), at_s)
        parts = [held(of(run, quantity, f"r.trunk {flow}"), at_s) for flow in ("f1", "f2")]
        assert whole.max() > 0
        assert all(part.max() > 0 for part in parts)
        np.testing.assert_array_equal(np.sum(parts, axis=0), whole)
    packets, octets = (held(of(run, name, "r.trunk"), at_s) for name in ("backlog", "backlog_bytes"))
    # The frame of a full packet; the last of a window may be shorter.
    assert np.all(octets <= 1514 * packets)
    assert np.median(octets[packets > 0] / packets[packets > 0]) == 1514


def test_a_probability_of_drops_is_sampled_and_rises_where_there_are_drops(run: cw.Run) -> None:
    one = of(run, "drop_probability", "r.trunk")
    assert (one.unit, len(one)) == ("1", 201)
    assert one.value[0] == 0.0
    assert 0 < one.value.max() < 1
    assert row(run, "queues", "r.trunk")["dropped_aqm_packets"] > 0


@pytest.mark.parametrize(
    ("probes", "path", "words"),
    [
        ({"sojourn": {"port": "modem.access"}}, "probes.sojourn.port", "has no queue of packets"),
        ({"busy": {"port": "modem.access", "every": "1 ms"}}, "probes.busy.port", "has no queue of packets"),
        ({"backlog": {"port": "r.trnk"}}, "probes.backlog.port", '"r.trunk"'),
        ({"queue": {"port": "r.trunk"}}, "probes.queue.port", "the probe backlog has the packets"),
        (
            {"backlog": {"port": "r.a1", "flow": "f2"}},
            "probes.backlog.flow",
            "no packets that wait at port r.a1",
        ),
        ({"backlog_bytes": {"port": "r.a1", "flow": "f3"}}, "probes.backlog_bytes.flow", "known: f1, f2"),
        (
            {"drop_probability": {"port": "q.line", "every": "1 ms"}},
            "probes.drop_probability.port",
            "has no probability of drops; red, pie, fq-pie, dualpi2 have one",
        ),
        (
            {"drop_probability": {"port": "r.trunk", "every": "0 s"}},
            "probes.drop_probability.every",
            "give a time above 0",
        ),
    ],
)
def test_a_probe_of_what_is_not_there_is_refused_with_path_and_rule(
    probes: dict[str, Any], path: str, words: str
) -> None:
    with pytest.raises(cw.ConfigError) as caught:
        cw.run(probed(probes))
    assert words in {issue["path"]: issue["rule"] for issue in caught.value.issues}[path]


def test_samples_without_a_period_are_refused() -> None:
    for quantity in ("busy", "drop_probability"):
        with pytest.raises(cw.ConfigError, match="every"):
            probed({quantity: {"port": "*"}})


def test_all_that_is_wrong_with_probes_is_reported_at_once() -> None:
    wrong = {"sojourn": {"port": "modem.access"}, "drop_probability": {"port": "q.line", "every": "1 ms"}}
    with pytest.raises(cw.ConfigError) as caught:
        cw.run(probed(wrong))
    assert {issue["path"] for issue in caught.value.issues} == {
        "probes.sojourn.port",
        "probes.drop_probability.port",
    }


@pytest.mark.parametrize(
    ("plot", "quantity", "column", "scale"),
    [
        ("queue-delay", "sojourn", "queueing_delay_ms", 1e3),
        ("backlog", "backlog", "backlog_packets", 1.0),
        ("backlog-bytes", "backlog_bytes", "backlog_bytes", 1.0),
        ("drop-probability", "drop_probability", "drop_probability", 1.0),
    ],
)
def test_a_plot_over_time_has_the_values_of_its_probe(
    run: cw.Run, plot: str, quantity: str, column: str, scale: float
) -> None:
    columns = run.plot(plot, port="r.trunk").columns()
    recorded = of(run, quantity, "r.trunk")
    assert list(columns) == ["series", "time_s", column]
    assert set(columns["series"]) == {"r.trunk"}
    np.testing.assert_array_equal(columns[column][: len(recorded)], scale * recorded.value)
    np.testing.assert_array_equal(columns["time_s"][: len(recorded)], recorded.time_s)


def test_ports_where_nothing_waited_are_counted_and_the_longest_queue_is_first(run: cw.Run) -> None:
    for plot, quantity in (("queue-delay", "sojourn"), ("backlog", "backlog")):
        peaks = {port: np.nanmax(of(run, quantity, port).value, initial=0.0) for port in PORTS}
        shown = [mark.name for mark in run.plot(plot).marks]
        assert sorted(shown) == sorted(port for port in PORTS if peaks[port] > 0)
        assert [peaks[port] for port in shown] == sorted((peaks[port] for port in shown), reverse=True)
        quiet = len(PORTS) - len(shown)
        assert quiet > 0
        assert run.plot(plot).title.endswith(f"{quiet} more port{'s' if quiet > 1 else ''} where none waited")


def test_flows_at_a_port_are_stacked_up_to_its_queue(run: cw.Run) -> None:
    for drawing in (run.plot("backlog", view="flows"), run.plot("backlog", flow=["f1", "f2"])):
        layers = [mark for mark in drawing.marks if isinstance(mark, Layer)]
        assert [layer.name for layer in layers] == ["f1", "f2"]
        assert "r.trunk, the fullest of" in drawing.title
        assert layers[-1].top_y.max() == of(run, "backlog", "r.trunk").value.max()
    alone = cw.run(probed({"backlog": {"port": "q.line", "flow": "*"}}))
    assert [mark.name for mark in alone.plot("backlog").marks] == ["f1", "f2"]


def test_a_flow_and_a_port_have_one_colour_in_all_plots(run: cw.Run) -> None:
    order = run.plot("backlog").order
    assert run.plot("queue-delay").order == run.plot("utilisation").order == order
    assert run.plot("backlog", view="flows").order == run.plot("delay").order


def test_the_line_of_a_packet_port_has_a_utilisation_over_time(run: cw.Run) -> None:
    (line,) = run.plot("utilisation", port="r.trunk").marks
    assert isinstance(line, Line)
    assert line.y.mean() == pytest.approx(row(run, "packet_ports", "r.trunk")["utilisation"], rel=1e-9)
    assert 0.9 < line.y.max() <= 1 + 1e-9


def test_a_view_that_cannot_be_drawn_says_what_is_missing(run: cw.Run) -> None:
    whole = cw.run(probed({"backlog": {"port": "r.trunk"}}))
    with pytest.raises(NotRecordedError, match=r'\[probes\.backlog\]\nport = "\*"\nflow = "\*"'):
        whole.plot("backlog", view="flows")
    flows = cw.run(probed({"backlog": {"port": "r.trunk", "flow": "*"}}))
    with pytest.raises(NotRecordedError, match="view ports: backlog was not recorded"):
        flows.plot("backlog", view="ports")
    with pytest.raises(NotRecordedError, match=r"plot queue-delay: sojourn was not recorded"):
        whole.plot("queue-delay")
    with pytest.raises(ValueError, match="'flow' is not known; the views are ports, flows"):
        run.plot("backlog", view="flow")
    with pytest.raises(ValueError, match="give view flows"):
        run.plot("backlog", view="ports", flow="f1")
    with pytest.raises(ValueError, match=r"r\.trunk, q\.line are not allowed; give one"):
        run.plot("backlog", view="flows", port=["r.trunk", "q.line"])
    with pytest.raises(ValueError, match=r"'r\.trnk' was not recorded; recorded: "):
        run.plot("queue-delay", port="r.trnk")


@pytest.mark.parametrize(
    "queue", ['{ discipline = "tail", limit = "20 packets" }', '{ discipline = "dualpi2" }']
)
def test_records_are_the_same_in_reference_mode_and_on_two_threads(queue: str) -> None:
    def recorded(scenario: cw.Scenario, threads: int = 1) -> dict[str, bytes]:
        probes = cw.run(scenario, threads=threads).probes
        return {one.probe: one.time_ps.tobytes() + one.value.tobytes() for one in probes}

    sampled = {"busy": {"port": "*", "every": "777 us"}, "backlog_bytes": {"port": "*", "every": "3 ms"}}
    scenario = cw.Scenario.from_toml(NETWORK).with_(
        {
            "duration": "600 ms",
            "warmup": "200 ms",
            "packet.queue": tomllib.loads(f"queue = {queue}")["queue"],
            "links.trunk.queue": None,
            "probes": {**PROBES, **sampled},
        }
    )
    whole = recorded(scenario)
    assert whole == recorded(scenario.with_(reference=True)) == recorded(scenario, threads=2)
    assert sum(name.startswith("busy") for name in whole) == len(PORTS)
