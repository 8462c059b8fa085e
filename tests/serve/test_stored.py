"""Earlier runs and studies in the results folder: what is there can be opened, and nothing else."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import cellwise as cw

Document = dict[str, Any]


@pytest.fixture
def kept(page: Any, brief_document: Document) -> Iterator[cw.Run]:
    """A run that `cellwise run` would have kept in the results folder."""
    scenario = cw.Scenario.from_dict(
        {**brief_document, "probes": {"queue": {"port": "sw1.trunk", "every": "1 ms"}}}
    )
    run = cw.run(scenario)
    run.save(page.folder / "my-run")
    yield run
    for path in page.folder.iterdir():
        if path.is_symlink():
            path.unlink()
        else:
            shutil.rmtree(path)


def test_an_earlier_run_is_listed_and_opened(page: Any, kept: cw.Run) -> None:
    (listed,) = page.get("/api/stored")["runs"]
    assert (listed["name"], listed["title"]) == ("my-run", "five sources for a moment")
    answer = page.ask("POST", "/api/stored/my-run/open", {})
    assert answer.status == 202
    name, told = page.follow(answer.json["id"])
    assert name == "done", told
    assert told["summary"]["cells"] == kept.cells
    assert [one["name"] for one in told["series"]] == ["queue sw1.trunk"]
    assert told["topology"]["nodes"]
    # Its events can be looked at as those of any run.
    assert page.get(f"/api/runs/{told['id']}/losses?limit=1")["rows"]
    # Opened again, it is the same one.
    assert page.ask("POST", "/api/stored/my-run/open", {}).json["id"] == told["id"]


def test_half_written_and_foreign_folders_are_left_out(page: Any, kept: cw.Run) -> None:
    (page.folder / "half").mkdir()
    (page.folder / "half" / "run.json").write_text("{")
    (page.folder / "empty").mkdir()
    stored = page.get("/api/stored")
    assert [one["name"] for one in stored["runs"]] == ["my-run"]
    assert [one["name"] for one in stored["broken"]] == ["half"]
    name, told = page.follow(page.ask("POST", "/api/stored/half/open", {}).json["id"])
    assert name == "failed"
    assert "run.json" in told["error"]


@pytest.mark.parametrize(
    "name", ["..", "%2e%2e", "..%2Fsecret", ".hidden", "a%2Fb", "a%5Cb", "%00", "x" * 300, "~"]
)
def test_a_name_never_leads_out_of_the_folder(page: Any, kept: cw.Run, name: str) -> None:
    for method, path in (("POST", f"/api/stored/{name}/open"), ("GET", f"/api/studies/{name}")):
        assert page.ask(method, path, {} if method == "POST" else None).status in (404, 405)


def test_a_link_never_leads_out_of_the_folder(page: Any, kept: cw.Run, tmp_path: Path) -> None:
    secret = kept.save(tmp_path / "secret")
    (page.folder / "linked").symlink_to(secret)
    inner = page.folder / "inner"
    shutil.copytree(page.folder / "my-run", inner)
    (inner / "flows.parquet").unlink()
    (inner / "flows.parquet").symlink_to(secret / "flows.parquet")
    assert [one["name"] for one in page.get("/api/stored")["runs"]] == ["my-run"]
    for name in ("linked", "inner"):
        event, told = page.follow(page.ask("POST", f"/api/stored/{name}/open", {}).json["id"])
        assert event == "failed"
        assert "is not in the results folder" in told["error"]


def test_a_study_folder_that_is_a_link_is_neither_read_nor_written(
    served: Callable[..., Any], tmp_path: Path
) -> None:
    folder, elsewhere = tmp_path / "results", tmp_path / "elsewhere"
    folder.mkdir()
    elsewhere.mkdir()
    (folder / "goyal96").symlink_to(elsewhere)
    with served(folder=folder) as page:
        answer = page.ask("POST", "/api/studies/goyal96/start", {"replications": 1, "only": ["table1"]})
        assert answer.status == 409
        assert page.get("/api/studies/goyal96")["replications"] == 0
    assert list(elsewhere.iterdir()) == []


def test_a_missing_folder_is_empty(served: Callable[..., Any], tmp_path: Path) -> None:
    with served(folder=tmp_path / "not" / "there") as page:
        assert page.get("/api/stored") == {"runs": [], "broken": []}
        assert page.get("/api/studies")[0]["stored"] == 0
