"""What happens if nothing more can be written, shown with a limit on the size of files."""

import re
import resource
import subprocess
import sys
from pathlib import Path

import cellwise as cw
from cellwise.points.runner import run_points
from cellwise.points.store import plan


def call(arguments: list[str], cwd: Path, limit_bytes: int | None) -> "subprocess.CompletedProcess[str]":
    def limit() -> None:
        if limit_bytes is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit_bytes, limit_bytes))

    return subprocess.run(
        [sys.executable, "-m", "cellwise", *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        preexec_fn=limit,
    )


def sizes(brief: cw.Scenario, folder: Path) -> tuple[int, int]:
    """Sizes of the stored points of few and of many sources, in octets."""
    cases = {str(many): brief.with_({"topology.sources": many}) for many in (2, 30)}
    points = plan(cases, 1)
    run_points(points, folder)
    few, many = ((folder / "points" / f"{point.id}.json").stat().st_size for point in points)
    return few, many


def test_a_full_disk_ends_the_work_cleanly_and_keeps_what_is_done(brief: cw.Scenario, tmp_path: Path) -> None:
    brief = brief.with_(duration="60 ms")
    few, many = sizes(brief, tmp_path / "measured")
    (tmp_path / "a.toml").write_text(brief.to_toml())
    command = ["sweep", "a.toml", "--grid", "topology.sources=2,30", "--replications", "1", "--jobs", "1"]
    done = call([*command, "-o", "swept"], tmp_path, limit_bytes=(few + many) // 2)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert re.search(r"error: .*file too large; the points that are finished are kept", done.stderr)
    kept = sorted((tmp_path / "swept" / "points").iterdir())
    assert [path.suffix for path in kept] == [".json"]
    before = kept[0].stat().st_mtime_ns
    assert call([*command, "-o", "swept"], tmp_path, limit_bytes=None).returncode == 0
    assert kept[0].stat().st_mtime_ns == before
    assert len(list((tmp_path / "swept" / "points").iterdir())) == 2


def test_a_run_that_cannot_be_kept_is_explained_and_leaves_nothing(
    brief: cw.Scenario, tmp_path: Path
) -> None:
    (tmp_path / "a.toml").write_text(brief.with_({"probes": {"queue": {"port": "*"}}}).to_toml())
    done = call(["run", "a.toml", "--out", "run"], tmp_path, limit_bytes=2000)
    assert done.returncode == 2
    assert "error: run/flows.parquet: file too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.toml"]


def test_what_cannot_be_written_is_named(brief: cw.Scenario, tmp_path: Path) -> None:
    cw.run(brief.with_({"probes": {"queue": {"port": "*"}}})).save(tmp_path / "run")
    for command, file in (
        (["plot", "run", "queue", "-o", "q.svg"], "q.svg"),
        (["export", "run", "--to", "omnetpp", "-o", "r.sca"], "r.sca"),
        (["export", "run", "--to", "csv", "-o", "tables"], "tables/flows.csv"),
    ):
        done = call(command, tmp_path, limit_bytes=500)
        assert done.returncode == 2, command
        assert f"error: {file}: file too large" in done.stderr
        assert "Traceback" not in done.stderr
    assert sorted(path.name for path in tmp_path.rglob("*") if path.suffix in (".tmp", ".svg", ".sca")) == []


def test_a_study_keeps_its_points_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    study = ["study", "goyal96", "--only", "table1", "--replications", "1", "--jobs", "1"]
    points = tmp_path / "results" / "goyal96" / "points"
    whole = call([*study, "--out", "whole"], tmp_path, limit_bytes=None)
    assert whole.returncode == 0
    sizes = sorted(path.stat().st_size for path in (tmp_path / "whole" / "points").iterdir())
    assert sizes[0] < sizes[-1]
    done = call(study, tmp_path, limit_bytes=(sizes[0] + sizes[-1]) // 2)
    assert done.returncode == 2
    assert re.search(r"error: .*file too large; the points that are finished are kept", done.stderr)
    assert "Traceback" not in done.stderr
    kept = {path.name: path.stat().st_mtime_ns for path in points.iterdir()}
    assert 0 < len(kept) < len(sizes)
    assert call(study, tmp_path, limit_bytes=None).returncode == 0
    assert len(list(points.iterdir())) == len(sizes)
    assert all((points / name).stat().st_mtime_ns == written for name, written in kept.items())
