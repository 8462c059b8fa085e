"""`cellwise.explain`: every name of the catalogue, with facts of its page, the schema and the repository."""

from pathlib import Path

import pytest

import cellwise as cw
from cellwise import explain as module
from cellwise.catalogue import catalogue
from cellwise.explain import explain

ENTRIES = cw.catalogue()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry.family}/{entry.name}")
def test_every_model_has_a_rule_a_page_and_a_file(entry: cw.catalogue, repository: Path) -> None:
    (one,) = explain(f"{entry.family}/{entry.name}")
    assert one.entry == entry
    assert (repository / one.entry.file).is_file(), one.entry.file
    module = entry.name.replace("-", "_")
    own = one.entry.file.endswith((f"/{module}.rs", f"/{module}/mod.rs"))
    assert own or entry.name in (repository / one.entry.file).read_text()
    assert f"`{entry.family}/{entry.name}`" in (repository / one.page).read_text()
    assert len(one.rule.split()) > 5
    assert one.rule in (repository / one.page).read_text() or "\n\n" in one.rule
    assert one in explain(entry.name)


def test_parameters_have_the_defaults_and_ranges_of_the_schema() -> None:
    (fba,) = explain("fba")
    reported = {parameter.path: (parameter.default, parameter.limits) for parameter in fba.parameters}
    assert reported == {
        "switch.drop.threshold": ("0.9", "above 0 to 1"),
        "switch.drop.z": ("0.8", "from 1e-09 to 1000"),
        "switch.drop.count_arriving_cell": ("false", ""),
        "switch.drop.discard_remainder": ("true", ""),
        "switch.drop.policy": ('"fba"', ""),
    }
    assert all(parameter.meaning and parameter.kind for parameter in fba.parameters)


@pytest.mark.parametrize(
    "family",
    ["drop-policies", "rate-rules", "cell-sources", "policers", "shapers", "error-models", "templates"],
)
def test_settings_of_a_family_that_has_its_own_are_all_reported(family: str) -> None:
    for entry in cw.catalogue(family):
        (one,) = explain(f"{family}/{entry.name}")
        assert one.parameters[-1].default == f'"{entry.name}"'
        assert len({parameter.path for parameter in one.parameters}) == len(one.parameters)


def test_a_model_of_a_page_with_several_has_its_own_paragraph() -> None:
    (poisson,) = explain("poisson")
    assert poisson.rule.startswith("**Poisson.**")
    assert "Pareto" not in poisson.rule
    (round_robin,) = explain("round-robin")
    assert "weighted" not in round_robin.rule


def test_settings_of_tcp_that_bear_a_variants_name_are_reported_with_it() -> None:
    (vegas, *_) = explain("tcp-variants/vegas")
    assert {"tcp.vegas.alpha", "tcp.vegas.beta", "tcp.variant"} <= {one.path for one in vegas.parameters}


def test_a_name_in_several_families_is_explained_for_each() -> None:
    assert [one.entry.family for one in explain("sack")] == ["tcp-variants", "recoveries"]
    assert {one.entry.family for one in explain("epd")} == {"drop-policies", "policers"}


@pytest.mark.parametrize(
    ("name", "near"),
    [("fbe", "fba"), ("erica+", "erica-plus"), ("new-reno", "newreno"), ("gilbert", "gilbert-elliott")],
)
def test_unknown_names_list_near_ones(name: str, near: str) -> None:
    with pytest.raises(
        ValueError, match=f"{name.replace('+', '.')}.* is not known; near: .*{near} "
    ) as caught:
        explain(name)
    assert str(caught.value).startswith("NAME: ")


def test_names_of_models_are_found_in_capital_letters_too() -> None:
    assert explain("FBA") == explain("fba")
    assert catalogue("Drop-Policies") == catalogue("drop-policies")


def test_a_name_like_no_other_points_to_the_list() -> None:
    with pytest.raises(ValueError, match="cellwise list has the names"):
        explain("qqqqqq")


def test_without_the_pages_there_is_still_an_explanation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_root", lambda: None)
    (fba,) = explain("fba")
    assert (fba.rule, fba.page) == ("", "")
    assert fba.entry.file == "crates/atm/src/drop_policy/fba.rs"
    assert fba.parameters
