"""Parts of the server by themselves: messages, pictures of networks, thresholds, what is recorded."""

import io
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cellwise as cw
from cellwise.serve import chart, wire
from cellwise.serve.names import is_name
from cellwise.serve.work import probes
from cellwise.serve.work.describe import busiest
from cellwise.serve.work.layout import places
from cellwise.serve.work.network import Network
from cellwise.serve.work.plain import plain, rows
from cellwise.serve.work.thresholds import cells, thresholds

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
    return Network.of(cw.Scenario.from_dict(document).expanded().to_dict())


def test_nodes_stand_behind_those_before_them() -> None:
    at = places([("a", "x", "y", "b"), ("c", "x", "d")], ["a", "b", "c", "d", "x", "y", "alone"])
    assert at["a"][0] == at["c"][0] == 0 < at["x"][0] < at["y"][0] < at["b"][0] == 1
    assert all(0 <= x <= 1 and 0 < y < 1 for x, y in at.values())
    assert len(set(at.values())) == len(at)


def test_a_circle_has_places_too() -> None:
    at = places([("a", "b"), ("b", "c"), ("c", "a")], ["a", "b", "c"])
    assert len(set(at.values())) == 3


def test_a_large_network_is_drawn_in_part_and_says_so() -> None:
    from cellwise.serve.work.topology import MOST_NODES, topology

    told = topology(network_of({"topology": {"template": "n-source", "sources": 500}}))
    assert len(told["nodes"]) <= MOST_NODES
    assert told["left_out"] == 1002 - len(told["nodes"])
    names = {node["name"] for node in told["nodes"]}
    assert all(set(link["ends"]) <= names for link in told["links"])
    assert all({flow["from"], flow["to"]} <= names for flow in told["flows"])


def test_hosts_behind_routers_stand_before_and_behind_them() -> None:
    from cellwise.serve.work.topology import topology

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
    ],
)
def test_thresholds_are_where_the_policy_looks(switch: Any, expected: list[tuple[str, float]]) -> None:
    network = network_of({"topology": {"template": "n-source"}, "switch": switch})
    found = thresholds(network.directions["sw1.trunk"])
    assert [(one["name"], one["value"]) for one in found] == expected
    assert thresholds(network.directions["s1.nic"]) == []


def test_a_ports_own_settings_count_before_those_of_all() -> None:
    document = {"topology": {"template": "n-source"}, "switch": {"buffer": "1000 cells"}}
    document["nodes"] = {"sw1": {"ports": {"trunk": {"buffer": "50 cells"}}}}
    network = network_of(document)
    assert cells(network.directions["sw1.trunk"].buffer) == 50
    assert cells(network.directions["sw1.s1"].buffer) == 1000


def test_ports_are_called_as_results_call_them() -> None:
    for template in (entry.name for entry in cw.catalogue("templates")):
        scenario = cw.Scenario.from_dict({"topology": {"template": template}, "duration": "20 ms"})
        network = Network.of(scenario.expanded().to_dict())
        run = cw.run(scenario)
        adapters = {name for name in run.columns("ports")["port"] if name not in network.directions}
        assert not adapters
        paths = {path.split(cw.metrics.PATH_SEPARATOR)[0] for path in run.columns("vcs")["path"]}
        assert paths <= set(network.directions)
        ways = [
            cw.metrics.PATH_SEPARATOR.join(way)
            for way in (*network.ways.values(), *network.ways_back.values())
        ]
        assert set(run.columns("vcs")["path"]) <= set(ways)
        assert set(busiest(run, network)) <= set(network.switch_ports())


@pytest.mark.parametrize("template", [entry.name for entry in cw.catalogue("templates")])
@pytest.mark.parametrize("rate_rule", [None, "erica", "efci"])
def test_what_the_page_records_can_be_recorded(template: str, rate_rule: str | None) -> None:
    document = {"topology": {"template": template}, "duration": "20 ms"}
    if rate_rule:
        document |= {"atm": {"category": "abr"}, "switch": {"rate_rule": {"rule": rate_rule}}}
    scenario = cw.Scenario.from_dict(document)
    wanted = probes.added(Network.of(scenario.expanded().to_dict()))
    assert {"queue", "cwnd"} <= set(wanted)
    # The contract of the one connection of that template makes it VBR whatever the others are.
    assert ("acr" in wanted) == bool(rate_rule and template != "policed-vc")
    run = cw.run(scenario.with_({f"probes.{kind}": tables for kind, tables in wanted.items()}))
    plain_run = cw.run(scenario)
    assert {one.quantity for one in run.probes} == set(wanted)
    # Looking on changes nothing.
    assert run.audit == plain_run.audit
    flows = run.columns("flows")["delivered_bytes"]
    assert flows.tolist() == plain_run.columns("flows")["delivered_bytes"].tolist()


def test_series_are_bounded_however_long_the_run() -> None:
    for duration_s in (0.001, 1.0, 1e6):
        network = network_of({"topology": {"template": "n-source"}, "duration": f"{duration_s} s"})
        for table in (one for tables in probes.added(network).values() for one in tables):
            if "every" in table:
                assert duration_s / (float(table["every"].split()[0]) * 1e-9) <= 51_000
            else:
                assert 2 * 155.52e6 * duration_s / 424 <= 1_000_000


def test_values_without_a_number_are_null() -> None:
    value = {"a": [1.0, float("nan"), float("inf")], "b": np.array([np.nan, 2.0]), "c": np.float64(3)}
    assert plain(value) == {"a": [1.0, None, None], "b": [None, 2.0], "c": 3.0}
    table = {"x": np.array([1, 2, 3]), "y": np.array(["a", "b", "c"], dtype=object)}
    assert rows(table, 1, 1) == [{"x": 2, "y": "b"}]


def test_what_a_series_held_is_its_last_value() -> None:
    held = chart.at(np.array([1.0, 2.0]), np.array([5.0, np.inf]), np.array([0.5, 1.0, 1.5, 2.5]))
    assert held.tolist() == [0.0, 5.0, 5.0, 0.0]
    assert chart.at(np.array([]), np.array([]), np.array([1.0])).tolist() == [0.0]


@given(st.text(max_size=10) | st.sampled_from(["..", ".", "", "a/b", "a\\b", "a\nb", "run-1"]))
def test_a_name_is_one_plain_word(name: str) -> None:
    if is_name(name):
        assert name.isascii()
        assert not set(name) & set("/\\\0\n")
        assert not name.startswith(".")
