"""In which settings scenarios differ, however they are written."""

import pytest

import cellwise as cw
from cellwise.settings import differences, written_out

SHORT = cw.Scenario.from_toml('duration = "2 s"\ntopology = { template = "n-source", sources = 3 }\n')


@pytest.mark.parametrize(
    "same",
    [
        SHORT.with_(warmup="0 s", title="another", seed=9, replication=4),
        SHORT.with_({"topology.link_delay": "0.005 ms"}, duration="2000 ms"),
        cw.Scenario.from_toml(SHORT.expanded().to_toml()),
        cw.Scenario.from_dict(written_out(SHORT)),
    ],
)
def test_what_is_written_in_other_words_is_no_difference(same: cw.Scenario) -> None:
    assert differences(SHORT, same) == []
    assert differences(same, SHORT) == []
    assert cw.compare(SHORT, SHORT.with_(warmup="0 s"), replications=1).settings == []


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"topology.sources": 4}, ["topology.sources"]),
        ({"topology.link_delay": "1 ms", "duration": "2 s"}, ["topology.link_delay"]),
        ({"switch.drop": {"policy": "fba", "z": 0.8}}, ["switch.drop.policy"]),
        ({"tcp.mss": "1 KiB", "links.trunk.delay": "1 ms"}, ["tcp.mss", "links"]),
        ({"probes.queue.port": "*"}, ["probes"]),
    ],
)
def test_differences_are_named_as_the_template_has_them(changes: dict[str, object], named: list[str]) -> None:
    full = cw.Scenario.from_dict(written_out(SHORT)).with_(changes)
    assert sorted(differences(SHORT, full)) == sorted(named)
    assert sorted(differences(full, SHORT)) == sorted(named)


def test_graphs_differ_in_rows_and_their_keys() -> None:
    graph, more = SHORT.expanded(), SHORT.with_({"topology.sources": 4}).expanded()
    assert differences(graph, graph.with_({"links.trunk.delay": "1 ms"})) == ["links.trunk.delay"]
    assert set(differences(graph, more)) == {
        *("nodes.s4", "nodes.d4", "links.s4", "links.d4", "vcs.vc4", "flows.tcp4"),
    }
