"""Odd files in the results folder: each is left out and named, and nothing else is harmed."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

import cellwise as cw
from cellwise import studies
from cellwise.points.store import store

DEEP = "[" * 100_000

#: Contents of a broken `run.json`, each with a word of its message.
WRONG = {
    "not-json": ("{", "Expecting"),
    "a-list": ("[]", "list"),
    "deep": (DEEP, "nested"),
    "no-title": ('{"seed": 1, "summary": {"simulated_s": 1}}', "'title' is missing"),
    "endless-seed": ('{"title": "x", "seed": Infinity, "summary": {"simulated_s": 1}}', "infinity"),
    "no-time": ('{"title": "x", "seed": 1, "summary": {"simulated_s": NaN}}', "no time"),
    "much-time": ('{"title": "x", "seed": 1, "summary": {"simulated_s": 1e400}}', "no time"),
    "no-text": ('{"title": "\\ud800", "seed": 1, "summary": {"simulated_s": 1}}', "surrogate"),
}


def test_a_broken_run_is_named_and_left_out(emptied: Any, brief_document: dict[str, Any]) -> None:
    for name, (text, _) in WRONG.items():
        (emptied.folder / name).mkdir()
        (emptied.folder / name / "run.json").write_text(text)
    (emptied.folder / "pipe").mkdir()
    os.mkfifo(emptied.folder / "pipe" / "run.json")
    cw.run(cw.Scenario.from_dict(brief_document)).save(emptied.folder / "whole")
    stored = emptied.get("/api/stored")
    assert [one["name"] for one in stored["runs"]] == ["whole"]
    reported = {one["name"]: one["error"] for one in stored["broken"]}
    assert "no plain file" in reported.pop("pipe")
    assert reported.keys() == WRONG.keys()
    for name, (_, word) in WRONG.items():
        assert word in reported[name]
    for name in [*WRONG, "pipe"]:
        answer = emptied.results(name)
        assert answer.status == 404
        assert "run.json" in answer.json["error"]


def test_a_run_whose_provenance_was_changed_is_refused_or_opened_but_never_ends_its_process(
    emptied: Any, brief_document: dict[str, Any]
) -> None:
    whole = cw.run(cw.Scenario.from_dict(brief_document)).save(emptied.folder / "whole")
    reported = json.loads((whole / "run.json").read_text())
    nested: Any = 1
    for _ in range(400):
        nested = [nested]
    changes: dict[str, Any] = {
        "scenario": [],
        "summary": {},
        "cost": None,
        "models": {**reported["summary"], "models": [1]},
        "cells": {**reported["summary"], "cells": 1e400},
        "nested": {**reported["summary"], "audit": nested},
    }
    for key, value in changes.items():
        folder = emptied.folder / key
        shutil.copytree(whole, folder)
        kept = key if key in reported else "summary"
        (folder / "run.json").write_text(json.dumps({**reported, kept: value}))
        answer = emptied.results(key)
        assert answer.status in (200, 404), answer.body
        if answer.status == 404:
            error = answer.json["error"]
            assert "fault" not in error
            assert key in error or kept in error or "scenario" in error
    # The process is there for the next one.
    assert emptied.results("whole").status == 200


@pytest.mark.parametrize("text", [DEEP, "{", '{"replications": Infinity}'])
def test_a_broken_order_of_a_study_is_named_and_the_study_is_shown(emptied: Any, text: str) -> None:
    folder = emptied.folder / "goyal96"
    (folder / "points").mkdir(parents=True)
    (folder / "study.json").write_text(text)
    assert [one["name"] for one in emptied.get("/api/gallery")["studies"]] == list(studies.names())
    assert [one["replications"] for one in emptied.get("/api/studies")] == [None] * len(studies.names())
    (problem,) = emptied.get("/api/studies/goyal96")["problems"]
    assert "study.json: cannot be read" in problem


# The server has read a case once it is whole: each kind of fault has a case of its own.
@pytest.mark.parametrize(("place", "kind"), list(enumerate(["link", "pipe", "deep", "another"])))
def test_a_point_that_is_not_its_own_is_named_and_not_reported(
    emptied: Any, tmp_path: Path, place: int, kind: str
) -> None:
    study = studies.get("goyal96")
    row = next(iter(study.tables[0].rows[place].numbers.values()))
    scenario = study.vary(study.cases[row.case].scenario.replications(1)[0], 0)
    short = cw.run(scenario.with_(duration="1 ms"))
    for part in ("points", "costs"):
        (emptied.folder / "goyal96" / part).mkdir(parents=True)
    path = emptied.folder / "goyal96" / "points" / f"{scenario.id}.json"

    def ours() -> list[Any]:
        tables = emptied.get("/api/studies/goyal96")["tables"]
        return [one["ours"] for table in tables for one in table["rows"] if one["case"] == row.case]

    assert emptied.get("/api/studies/goyal96")["problems"] == []
    if kind == "link":
        elsewhere = tmp_path / "elsewhere"
        for part in ("points", "costs"):
            (elsewhere / part).mkdir(parents=True)
        store(elsewhere, scenario.id, short)
        path.symlink_to(elsewhere / "points" / path.name)
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "deep":
        path.write_text(DEEP)
    else:
        store(emptied.folder / "goyal96", "0" * 64, short)
        (path.parent / f"{'0' * 64}.json").rename(path)
    assert set(ours()) == {None}
    (problem,) = emptied.get("/api/studies/goyal96")["problems"]
    assert f"{row.case}, replication 0" in problem
    path.unlink()
    store(emptied.folder / "goyal96", scenario.id, short)
    assert None not in ours()
    assert emptied.get("/api/studies/goyal96")["problems"] == []


def test_a_study_folder_with_a_link_is_not_looked_into_and_says_so(emptied: Any, tmp_path: Path) -> None:
    (tmp_path / "points").mkdir()
    (emptied.folder / "goyal96").mkdir()
    (emptied.folder / "goyal96" / "points").symlink_to(tmp_path / "points")
    (problem,) = emptied.get("/api/studies/goyal96")["problems"]
    assert "links are not followed" in problem
