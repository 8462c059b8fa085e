"""The commands below `cellwise study`; the other tests use the short form."""

import json
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from cellwise.quantity import span_s

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]

TABLE1 = ("goyal96", "--only", "table1", "--replications", "1")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shared")


def lines(done: "subprocess.CompletedProcess[str]") -> list[dict[str, object]]:
    return [json.loads(line) for line in done.stderr.splitlines()]


def test_a_study_tells_its_progress_resumes_and_reports(cli: Cli, shared: Path) -> None:
    done = cli("study", "run", *TABLE1, "--progress", "json", "--json", cwd=shared)
    assert done.returncode == 0, done.stderr
    reported = lines(done)
    assert [one["event"] for one in reported] == ["start", *["point"] * 4, "end"]
    assert reported[0]["missing"] == 4
    assert float(str(reported[0]["estimate_s"])) > 0
    assert {one["reused"] for one in reported[1:5]} == {False}
    assert reported[-1]["complete"] is True

    status = json.loads(cli("study", "status", *TABLE1, "--json", cwd=shared).stdout)
    assert (status["needed"], status["finished"], status["left"]) == (4, 4, 0)

    again = cli("study", "resume", *TABLE1, "--progress", "json", "--json", cwd=shared)
    assert [one["reused"] for one in lines(again)[:4]] == [True] * 4

    page = shared / "results" / "goyal96" / "report.html"
    before = page.read_bytes()
    page.unlink()
    done = cli("report", "goyal96", cwd=shared)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "results/goyal96/report.html"
    assert page.read_bytes() == before

    tables = cli("study", "report", "results/goyal96", "--to", "markdown", cwd=shared)
    assert "| 5 | LAN | 1 | 1.00 | one run | ● 0 % |" in tables.stdout
    assert "22831 & one run" in cli("report", "goyal96", "--to", "latex", cwd=shared).stdout


def test_the_studies_are_listed(cli: Cli) -> None:
    done = cli("study", "list")
    assert done.returncode == 0
    for name in ("goyal96", "kansas", "anansari", "bonaventure96"):
        assert name in done.stdout


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (
            ["report", "nothing"],
            "is neither a study nor the folder of a study, a sweep or a run; the studies are goyal96",
        ),
        (
            ["report", "goyal96"],
            "goyal96: results/goyal96 has no point of it; `cellwise study goyal96` makes them",
        ),
        (["study", "status", "nothing"], "the studies are"),
        (["study", "goyal96", "--replications", "many"], "--replications: 'many' is not allowed"),
        (["study", "goyal96", "--replications", "auto", "--half-width", "wide"], "--half-width: 'wide'"),
        (
            ["study", "goyal96", "--replications", "auto", "--least", "9", "--most", "5"],
            "error: --least, --most: 9, 5 is not allowed; give 2 <= least <= most",
        ),
        (
            ["study", "goyal96", "--replications", "auto", "--half-width", "0"],
            "error: --half-width: '0' is not allowed; give a share above 0 and below 1",
        ),
        (["study", "goyal96", "--replications", "auto", "--sensitivity"], "needs a number of replications"),
    ],
)
def test_bad_requests_are_explained(cli: Cli, arguments: list[str], reported: str) -> None:
    done = cli(*arguments)
    assert done.returncode == 2
    assert reported in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_without_points_of_this_version_says_what_is_there(cli: Cli, tmp_path: Path) -> None:
    points = tmp_path / "results" / "goyal96" / "points"
    points.mkdir(parents=True)
    (points / "0.json").write_text('{"format":9,"cellwise":"9.0.0","sha256":"","result":{}}\n')
    done = cli("report", "goyal96")
    assert done.returncode == 2
    assert "1 points are of format 9 by Cellwise 9.0.0" in done.stderr


def test_a_warm_up_is_found_used_and_named(cli: Cli, tmp_path: Path) -> None:
    changes = (
        "topology.sources=1",
        "duration=100 ms",
        "flows.tcp1.start=30 ms",
        "switch.buffer=unlimited",
        "tcp.delayed_ack=false",
    )
    options = [word for change in changes for word in ("--set", change)]
    done = cli("run", "--template", "n-source", *options, "--warmup", "mser5", "--out", "run")
    assert done.returncode == 0, done.stderr
    found = done.stderr.split("warm-up: ")[1].split(" by MSER-5")[0]
    assert 30_000 <= int(found.removesuffix(" us")) < 50_000
    assert f"warmup={found}" in done.stdout
    used = tomllib.loads((tmp_path / "run" / "scenario.toml").read_text())["warmup"]
    assert span_s(used) == pytest.approx(span_s(found))


@pytest.mark.parametrize(
    ("options", "reported"),
    [
        (["--search", "2", "--tables", "table9"], "--tables: table9: not known; the tables are table1"),
        (
            ["--search", "2", "--tables", "table2", "--hold-out", "table2"],
            "what is fitted cannot be held out",
        ),
        (["--hold-out", "table2"], "--hold-out: goes with --search N only"),
        (["--search", "2", "--only", "table1"], "--only: does not go with --search"),
        (["--search", "2", "--replications", "auto"], "--search: needs a number of replications"),
    ],
)
def test_a_search_that_cannot_be_made_is_refused(
    cli: Cli, tmp_path: Path, options: list[str], reported: str
) -> None:
    done = cli("study", "goyal96", *options, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert reported in done.stderr


def test_a_study_without_published_numbers_cannot_be_searched(cli: Cli, tmp_path: Path) -> None:
    done = cli("study", "anansari", "--search", "2", cwd=tmp_path)
    assert done.returncode == 2
    assert "no prediction of anansari is counted there" in done.stderr
