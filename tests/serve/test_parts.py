"""Parts of the server by themselves: messages, pictures of networks, thresholds, recorded quantities."""

import io
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.serve.units import network_in_brief

import cellwise as cw
from cellwise.network import Network
from cellwise.page.browser_run import described
from cellwise.page.plain import plain, rows
from cellwise.plots.network_places import places
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
@example({"$bytes": None, "$array": {"dtype": 1}, "$$": [{"$text": 0, "words": []}]})
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
    (queue, adapter) = (network.directions[port].queue for port in ("sw1.trunk", "s1.nic"))
    assert [(level.name, level.cells) for level in queue.levels] == expected
    assert adapter is None


def drawn(document: dict[str, Any]) -> dict[str, Any]:
    """The picture of a network."""
    topology: dict[str, Any] = described(cw.run({**document, "duration": "1 ms"}), [])["topology"]
    return topology


def test_a_large_network_is_drawn_in_part_and_says_so() -> None:
    reported = drawn({"topology": {"template": "n-source", "sources": 500}})
    assert len(reported["nodes"]) <= 160
    assert reported["left_out"] == 1002 - len(reported["nodes"])
    names = {node["name"] for node in reported["nodes"]}
    assert all(set(link["ends"]) <= names for link in reported["links"])
    assert all({flow["from"], flow["to"]} <= names for flow in reported["flows"])


def test_hosts_behind_routers_stand_before_and_behind_them() -> None:
    reported = drawn({"topology": {"template": "two-node", "routers": True}})
    x = {node["name"]: node["x"] for node in reported["nodes"]}
    assert x["s1"] < x["r1"] < x["sw1"] < x["sw2"] < x["q1"] < x["d1"]


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
        assert set(described(run, [])["ports"]) <= {
            port for port, one in network.directions.items() if one.queue
        }


def test_the_strips_of_the_page_show_what_probes_record() -> None:
    strips = (ROOT / "web" / "src" / "plot" / "curves.ts").read_text()
    quantities = re.findall(r'"(\w+)"', " ".join(re.findall(r"quantities: (\[.*?\])", strips)))
    # The page computes two of them from tables and acknowledgments.
    assert quantities[:2] == ["rtt", "goodput"]
    units = [PROBES[quantity] for quantity in quantities[2:]]
    assert len(units) > 5
    assert None not in units


def test_a_queue_whose_peak_no_sample_met_has_it_by_itself() -> None:
    document = {"topology": {"template": "n-source"}, "duration": "100 ms", "switch": {"buffer": "500 cells"}}
    scenario = cw.Scenario.from_dict(document)
    exact = cw.run(scenario.with_({"probes.queue": {"port": "sw1.trunk"}}))
    sampled = cw.run(scenario.with_({"probes.queue": {"port": "sw1.trunk", "every": "30 ms"}}))
    (whole,), (missed,) = (described(run, run.probes)["series"] for run in (exact, sampled))
    assert whole["peak"] is None
    assert missed["max"] < missed["peak"] == whole["max"]


def test_values_without_a_number_are_null() -> None:
    value = {"a": [1.0, float("nan"), float("inf")], "b": np.array([np.nan, 2.0]), "c": np.float64(3)}
    assert plain(value) == {"a": [1.0, None, None], "b": [None, 2.0], "c": 3.0}
    table = {"x": np.array([1, 2, 3]), "y": np.array(["a", "b", "c"], dtype=object)}
    assert rows(table, 1, 1) == [{"x": 2, "y": "b"}]


@given(st.text(max_size=10) | st.sampled_from(["..", ".", "", "a/b", "a\\b", "a\nb", "run-1"]))
def test_a_name_is_one_plain_word(name: str) -> None:
    if is_name(name):
        assert name.isascii()
        assert not set(name) & set("/\\\0\n")
        assert not name.startswith(".")
