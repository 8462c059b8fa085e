"""A run and its provenance list every model of the scenario with its validation status."""

import json
from pathlib import Path

import pytest
from tests.models import MEMBERS, NOT_OF_RUNS, USES, scenario

import cellwise as cw


def test_no_family_is_left_out() -> None:
    assert {entry.family for entry in cw.catalogue()} == {*USES, *NOT_OF_RUNS}
    assert {entry.status for entry in cw.catalogue()} == {"validated", "experimental"}


@pytest.mark.parametrize(("family", "name"), MEMBERS)
def test_a_run_tells_the_model_and_its_status(family: str, name: str) -> None:
    run = cw.run(scenario(family, name, "1 ms"))
    (entry,) = [entry for entry in cw.catalogue(family) if entry.name == name]
    reported = {"family": family, "name": name, "status": entry.status}
    assert reported in run.models
    assert reported in run.provenance()["summary"]["models"]


def test_the_models_of_a_run_are_in_its_folder(tmp_path: Path) -> None:
    run = cw.run(scenario(*MEMBERS[0], "1 ms"))
    kept = json.loads((run.save(tmp_path / "run") / "run.json").read_text())
    assert kept["summary"]["models"] == list(run.models) != []
