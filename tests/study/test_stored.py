"""Reports from stored points alone, the index of several studies, and how far a study is."""

import json
import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from tests.study.small import small

import cellwise as cw
from cellwise import studies
from cellwise.errors import ResultsError
from cellwise.experiments.precision import Precision
from cellwise.points.estimate import estimate
from cellwise.points.expected_cost import expected_s
from cellwise.points.runner import run_points
from cellwise.points.store import plan
from cellwise.reports.index import reproduce
from cellwise.reports.latex_tables import to_latex
from cellwise.reports.study_page import render
from cellwise.reports.terminal import print_outcome
from cellwise.reports.text_tables import to_markdown
from cellwise.study import Case, drive
from cellwise.study.order import Order, read_order, write_order
from cellwise.study.stored import gather, status


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("stored")
    drive(small(), made, replications=3, quiet=True)
    return made


def copy(folder: Path, to: Path) -> Path:
    for part in ("points", "costs"):
        (to / part).mkdir(parents=True)
        for path in (folder / part).iterdir():
            (to / part / path.name).write_bytes(path.read_bytes())
    return to


def point_of(folder: Path, case: str, replication: int) -> Path:
    scenario = small().cases[case].scenario.replications(replication + 1)[replication]
    return folder / "points" / f"{scenario.id}.json"


def test_stored_points_give_the_same_report_as_the_study(folder: Path) -> None:
    driven = drive(small(), folder, replications=3, quiet=True)
    assert render(gather(small(), folder, replications=3), "again") == render(driven, "again")


def test_a_half_written_point_is_named_and_skipped(folder: Path, tmp_path: Path) -> None:
    broken = copy(folder, tmp_path / "broken")
    path = point_of(broken, "epd", 2)
    path.write_bytes(path.read_bytes()[:-100])
    outcome = gather(small(), broken, replications=3)
    assert outcome.replications == 2
    assert "skipped, half written or damaged: epd, replication 2" in outcome.notes
    assert "epd, replication 2" in render(outcome, "again")


def test_a_case_without_points_leaves_its_table_out(folder: Path, tmp_path: Path) -> None:
    partial = copy(folder, tmp_path / "partial")
    for number in range(3):
        point_of(partial, "fba", number).unlink()
    with pytest.raises(ResultsError, match="no whole table of small"):
        gather(small(), partial, replications=3)
    two = replace(small(), extra_cases={"two": ("tail", "epd")})
    outcome = gather(two, partial, replications=3)
    assert outcome.only == ("two",)
    assert "not run, or not to the end: table1" in outcome.notes


@pytest.mark.parametrize("stored", [True, False], ids=["from what is stored", "as it is run"])
def test_claims_about_cases_that_were_left_out_do_not_say_that_they_were_not_run(
    folder: Path, stored: bool
) -> None:
    two = replace(small(), extra_cases={"two": ("epd", "fba")})
    outcome = (
        gather(two, folder, replications=3, only=["two"])
        if stored
        else drive(two, folder, replications=3, only=["two"], quiet=True)
    )
    (finding,) = outcome.findings
    assert (finding.verdict, finding.evidence) == ("undecided", "tail was left out by --only")
    for written in (to_markdown(outcome, "again"), render(outcome, "again")):
        assert "was not run" not in written


def test_a_report_without_trials_says_what_runs_them(folder: Path) -> None:
    outcome = gather(small(), folder, replications=3)
    page = render(outcome, "again")
    section = page.partition('<section id="sensitivity">')[2].partition("</section>")[0]
    assert "<code>cellwise study small --sensitivity</code> runs them" in section
    assert '<a href="#how">' in section
    assert '<section id="how">' in page
    settled = replace(small(), settings=[replace(one, others=()) for one in small().settings])
    assert "No choice is open" in render(replace(outcome, study=settled), "again")


def test_points_of_another_version_are_refused_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "points").mkdir()
    (tmp_path / "points" / "0.json").write_text('{"format":1,"cellwise":"0.0.7","sha256":"","result":{}}\n')
    with pytest.raises(ResultsError, match=r"1 points are of format 1 by Cellwise 0\.0\.7; this is Cellwise"):
        gather(small(), tmp_path, replications=3)


