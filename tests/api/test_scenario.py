import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cellwise as cw

TOML = """
title = "written by hand"
duration = "1 s"

[topology]
template = "n-source"
sources = 3

[switch]
buffer = "3000 cells"
drop = { policy = "epd", threshold = "2800 cells" }
"""


def test_toml_and_python_are_two_spellings_of_one_scenario() -> None:
    built = cw.Scenario.from_dict(
        {
            "title": "written by hand",
            "duration": "1 s",
            "topology": {"template": "n-source", "sources": 3},
            "switch": {"buffer": "3000 cells", "drop": {"policy": "epd", "threshold": "2800 cells"}},
        }
    )
    read = cw.Scenario.from_toml(TOML)
    assert read == built
    assert hash(read) == hash(built)
    assert read.id == built.id


def test_a_file_reads_as_its_text(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(TOML)
    assert cw.Scenario.read(path) == cw.Scenario.from_toml(TOML)
    assert cw.Scenario.read(str(path)) == cw.Scenario.from_toml(TOML)


def test_toml_survives_being_written_and_read() -> None:
    scenario = cw.Scenario.from_toml(TOML)
    assert cw.Scenario.from_toml(scenario.to_toml()).id == scenario.id


def test_expanding_changes_nothing_but_the_spelling() -> None:
    scenario = cw.Scenario.from_toml(TOML)
    expanded = scenario.expanded()
    assert "topology" not in expanded.to_dict()
    assert expanded.expanded() == expanded
    assert expanded.id == scenario.id


def test_with_leaves_the_original_alone() -> None:
    scenario = cw.Scenario.from_toml(TOML)
    changed = scenario.with_(seed=3, duration="20 s")
    assert changed["seed"] == 3
    assert changed["duration"] == "20 s"
    assert scenario["duration"] == "1 s"
    assert changed.id != scenario.id


def test_with_takes_dotted_paths_and_nested_tables() -> None:
    scenario = cw.Scenario.from_toml(TOML)
    dotted = scenario.with_({"tcp.mss": "1460 bytes"})
    nested = scenario.with_(tcp={"mss": "1460 bytes"})
    assert dotted == nested
    assert dotted["switch"]["buffer"] == "3000 cells"


def test_another_policy_brings_its_own_parameters() -> None:
    scenario = cw.Scenario.from_toml(TOML).with_(switch={"drop": {"policy": "fba", "z": 0.5}})
    assert scenario["switch"] == {"buffer": "3000 cells", "drop": {"policy": "fba", "z": 0.5}}


def test_none_removes_a_key() -> None:
    assert "title" not in cw.Scenario.from_toml(TOML).with_(title=None).to_dict()


def test_set_reads_values_as_toml_or_as_text() -> None:
    scenario = cw.Scenario.from_toml(TOML)
    assert scenario.set("seed", "9")["seed"] == 9
    assert scenario.set("duration", "2 s")["duration"] == "2 s"
    assert scenario.set("switch.buffer", '"2000 cells"')["switch"]["buffer"] == "2000 cells"


def test_every_seed_replication_and_value_has_its_own_id() -> None:
    scenario = cw.Scenario.from_toml(TOML)
    others = [
        scenario.with_(seed=2),
        scenario.with_(replication=1),
        scenario.with_({"tcp.mss": "1460 bytes"}),
    ]
    assert len({one.id for one in [scenario, *others]}) == 4


def test_replications_are_the_scenarios_that_with_gives() -> None:
    scenario = cw.Scenario.from_toml(TOML)
    for number, one in enumerate(scenario.replications(3)):
        spelled = scenario.with_(replication=number)
        assert one == spelled
        assert one.id == spelled.id
        assert cw.Scenario.from_dict(one.to_dict()).id == one.id


def test_a_default_that_is_written_out_changes_no_id() -> None:
    scenario = cw.Scenario.from_toml(TOML)
    assert scenario.with_(replication=0).id == scenario.id


def test_all_mistakes_come_at_once_with_path_value_and_rule() -> None:
    text = TOML.replace("3000 cells", "3000 bananas").replace("sources = 3", "sources = -1\nsorces = 2")
    with pytest.raises(cw.ConfigError) as caught:
        cw.Scenario.from_toml(text)
    paths = {issue["path"] for issue in caught.value.issues}
    assert {"switch.buffer", "topology.sources", "topology.sorces"} <= paths
    assert all(issue["rule"] for issue in caught.value.issues)
    assert all(issue["line"] for issue in caught.value.issues)
    assert isinstance(caught.value, ValueError)


def test_a_scenario_that_contradicts_itself_cannot_be_expanded_and_says_why() -> None:
    scenario = cw.Scenario.from_toml(TOML).set("warmup", "2 s")
    assert [issue["path"] for issue in scenario.check()] == ["warmup"]
    assert scenario.set("duration", "3 s").check() == []
    with pytest.raises(cw.ConfigError, match="warmup"):
        scenario.expanded()
    with pytest.raises(cw.ConfigError, match="warmup"):
        cw.Scenario.from_toml(TOML).with_(warmup="2 s")


@pytest.mark.parametrize("document", [{"seed": float("nan")}, {"seed": object()}, {"title": b"bytes"}])
def test_values_that_no_document_can_hold_are_refused(document: dict[str, object]) -> None:
    with pytest.raises(cw.ConfigError):
        cw.Scenario.from_dict(document)


def test_scenarios_travel_to_other_processes() -> None:
    scenario = cw.Scenario.from_toml(TOML)
    assert pickle.loads(pickle.dumps(scenario)) == scenario


def test_the_order_of_flows_is_part_of_a_graph() -> None:
    document = cw.Scenario.from_toml(TOML).expanded().to_dict()
    turned = {**document, "flows": dict(reversed(document["flows"].items()))}
    assert cw.Scenario.from_dict(turned) != cw.Scenario.from_dict(document)


def test_scenarios_do_not_change_through_what_they_give_out(brief: cw.Scenario) -> None:
    brief.to_dict()["duration"] = "1000 s"
    brief["switch"]["buffer"] = "1 cells"
    assert brief["duration"] == "200 ms"
    assert brief["switch"]["buffer"] == "1000 cells"


def test_numbers_of_numpy_are_values_like_others() -> None:
    base = cw.Scenario.from_template("n-source")
    plain = base.with_({"topology.sources": 3, "tcp.delayed_ack": False}, seed=4)
    assert (
        base.with_({"topology.sources": np.int32(3), "tcp.delayed_ack": np.bool_(False)}, seed=np.uint8(4))
        == plain
    )
    assert cw.Scenario.from_dict({**base.to_dict(), "seed": np.int64(7)})["seed"] == 7
    assert base.set("seed", np.int64(9)) == base.set("seed", 9) == base.set("seed", "9")
    assert list(cw.sweep(base, grid={"seed": np.arange(2)}).cases.values()) == [
        base.with_(seed=0),
        base.with_(seed=1),
    ]
    for value in (np.array([1, 2]), object(), np.float64("nan"), {1, 2}):
        with pytest.raises(cw.ConfigError, match="a document holds text, numbers and tables only"):
            base.with_(seed=value)


def test_quantities_may_have_a_power_of_ten() -> None:
    base = cw.Scenario.from_template("n-source")
    assert base.with_(duration="1e-3 s").expanded() == base.with_(duration="1 ms").expanded()
    assert base.with_(duration="1e7 s").check() == []


def deep(one: Any, put: Callable[[Any], Any]) -> Any:
    for _ in range(100_000):
        one = put(one)
    return one


@pytest.mark.parametrize(
    "make",
    [
        lambda base: cw.Scenario.from_dict(deep({}, lambda one: {"a": one})),
        lambda base: cw.Scenario.from_dict({"a": deep([], lambda one: [one])}),
        lambda base: base.with_(topology=deep({}, lambda one: {"a": one})),
        lambda base: base.with_({"a" + ".a" * 100_000: 1}),
        lambda base: base.set("a" + ".a" * 100_000, "1"),
        lambda base: cw.Scenario.from_json('{"a":' * 100_000 + "1" + "}" * 100_000),
        lambda base: cw.Scenario.from_toml("a = " + "[" * 100_000),
        lambda base: cw.Scenario.from_toml("a" + ".a" * 100_000 + " = 1"),
    ],
)
def test_what_is_nested_too_deeply_breaks_a_rule(make: Callable[[cw.Scenario], object]) -> None:
    with pytest.raises(cw.ConfigError):
        make(cw.Scenario.from_template("n-source"))
