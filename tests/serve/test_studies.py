"""Studies on the page: the same points, numbers and verdicts as the command's."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cellwise as cw
from cellwise import studies
from cellwise.reports.text import MARKS, error_text
from cellwise.study.drive import drive


@pytest.fixture
def shared(served: Callable[..., Any], tmp_path: Path) -> Any:
    with served("--jobs", "2", folder=tmp_path / "results") as page:
        yield page


def numbers(reported: Any, table: str) -> dict[tuple[str, str], Any]:
    found = next(one for one in reported["tables"] if one["name"] == table)
    return {(" ".join(row["row"]), row["column"]): row for row in found["rows"]}


def test_the_page_has_the_signs_of_printed_tables(repository: Path) -> None:
    text = (repository / "web" / "src" / "study" / "verdict.ts").read_text()
    signs = dict(re.findall(r'^  (\w+): { sign: "(.)"', text, re.MULTILINE))
    assert {verdict: signs[verdict] for verdict in MARKS} == {one: sign for one, (sign, _) in MARKS.items()}


def test_a_study_grows_and_comes_to_what_the_command_finds(shared: Any, tmp_path: Path) -> None:
    before = shared.get("/api/studies/goyal96")
    assert {row["verdict"] for table in before["tables"] for row in table["rows"]} == {None}
    assert before["question"].startswith("## What is asked")
    asked = {"replications": 2, "only": ["table1"]}
    started = shared.ask("POST", "/api/studies/goyal96/start", asked)
    assert (started.status, started.json["state"]) == (202, "running")
    other = shared.ask("POST", "/api/studies/kansas/start", asked | {"only": []})
    assert other.status == 409
    assert "goyal96 is running" in other.json["error"]
    events = shared.events("/api/studies/goyal96/events")
    assert (events[-1][0], events[-1][1]["state"]) == ("done", "done")
    assert events[-1][1]["done"] == events[-1][1]["total"] == 8
    after = numbers(shared.get("/api/studies/goyal96"), "table1")
    outcome = drive(studies.get("goyal96"), tmp_path / "again", replications=2, only=["table1"], quiet=True)
    for one in outcome.comparisons["table1"]:
        row = after[" ".join(one.row), one.column]
        assert row["published"] == one.published
        assert (row["ours"], row["low"], row["high"]) == (one.median, one.low, one.high)
        assert (row["verdict"], row["replications"]) == (one.verdict, 2)
        assert row["off"] == error_text(one)
    # The command continues with these points: it finds every one again.
    listed = next(one for one in shared.get("/api/studies") if one["name"] == "goyal96")
    assert (listed["stored"], listed["replications"]) == (8, 2)


def test_a_study_is_cancelled_with_what_it_has_and_goes_on(shared: Any) -> None:
    asked = {"replications": 100, "only": ["table1", "figure1"]}
    shared.ask("POST", "/api/studies/goyal96/start", asked)
    seen = []
    for name, reported in shared.raw_events("/api/studies/goyal96/events"):
        seen.append(name)
        # The first word may already be of finished points; a table comes with each later one.
        if name == "table" and reported["done"] >= 2:
            assert shared.ask("POST", "/api/studies/goyal96/cancel", {}).status == 202
    assert (seen[-1], reported["state"], reported["error"]) == ("done", "cancelled", "")
    assert "table" in seen
    kept = len(list((shared.folder / "goyal96" / "points").glob("*.json")))
    assert 2 <= kept < reported["total"]
    # Stored points show, although the table is not whole.
    rows = numbers(shared.get("/api/studies/goyal96"), "table1").values()
    assert any(row["ours"] is not None for row in rows)
    shared.ask("POST", "/api/studies/goyal96/start", {**asked, "replications": 1})
    name, reported = shared.events("/api/studies/goyal96/events")[-1]
    assert (name, reported["state"]) == ("done", "done")
    drawn = shared.ask("GET", "/api/studies/goyal96/figure/figure1.svg")
    assert drawn.status == 200
    assert drawn.headers["content-type"].startswith("image/svg+xml")


def test_a_study_that_does_not_run_holds_no_stream(page: Any) -> None:
    ((name, reported),) = page.events("/api/studies/goyal96/events")
    assert (name, reported["state"], reported["done"]) == ("idle", "idle", 0)


def test_a_running_study_tells_what_it_was_started_with_not_what_was_asked_before(shared: Any) -> None:
    shared.ask("POST", "/api/studies/goyal96/start", {"replications": 1, "only": ["figure1"]})
    shared.events("/api/studies/goyal96/events")
    before = shared.get("/api/studies/goyal96")
    assert (before["asked"], before["only"]) == (1, ["figure1"])
    asked = {"replications": 40, "only": ["table1", "table2"]}
    shared.ask("POST", "/api/studies/goyal96/start", asked)
    now = shared.get("/api/studies/goyal96")
    assert (now["state"], now["asked"], now["only"]) == ("running", 40, ["table1", "table2"])
    _, reported = next(shared.raw_events("/api/studies/goyal96/events"))
    assert (reported["asked"], reported["only"]) == (40, ["table1", "table2"])
    shared.ask("POST", "/api/studies/goyal96/cancel", {})
    shared.events("/api/studies/goyal96/events")


def test_the_run_behind_a_number_can_be_opened(page: Any) -> None:
    row = next(iter(numbers(page.get("/api/studies/goyal96"), "table2").values()))
    asked = {"case": row["case"], "replication": 3}
    opened = page.ask("POST", "/api/studies/goyal96/open", asked).json["scenario"]
    study = studies.get("goyal96")
    expected = study.vary(study.cases[row["case"]].scenario.replications(4)[3], 3)
    assert cw.Scenario.from_dict(opened) == expected


@pytest.mark.parametrize(
    ("path", "body", "reported"),
    [
        ("nothing/start", {}, "goyal96"),
        ("goyal96/start", {"replications": 0}, "1 up to 100"),
        ("goyal96/start", {"replications": True}, "1 up to 100"),
        ("goyal96/start", {"only": ["--out=/tmp/x"]}, "table1"),
        ("goyal96/start", {"only": "table1"}, "table1"),
        ("goyal96/open", {"case": "x"}, "'x' is not known"),
        ("goyal96/open", {"case": "LAN N=5 unlimited tail", "replication": -1}, "replication"),
        ("goyal96/open", {}, "case"),
    ],
)
def test_wrong_questions_about_studies(page: Any, path: str, body: Any, reported: str) -> None:
    answer = page.ask("POST", f"/api/studies/{path}", body)
    assert answer.status in (400, 404)
    assert reported in answer.json["error"]


def test_a_figure_without_points_says_so(page: Any) -> None:
    answer = page.ask("GET", "/api/studies/goyal96/figure/lan.svg")
    assert answer.status == 404
    assert "nothing to show yet" in answer.json["error"]
    assert "lan" in page.ask("GET", "/api/studies/goyal96/figure/x.svg").json["error"]
