"""`cellwise replicate` and `Replications(...).run(...)` are one thing: the same files, the same output."""

import csv
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.cli.octets import octets

import cellwise as cw
from cellwise.experiments import Replications
from cellwise.experiments.replicated import read_replicated
from cellwise.intervals import mean_interval
from cellwise.plots.marks import Scatter

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]

METRICS = ["efficiency", "vcs.cells_lost:sum"]


def lost(run: cw.Run) -> int:
    return int(run.columns("vcs")["cells_lost"].sum())


@pytest.mark.parametrize(
    ("words", "replications", "level"),
    [
        ("--replications 3", 3, None),
        ("--replications 1", 1, None),
        (
            "--replications auto --least 2 --most 3 --confidence 90%",
            cw.Precision(0.02, 2, 3, 0.9),
            None,
        ),
        ("--replications 2 --confidence 99%", 2, "99%"),
    ],
)
def test_the_command_and_the_call_store_and_print_the_same(
    cli: Cli,
    base_file: cw.Scenario,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    words: str,
    replications: int | cw.Precision,
    level: str | None,
) -> None:
    asked = ["replicate", "a.toml", *words.split(), "-o", "made"]
    asked += [word for name in METRICS for word in ("--metric", name)]
    printed = cli(*asked).stdout
    by_command = octets(tmp_path / "made")
    (tmp_path / "made").rename(tmp_path / "kept")

    made = Replications("a.toml", level, shlex.join(["cellwise", *asked]))
    found = made.run("made", replications=replications, metrics=METRICS, jobs=2)
    assert octets(tmp_path / "made") == by_command
    assert {"replications.json", "replications.parquet", "runs.parquet"} <= set(by_command)
    found.show()
    assert capsys.readouterr().out == printed
    assert cli(*asked, "--json").stdout == found.to_json() + "\n"


def test_replications_are_the_runs_that_they_are_run_one_by_one(base_file: cw.Scenario) -> None:
    probed = base_file.with_({"probes.losses": {"port": "*"}, "probes.queue": {"port": "*"}})
    found = cw.replicate(probed, 3, jobs=2)
    alone = [cw.run(one) for one in probed.replications(3)]
    assert [one.fingerprint for one in found] == [one.fingerprint for one in alone]
    assert [one.audit for one in found] == [one.audit for one in alone]
    assert found[0].probes
    assert len(found[1:]) == 2


def test_means_and_intervals_are_those_of_the_runs(base_file: cw.Scenario) -> None:
    found = Replications(base_file, 0.9).run(replications=4, metrics=["efficiency", lost])
    efficiencies = [cw.metrics.value(run, "efficiency@sw1.trunk") for run in found]
    interval = mean_interval(efficiencies, 0.9)
    row = found.table.filter("metric = 'efficiency'").select("mean, low, high, least, greatest").fetchall()[0]
    assert row == (
        np.mean(efficiencies),
        interval.low,
        interval.high,
        min(efficiencies),
        max(efficiencies),
    )
    assert [own for (own,) in found.table_of_runs.select("lost").fetchall()] == list(map(lost, found))
    drawn = found.plot("lost").columns()
    assert sorted(map(lost, found)) == sorted(drawn["lost"][:4].tolist())
    with pytest.raises(ValueError, match="metric: 'fairness' was not measured; these were: efficiency, lost"):
        found.plot("fairness")


def test_points_that_are_kept_are_not_run_again(base_file: cw.Scenario, tmp_path: Path) -> None:
    made = Replications(base_file)
    made.run("made", replications=2)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "made" / "points").iterdir()}
    assert len(before) == 2
    assert made.run("made", replications=3).runs == 3
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_a_run_keeps_its_number_where_another_is_missing(cli: Cli, base_file: cw.Scenario) -> None:
    made = Replications(base_file).run("kept", replications=3, metrics=["efficiency"])
    Path(f"kept/points/{made[1].scenario.id}.json").unlink()
    assert cli("export", "kept", "--to", "csv", "-o", "tables").returncode == 0
    for name in ("runs", "flows"):
        rows = csv.DictReader(Path(f"tables/{name}.csv").read_text().splitlines())
        assert list(dict.fromkeys(row["replication"] for row in rows)) == ["0", "2"]
    again = read_replicated(Path("kept"), print)
    (points,) = (mark for mark in again.plot().marks if isinstance(mark, Scatter))
    assert points.x.tolist() == [0, 2]
    assert [one.scenario for one in again] == [made[0].scenario, made[2].scenario]


def test_where_nothing_is_random_there_is_no_interval(cli: Cli, base_file: cw.Scenario) -> None:
    alone = base_file.with_({"topology.sources": 1})
    found = Replications(alone).run(replications=2, metrics=["vcs.cells_lost:sum"])
    assert found.interval("vcs.cells_lost:sum") is not None
    assert found.why_no_interval is not None
    assert found.as_plain()["metrics"][0]["low"] is None
    assert "nothing in this is random" in found.sheet().meaning
