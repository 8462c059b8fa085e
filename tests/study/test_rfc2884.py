"""RFC 2884, a study in data: fairness with either background, and the order of ECN's gains."""

from pathlib import Path

import pytest

import cellwise as cw
from cellwise import studies
from cellwise.study import StudyResults

STUDY = Path(studies.__file__).parent / "rfc2884"


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> StudyResults:
    return cw.study("rfc2884", tmp_path_factory.mktemp("rfc2884"), replications=2)


def test_it_has_no_python() -> None:
    assert not list(STUDY.rglob("*.py"))


def test_fairness_is_that_of_the_memo(outcome: StudyResults) -> None:
    off = [abs(one.median - one.published) for one in outcome.comparisons["fairness"]]
    assert len(off) == 8
    assert max(off) < 0.02
    assert sum(one <= 0.01 for one in off) >= 5


def test_gains_grow_with_congestion_and_with_the_drop_probability(outcome: StudyResults) -> None:
    gains = {one.row: one.median for one in outcome.comparisons["gains"]}
    assert len(gains) == 16
    for tcp in ("reno", "sack"):
        for transfer in ("bulk", "5kB"):
            assert gains[tcp, transfer, "high", "0.5"] > gains[tcp, transfer, "high", "0.02"] + 10
            assert gains[tcp, transfer, "high", "0.5"] > 20
        assert gains[tcp, "bulk", "high", "0.1"] > gains[tcp, "bulk", "low", "0.1"]
