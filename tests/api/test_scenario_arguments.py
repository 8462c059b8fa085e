"""Every call with a scenario takes it in all forms that `cw.run` takes, and instants may be text."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cellwise as cw

DOCUMENT = {
    "topology": {"template": "n-source", "sources": 2},
    "duration": "40 ms",
    "switch": {"buffer": "500 cells"},
}

#: Each call that takes a scenario, with its result as plain values.
DOORS: dict[str, Callable[[Any], object]] = {
    "run": lambda given: cw.run(given).fingerprint,
    "replicate": lambda given: [one.fingerprint for one in cw.replicate(given, 2)],
    "sweep": lambda given: [one.id for one in cw.sweep(given, grid={"seed": [1, 2]}).cases.values()],
    "find": lambda given: cw.find(
        given, {"switch.buffer": "100..300 cells"}, "fairness >= 0", replications=2, points=2
    ).as_plain()["looked_at"],
    "partition": cw.partition,
    "compare": lambda given: [
        one.difference for one in cw.compare(given, given, metrics=["fairness"], replications=2).differences
    ],
}


@pytest.fixture
def forms(tmp_path: Path) -> list[object]:
    scenario = cw.Scenario.from_dict(DOCUMENT)
    file = tmp_path / "a.toml"
    file.write_text(scenario.to_toml())
    return [scenario, DOCUMENT, str(file), file]


@pytest.mark.parametrize("door", DOORS)
def test_a_scenario_its_document_and_its_file_are_the_same_to_all(door: str, forms: list[object]) -> None:
    found = [DOORS[door](one) for one in forms]
    assert all(one == found[0] for one in found), door


@pytest.mark.parametrize("door", DOORS)
def test_what_is_no_scenario_is_explained(door: str) -> None:
    with pytest.raises(
        TypeError, match="scenario: int is not allowed; give a Scenario, a mapping, or the name"
    ):
        DOORS[door](3)


def test_a_comparison_tells_folders_of_results_from_files(tmp_path: Path, forms: list[object]) -> None:
    folder = cw.run(DOCUMENT).save(tmp_path / "kept")
    found = cw.compare(folder, str(forms[2]), metrics=["fairness"], replications=2)
    assert found["fairness"].difference == 0
    assert found.pairs == 1
    with pytest.raises(cw.ResultsError, match="there is no such results folder"):
        cw.compare(str(tmp_path / "nowhere"), DOCUMENT)


def path() -> cw.Path:
    return cw.Path(
        {
            "duration": "1 s",
            "nodes": {"client": {"kind": "host"}, "server": {"kind": "host"}},
            "links": {"line": {"ends": ["client", "server"], "rate": "424 kbit/s", "delay": "2 ms"}},
            "vcs": {"v": {"path": ["client", "server"]}},
            "flows": {"f": {"vc": "v", "kind": "outside"}},
        }
    )


def test_instants_of_a_path_may_be_text() -> None:
    one, other = path(), path()
    one.offer("client", at=0.001, octets=100)
    other.offer("client", at="1 ms", octets=100)
    assert one.run(until=1.0) == other.run(until="1 s") != []
    one.offer_many("client", at=np.array([0.1, 0.2]), octets=100)
    other.offer_many("client", at=["100 ms", "0.2 s"], octets=100)
    found = [path.collect(until="500 ms")["at_ps"].tolist() for path in (one, other)]
    assert found[0] == found[1] != []


@pytest.mark.parametrize("text", ["1", "1 cell", "soon", "-1 ms"])
def test_a_text_that_is_no_instant_is_explained(text: str) -> None:
    with pytest.raises(ValueError, match=f"'{text}' is no instant; "):
        path().run(until=text)


def test_the_part_of_a_plot_may_be_text() -> None:
    run = cw.run({**DOCUMENT, "probes": {"queue": {"port": "sw1.trunk"}}})
    assert run.plot("queue", from_s="10 ms", to_s="0.03 s").to_csv() == (
        run.plot("queue", from_s=0.01, to_s=0.03).to_csv()
    )
    with pytest.raises(ValueError, match="'10 cells' is not allowed"):
        run.plot("queue", from_s="10 cells")


def test_a_file_is_read_and_text_is_taken(tmp_path: Path) -> None:
    scenario = cw.Scenario.from_dict(DOCUMENT)
    text = scenario.to_toml()
    (tmp_path / "a.toml").write_text(text)
    assert cw.Scenario.read(tmp_path / "a.toml") == cw.Scenario.from_toml(text)
    # The text has the defaults as well, which are the same scenario.
    assert cw.Scenario.from_toml(text).id == scenario.id
    assert cw.Scenario.from_json(scenario.to_json()) == scenario
    for given in ("a.toml", tmp_path / "a.toml"):
        with pytest.raises(cw.ConfigError, match=r"`Scenario\.read` reads a file"):
            cw.Scenario.from_toml(given)  # type: ignore[arg-type]
