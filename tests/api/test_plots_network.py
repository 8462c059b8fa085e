import csv
import io
import itertools
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from matplotlib.text import Text

import cellwise as cw
from cellwise import plots, studies
from cellwise.network import Network
from cellwise.plots import look, render
from cellwise.plots.bundles import Bundled


def bundled(scenario: cw.Scenario) -> Bundled:
    return Bundled.of(Network.of(scenario))


def n_source(sources: int, **changes: Any) -> cw.Scenario:
    return cw.Scenario.from_template("n-source").with_({"topology.sources": sources, **changes})


def rows_of(drawing: plots.Drawing) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(drawing.to_csv())))


def labels(scenario: cw.Scenario, series: str) -> list[str]:
    rows = rows_of(plots.plot("network", scenario))
    return [row["label"] for row in rows if row["series"] == series]


def test_equal_hosts_are_one_bundle_and_their_connections_one_way() -> None:
    found = bundled(n_source(15))
    assert sorted(map(len, found.bundles)) == [1, 1, 15, 15]
    assert sorted(len(wire.links) for wire in found.wires) == [1, 15, 15]
    (way,) = found.ways
    assert (len(way.vcs), way.flows, way.kind, way.category) == (15, 15, "tcp", "ubr")
    assert labels(n_source(15), "nodes") == [
        "sw1",
        "sw2",
        "15 sources s1 to s15",
        "15 destinations d1 to d15",
    ]


def test_one_link_that_differs_parts_its_hosts_from_the_others() -> None:
    document = n_source(5).expanded().to_dict()
    document["links"]["s2"]["delay"] = "1 ms"
    found = bundled(cw.Scenario.from_dict(document))
    assert ("s2",) in found.bundles
    assert ("s1", "s3", "s4", "s5") in found.bundles
    # The far end of the connection that is different is different, too.
    assert ("d2",) in found.bundles
    assert {way.vcs for way in found.ways} == {("vc2",), ("vc1", "vc3", "vc4", "vc5")}


@pytest.mark.parametrize(
    ("table", "name", "key", "value"),
    [("vcs", "vc2", "category", "cbr"), ("flows", "tcp2", "kind", "udp")],
)
def test_a_connection_or_flow_that_differs_parts_its_hosts(
    table: str, name: str, key: str, value: str
) -> None:
    document = n_source(3).expanded().to_dict()
    document[table][name][key] = value
    assert ("s2",) in bundled(cw.Scenario.from_dict(document)).bundles


def test_when_a_flow_starts_parts_nothing() -> None:
    document = n_source(3).expanded().to_dict()
    document["flows"]["tcp2"]["start"] = "1 ms"
    assert ("s1", "s2", "s3") in bundled(cw.Scenario.from_dict(document)).bundles


def test_every_node_link_and_connection_of_the_studies_is_in_one_bundle() -> None:
    networks = {}
    for name in studies.names():
        for case in studies.get(name).cases.values():
            document = case.scenario.to_dict()
            drawn = document.get("topology") or document["links"]
            networks[str(sorted(drawn.items(), key=str))] = case.scenario
    assert len(networks) > 20
    for scenario in networks.values():
        document = scenario.expanded().to_dict()
        found = bundled(scenario)
        assert sorted(itertools.chain(*found.bundles)) == sorted(document["nodes"])
        assert sorted(link for wire in found.wires for link in wire.links) == sorted(document["links"])
        assert {vc for way in found.ways for vc in way.vcs} == set(document.get("vcs", ()))
        of_node = {node: number for number, nodes in enumerate(found.bundles) for node in nodes}
        for wire in found.wires:
            for link in wire.links:
                assert tuple(of_node[node] for node in document["links"][link]["ends"]) == wire.ends


#: Networks whose picture is looked at, by name.
PICTURES: Mapping[str, cw.Scenario] = {
    "n-source": n_source(15, **{"switch.buffer": "1000 cells"}),
    "two-node": cw.Scenario.from_template("two-node").with_(
        {
            "topology.background": {
                "sources": 2,
                "category": "nrt-vbr",
                "source": {"pattern": "constant", "rate": "1 Mbit/s"},
            }
        }
    ),
    "parking-lot": cw.Scenario.from_template("parking-lot"),
    "downstream-bottleneck": cw.Scenario.from_template("downstream-bottleneck"),
    "adsl": cw.Scenario.from_template("adsl").with_(
        {
            "topology.noise": {"model": "independent", "cell_error_ratio": 1e-4},
            "topology.noisy_lines": 3,
        }
    ),
    "noisy lines": cw.Scenario.from_template("adsl").with_(
        {"topology.noise": {"model": "independent", "cell_error_ratio": 1e-4}}
    ),
    "policed-vc": cw.Scenario.from_template("policed-vc"),
}


@pytest.mark.parametrize("size", look.SIZES)
@pytest.mark.parametrize("name", PICTURES)
def test_no_text_of_a_network_lies_on_another_or_is_cut(name: str, size: str) -> None:
    drawing = replace(
        plots.plot("network", PICTURES[name], size=size), footer="cellwise plot my.toml network"
    )
    with look.settings(look.size_of(size)):
        figure = render.laid_out(drawing)
        (axes,) = figure.axes
        (legend,) = [one for one in [axes.get_legend()] if one]
        whole = figure.bbox
        # Without the little pieces by which anti-aliasing makes a text larger.
        boxes = [
            (one.get_text(), one.get_window_extent().padded(-1.0))
            for one in [*axes.texts, *legend.get_texts()]
            if isinstance(one, Text) and one.get_text()
        ]
    for (first, here), (second, there) in itertools.combinations(boxes, 2):
        assert not here.overlaps(there), (first, second)
    for text, box in boxes:
        assert whole.x0 <= box.x0, text
        assert box.x1 <= whole.x1, text


def test_rates_delays_queues_and_noise_are_written_at_their_links() -> None:
    rows = rows_of(plots.plot("network", PICTURES["adsl"]))
    told = [row["label"] for row in rows if row["series"] == "links"]
    assert "→ 1.5 Mbit/s ← 512 kbit/s 19.95 us noisy" in told
    assert "→ 1.5 Mbit/s ← 512 kbit/s 19.95 us" in told
    assert "155 Mbit/s 18.5 us" in told
    queues = {row["queue"] for row in rows_of(plots.plot("network", PICTURES["n-source"]))}
    assert "1000 cells" in queues


def test_a_label_that_many_links_share_is_written_once() -> None:
    drawing = plots.plot("network", n_source(15, title="LAN"))
    assert drawing.title == "LAN; all links: 155.52 Mbit/s, 5 us"
    assert set(labels(n_source(15), "links")) == {""}


def test_a_run_and_its_scenario_have_the_same_network() -> None:
    scenario = n_source(2, duration="10 ms")
    assert (
        cw.run(scenario).plot("network").columns().keys() == plots.plot("network", scenario).columns().keys()
    )
    assert cw.run(scenario).plot("network").to_csv() == plots.plot("network", scenario).to_csv()


def test_a_scenario_that_was_not_run_has_no_other_plot() -> None:
    with pytest.raises(ValueError, match="plot queue: a scenario has no results; give the results of a run"):
        plots.plot("queue", n_source(2))