def test_the_status_counts_what_is_finished_damaged_and_left(folder: Path, tmp_path: Path) -> None:
    own = copy(folder, tmp_path / "own")
    point_of(own, "tail", 0).write_text("{")
    cost = own / "costs" / point_of(own, "tail", 1).name
    cost.write_text(json.dumps({"cells": 1, "cpu_s": 1.0, "build": "another"}))
    found = status(small(), own, replications=4, only=[], jobs=2)
    assert (found.needed, found.finished, found.other_build, found.damaged) == (12, 7, 1, 1)
    assert found.left.points == 5


def test_the_estimate_adds_up_what_stored_points_took(tmp_path: Path, brief: cw.Scenario) -> None:
    points = plan({"a": brief.with_(duration="20 ms"), "b": brief.with_(duration="21 ms")}, 3)
    run_points(points[:2], tmp_path)
    for point, cpu_s in zip(points[:2], (2.0, 6.0), strict=True):
        cost = {"cells": 1, "cpu_s": cpu_s, "build": ""}
        (tmp_path / "costs" / f"{point.id}.json").write_text(json.dumps(cost))
    left = estimate(points[2:], points, tmp_path, jobs=2)
    assert (left.points, left.wall_s, left.basis) == (4, 8.0, "from the cost of stored points")
    # One run at a time never ends before the longest.
    assert estimate(points[3:4], points, tmp_path, jobs=8).wall_s == 6.0


def test_a_case_that_is_not_stored_takes_as_much_more_as_it_has_to_send(
    tmp_path: Path, brief: cw.Scenario
) -> None:
    points = plan({"short": brief.with_(duration="20 ms"), "long": brief.with_(duration="20 s")}, 1)
    run_points(points[:1], tmp_path)
    cost = {"cells": 1, "cpu_s": 2.0, "build": ""}
    (tmp_path / "costs" / f"{points[0].id}.json").write_text(json.dumps(cost))
    left = estimate(points[1:], points, tmp_path, jobs=1)
    ratio = expected_s(points[1].scenario) / expected_s(points[0].scenario)
    assert ratio > 5
    assert left.wall_s == pytest.approx(2.0 * ratio)
    assert left.basis == "from the cost of stored points"


def test_a_case_that_is_stored_often_does_not_hide_what_the_others_have_to_send(
    tmp_path: Path, brief: cw.Scenario
) -> None:
    cases = {f"cheap {number}": brief.with_(duration=f"{20 + number} ms") for number in range(4)}
    points = plan({**cases, "dear": brief.with_(duration="2000 s")}, 1)
    run_points(points[:-1], tmp_path)
    for point in points[:-1]:
        cost = {"cells": 1, "cpu_s": 1e-3, "build": ""}
        (tmp_path / "costs" / f"{point.id}.json").write_text(json.dumps(cost))
    assert estimate(points[-1:], points, tmp_path, jobs=1).wall_s > 10


@pytest.mark.parametrize(
    ("name", "case"),
    [
        ("goyal96", "WAN N=5 K=12000 selective-drop R=0.9 Z=0.8"),
        ("bonaventure96", "MTU=1500 MBS=2000 500ms"),
        ("calgary", "no noise"),
        ("anansari", "ERICA N=2 period25"),
        ("kansas", "two-node ABR TCP N=5 VBR=40"),
    ],
)
def test_without_a_stored_point_what_cases_take_is_right_within_a_few_times(name: str, case: str) -> None:
    scenario = studies.get(name).cases[case].scenario
    began_s = time.process_time()
    cw.run(scenario)
    took_s = time.process_time() - began_s
    # One case on any machine; the means over studies are nearer.
    assert took_s / 10 < expected_s(scenario) < took_s * 10


def test_outside_in_a_row_that_ranks_alike_has_its_own_mark(folder: Path) -> None:
    outcome = gather(small(), folder, replications=3)
    ours = [one.median for one in outcome.comparisons["table1"]]
    alike = ours[0] > ours[1] > ours[2]
    assert ("▲</td>" in render(outcome, "again")) == alike
    assert f"Ours rank {int(alike)} of 1 rows alike" in render(outcome, "again")


def test_tables_for_other_documents_have_every_number(folder: Path) -> None:
    outcome = gather(small(), folder, replications=3)
    for written in (to_markdown(outcome, "again"), to_latex(outcome, "again")):
        for one in outcome.comparisons["table1"]:
            assert one.number.printed in written
        assert "upheld" in written
    rows = [line for line in to_markdown(outcome, "again").splitlines() if line.startswith("|")]
    assert len({line.count("|") for line in rows if "small-1" not in line and "claim" not in line}) <= 2


