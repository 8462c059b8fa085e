"""RFC 2416, a study in data: its instants to the millisecond, and where it contradicts itself."""

from pathlib import Path

import pytest

import cellwise as cw
from cellwise import studies
from cellwise.study import StudyResults

STUDY = Path(studies.__file__).parent / "rfc2416"


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> StudyResults:
    return cw.study("rfc2416", tmp_path_factory.mktemp("rfc2416"), replications=1)


def test_it_has_no_python() -> None:
    assert not list(STUDY.rglob("*.py"))


def test_sixteen_instants_are_within_a_millisecond_and_one_is_a_misprint(outcome: StudyResults) -> None:
    instants = outcome.comparisons["instants"]
    assert len(instants) == 17
    agreeing = [one for one in instants if abs(one.median - one.published) <= 0.001]
    assert len(agreeing) == 16
    (misprint,) = [one for one in instants if one not in agreeing]
    assert (misprint.verdict, misprint.number.printed) == ("inconsistent", "6.111")
    assert misprint.median == pytest.approx(6.611, abs=0.001)


def test_what_is_set_and_fitted_is_kept_apart_from_predictions(outcome: StudyResults) -> None:
    kinds = [one.number.kind for one in outcome.comparisons["instants"]]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {"input": 2, "fitted": 1, "prediction": 14}


def test_the_packets_that_are_lost_are_the_printed_ones(outcome: StudyResults) -> None:
    assert [one.median for one in outcome.comparisons["packets"]] == [7, 3, 4, 3]


def test_its_claims_are_upheld_and_its_figures_drawn(outcome: StudyResults) -> None:
    assert [one.verdict for one in outcome.findings] == ["upheld", "upheld"]
    assert set(outcome.figures) == {"one-packet", "four-packet", "network"}


def test_packets_of_1024_octets_miss_its_instants(tmp_path: Path) -> None:
    changes = {"tcp.mss": "984 bytes"}
    changed = cw.study("rfc2416", tmp_path, replications=1, only=["instants"], choose=changes)
    first = changed.comparisons["instants"][1]
    assert first.median == pytest.approx(1.242, abs=0.001)
    assert not first.inside
