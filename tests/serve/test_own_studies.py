"""A user's own study on the page: its tables, figures and points are there like those of our studies."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.serve.conftest import NOTHING_AHEAD, Page, serving

from cellwise import studies
from cellwise.cli.study_new import write_skeleton
from cellwise.serve.known import own_studies
from cellwise.study.drive import drive


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own") / "my-study"
    write_skeleton(folder)
    return folder


@pytest.fixture(scope="module")
def page(mine: Path) -> Iterator[Page]:
    """A server that has the study, and reads all others once."""
    options = ("--jobs", "2", "--study", str(mine))
    with serving(mine.parent / "results", *options, changed=NOTHING_AHEAD) as page:
        yield page


def test_a_study_of_ones_own_is_run_and_reported_like_ours(page: Page, mine: Path, tmp_path: Path) -> None:
    listed = page.get("/api/studies")
    assert [one["name"] for one in listed] == ["my-study", *studies.names()]
    assert listed[0]["state"] == "idle"
    assert page.get("/api/gallery")["studies"][0]["name"] == "my-study"
    reported = page.get("/api/studies/my-study")
    study = studies.get(str(mine))
    assert (reported["name"], reported["title"]) == ("my-study", study.title)
    started = page.ask("POST", "/api/studies/my-study/start", {"replications": 2})
    assert (started.status, started.json["state"]) == (202, "running")
    assert page.events("/api/studies/my-study/events")[-1][1]["state"] == "done"
    reported = page.get("/api/studies/my-study")
    outcome = drive(study, tmp_path / "again", replications=2, quiet=True)
    rows = {(tuple(row["row"]), row["column"]): row for table in reported["tables"] for row in table["rows"]}
    compared = [one for table in outcome.comparisons.values() for one in table]
    assert compared
    for one in compared:
        row = rows[tuple(one.row), one.column]
        assert (row["ours"], row["verdict"]) == (one.median, one.verdict)
    for figure in reported["figures"]:
        assert figure["ready"]
        assert page.ask("GET", figure["svg_url"]).body.startswith(b"<")
    case = next(iter(study.cases))
    opened = page.ask("POST", "/api/studies/my-study/open", {"case": case})
    assert opened.json["scenario"]["topology"] == study.cases[case].scenario.to_dict()["topology"]
    # The command finds every point that the page has made, and the page those of the command.
    assert len(list((page.folder / "my-study" / "points").glob("*.json"))) == listed_of(page)


def listed_of(page: Page) -> int:
    stored: int = page.get("/api/studies")[0]["stored"]
    return stored


def test_a_study_that_is_changed_meanwhile_is_read_anew_and_harms_no_other(page: Page, mine: Path) -> None:
    file = mine / "study.toml"
    text = file.read_text()
    before = page.get("/api/studies/my-study")["title"]
    file.write_text(text.replace(before, "Another title"))
    assert page.get("/api/studies/my-study")["title"] == "Another title"
    file.write_text(text + "\nnonsense = 1\n")
    listed = page.get("/api/studies")
    assert listed[0]["title"] == "cannot be read"
    assert len(listed) == 1 + len(studies.names())
    refused = page.ask("GET", "/api/studies/my-study")
    assert refused.status == 422
    assert "nonsense" in refused.body.decode()
    file.write_text(text)
    assert page.get("/api/studies/my-study")["title"] == before


def test_a_folder_that_can_be_no_study_of_the_page_is_refused(mine: Path, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere" / "my-study"
    ours, odd = tmp_path / "goyal96", tmp_path / "a study"
    for folder in (other, ours, odd):
        folder.parent.mkdir(exist_ok=True)
        write_skeleton(folder)
    assert own_studies([mine, mine]) == {"my-study": mine}
    for folders, reported in (
        ([tmp_path], r"no folder with study\.toml"),
        ([ours], "the name of one of our studies"),
        ([odd], "'a study' can be no name"),
        ([mine, other], "the same name"),
    ):
        with pytest.raises(ValueError, match=reported):
            own_studies(folders)


@pytest.mark.parametrize(
    ("given", "reported"),
    [(["--study", "."], "--study: . is no folder with study.toml"), (["my-study"], "give --study my-study")],
)
def test_the_command_says_what_is_wrong_with_a_folder(given: list[str], reported: str, mine: Path) -> None:
    command = [sys.executable, "-m", "cellwise", "serve", *given, "--no-browser"]
    done = subprocess.run(command, cwd=mine.parent, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 2
    assert reported in " ".join(done.stderr.split())
