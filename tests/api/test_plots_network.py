import csv
import io
import itertools
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from matplotlib.path import Path as Path2D
from matplotlib.text import Text

import cellwise as cw
from cellwise import plots, studies
from cellwise.network import Network
from cellwise.plots import look, render
from cellwise.plots.bundles import Bundled
from cellwise.plots.network_faults import Faults
from cellwise.plots.network_marks import Boxes
from cellwise.topologies import read_topology, scenario_text


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
    # The far end of the connection that differs also differs.
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


def of_edges(text: str) -> cw.Scenario:
    """Write a scenario for a list of edges, each with a line of two names, a rate and a delay."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "edges.txt").write_text(text)
        graph = read_topology(Path(folder) / "edges.txt")
    return cw.Scenario.from_toml(scenario_text(graph, "edges"))


def fat_tree(k: int) -> str:
    """Give the edges of a fat tree of k pods (Al-Fares, Loukissas, Vahdat, 2008)."""
    half = k // 2
    edges = [
        line
        for pod in range(k)
        for one in range(half)
        for line in (
            *(f"h{pod}{one}{host} e{pod}{one} 1 Gbit/s 5 us" for host in range(half)),
            *(f"e{pod}{one} a{pod}{other} 1 Gbit/s 10 us" for other in range(half)),
            *(f"a{pod}{one} c{one * half + core} 1 Gbit/s 10 us" for core in range(half)),
        )
    ]
    return "\n".join(edges)


#: The network of SNDlib, with about the delays between its cities.
ABILENE = """
ATLAM5 ATLAng 10 Gbit/s 0.1 ms
ATLAng HSTNng 10 Gbit/s 5.6 ms
ATLAng IPLSng 2.5 Gbit/s 3.4 ms
ATLAng WASHng 10 Gbit/s 4.4 ms
CHINng IPLSng 10 Gbit/s 1.3 ms
CHINng NYCMng 10 Gbit/s 5.7 ms
DNVRng KSCYng 10 Gbit/s 4.5 ms
DNVRng SNVAng 10 Gbit/s 7.5 ms
DNVRng STTLng 10 Gbit/s 8.2 ms
HSTNng KSCYng 10 Gbit/s 5.2 ms
HSTNng LOSAng 10 Gbit/s 11.0 ms
IPLSng KSCYng 10 Gbit/s 3.6 ms
LOSAng SNVAng 10 Gbit/s 2.5 ms
NYCMng WASHng 10 Gbit/s 1.6 ms
SNVAng STTLng 10 Gbit/s 5.7 ms
"""

#: Two ways of two links between two routers.
DIAMOND = """
duration = "1 s"
[nodes]
a.kind = "host"
b.kind = "host"
r1.kind = "router"
r2.kind = "router"
r3.kind = "router"
r4.kind = "router"
[links]
a = { ends = ["a", "r1"], kind = "raw", rate = "1 Gbit/s", delay = "0 s" }
b = { ends = ["b", "r4"], kind = "raw", rate = "1 Gbit/s", delay = "0 s" }
u1 = { ends = ["r1", "r2"], kind = "raw", rate = "1 Gbit/s", delay = "1 ms" }
u2 = { ends = ["r2", "r4"], kind = "raw", rate = "1 Gbit/s", delay = "1 ms" }
v1 = { ends = ["r1", "r3"], kind = "raw", rate = "1 Gbit/s", delay = "5 ms" }
v2 = { ends = ["r3", "r4"], kind = "raw", rate = "1 Gbit/s", delay = "5 ms" }
[flows]
f = { kind = "udp", from = "a", to = "b", udp = { rate = "1 Mbit/s" } }
"""

#: Networks whose picture is compared with a stored one, by name.
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
    "dsl": cw.Scenario.from_template("dsl"),
    "diamond": cw.Scenario.from_toml(DIAMOND),
    "ring": of_edges("\n".join(f"r{at} r{at % 6 + 1} 1 Gbit/s {at} ms" for at in range(1, 7))),
    "fat tree": of_edges(fat_tree(4)),
    "Abilene": of_edges(ABILENE),
}

#: Those in which some links must cross.
CROSSED = {"fat tree"}


def places(scenario: cw.Scenario) -> list[tuple[tuple[float, float], float]]:
    """Give where the bundles of a scenario are in its picture, and half the width of their boxes."""
    (boxes,) = [one for one in plots.plot("network", scenario).marks if isinstance(one, Boxes)]
    reach = [(max(map(len, label.split("\n"))) + 1.5) / 2 for label in boxes.labels]
    return list(zip(boxes.at, reach, strict=True))


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
        lines = [
            one.get_transform().transform(one.get_xydata())  # type: ignore[no-untyped-call]
            for one in axes.get_lines()
            if len(one.get_xdata())  # type: ignore[arg-type]
        ]
        written = [one.get_window_extent().padded(-1.0) for one in axes.texts if one.get_bbox_patch() is None]
    for line, box in itertools.product(lines, written):
        assert not Path2D(line).intersects_bbox(box, filled=False)
    for (first, here), (second, there) in itertools.combinations(boxes, 2):
        assert not here.overlaps(there), (first, second)
    for text, box in boxes:
        assert whole.x0 <= box.x0, text
        assert box.x1 <= whole.x1, text


@pytest.mark.parametrize("name", PICTURES)
def test_no_node_lies_on_another_or_on_a_link_that_is_not_its_own(name: str) -> None:
    found, at = bundled(PICTURES[name]), places(PICTURES[name])
    half = [one[1] for one in at]
    faults = Faults([wire.ends for wire in found.wires], half)
    overlaps, over, crossings = faults.count([one[0] for one in at])
    assert (overlaps, over) == (0, 0)
    assert (crossings > 0) == (name in CROSSED)


def test_faults_are_found() -> None:
    ends = [(0, 1), (2, 3), (0, 3)]
    apart = [(0.0, 0.0), (40.0, 0.0), (0.0, 2.0), (40.0, 2.0)]
    assert Faults(ends, [2.0] * 4).count(apart) == (0, 0, 0)
    assert Faults([(0, 3), (1, 2)], [2.0] * 4).count(apart) == (0, 0, 1)
    on_the_link = [*apart, (20.0, 0.0)]
    assert Faults(ends, [2.0] * 5).count(on_the_link) == (0, 1, 0)
    assert Faults(ends, [2.0] * 5).count([*apart, (1.0, 0.1)]) == (1, 2, 0)


def test_the_picture_runs_from_the_sender_to_the_receiver() -> None:
    rows = rows_of(plots.plot("network", PICTURES["Abilene"]))
    x = {row["label"]: float(row["x"]) for row in rows if row["series"] == "nodes"}
    (sender, receiver) = next(iter(PICTURES["Abilene"].to_dict()["flows"].values()))["from"], "host"
    assert x[sender] < max(at for node, at in x.items() if node.endswith(receiver))


def test_rates_that_most_links_share_are_written_once_and_their_delays_at_each() -> None:
    drawing = plots.plot("network", PICTURES["Abilene"])
    assert drawing.title.endswith("links without a rate: raw, 10 Gbit/s")
    written = labels(PICTURES["Abilene"], "links")
    assert "5.6 ms" in written
    assert "raw 2.5 Gbit/s 3.4 ms" in written


def test_rates_delays_queues_and_noise_are_written_at_their_links() -> None:
    rows = rows_of(plots.plot("network", PICTURES["adsl"]))
    reported = [row["label"] for row in rows if row["series"] == "links"]
    assert "→ 1.5 Mbit/s ← 512 kbit/s 19.95 us noisy" in reported
    assert "→ 1.5 Mbit/s ← 512 kbit/s 19.95 us" in reported
    assert "155 Mbit/s 18.5 us" in reported
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


def test_a_legend_says_what_the_shapes_are_and_names_none_that_is_missing() -> None:
    def shapes(template: str) -> set[str]:
        svg = cw.plots.plot("network", cw.Scenario.from_template(template)).to_svg()
        return {name for name in ("host", "router", "switch", "queue") if f">{name}<" in svg}

    assert shapes("dsl") == {"host", "router"}
    assert shapes("n-source") == {"host", "switch", "queue"}
