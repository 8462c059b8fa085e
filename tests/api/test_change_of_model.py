"""A change to another model of a family brings that model's settings, in every way to choose it."""

from typing import Any

import pytest

import cellwise as cw

POLICIES = ("tail", "ppd", "epd", "selective-drop", "fba", "clp-epd", "red")

BURSTS = {"model": "bursts", "cell_error_ratio": 1e-5, "mean_burst": "5 ms"}


def scenario() -> cw.Scenario:
    return cw.Scenario.from_template("n-source").with_(
        switch={"buffer": "3000 cells", "drop": {"policy": "epd", "threshold": "2500 cells"}}
    )


def noisy() -> cw.Scenario:
    return cw.Scenario.from_template("adsl").with_(topology={"noise": BURSTS})


def drop_of(made: cw.Scenario) -> Any:
    return made["switch"]["drop"]


@pytest.mark.parametrize("policy", POLICIES)
def test_a_path_that_chooses_another_member_keeps_what_that_knows_too(policy: str) -> None:
    kept = {"threshold": "2500 cells"} if policy in ("epd", "selective-drop", "fba") else {}
    assert drop_of(scenario().with_({"switch.drop.policy": policy})) == {"policy": policy, **kept}
    assert drop_of(scenario().set("switch.drop.policy", policy)) == {"policy": policy, **kept}


@pytest.mark.parametrize("policy", POLICIES[:2] + POLICIES[3:])
def test_a_table_that_chooses_another_member_replaces_the_old_one_whole(policy: str) -> None:
    table = {"policy": policy}
    assert drop_of(scenario().with_(switch={"drop": table})) == table
    assert drop_of(scenario().with_({"switch.drop": table})) == table
    assert drop_of(scenario().set("switch.drop", f'{{ policy = "{policy}" }}')) == table


def test_what_a_change_gives_and_the_new_member_does_not_know_is_refused() -> None:
    with pytest.raises(cw.ConfigError, match=r"switch\.drop\.threshold: is not a known key"):
        scenario().with_({"switch.drop.policy": "tail", "switch.drop.threshold": 0.5})
    both = [("switch.drop.threshold", "0.5"), ("switch.drop.policy", "tail")]
    assert [issue["path"] for issue in scenario().set_all(both).check()] == ["switch.drop.threshold"]


def test_what_is_set_together_with_the_member_is_kept_in_any_order() -> None:
    changes = {"switch.drop.threshold": 0.5, "switch.drop.policy": "fba"}
    for ordered in (changes, dict(reversed(changes.items()))):
        assert drop_of(scenario().with_(ordered)) == {"policy": "fba", "threshold": 0.5}


def test_every_family_is_known_by_its_own_key() -> None:
    independent = {"model": "independent", "cell_error_ratio": 1e-4}
    assert noisy().with_(topology={"noise": independent})["topology"]["noise"] == independent
    changes = {"topology.noise.model": "independent", "topology.noise.cell_error_ratio": 1e-4}
    assert noisy().with_(changes)["topology"]["noise"] == independent


def test_the_same_member_keeps_its_settings() -> None:
    changed = scenario().with_(switch={"drop": {"policy": "epd", "discard_remainder": False}})
    assert drop_of(changed) == {"policy": "epd", "threshold": "2500 cells", "discard_remainder": False}


def test_a_sweep_over_a_family_takes_every_member() -> None:
    made = cw.sweep(scenario(), grid={"switch.drop.policy": list(POLICIES)})
    assert [drop_of(one)["policy"] for one in made.cases.values()] == list(POLICIES)


def test_what_only_one_of_two_members_has_is_no_difference_of_its_own() -> None:
    found = cw.compare(scenario(), scenario().with_({"switch.drop.policy": "red"}), replications=1)
    assert found.settings == ["switch.drop.policy"]