def test_one_replication_shows_no_range(tmp_path: Path) -> None:
    outcome = drive(small(), tmp_path, replications=1, quiet=True)
    page = render(outcome, "again")
    assert "one run" in page
    assert not re.search(r"\d–\d[\d.]*<", page.partition('<section id="claims">')[0])


def test_the_models_that_took_part_are_named_with_their_status(folder: Path) -> None:
    outcome = gather(small(), folder, replications=1)
    assert ("drop-policies", "fba", "validated") in outcome.models
    assert "fba (drop-policies)" in render(outcome, "again")
    assert "not validated" not in to_markdown(outcome, "again")
    outcome = replace(outcome, models=[*outcome.models, ("drop-policies", "ppd", "experimental")])
    reported = "Models that are not validated: ppd (drop-policies)."
    assert reported in to_markdown(outcome, "again")
    assert reported in to_latex(outcome, "again")


def test_the_screen_counts_all_tables_together(tmp_path: Path) -> None:
    (table,) = small().tables
    twice = replace(small(), tables=(table, replace(table, name="table2")))
    console = Console(record=True, width=200)
    print_outcome(drive(twice, tmp_path, replications=2, quiet=True), console)
    assert (
        "All 2 tables: 6 separate numbers: 0 inside our range, 6 outside; median error "
        in console.export_text()
    )


def test_the_index_has_a_line_per_study_even_if_one_fails(tmp_path: Path) -> None:
    scenario = small().cases["tail"].scenario.with_({"limits.events": 10})
    failing = replace(small(), name="failing", cases={**small().cases, "tail": Case("tail", scenario)})
    lines = reproduce([failing, small()], tmp_path, replications=2, progress="none")
    assert lines[0].failure is not None
    assert (lines[1].scores.published, lines[1].claims, lines[1].upheld) == (3, 1, 1)
    assert lines[1].cells > 0
    assert "3 separate numbers, 3 outside, median error " in lines[1].text()
    page = (tmp_path / "index.html").read_text()
    assert 'href="small/report.html"' in page
    assert (tmp_path / "small" / "report.html").is_file()
    assert "1 of 1" in page
    assert 'href="failing/report.html"' not in page
    assert "failed" in lines[0].text()
    asked = read_order(tmp_path / "failing")
    assert asked is not None
    assert asked.replications == 2, "what failed can go on"


def test_the_index_takes_as_many_replications_as_the_claims_ask_for(tmp_path: Path) -> None:
    (line,) = reproduce([small()], tmp_path / "enough", progress="none")
    assert (line.replications, line.upheld, line.undecided) == (2, 1, 0)
    assert "undecided" not in line.text()
    page = (tmp_path / "enough" / "index.html").read_text()
    assert "cellwise study all</code>" in page
    (line,) = reproduce([small()], tmp_path / "few", replications=1, progress="none")
    assert (line.replications, line.upheld, line.undecided) == (1, 0, 1)
    assert "1 undecided (some ask for 2 replications)" in line.text()
    assert "cellwise study all --replications 1</code>" in (tmp_path / "few" / "index.html").read_text()


def test_making_the_index_again_keeps_the_points_and_the_time_they_took(tmp_path: Path) -> None:
    (first,) = reproduce([small()], tmp_path, replications=2, progress="none")
    order = read_order(tmp_path / "small")
    assert order is not None
    write_order(tmp_path / "small", replace(order, wall_s=1000.0))
    (again,) = reproduce([small()], tmp_path, replications=2, progress="none")
    assert again.cells == first.cells
    assert again.wall_s == 1000.0


def test_an_order_comes_back_as_it_was_written(tmp_path: Path) -> None:
    order = Order("small", 3, "a digest", ("table1",), {"tie": "rotate"}, ("a note",), 2.5)
    write_order(tmp_path, order)
    assert read_order(tmp_path) == order
    until = replace(order, precision=Precision(0.02, 5, 50))
    write_order(tmp_path, until)
    assert read_order(tmp_path) == until
    (tmp_path / "study.json").write_text("{")
    assert read_order(tmp_path) is None
