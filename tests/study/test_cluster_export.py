"""Studies that Slurm and Snakemake spread: what is written is run here, task by task."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.study.own import begun

from cellwise import studies
from cellwise.cli.study_export import Slice
from cellwise.points.store import build_id
from cellwise.study.drive import planned

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]

TABLE1 = ("goyal96", "--only", "table1", "--replications", "2")


def stored(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "points").iterdir())}


@pytest.fixture(scope="module")
def brief(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """A study of short runs, of which each task is a process, and how much of it is asked for."""
    return (str(begun(tmp_path_factory.mktemp("brief") / "mine")), "--only", "table1", "--replications", "2")


@pytest.fixture(scope="module")
def local(brief: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same study, run here."""
    folder = tmp_path_factory.mktemp("local")
    command = [sys.executable, "-m", "cellwise", "study", *brief, "--out", "mine", "--progress", "none"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder / "mine"


def task(script: Path, number: int, cwd: Path) -> "subprocess.CompletedProcess[str]":
    """Start a task of an array job as Slurm does: a copy of the script in any folder, with a number."""
    copy = cwd / "slurm_script"
    shutil.copy(script, copy)
    env = {**os.environ, "SLURM_ARRAY_TASK_ID": str(number), "SLURM_CPUS_PER_TASK": "2"}
    return subprocess.run(["bash", str(copy)], cwd=cwd, env=env, capture_output=True, text=True, check=False)


def directives(script: Path) -> dict[str, str]:
    return dict(re.findall(r"^#SBATCH --([a-z-]+)(?:=(.*))?$", script.read_text(), re.MULTILINE))


def test_the_tasks_of_an_array_job_make_the_study(
    cli: Cli, brief: tuple[str, ...], local: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "a folder" / "mine"
    done = cli("study", "export", *brief, "--slurm", "--tasks", "3", "--out", str(folder))
    assert (done.returncode, done.stdout.strip()) == (0, str(folder / "slurm.sh")), done.stderr
    script = folder / "slurm.sh"
    assert directives(script)["array"] == "1-3"
    place = tmp_path / "spool"
    place.mkdir()
    made = []
    for number in (3, 1, 2, 2):
        ended = task(script, number, place)
        assert (ended.returncode, ended.stderr) == (0, "")
        made.append(len(stored(folder)))
    assert made == [2, 5, 8, 8]
    assert stored(folder) == stored(local)
    report = re.search(r"^#   (.* report .*)$", script.read_text(), re.MULTILINE)
    assert report
    subprocess.run(["bash", "-c", report[1]], cwd=place, check=True, capture_output=True)
    assert (folder / "report.html").read_bytes() == (local / "report.html").read_bytes()


def test_an_array_job_refuses_another_build_and_a_missing_number(cli: Cli, tmp_path: Path) -> None:
    assert cli("study", "export", *TABLE1, "--slurm", "--tasks", "1").returncode == 0
    script = tmp_path / "results" / "goyal96" / "slurm.sh"
    text = script.read_text()
    script.write_text(text.replace(build_id(), "0" * 64))
    refused = task(script, 1, tmp_path)
    assert refused.returncode == 3
    assert refused.stderr.startswith(
        f"error: --build: this build of Cellwise ({build_id()[:12]}) is not the one"
    )
    assert not (tmp_path / "results" / "goyal96" / "points").exists()
    script.write_text(text)
    env = {name: value for name, value in os.environ.items() if not name.startswith("SLURM")}
    alone = subprocess.run(["bash", str(script)], env=env, capture_output=True, text=True, check=False)
    assert alone.returncode != 0
    assert "sbatch sets it" in alone.stderr


@pytest.mark.parametrize(
    ("way", "name", "manifest"),
    [("--slurm", "slurm.sh", "slurm.json"), ("--snakemake", "Snakefile", "snakemake.json")],
)
def test_a_job_that_was_edited_or_is_somebodys_own_is_not_replaced(
    cli: Cli, tmp_path: Path, way: str, name: str, manifest: str
) -> None:
    folder = tmp_path / "results" / "goyal96"
    assert cli("study", "export", *TABLE1, way).returncode == 0
    text = (folder / name).read_text()
    # A job that was not edited is replaced, even by a job for something else.
    assert cli("study", "export", *TABLE1[:-1], "3", way).returncode == 0
    assert (folder / name).read_text() != text
    order = (folder / "study.json").read_bytes()
    for change in ("edited", "somebody's own"):
        (folder / name).write_text(text + "# mine\n")
        if change == "somebody's own":
            (folder / manifest).unlink()
        refused = cli("study", "export", *TABLE1, way)
        assert refused.returncode == 2
        assert refused.stderr == (
            f"error: --out: {folder / name}: is not as Cellwise wrote it, and would be replaced; move it "
            "away, or give another name\n"
        )
        assert (folder / name).read_text() == text + "# mine\n"
        assert (folder / "study.json").read_bytes() == order
    (folder / name).unlink()
    assert cli("study", "export", *TABLE1, way).returncode == 0
    assert (folder / name).read_text() == text
    (folder / manifest).write_text("{}")
    damaged = cli("study", "export", *TABLE1, way)
    assert (damaged.returncode, f"remove {manifest} and {name}, or give" in damaged.stderr) == (2, True)


def test_a_job_of_one_kind_leaves_the_other_alone(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "results" / "goyal96"
    assert cli("study", "export", *TABLE1, "--slurm", "--snakemake").returncode == 0
    snakefile = (folder / "Snakefile").read_text()
    (folder / "Snakefile").write_text(snakefile + "# mine\n")
    assert cli("study", "export", *TABLE1, "--slurm").returncode == 0
    assert (folder / "Snakefile").read_text() == snakefile + "# mine\n"


def rules(file: Path) -> dict[str, dict[str, str]]:
    """Read the rules of a Snakefile: by name, the text of each line by its key."""
    found = re.findall(r"^rule (\w+):\n((?:    .*\n)+)", file.read_text(), re.MULTILINE)
    return {name: dict(re.findall(r"^    (\w+): (.*)$", body, re.MULTILINE)) for name, body in found}


def shell(rule: dict[str, str], **wildcards: str) -> str:
    """Fill a command as Snakemake does."""
    given = type("Wildcards", (), wildcards)()
    return str(ast.literal_eval(rule["shell"])).format(wildcards=given)


def test_the_rules_of_a_snakefile_make_the_study(
    cli: Cli, brief: tuple[str, ...], local: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "a {folder}" / "mine"
    done = cli("study", "export", *brief, "--snakemake", "--out", str(folder))
    assert (done.returncode, done.stdout.strip()) == (0, str(folder / "Snakefile")), done.stderr
    file = folder / "Snakefile"
    text = file.read_text()
    ids = re.findall(r"^[0-9a-f]{64}$", text, re.MULTILINE)
    assert [f"{one}.json" for one in ids] == list(stored(local))
    workdir = re.search(r"^workdir: (.*)$", text, re.MULTILINE)
    assert workdir
    assert Path(ast.literal_eval(workdir[1])) == folder
    found = rules(file)
    assert list(found) == ["report", "point"]
    assert found["report"]["input"] == f"expand({found['point']['output']}, point=POINTS)"
    for one in ids:
        output = ast.literal_eval(found["point"]["output"]).format(point=one)
        subprocess.run(["bash", "-c", shell(found["point"], point=one)], cwd=folder, check=True)
        assert (folder / output).read_bytes() == stored(local)[f"{one}.json"]
    subprocess.run(["bash", "-c", shell(found["report"])], cwd=folder, check=True, capture_output=True)
    assert (folder / ast.literal_eval(found["report"]["output"])).read_bytes() == (
        local / "report.html"
    ).read_bytes()


@pytest.mark.skipif(shutil.which("snakemake") is None, reason="snakemake is not installed")
def test_snakemake_takes_the_snakefile(cli: Cli, brief: tuple[str, ...], local: Path, tmp_path: Path) -> None:
    assert cli("study", "export", *brief, "--snakemake").returncode == 0
    folder = tmp_path / "results" / "mine"
    command = ["snakemake", "--snakefile", str(folder / "Snakefile"), "--cores", "2", "--quiet", "all"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert stored(folder) == stored(local)


def test_choices_and_odd_names_come_through(cli: Cli, tmp_path: Path) -> None:
    odd = tmp_path / "it's {odd} $HOME"
    chosen = ("goyal96", "--only", "table1", "--replications", "1", "--choose", "tcp.backoff_until=sample")
    assert cli("study", "export", *chosen, "--slurm", "--tasks", "1", "--out", str(odd)).returncode == 0
    assert task(odd / "slurm.sh", 1, tmp_path).returncode == 0
    status = cli("study", "status", *chosen, "--out", str(odd), "--json")
    assert json.loads(status.stdout)["finished"] == 4
    assert cli("report", str(odd)).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (["export", "goyal96"], "give --slurm, --snakemake or both"),
        (["export", "nothing", "--slurm"], "the studies are"),
        (["point", "goyal96", "--slice", "5/4"], "--slice: '5/4' is not allowed"),
        (["point", "goyal96", "--slice", "0/4"], "--slice: '0/4' is not allowed"),
        (["point", "goyal96", "abc"], "no such points of this study with these options: abc"),
    ],
)
def test_bad_requests_are_explained(cli: Cli, arguments: list[str], reported: str) -> None:
    done = cli("study", *arguments)
    assert done.returncode == 2
    assert reported in done.stderr


def test_slices_share_out_all_points_evenly_whatever_their_order() -> None:
    points = planned(studies.get("goyal96"), ["table2"], 2)
    for total in (1, 7, len(points) + 3):
        parts = [Slice(number, total).of(points) for number in range(1, total + 1)]
        assert sorted(point.id for part in parts for point in part) == sorted({point.id for point in points})
        assert max(map(len, parts)) - min(map(len, parts)) <= 1
    assert Slice(2, 7).of(points[::-1]) == Slice(2, 7).of(points)
