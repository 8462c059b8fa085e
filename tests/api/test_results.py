import json
import os
import shutil
from pathlib import Path

import numpy as np
import pytest

import cellwise as cw
from cellwise.results import TABLES


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


def test_another_seed_gives_another_fingerprint(brief: cw.Scenario) -> None:
    assert cw.run(brief).fingerprint != cw.run(brief.with_(seed=2)).fingerprint


def test_loaded_results_save_as_the_same_bytes(probed: cw.Scenario, tmp_path: Path) -> None:
    saved = cw.run(probed).save(tmp_path / "saved")
    again = cw.Run.load(saved).save(tmp_path / "again")
    assert bytes_of(saved) == bytes_of(again)


def test_a_saved_scenario_runs_again_to_the_same_results(probed: cw.Scenario, tmp_path: Path) -> None:
    run = cw.run(probed)
    again = cw.run(cw.Scenario.from_toml(run.save(tmp_path / "run") / "scenario.toml"))
    assert again.fingerprint == run.fingerprint


def test_saving_twice_replaces_and_leaves_nothing_else_behind(brief: cw.Scenario, tmp_path: Path) -> None:
    run = cw.run(brief)
    run.save(tmp_path / "run")
    run.save(tmp_path / "run")
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_a_folder_with_other_things_is_left_alone(brief: cw.Scenario, tmp_path: Path) -> None:
    precious = tmp_path / "thesis"
    precious.mkdir()
    (precious / "chapter1.tex").write_text("words")
    with pytest.raises(cw.ResultsError, match="not a results folder"):
        cw.run(brief).save(precious)
    assert (precious / "chapter1.tex").read_text() == "words"


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


@pytest.mark.parametrize("table", ["flows", "series"])
def test_a_table_that_was_cut_off_is_refused_by_name(brief: cw.Scenario, tmp_path: Path, table: str) -> None:
    folder = cw.run(brief).save(tmp_path / "run")
    os.truncate(folder / f"{table}.parquet", 100)
    run = cw.Run.load(folder)
    with pytest.raises(cw.ResultsError, match=rf"{table}\.parquet: cannot be read as a table"):
        run.columns("flows")


def test_a_table_that_is_damaged_inside_is_refused_by_name(brief: cw.Scenario, tmp_path: Path) -> None:
    folder = cw.run(brief).save(tmp_path / "run")
    path = folder / "flows.parquet"
    content = bytearray(path.read_bytes())
    content[4 : len(content) // 2] = b"\xff" * (len(content) // 2 - 4)
    path.write_bytes(content)
    with pytest.raises(cw.ResultsError, match=r"flows\.parquet: cannot be read as a table"):
        cw.Run.load(folder).columns("flows")


def test_a_folder_of_another_version_in_the_same_format_is_read(brief: cw.Scenario, tmp_path: Path) -> None:
    run = cw.run(brief)
    folder = run.save(tmp_path / "run")
    provenance = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps({**provenance, "cellwise": "99.0.0"}))
    assert cw.Run.load(folder).fingerprint == run.fingerprint


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(cw.ResultsError, match="no such results folder"):
        cw.Run.load(tmp_path / "nowhere")


@pytest.mark.parametrize("text", ["", "not json", "[]", "{}", '{"format": 1}'])
def test_broken_provenance_is_refused(brief: cw.Scenario, tmp_path: Path, text: str) -> None:
    folder = cw.run(brief).save(tmp_path / "run")
    (folder / "run.json").write_text(text)
    with pytest.raises(cw.ResultsError, match=r"run\.json"):
        cw.Run.load(folder)


def test_a_folder_of_another_format_says_what_to_do(brief: cw.Scenario, tmp_path: Path) -> None:
    folder = cw.run(brief).save(tmp_path / "run")
    provenance = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps({**provenance, "format": 99}))
    with pytest.raises(cw.ResultsError, match=r"format 99.*reads format 1.*scenario\.toml again"):
        cw.Run.load(folder)


def test_results_can_be_read_without_this_package(brief: cw.Scenario, tmp_path: Path) -> None:
    import duckdb

    folder = cw.run(brief).save(tmp_path / "run")
    shutil.move(folder, tmp_path / "elsewhere")
    rows = duckdb.sql(f"SELECT count(*) FROM '{tmp_path}/elsewhere/flows.parquet'").fetchall()
    assert rows == [(5,)]
