import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import cellwise as cw

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def file(brief: cw.Scenario, tmp_path: Path) -> str:
    (tmp_path / "a.toml").write_text(brief.with_(duration="60 ms").to_toml())
    return "a.toml"


def test_a_sweep_prints_a_table_with_intervals(cli: Cli, file: str, tmp_path: Path) -> None:
    done = cli("sweep", file, "--grid", "switch.drop.policy=tail,epd", "--replications", "2", "-o", "swept")
    assert done.returncode == 0, done.stderr
    assert "2 cases, 2 replications of each; means with 95 % t intervals" in done.stdout
    assert "±" in done.stdout
    assert (tmp_path / "swept" / "sweep.parquet").is_file()
    drawn = cli("plot", "swept", "factor", "--x", "switch.drop.policy", "-o", "factor.svg", "--csv")
    assert drawn.returncode == 0, drawn.stderr
    (tmp_path / "swept" / "sweep.json").write_text("{")
    assert "cannot be read as the cases of a sweep" in cli("plot", "swept", "factor", "--x", "seed").stderr


def test_no_interval_comes_from_one_run(cli: Cli, file: str) -> None:
    arguments = ("sweep", file, "--grid", "seed=1,2", "--replications", "1")
    done = cli(*arguments)
    assert "no intervals: one value says nothing" in done.stdout
    assert "±" not in done.stdout
    told = json.loads(cli(*arguments, "--json").stdout)
    assert {case["efficiency ±"] for case in told["cases"]} == {None}


def test_cases_are_listed_before_they_are_run(cli: Cli, file: str, tmp_path: Path) -> None:
    grid = ("--grid", "seed=1,2,3", "--grid", "switch.buffer=500 cells,1000 cells")
    done = cli("sweep", file, *grid, "--where", "seed != 2 and switch.buffer < 800", "--list")
    assert done.stdout.splitlines() == [
        "seed=1 switch.buffer=500 cells",
        "seed=3 switch.buffer=500 cells",
        "2 cases",
    ]
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--grid", "seed"], "--grid: 'seed' is not allowed"),
        (["--grid", "seed=1", "--where", "open('x')"], "something that is not allowed"),
        (["--grid", "seed=1", "--metric", "speed"], "efficiency, fairness"),
        (["--grid", "switch.bufer=1,2"], "switch.bufer"),
        ([], "nothing is varied"),
    ],
)
def test_bad_sweeps_are_explained(cli: Cli, file: str, options: list[str], told: str) -> None:
    done = cli("sweep", file, *options)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr
