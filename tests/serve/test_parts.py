"""Parts of the server by themselves: messages, pictures of networks, thresholds, what is recorded."""

import io
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.serve.units import network_in_brief

import cellwise as cw
from cellwise.layout import places
from cellwise.network import Network
from cellwise.page import chart, loads, probes
from cellwise.page.describe import busiest, described, thresholds
from cellwise.page.plain import plain, rows
from cellwise.page.thinned import of_blocks, thinned
from cellwise.series import Series
from cellwise.serve import wire
from cellwise.serve.names import is_name
from cellwise.vocabulary import PROBES

ROOT = Path(__file__).parents[2]
NUMBERS = st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False)
VALUES = st.recursive(
    NUMBERS | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def through(message: dict[str, Any]) -> Any:
    stream = io.BytesIO()
    wire.write(stream, message)
    stream.seek(0)
    read = wire.read(stream)
    assert wire.read(stream) is None
    return read


@given(st.dictionaries(st.text(), VALUES))
def test_a_message_arrives_as_it_was(message: dict[str, Any]) -> None:
    assert through(message) == message


@given(st.lists(st.floats()), st.lists(st.text()), st.binary())
def test_columns_and_octets_arrive_as_they_were(
    numbers: list[float], words: list[str], octets: bytes
) -> None:
    text = np.empty(len(words), dtype=object)
    text[:] = words
    message = {"a": {"numbers": np.array(numbers), "count": np.arange(3)}, "text": text, "octets": octets}
    read = through(message)
    assert np.array_equal(read["a"]["numbers"], np.array(numbers), equal_nan=True)
    assert read["a"]["count"].tolist() == [0, 1, 2]
    assert read["text"].tolist() == words
    assert read["octets"] == octets


def test_a_message_that_is_cut_off_is_the_end() -> None:
    stream = io.BytesIO()
    wire.write(stream, {"numbers": np.arange(100)})
    whole = stream.getvalue()
    for length in (0, 3, 8, 20, len(whole) - 1):
        assert wire.read(io.BytesIO(whole[:length])) is None


def network_of(document: dict[str, Any]) -> Network:
    return Network.of(cw.Scenario.from_dict(document))


def test_nodes_stand_behind_those_before_them() -> None:
    at = places([("a", "x", "y", "b"), ("c", "x", "d")], ["a", "b", "c", "d", "x", "y", "alone"])
    assert at["a"][0] == at["c"][0] == 0 < at["x"][0] < at["y"][0] < at["b"][0] == 1
    assert all(0 <= x <= 1 and 0 < y < 1 for x, y in at.values())
    assert len(set(at.values())) == len(at)


def test_a_circle_has_places_too() -> None:
    at = places([("a", "b"), ("b", "c"), ("c", "a")], ["a", "b", "c"])
    assert len(set(at.values())) == 3


def test_a_large_network_is_drawn_in_part_and_says_so() -> None:
    from cellwise.page.topology import MOST_NODES, topology

    told = topology(network_of({"topology": {"template": "n-source", "sources": 500}}))
    assert len(told["nodes"]) <= MOST_NODES
    assert told["left_out"] == 1002 - len(told["nodes"])
    names = {node["name"] for node in told["nodes"]}
    assert all(set(link["ends"]) <= names for link in told["links"])
    assert all({flow["from"], flow["to"]} <= names for flow in told["flows"])


def test_hosts_behind_routers_stand_before_and_behind_them() -> None:
    from cellwise.page.topology import topology

    told = topology(network_of({"topology": {"template": "two-node", "routers": True}}))
    x = {node["name"]: node["x"] for node in told["nodes"]}
    assert x["s1"] < x["r1"] < x["sw1"] < x["sw2"] < x["q1"] < x["d1"]


@pytest.mark.parametrize(
    ("switch", "expected"),
    [
        ({"buffer": "unlimited"}, []),
        ({"buffer": "1000 cells"}, [("buffer", 1000)]),
        (
            {"buffer": "1000 cells", "drop": {"policy": "epd", "threshold": "800 cells"}},
            [("threshold", 800), ("buffer", 1000)],
        ),
        (
            {"buffer": "1000 cells", "drop": {"policy": "epd"}},
            [("threshold", 800), ("buffer", 1000)],
        ),
        (
            {"buffer": "1000 cells", "drop": {"policy": "fba", "threshold": 0.5}},
            [("threshold", 500), ("buffer", 1000)],
        ),
        (
            {"buffer": "1000 cells", "drop": {"policy": "red"}},
            [("lower threshold", 200), ("upper threshold", 600), ("buffer", 1000)],
        ),
        (
            {"buffer": "1000 cells", "drop": {"policy": "clp-epd"}},
            [("threshold, CLP=1", 500), ("threshold", 900), ("buffer", 1000)],
        ),
        (
            {"buffer": "1000 cells", "clp1_threshold": "700 cells"},
            [("CLP=1 threshold", 700), ("buffer", 1000)],
        ),
        *(
            (
                {"buffer": "8000 cells", "rate_rule": {"rule": rule}},
                [(f"{rule} {name}", value) for name, value in lines] + [("buffer", 8000)],
            )
            for rule, lines in {
                "efci": [("low", 500), ("high", 500)],
                "relative-rate": [("low", 300), ("high", 500)],
                "eprca": [("low", 100), ("high", 1000)],
                "mmrca": [("low", 100), ("high", 1000)],
                "fmmra": [("low", 50), ("high", 500)],
                "operating-region": [("low", 2880), ("high", 6720)],
                "capc": [("threshold", 500)],
            }.items()
        ),
    ],
)
def test_thresholds_are_where_the_policy_looks(switch: Any, expected: list[tuple[str, float]]) -> None:
    network = network_of({"topology": {"template": "n-source"}, "switch": switch})
    found = thresholds(network, "sw1.trunk")
    assert [(one["name"], one["value"]) for one in found] == expected
    assert thresholds(network, "s1.nic") == []


def test_a_ports_own_settings_count_before_those_of_all() -> None:
    document = {"topology": {"template": "n-source"}, "switch": {"buffer": "1000 cells"}}
    document["nodes"] = {"sw1": {"ports": {"trunk": {"buffer": "50 cells"}}}}
    network = network_of(document)
    queues = [network.directions[port].queue for port in ("sw1.trunk", "sw1.s1")]
    assert [queue and queue.buffer_cells for queue in queues] == [50, 1000]


def test_ports_are_called_as_results_call_them() -> None:
    for template in (entry.name for entry in cw.catalogue("templates")):
        scenario = cw.Scenario.from_dict({"topology": network_in_brief(template), "duration": "20 ms"})
        network = Network.of(scenario)
        run = cw.run(scenario)
        adapters = {name for name in run.columns("ports")["port"] if name not in network.directions}
        assert not adapters
        paths = {path.split(cw.metrics.PATH_SEPARATOR)[0] for path in run.columns("vcs")["path"]}
        assert paths <= set(network.directions)
        ways = [cw.metrics.PATH_SEPARATOR.join(way) for vc in network.vcs.values() for way in vc.ways]
        assert set(run.columns("vcs")["path"]) <= set(ways)
        assert set(busiest(run, network)) <= set(network.switch_ports())


#: Templates whose links all carry packets, and those with a packet queue above a line, where ABR cannot be.
NO_CELLS = {"ethernet-bottleneck", "vdsl2"}
NO_ABR = NO_CELLS | {"dsl"}
TEMPLATES = [entry.name for entry in cw.catalogue("templates")]


@pytest.mark.parametrize(
    ("template", "rate_rule"),
    [
        (one, rule)
        for one in TEMPLATES
        for rule in (None, "erica", "efci")
        if rule is None or one not in NO_ABR
    ],
)
def test_what_the_page_records_can_be_recorded(template: str, rate_rule: str | None) -> None:
    document = {"topology": network_in_brief(template), "duration": "20 ms"}
    if rate_rule:
        document |= {"atm": {"category": "abr"}, "switch": {"rate_rule": {"rule": rate_rule}}}
    scenario = cw.Scenario.from_dict(document)
    wanted = probes.added(Network.of(scenario))
    assert {"cwnd"} <= set(wanted)
    assert ("queue" in wanted) == (template not in NO_CELLS)
    # The contract of the one connection of that template makes it VBR whatever the others are.
    assert ("acr" in wanted) == bool(rate_rule and template != "policed-vc")
    run = cw.run(scenario.with_({f"probes.{kind}": tables for kind, tables in wanted.items()}))
    plain_run = cw.run(scenario)
    assert {one.quantity for one in run.probes} == set(wanted)
    # Looking on changes nothing.
    assert run.audit == plain_run.audit
    flows = run.columns("flows")["delivered_bytes"]
    assert flows.tolist() == plain_run.columns("flows")["delivered_bytes"].tolist()


def test_the_strips_of_the_page_show_what_probes_record() -> None:
    strips = (ROOT / "web" / "src" / "plot" / "curves.ts").read_text()
    quantities = re.findall(r'"(\w+)"', " ".join(re.findall(r"quantities: (\[.*?\])", strips)))
    units = [PROBES[quantity] for quantity in quantities]
    assert len(units) > 5
    assert None not in units


def changes_of(network: Network, duration_s: float) -> list[float]:
    """The most changes of the queues that are recorded whole."""
    queues = [one["port"] for one in probes.added(network)["queue"] if "every" not in one]
    return [2 * network.directions[port].rate_bps * duration_s / 424 for port in queues]


def test_series_are_bounded_however_long_the_run() -> None:
    for duration_s in (0.001, 1.0, 10.0, 1e6):
        network = network_of({"topology": {"template": "n-source"}, "duration": f"{duration_s} s"})
        for table in (one for tables in probes.added(network).values() for one in tables):
            if "every" in table:
                assert duration_s / (float(table["every"].split()[0]) * 1e-9) <= 51_000
        assert sum(changes_of(network, duration_s)) <= 1 << 20


@pytest.mark.parametrize("template", [one for one in TEMPLATES if one not in NO_CELLS])
def test_queues_are_recorded_whole_while_there_is_room_and_never_without_their_peak(template: str) -> None:
    document = {"topology": network_in_brief(template), "duration": "300 ms"}
    scenario, network = cw.Scenario.from_dict(document), network_of(document)
    for room, whole in ((1 << 20, True), (1000, False)):
        queues = probes.added(network, room)["queue"]
        assert ("every" not in queues[0]) == whole
        # The last period ends with the run.
        run = cw.run(scenario.with_({"probes.queue": queues}))
        ports = run.columns("ports")
        longest = dict(zip(ports["port"], ports["queue_max_waiting_cells"], strict=True))
        for one in run.probes:
            assert one.value.max(initial=0) == longest[one.target], (one.target, room)


def test_thinned_series_keep_every_peak_and_those_of_the_scenario_all_points() -> None:
    value = np.zeros(2_000_003)
    value[[0, 777_777, 2_000_002]] = [3.0, 99.0, 5.0]
    value[1_234_567] = -7.0
    time_ps = np.arange(len(value), dtype=np.int64)
    whole = [Series(f"{what} a", what, "a", "cells", time_ps, value) for what in ("queue", "cwnd")]
    queue, cwnd = thinned(whole, ["queue"])
    assert cwnd is whole[1]
    assert len(queue) <= 1_000_100
    assert (np.diff(queue.time_ps) > 0).all()
    for place in (0, 777_777, 1_234_567, 2_000_002):
        assert queue.value[queue.time_ps == place].tolist() == [value[place]]
    # A short one stays as it is.
    short = Series("queue a", "queue", "a", "cells", time_ps[:60_000], value[:60_000])
    assert thinned([short], ["queue"])[0] is short


@given(st.lists(st.integers(0, 5), min_size=4, max_size=60), st.integers(4, 60))
def test_blocks_have_their_least_and_greatest_and_both_ends(values: list[int], most: int) -> None:
    value = np.array(values, dtype=np.float64)
    kept = of_blocks(value, most)
    length = -(-len(value) * 4 // most)
    for first in range(0, len(value) - length + 1, length):
        block = value[first : first + length]
        chosen = value[kept[(kept >= first) & (kept < first + length)]]
        assert (chosen.min(), chosen.max()) == (block.min(), block.max())
        assert {first, first + length - 1} <= set(kept.tolist())


def test_a_queue_whose_peak_no_sample_met_has_it_by_itself() -> None:
    document = {"topology": {"template": "n-source"}, "duration": "100 ms", "switch": {"buffer": "500 cells"}}
    scenario = cw.Scenario.from_dict(document)
    network = network_of(document)
    exact = cw.run(scenario.with_({"probes.queue": {"port": "sw1.trunk"}}))
    sampled = cw.run(scenario.with_({"probes.queue": {"port": "sw1.trunk", "every": "30 ms"}}))
    (whole,), (missed,) = (described(run, network, run.probes)["series"] for run in (exact, sampled))
    assert whole["peak"] is None
    assert missed["max"] < missed["peak"] == whole["max"]


def test_values_without_a_number_are_null() -> None:
    value = {"a": [1.0, float("nan"), float("inf")], "b": np.array([np.nan, 2.0]), "c": np.float64(3)}
    assert plain(value) == {"a": [1.0, None, None], "b": [None, 2.0], "c": 3.0}
    table = {"x": np.array([1, 2, 3]), "y": np.array(["a", "b", "c"], dtype=object)}
    assert rows(table, 1, 1) == [{"x": 2, "y": "b"}]


def test_what_a_series_held_is_its_last_value() -> None:
    held = loads.at(np.array([1.0, 2.0]), np.array([5.0, np.inf]), np.array([0.5, 1.0, 1.5, 2.5]))
    assert held.tolist() == [0.0, 5.0, 5.0, 0.0]
    assert loads.at(np.array([]), np.array([]), np.array([1.0])).tolist() == [0.0]


@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 9)), max_size=30),
    st.lists(st.integers(0, 25), min_size=1, max_size=8),
)
def test_the_extremes_of_a_step_are_those_of_all_that_was_held_in_it(
    points: list[tuple[int, int]], instants: list[int]
) -> None:
    points, instants = sorted(points), sorted(instants)
    time_s = np.array([float(at) for at, _ in points])
    value = np.array([float(one) for _, one in points])
    least, most = chart.extremes(time_s, value, np.array(instants, dtype=np.float64))
    for step, begin in enumerate(instants):
        until = instants[step + 1] if step + 1 < len(instants) else begin
        held = loads.at(time_s, value, np.array([float(begin)])).tolist()
        held += [one for at, one in points if begin < at < until]
        assert (least[step], most[step]) == (min(held), max(held))


@given(st.text(max_size=10) | st.sampled_from(["..", ".", "", "a/b", "a\\b", "a\nb", "run-1"]))
def test_a_name_is_one_plain_word(name: str) -> None:
    if is_name(name):
        assert name.isascii()
        assert not set(name) & set("/\\\0\n")
        assert not name.startswith(".")
