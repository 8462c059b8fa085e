"""What is written from the JSON Schema is current, and types a real scenario."""

import os
import subprocess
import sys
import typing
from pathlib import Path

import cellwise as cw
from cellwise import document

ROOT = Path(__file__).parents[2]


def test_types_and_settings_page_are_current() -> None:
    command = [sys.executable, "tools/generate_types.py", "--check"]
    # The generator must find this environment's tools, and the package that is tested here.
    env = os.environ | {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0, done.stderr


def test_every_key_of_an_expanded_scenario_is_typed() -> None:
    expanded = cw.Scenario.from_template("n-source").expanded().to_dict()
    assert set(expanded) <= set(document.Document.__annotations__)
    for section, table in (("tcp", document.Settings), ("switch", document.SwitchDefaults)):
        assert set(expanded[section]) <= set(table.__annotations__)


def test_the_words_of_a_choice_are_those_that_scenarios_take() -> None:
    for word in typing.get_args(document.TieOrder):
        assert cw.Scenario.from_template("n-source").with_(tie=word).check() == []
