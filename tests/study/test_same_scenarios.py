"""Cases of documents are the scenarios that are written down: whatever moves one is seen."""

import csv
import hashlib
import json
from pathlib import Path

import pytest

from cellwise import Scenario, studies

#: Later settings with their defaults, which change nothing.
_DEFAULTS = json.loads(Scenario.from_template("n-source").to_json(), parse_int=float)["tcp"]
_LATER = (
    "ack_delay",
    "after_idle",
    "avoid_multiple_fast_retransmits",
    "bbr_v1",
    "bbr_v3",
    "cubic_linux",
    "cwnd_after_loss",
    "cwnd_growth",
    "ecn_plus_plus",
    "newreno_exit",
    "paws",
    "prague",
    "undo",
    "window_probe_timer",
)
SINCE = {key: _DEFAULTS[key] for key in _LATER}

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.csv"))


def digest(scenario: Scenario) -> str:
    """Give what a scenario says, whichever order it is written in, and 1 the same as 1.0."""
    document = json.loads(scenario.to_json(), parse_int=float)
    document["tcp"] = {key: value for key, value in document["tcp"].items() if value != SINCE.get(key)}
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:16]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_case_is_the_scenario_that_it_was(file: Path) -> None:
    study = studies.get(file.stem)
    known = {row["case"]: row["digest"] for row in csv.DictReader(file.read_text().splitlines())}
    made = {name: digest(study.vary(case.scenario, 1)) for name, case in study.cases.items()}
    assert {name for name in known if known[name] != made.get(name)} == set()
    assert set(made) == set(known)
