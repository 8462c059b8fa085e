"""RFC 2415, a study in data: what is reached of its tables, and where they contradict themselves."""

from pathlib import Path

import pytest

import cellwise as cw
from cellwise import studies
from cellwise.study import StudyResults
from cellwise.study.compare import Comparison

STUDY = Path(studies.__file__).parent / "rfc2415"

#: Web and FTP clients of the loads that the memo does not call pathological.
TAME = [("8", "0"), ("8", "1"), ("8", "2"), ("16", "0"), ("16", "1"), ("16", "2"), ("32", "0")]


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> StudyResults:
    return cw.study("rfc2415", tmp_path_factory.mktemp("rfc2415"), replications=1)


def tame(outcome: StudyResults, table: str, columns: str = "iw") -> list[Comparison]:
    found = outcome.comparisons[table]
    return [one for one in found if one.row in TAME and one.column.startswith(columns)]


def test_it_has_no_python_and_a_case_for_every_load_window_and_protocol() -> None:
    assert not list(STUDY.rglob("*.py"))
    cases = studies.get("rfc2415").cases
    assert len(cases) == 12 * 4 * 2 + 12
    flows = cases["webs=32 ftps=3 iw=4 http=1.1 queue=tail"].scenario.to_dict()["flows"]
    assert len(flows) == 35
    assert len(cases["webs=8 ftps=0 iw=1 http=1.0 queue=tail"].scenario.to_dict()["flows"]) == 8


def test_drops_are_within_a_point_and_utilisation_within_three_of_most(outcome: StudyResults) -> None:
    drops = [one for one in tame(outcome, "table2", "d") if one.number.kind != "copy"]
    assert len(drops) == 24
    assert all(abs(one.median - one.published) <= 1 for one in drops)
    utilisation = tame(outcome, "table2", "u")
    close = [one for one in utilisation if abs(round(one.median) - one.published) <= 3]
    assert (len(utilisation), len(close) >= 20) == (28, True)


def test_page_delays_are_within_15_percent_of_most(outcome: StudyResults) -> None:
    delays = tame(outcome, "table1") + tame(outcome, "table4")
    close = [one for one in delays if abs(one.median / one.published - 1) <= 0.15]
    assert (len(delays), len(close) >= 40) == (56, True)


def test_a_larger_window_makes_pages_faster(outcome: StudyResults) -> None:
    for table in ("table1", "table4"):
        seconds = {(one.row, one.column): one.median for one in outcome.comparisons[table]}
        assert all(seconds[load, "iw4"] < 0.9 * seconds[load, "iw1"] for load in TAME)


def test_the_drops_that_table_2_repeats_are_those_of_table_6(outcome: StudyResults) -> None:
    repeated = [one for one in outcome.comparisons["table2"] if one.number.kind == "copy"]
    assert len(repeated) == 12
    assert [one.column for one in repeated if one.verdict == "inconsistent"] == ["d1", "d3"]
    ours = {one.column: one.median for one in repeated if one.row == ("32", "0")}
    assert ours["d1"] == pytest.approx(3.5, abs=1)
    assert ours["d3"] == pytest.approx(4.3, abs=1)


def test_its_claims_are_asked_of_enough_runs(outcome: StudyResults) -> None:
    assert [claim.id for claim in outcome.study.claims] == [f"rfc2415-{n}" for n in range(1, 8)]
    assert all(claim.replications == 5 for claim in outcome.study.claims)
