"""Coexistence, a study in data of our own: a few of its cases, and what they show."""

from pathlib import Path

import pytest

import cellwise as cw
from cellwise import studies
from cellwise.study import StudyResults

STUDY = Path(studies.__file__).parent / "coexistence"


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> StudyResults:
    return cw.study("coexistence", tmp_path_factory.mktemp("coexistence"), replications=1, only=["marks"])


def test_it_is_data_alone() -> None:
    assert not list(STUDY.rglob("*.py"))
    assert len(studies.get("coexistence").cases) == 45 + 24 + 3


def test_one_queue_with_classic_marks_gives_prague_most_of_the_line(outcome: StudyResults) -> None:
    shares = {one.row: one.median for one in outcome.explored["marks"] if one.measure == "share"}
    assert len(shares) == 24
    assert all(share > 0.75 for row, share in shares.items() if row[0] in {"pie", "red"})


def test_low_latency_packets_hardly_wait_where_they_are_coupled(outcome: StudyResults) -> None:
    waits = {one.row: one.median for one in outcome.explored["marks"] if one.measure == "short_wait_ms"}
    assert all(wait < 2 for row, wait in waits.items() if row[0] == "dualpi2")
