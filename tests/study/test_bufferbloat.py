"""Bufferbloat, our own study in data: its cases are those of the page, with the settings that they name."""

from pathlib import Path

import pytest

import cellwise as cw
from cellwise import studies
from cellwise.study import StudyResults

STUDY = Path(studies.__file__).parent / "bufferbloat"


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> StudyResults:
    return cw.study("bufferbloat", tmp_path_factory.mktemp("bufferbloat"), replications=1, only=["adsl2"])


def test_it_has_no_python_and_eighteen_cases() -> None:
    assert not list(STUDY.rglob("*.py"))
    assert len(studies.get("bufferbloat").cases) == 18


def test_a_shaper_leaves_the_modems_buffer_and_knows_its_line() -> None:
    cases = studies.get("bufferbloat").cases
    shapers = {name: case.scenario.to_dict() for name, case in cases.items() if "shaper" in name}
    assert len(shapers) == 4
    for name, document in shapers.items():
        line = "dsl" if "line=dsl" in name else "vdsl2"
        queue = document["links"]["lan"]["reverse_queue"]
        assert document["topology"]["template"] == line
        assert document["topology"]["queue"] == {"discipline": "tail", "limit": "256 packets"}
        assert queue["bandwidth"] == {"dsl": "640 kbit/s", "vdsl2": "10 Mbit/s"}[line]
        assert name.endswith(f"shaper-{queue['overhead']}")


def test_a_queue_for_each_flow_ends_the_wait(outcome: StudyResults) -> None:
    increase = {one.row[0]: one.median for one in outcome.explored["adsl2"] if one.measure == "increase_ms"}
    assert set(increase) >= {"tail", "fq-codel", "shaper-raw"}
    assert increase["tail"] > 1000
    assert increase["fq-codel"] < 21 < increase["codel"]


def test_the_answers_of_the_page_are_the_claims(outcome: StudyResults) -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "bufferbloat.md").read_text()
    claims = outcome.study.claims
    assert len(claims) == 3
    assert [claim.where for claim in claims if f"**{claim.where}**" not in page] == []
