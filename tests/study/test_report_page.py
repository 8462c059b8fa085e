"""A study's report begins with the parts that a reader needs: question, verdict, figure, three numbers."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.study.small import small

from cellwise.reports.study_page import render
from cellwise.reports.study_tables import tables_section
from cellwise.reports.text import lacking_text, tone, verdict_text
from cellwise.study import Claim, Figure, Number, Part
from cellwise.study.claims import Finding
from cellwise.study.compare import Comparison, compare
from cellwise.study.data.figures import PlotOf
from cellwise.study.drive import StudyResults, drive


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> StudyResults:
    """A study with a figure and five claims, three of which ask for more replications than are run."""
    one = small()
    (claim,) = one.claims
    claims = [replace(claim, id=f"small-{number}", replications=20) for number in (2, 3, 4)]
    hopeless = Part("none is lost", lambda view: (view("tail", "lost") < 0, "some"))
    figure = Figure("network", "The network.", (), PlotOf("network", "network", {}, ("tail",)))
    study = replace(
        one,
        claims=[claim, *claims, replace(claim, id="small-5", parts=(hopeless,))],
        figures=[figure],
    )
    return drive(study, tmp_path_factory.mktemp("page"), replications=2, quiet=True)


def compared(printed: str, ours: Sequence[float]) -> Comparison:
    return compare("table1", ("5",), "UBR", Number(printed, "tail", "efficiency"), ours)


def findings(*verdicts: str) -> list[Finding]:
    claim = Claim("a-1", "here", "it holds", "test", [Part("it", lambda _view: (True, ""))])
    return [Finding(claim, verdict, "") for verdict in verdicts]  # type: ignore[arg-type]


def test_the_report_begins_with_question_verdict_figure_and_three_numbers(outcome: StudyResults) -> None:
    page = render(outcome, "again")
    parts = ['id="question"', 'class="outcome"', "<figure>", 'class="counts"', "<nav>", 'id="tables"']
    places = [page.index(part) for part in parts]
    assert places == sorted(places)
    counts = page[places[3] : places[4]]
    assert re.findall("<b>(.*?)</b><span>(.*?)</span>", counts) == [
        ("0 of 3", "predictions inside"),
        ("2 of 5", "claims decided"),
        ("2", "replications"),
    ]
    assert "0 of 3 published numbers lie inside our range (median error " in page
    assert "of 5 claims, 1 upheld, 1 refuted, 3 undecided." in page
    assert page.count("<figure>") == len(outcome.figures) == 1
    assert '<section id="figures">' not in page, "the one figure stands above"


def test_the_report_says_once_that_claims_need_more_replications(outcome: StudyResults) -> None:
    page = render(outcome, "again")
    assert page.partition('id="how"')[0].count("20 replications") == 1
    assert "Claims 2, 3 and 4 need 20 replications; 2 were run." in page
    assert lacking_text(outcome.findings[:1], 2) == ""
    assert lacking_text(outcome.findings[1:2], 1) == "Claim 2 needs 20 replications; 1 was run."


def test_a_median_that_is_far_off_is_not_green() -> None:
    wide = compared("0.22", [0.19, 0.21, 0.87, 0.87, 0.89])
    assert (wide.verdict, tone(wide)) == ("inside_5_95", "wide")
    near = compared("0.85", [0.80, 0.87, 0.87, 0.87, 0.89])
    assert tone(near) == near.verdict == "inside_5_95"
    assert tone(compared("0.22", [0.87, 0.88])) == "outside"


def test_the_colour_of_a_number_is_that_of_its_tone(outcome: StudyResults) -> None:
    (table,) = outcome.tables()
    first, *rest = outcome.comparisons["table1"]
    inside = compare("table1", first.row, first.column, Number("22", "tail", "lost"), [19, 21, 87, 87, 89])
    section = tables_section(replace(outcome, comparisons={table.name: [inside, *rest]}))
    assert re.search(r'class="mark wide" title="[^"]*our range is wide[^"]*">● \+295 %<', section)
    assert "mark inside_5_95" not in section


@pytest.mark.parametrize(
    ("verdicts", "reported"),
    [
        (("upheld",), "The claim is upheld."),
        (("undecided", "undecided"), "None of 2 claims is decided."),
        (("upheld", "upheld", "refuted"), "Of 3 claims, 2 upheld, 1 refuted."),
        ((), ""),
    ],
)
def test_the_verdict_is_a_sentence(verdicts: Sequence[str], reported: str) -> None:
    assert verdict_text([], findings(*verdicts)) == reported


def test_a_study_that_compares_no_number_has_two(tmp_path: Path) -> None:
    bare = replace(small(), tables=(), extra_cases={"all": ("tail",)})
    page = render(drive(bare, tmp_path, replications=2, quiet=True), "again")
    assert "predictions inside" not in page
    assert '<div class="lead">' in page, "nor is room left for a figure"
