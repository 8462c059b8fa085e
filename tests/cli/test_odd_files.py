"""Odd files among a study's: the commands name them and continue, and never end in a traceback."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Cli = Callable[..., "subprocess.CompletedProcess[str]"]

TABLE1 = ("goyal96", "--only", "table1", "--replications", "1")

DEEP = "[" * 100_000


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("finished")


@pytest.fixture
def folder(cli: Cli, finished: Path, tmp_path: Path) -> Path:
    """A finished study of four points, as the folder `results/goyal96`."""
    if not (finished / "results").is_dir():
        assert cli("study", *TABLE1, cwd=finished).returncode == 0
    shutil.copytree(finished / "results", tmp_path / "results")
    return tmp_path / "results" / "goyal96"


def test_a_point_under_anothers_name_is_not_counted_and_is_made_again(cli: Cli, folder: Path) -> None:
    first, second, *_ = sorted((folder / "points").iterdir())
    whole = first.read_bytes()
    shutil.copy(second, first)
    status = cli("study", "status", *TABLE1)
    assert "3 of 4 points finished" in status.stdout
    assert "1 half written or damaged (" in status.stdout
    assert "replication 0)" in status.stdout
    assert "skipped, half written or damaged: " in cli("report", "goyal96").stderr
    resumed = cli("study", "resume", *TABLE1)
    assert resumed.returncode == 0
    assert "results/goyal96: half written or damaged, simulated again: " in resumed.stderr
    assert first.read_bytes() == whole
    assert "4 of 4 points finished" in cli("study", "status", *TABLE1).stdout


@pytest.mark.parametrize("part", ["points", "costs"])
def test_a_deeply_nested_file_of_a_point_is_made_again(cli: Cli, folder: Path, part: str) -> None:
    path = min((folder / part).iterdir())
    path.write_text(DEEP)
    for command in (("study", "status", *TABLE1), ("report", "goyal96"), ("study", "resume", *TABLE1)):
        done = cli(*command)
        # No table is whole without the point; the cost is no part of a report.
        refused = part == "points" and command[0] == "report"
        assert done.returncode == (2 if refused else 0), done.stderr
        assert "Traceback" not in done.stderr
    assert "4 of 4 points finished" in cli("study", "status", *TABLE1).stdout
    assert path.read_text() != DEEP


@pytest.mark.parametrize("name", ["study.json", "sensitivity.json"])
def test_a_report_is_made_although_a_file_beside_it_is_nested_deeply(
    cli: Cli, folder: Path, name: str
) -> None:
    (folder / name).write_text(DEEP)
    done = cli("report", "goyal96")
    assert done.returncode == 0, done.stderr
    named = "note: results/goyal96/study.json: cannot be read as the request of a study" in done.stderr
    assert named == (name == "study.json")


def test_points_of_an_older_format_are_refused_with_the_reason_and_made_again(cli: Cli, folder: Path) -> None:
    for path in (folder / "points").iterdir():
        head, _, rest = path.read_text().partition(',"id":')
        path.write_text(head.replace('"format":2', '"format":1') + rest[rest.index(",") :])
    reason = "4 points are of format 1 by Cellwise"
    assert reason in cli("study", "status", *TABLE1).stdout
    refused = cli("report", "goyal96")
    assert refused.returncode == 2
    assert reason in refused.stderr
    assert cli("study", "resume", *TABLE1).returncode == 0
    assert cli("report", "goyal96").returncode == 0


def test_a_runs_provenance_that_is_nested_deeply_is_refused_with_its_name(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "run.json").write_text(DEEP)
    done = cli("plot", "run", "queue")
    assert done.returncode == 2
    assert "run/run.json: cannot be read as provenance" in done.stderr
