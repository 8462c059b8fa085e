"""What is written from the JSON Schema is current, and types a real scenario."""

import os
import re
import subprocess
import sys
import typing
from pathlib import Path

import cellwise as cw
from cellwise import document

ROOT = Path(__file__).parents[2]


#: Refusals of an example line that are about the network around it, not about its key or value.
OF_THE_NETWORK = re.compile(
    "is missing|unknown|is not a known key; known keys: template|has 0 links|is not of category|has no"
    "|is for |a send_buffer that|a greedy source waits for the adapter"
)


def test_every_example_of_a_setting_is_a_key_with_a_value_in_its_range() -> None:
    pages = sorted((ROOT / "docs" / "settings").glob("*.md"))
    lines = [
        line for page in pages for line in re.findall(r"Example: `(.*)`$", page.read_text(), re.MULTILINE)
    ]
    assert len(lines) > 500
    assert {line: refusal for line in lines if (refusal := refused(line))} == {}


def refused(line: str) -> str:
    """Say why a line of a scenario is refused, where the network around it is not the reason."""
    if "template =" in line:
        text = line
    elif line.startswith("topology."):
        text = f'topology.template = "dsl"\n{line}'
    else:
        text = f'topology.template = "n-source"\n{line}'
    try:
        cw.Scenario.from_toml(text)
    except cw.ConfigError as error:
        reasons = [one for one in str(error).splitlines() if re.match(r"[a-z]+\..*: ", one)]
        return "; ".join(one for one in reasons if not OF_THE_NETWORK.search(one))
    return ""


def test_types_and_settings_pages_are_current() -> None:
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
