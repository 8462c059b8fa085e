"""Earlier runs and studies in the results folder: what is there can be opened, and nothing else."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cellwise as cw

Document = dict[str, Any]


@pytest.fixture
def kept(emptied: Any, brief_document: Document) -> cw.Run:
    """A run that `cellwise run` would have kept in the results folder."""
    scenario = cw.Scenario.from_dict(
        {**brief_document, "probes": {"queue": {"port": "sw1.trunk", "every": "1 ms"}}}
    )
    run = cw.run(scenario)
    run.save(emptied.folder / "my-run")
    return run


def test_an_earlier_run_is_listed_and_opened(page: Any, kept: cw.Run) -> None:
    (listed,) = page.get("/api/stored")["runs"]
    assert (listed["name"], listed["title"]) == ("my-run", "five sources for a moment")
    answer = page.results("my-run")
    assert (answer.status, answer.headers["content-type"]) == (200, "application/octet-stream")
    # Four zeros, the length of the JSON, the JSON, and the arrays.
    assert answer.body[:4] == bytes(4)
    length = int.from_bytes(answer.body[4:8], "little")
    reported = json.loads(answer.body[8 : 8 + length])
    arrays = answer.body[8 + length + -length % 8 :]
    assert reported["ask"] == "load"
    assert cw.Scenario.from_json(reported["scenario"]) == kept.scenario
    assert reported["summary"]["cells"] == kept.cells
    (queue,) = reported["series"]
    (series,) = kept.probes
    for key, kind, expected in (("time_ps", "<u8", series.time_ps), ("value", "<f8", series.value)):
        place = queue[key]
        assert place["at"] % 8 == 0
        found = np.frombuffer(arrays, kind, place["length"], place["at"])
        assert found.tolist() == expected.tolist()
    names = reported["tables"]["flows"]["flow"]
    rows = np.frombuffer(arrays, "<u4", names["rows"]["length"], names["rows"]["at"])
    assert [names["words"][row] for row in rows] == kept.columns("flows")["flow"].tolist()


def test_half_written_and_foreign_folders_are_left_out(page: Any, kept: cw.Run) -> None:
    (page.folder / "half").mkdir()
    (page.folder / "half" / "run.json").write_text("{")
    (page.folder / "empty").mkdir()
    stored = page.get("/api/stored")
    assert [one["name"] for one in stored["runs"]] == ["my-run"]
    assert [one["name"] for one in stored["broken"]] == ["half"]
    answer = page.results("half")
    assert answer.status == 404
    assert "run.json" in answer.json["error"]


@pytest.mark.parametrize(
    "name", ["..", "%2e%2e", "..%2Fsecret", ".hidden", "a%2Fb", "a%5Cb", "%00", "x" * 300, "~"]
)
def test_a_name_never_leads_out_of_the_folder(page: Any, kept: cw.Run, name: str) -> None:
    for path in (f"/api/stored/{name}/results", f"/api/studies/{name}"):
        assert page.ask("GET", path).status in (404, 405)


def test_a_link_never_leads_out_of_the_folder(page: Any, kept: cw.Run, tmp_path: Path) -> None:
    secret = kept.save(tmp_path / "secret")
    (page.folder / "linked").symlink_to(secret)
    inner = page.folder / "inner"
    shutil.copytree(page.folder / "my-run", inner)
    (inner / "flows.parquet").unlink()
    (inner / "flows.parquet").symlink_to(secret / "flows.parquet")
    assert [one["name"] for one in page.get("/api/stored")["runs"]] == ["my-run"]
    for name in ("linked", "inner"):
        answer = page.results(name)
        assert answer.status == 404
        assert "is not in the results folder" in answer.json["error"]


def test_a_study_folder_that_is_a_link_is_neither_read_nor_written(emptied: Any, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (emptied.folder / "goyal96").symlink_to(elsewhere)
    answer = emptied.ask("POST", "/api/studies/goyal96/start", {"replications": 1, "only": ["table1"]})
    assert answer.status == 409
    assert emptied.get("/api/studies/goyal96")["replications"] == 0
    assert list(elsewhere.iterdir()) == []


def test_a_missing_folder_is_empty(emptied: Any) -> None:
    away = emptied.folder.rename(emptied.folder.with_name("away"))
    try:
        assert emptied.get("/api/stored") == {"runs": [], "broken": []}
        assert emptied.get("/api/studies")[0]["stored"] == 0
        assert not emptied.folder.exists()
    finally:
        away.rename(emptied.folder)
