import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable
from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cellwise as cw
from cellwise import folders, results_folder
from cellwise.checksums import with_checksum
from cellwise.result_tables import fingerprint
from cellwise.results import TABLES
from cellwise.store import Tables


@pytest.fixture
def probed(brief: cw.Scenario) -> cw.Scenario:
    probes = {
        "queue": [{"port": "sw1.trunk", "every": "1 ms"}, {"port": "sw2.trunk", "every": "1 ms"}],
        "cwnd": {"flow": "tcp1"},
    }
    return brief.with_(probes=probes)


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Every file of a results folder but the cost of the run."""
    files = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    provenance = json.loads(files["run.json"])
    del provenance["cost"]
    return {**files, "run.json": json.dumps(provenance).encode()}


def test_a_results_folder_gives_back_what_was_saved(probed: cw.Scenario, tmp_path: Path) -> None:
    run = cw.run(probed)
    loaded = cw.Run.load(run.save(tmp_path / "run"))
    for table in TABLES:
        assert list(loaded.columns(table)) == list(run.columns(table))
        for name, values in run.columns(table).items():
            np.testing.assert_array_equal(loaded.columns(table)[name], values)
    queue, again = run.series("queue", port="sw1.trunk"), loaded.series("queue", port="sw1.trunk")
    np.testing.assert_array_equal(again.time_ps, queue.time_ps)
    np.testing.assert_array_equal(again.value, queue.value)
    assert (loaded.cells, loaded.audit, loaded.cpu_s) == (run.cells, run.audit, run.cpu_s)
    assert loaded.scenario == run.scenario
    assert loaded.fingerprint == run.fingerprint


def test_the_same_scenario_gives_the_same_bytes(probed: cw.Scenario, tmp_path: Path) -> None:
    first, second = (cw.run(probed).save(tmp_path / name) for name in ("first", "second"))
    assert bytes_of(first) == bytes_of(second)


@pytest.mark.parametrize(
    "values",
    [
        [0, 0, 0],
        [0, 0, 1],
        [0.0, 0.0],
        [0.0, -0.0],
        [-0.0, -0.0],
        [nan, nan],
        [inf, inf],
        [1e22] * 3,
        [7],
        [],
    ],
)
@pytest.mark.parametrize("step", [1, 2])
def test_a_fingerprint_is_of_the_columns_as_json_whether_or_not_they_are_constant(
    values: list[float], step: int
) -> None:
    kind = np.int64 if all(isinstance(one, int) for one in values) else np.float64
    column = np.repeat(np.array(values, dtype=kind), step)[::step]
    given = hashlib.sha256(b"a.b" + json.dumps(column.tolist()).encode()).hexdigest()
    assert fingerprint({"a": {"b": column}}, []) == (given if values else hashlib.sha256().hexdigest())


def test_another_seed_gives_another_fingerprint(brief: cw.Scenario) -> None:
    assert cw.run(brief).fingerprint != cw.run(brief.with_(seed=2)).fingerprint


def test_loaded_results_save_as_the_same_bytes(probed: cw.Scenario, tmp_path: Path) -> None:
    saved = cw.run(probed).save(tmp_path / "saved")
    again = cw.Run.load(saved).save(tmp_path / "again")
    assert bytes_of(saved) == bytes_of(again)


def test_a_saved_scenario_runs_again_to_the_same_results(probed: cw.Scenario, tmp_path: Path) -> None:
    run = cw.run(probed)
    again = cw.run(cw.Scenario.read(run.save(tmp_path / "run") / "scenario.toml"))
    assert again.fingerprint == run.fingerprint


def test_saving_twice_replaces_and_leaves_nothing_else_behind(
    brief: cw.Scenario, probed: cw.Scenario, tmp_path: Path
) -> None:
    probed = probed.with_({"probes.losses": {"port": "*"}})
    names = []
    for scenario in (probed, probed, brief):
        run = cw.run(scenario)
        assert cw.Run.load(run.save(tmp_path / "run")).fingerprint == run.fingerprint
        names.append({path.name for path in (tmp_path / "run").iterdir()})
    assert [path.name for path in tmp_path.iterdir()] == ["run"]
    every = {*(f"{table}.parquet" for table in (*TABLES, "series")), "scenario.toml", "run.json"}
    assert names == [every | {"losses.parquet"}, every | {"losses.parquet"}, every]


def test_what_somebody_keeps_in_a_results_folder_or_beside_it_stays(
    brief: cw.Scenario, tmp_path: Path
) -> None:
    folder, beside = tmp_path / "run", tmp_path / "run.tmp"
    cw.run(brief).save(folder)
    beside.mkdir()
    kept = [
        folder / "notes.md",
        folder / "drawn" / "queue.svg",
        folder / "flows.parquet.tmp",
        beside / "mine",
    ]
    kept[1].parent.mkdir()
    for path in kept:
        path.write_text("mine")
    run = cw.run(brief.with_(seed=2))
    assert cw.Run.load(run.save(folder)).fingerprint == run.fingerprint
    assert [path.read_text() for path in kept] == ["mine"] * 4


def thesis(folder: Path) -> None:
    folder.mkdir()
    (folder / "chapter1.tex").write_text("words")


def edited_scenario(folder: Path) -> None:
    cw.run(cw.Scenario.from_template("n-source").with_(duration="1 ms")).save(folder)
    (folder / "scenario.toml").write_text("title = 'my own'")


def own_table(folder: Path) -> None:
    cw.run(cw.Scenario.from_template("n-source").with_(duration="1 ms")).save(folder)
    (folder / "losses.parquet").write_text("my own")


def older_format(folder: Path) -> None:
    folder.mkdir()
    (folder / "run.json").write_text('{"format": 1}')
    (folder / "flows.parquet").write_text("results")


def link(folder: Path) -> None:
    (folder.parent / "other").mkdir()
    folder.symlink_to("other")


@pytest.mark.parametrize(
    ("make", "reported"),
    [
        (thesis, r"taken: exists and is not a results folder \(it has chapter1\.tex\); give another name"),
        (
            edited_scenario,
            r"scenario\.toml: is not as Cellwise wrote it, and would be replaced; move it away",
        ),
        (own_table, r"losses\.parquet: is not as Cellwise wrote it"),
        (older_format, r"run\.json: is of another version, or was changed or damaged, .* remove the folder"),
        (link, r"taken: is a link, .*; give the folder that it leads to \(other\), or another name"),
        (lambda folder: folder.write_text("words"), "taken: is not a folder; give another name"),
    ],
)
def test_what_is_in_the_way_is_left_alone_and_named(
    brief: cw.Scenario, tmp_path: Path, make: Callable[[Path], object], reported: str
) -> None:
    folder = tmp_path / "taken"
    make(folder)
    before = contents(tmp_path)
    with pytest.raises(cw.ResultsError, match=reported):
        cw.run(brief).save(folder)
    assert contents(tmp_path) == before


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_tables_are_relations_with_units_in_their_columns(brief: cw.Scenario) -> None:
    run = cw.run(brief)
    names = run.flows.columns
    assert {"flow", "throughput_bps", "delivered_bytes", "payload_fraction"} <= set(names)
    ((total,),) = run.flows.aggregate("sum(throughput_bps)").fetchall()
    assert total == pytest.approx(run.columns("flows")["throughput_bps"].sum())


def test_tables_join_by_name_one_row_per_direction_of_a_connection(brief: cw.Scenario) -> None:
    run = cw.run(brief)
    joined = run.flows.join(run.vcs, "vc").aggregate("count(*) AS n").fetchall()
    assert joined == [(10,)]


def test_an_unknown_series_is_named_with_those_that_were_recorded(probed: cw.Scenario) -> None:
    run = cw.run(probed)
    with pytest.raises(ValueError, match=r"not recorded; recorded: .*queue sw1\.trunk"):
        run.series("queue", port="sw9.trunk")
    with pytest.raises(ValueError, match="fits several probes"):
        run.series("queue")
    with pytest.raises(ValueError, match="tables are flows"):
        run.columns("flow")


def test_a_series_is_in_order_of_time_and_within_the_run(probed: cw.Scenario) -> None:
    run = cw.run(probed)
    for series in run.probes:
        assert len(series) > 0
        assert (np.diff(series.time_ps) >= 0).all()
        assert series.time_s[-1] <= run.simulated_s


@pytest.mark.parametrize("missing", ["flows.parquet", "series.parquet", "run.json"])
def test_a_half_written_folder_is_refused_by_name(brief: cw.Scenario, tmp_path: Path, missing: str) -> None:
    folder = cw.run(brief).save(tmp_path / "run")
    (folder / missing).unlink()
    with pytest.raises(cw.ResultsError, match=missing):
        cw.Run.load(folder)


@pytest.mark.parametrize("name", ["flows.parquet", "series.parquet", "scenario.toml"])
def test_a_file_that_was_cut_off_is_refused_by_name(brief: cw.Scenario, tmp_path: Path, name: str) -> None:
    folder = cw.run(brief).save(tmp_path / "run")
    os.truncate(folder / name, 100)
    with pytest.raises(cw.ResultsError, match=rf"{re.escape(name)}: was changed or damaged"):
        cw.Run.load(folder)


def test_a_cost_that_is_none_is_refused(brief: cw.Scenario, tmp_path: Path) -> None:
    folder = cw.run(brief).save(tmp_path / "run")
    provenance = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps({**provenance, "cost": None}))
    with pytest.raises(cw.ResultsError, match=r"run\.json"):
        cw.Run.load(folder)


def test_a_table_that_is_written_again_is_not_read_for_the_old_one(
    brief: cw.Scenario, tmp_path: Path
) -> None:
    loaded = cw.Run.load(cw.run(brief).save(tmp_path / "run"))
    cw.run(brief.with_(seed=2)).save(tmp_path / "run")
    with pytest.raises(cw.ResultsError, match=r"flows\.parquet: was written again"):
        loaded.columns("flows")


def test_a_folder_that_is_written_again_between_its_checksums_and_the_look_at_it_is_not_mixed(
    brief: cw.Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, checked = cw.run(brief).save(tmp_path / "run"), results_folder.checked_files

    def overtaken(*args: Any) -> Any:
        found = checked(*args)
        cw.run(brief.with_(seed=2)).save(folder)
        return found

    monkeypatch.setattr(results_folder, "checked_files", overtaken)
    loaded = cw.Run.load(folder)
    with pytest.raises(cw.ResultsError, match=r"flows\.parquet: was written again"):
        loaded.columns("flows")


def test_a_file_that_takes_its_place_between_two_looks_is_found(
    brief: cw.Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, later = cw.run(brief).save(tmp_path / "run"), cw.run(brief.with_(seed=2)).save(tmp_path / "later")
    # As a writer leaves it for a moment: the new manifest is in its place, a file of its folder not yet.
    late = folder / "scenario.toml"
    checksum = folders.checksum_of(later / late.name)
    for file in later.iterdir():
        file.replace(folders.beside(late, checksum) if file.name == late.name else folder / file.name)
    look = folders._read_through

    def overtaken(path: Path) -> Any:
        seen = look(path)
        if path == late:
            folders.beside(late, checksum).replace(late)
            monkeypatch.setattr(folders, "_read_through", look)
        return seen

    monkeypatch.setattr(folders, "_read_through", overtaken)
    assert cw.Run.load(folder).scenario["seed"] == 2


def test_a_table_that_is_written_again_while_it_is_read_is_not_given(
    brief: cw.Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = cw.Run.load(cw.run(brief).save(tmp_path / "run"))
    relation = Tables.relation

    def overtaken(tables: Tables, name: str) -> Any:
        monkeypatch.setattr(Tables, "relation", relation)
        found = relation(tables, name)
        cw.run(brief.with_(seed=2)).save(tmp_path / "run")
        return found

    monkeypatch.setattr(Tables, "relation", overtaken)
    with pytest.raises(cw.ResultsError, match=r"flows\.parquet: was written again"):
        loaded.columns("flows")


def test_loaded_results_that_are_saved_where_they_are_can_be_read_on(
    brief: cw.Scenario, tmp_path: Path
) -> None:
    loaded = cw.Run.load(cw.run(brief).save(tmp_path / "run"))
    assert loaded.fingerprint == cw.Run.load(loaded.save(tmp_path / "run")).fingerprint
    assert len(loaded.columns("ports")["port"]) > 0


def rewritten(folder: Path, **changes: object) -> None:
    """Write another provenance, as another version would: whole."""
    reported = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps(with_checksum({**reported, **changes})))


def test_a_folder_of_another_version_in_the_same_format_is_read(brief: cw.Scenario, tmp_path: Path) -> None:
    run = cw.run(brief)
    folder = run.save(tmp_path / "run")
    rewritten(folder, cellwise="99.0.0")
    assert cw.Run.load(folder).fingerprint == run.fingerprint


def test_a_scenario_that_this_version_does_not_know_is_refused(brief: cw.Scenario, tmp_path: Path) -> None:
    folder = cw.run(brief).save(tmp_path / "run")
    rewritten(folder, scenario={"topology": {"template": "n-source"}, "colour": "green"})
    with pytest.raises(cw.ResultsError, match=r"run\.json: its scenario is not valid in Cellwise.*colour"):
        cw.Run.load(folder)


@pytest.mark.parametrize("key", ["seed", "summary", "cost", "files"])
def test_provenance_that_was_edited_is_refused(brief: cw.Scenario, tmp_path: Path, key: str) -> None:
    folder = cw.run(brief).save(tmp_path / "run")
    reported = json.loads((folder / "run.json").read_text())
    edited = {**reported[key], "cells": 1, "cpu_s": 0.0} if isinstance(reported[key], dict) else 77
    (folder / "run.json").write_text(json.dumps({**reported, key: edited}))
    with pytest.raises(cw.ResultsError, match=r"run\.json: was changed or damaged"):
        cw.Run.load(folder)


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(cw.ResultsError, match="no such results folder"):
        cw.Run.load(tmp_path / "nowhere")


@pytest.mark.parametrize("text", ["", "not json", "[]", "{}", '{"format": 2}'])
def test_broken_provenance_is_refused(brief: cw.Scenario, tmp_path: Path, text: str) -> None:
    folder = cw.run(brief).save(tmp_path / "run")
    (folder / "run.json").write_text(text)
    with pytest.raises(cw.ResultsError, match=r"run\.json"):
        cw.Run.load(folder)


def test_a_folder_of_another_format_says_what_to_do(brief: cw.Scenario, tmp_path: Path) -> None:
    folder = cw.run(brief).save(tmp_path / "run")
    provenance = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps({**provenance, "format": 99}))
    with pytest.raises(cw.ResultsError, match=r"format 99.*reads format 2.*scenario\.toml again"):
        cw.Run.load(folder)


def test_results_can_be_read_without_this_package(brief: cw.Scenario, tmp_path: Path) -> None:
    import duckdb

    folder = cw.run(brief).save(tmp_path / "run")
    shutil.move(folder, tmp_path / "elsewhere")
    rows = duckdb.sql(f"SELECT count(*) FROM '{tmp_path}/elsewhere/flows.parquet'").fetchall()
    assert rows == [(5,)]
