import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import cellwise as cw

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]

GOAL = ("--for", "vcs.cells_lost:sum <= 800")


@pytest.fixture
def file(brief: cw.Scenario, tmp_path: Path) -> str:
    (tmp_path / "a.toml").write_text(brief.with_(duration="60 ms").to_toml())
    return "a.toml"


def test_it_prints_what_was_looked_at_and_what_was_found(cli: Cli, file: str, tmp_path: Path) -> None:
    done = cli("find", file, "--vary", "switch.buffer=3000..9000cells", *GOAL)
    assert (done.returncode, done.stderr) == (0, "")
    rows = [line.split() for line in done.stdout.splitlines() if " ± " in line and "cells" in line]
    values = [int(row[0]) for row in rows if row[1] == "cells"]
    assert values == sorted(values)
    assert "the least switch.buffer for which vcs.cells_lost:sum <= 800, with 95 % confidence" in done.stdout
    assert "monotone in the " in done.stdout
    assert "to be surer:" in done.stdout
    assert "<- found" in done.stdout
    assert {"find.json", "find.parquet", "runs.parquet", "find.svg"} <= {
        one.name for one in (tmp_path / "results" / "find").iterdir()
    }
    reported = json.loads((tmp_path / "results" / "find" / "find.json").read_text())
    again = cli("find", file, "--vary", "switch.buffer=3000..9000cells", *GOAL, "--json", "--jobs", "1")
    assert json.loads(again.stdout)["found"] == reported["found"]


def test_a_unit_behind_a_blank_needs_no_quotes(cli: Cli, file: str) -> None:
    quoted = ("find", file, "--vary", "switch.buffer=3000..9000 cells", *GOAL, "--json", "-o", "one")
    bare = ("find", file, "--vary", "switch.buffer=3000..9000", "cells", *GOAL)
    found = [json.loads(cli(*one).stdout) for one in (quoted, (*bare, "--json", "-o", "other"))]
    assert found[0]["found"] == found[1]["found"]


def test_the_folder_of_a_search_can_be_plotted_and_compared(cli: Cli, file: str, tmp_path: Path) -> None:
    done = cli(
        "find", file, "--vary", "switch.buffer=3000..9000cells", *GOAL, "-o", "f", "--replications", "2"
    )
    assert done.returncode == 0, done.stderr
    drawn = cli("plot", "f", "factor", "--x", "switch.buffer", "--y", "vcs.cells_lost", "-o", "f.svg")
    assert drawn.returncode == 0, drawn.stderr
    wheres = ("--where-a", "switch.buffer=3000 cells", "--where-b", "switch.buffer=9000 cells")
    compared = cli("compare", "f", "f", *wheres, "--metric", "vcs.cells_lost:sum")
    assert "2 pairs" in compared.stdout, compared.stderr


def test_several_settings_are_varied_for_a_metric(cli: Cli, file: str) -> None:
    varied = ("--vary", "switch.drop.policy=tail,epd", "--vary", "switch.buffer=300..3000cells")
    options = ("--maximise", "efficiency", "--trials", "8", "--replications", "2")
    done = cli("find", file, *varied, *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert "with the greatest mean of efficiency, of 8 tried" in done.stdout
    assert "mean of 2 runs that had no part in the choice" in done.stdout
    reported = json.loads(cli("find", file, *varied, *options, "--json").stdout)
    assert set(reported["found"]) == {"switch.drop.policy", "switch.buffer"}


def test_the_answer_to_another_question_is_replaced_only_by_force(
    cli: Cli, file: str, tmp_path: Path
) -> None:
    asked = ("find", file, "--vary", "switch.buffer=3000..9000cells", "--replications", "2", "-o", "f")
    assert cli(*asked, *GOAL).returncode == 0
    first = (tmp_path / "f" / "find.json").read_bytes()
    others = (
        (*asked, "--for", "vcs.cells_lost:sum <= 900"),
        (*asked, *GOAL, "--which", "greatest"),
        (*asked, "--minimise", "vcs.cells_lost:sum"),
        (*asked, *GOAL, "--set", "seed=7"),
    )
    for other in others:
        done = cli(*other)
        assert done.returncode == 2
        assert "--out: f has the answer to another question" in done.stderr
        assert "the least switch.buffer for which vcs.cells_lost:sum <= 800" in done.stderr
        assert "give --force to replace the answer" in done.stderr
        assert (tmp_path / "f" / "find.json").read_bytes() == first
    assert "it differs in seed" in cli(*others[-1]).stderr
    same = cli(*asked, *GOAL, "--points", "6", "--which", "least")
    assert (same.returncode, same.stderr) == (0, ""), "the same question may be asked more closely"
    assert cli(*others[0], "--force").returncode == 0
    assert "cells_lost:sum <= 900" in json.loads((tmp_path / "f" / "find.json").read_text())["asked"]


def test_a_goal_beside_a_metric_is_a_limit(cli: Cli, file: str) -> None:
    varied = ("--vary", "switch.buffer=1000 cells,9000 cells", "--replications", "2", "--json")
    best = ("--minimise", "vcs.cells_lost:sum", "--trials", "8")
    limit = ("--for", "ports.queue_max_cells@sw1.trunk <= 5000")
    done = cli("find", file, *varied, *best, *limit, "-o", "limited")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["found"] == {"switch.buffer": "1000 cells"}
    free = json.loads(cli("find", file, *varied, *best, "-o", "free").stdout)
    assert free["found"] == {"switch.buffer": "9000 cells"}


def test_a_warm_up_is_found_for_both_ends_of_the_range(cli: Cli, file: str, tmp_path: Path) -> None:
    ends = ("--vary", "switch.buffer=500..20000cells", "--for", "efficiency >= 0.1", "--points", "2")
    done = cli("find", file, *ends, "--set", "duration=3 s", "--warmup", "mser5", "--replications", "2")
    assert done.returncode == 0, done.stderr
    assert "2 pilot runs" in done.stderr


@pytest.mark.parametrize(
    ("options", "reported"),
    [
        (["--vary", "switch.buffer", *GOAL], "--vary: 'switch.buffer' is not allowed; write PATH=A..B"),
        (["--vary", "seed=1..3", "--vary", "seed=1..4", *GOAL], "--vary: seed comes twice"),
        (["--vary", "seed=1..3", *GOAL, "--confidence", "high"], "--confidence: 'high' is not allowed"),
        (["--vary", "seed=1..3", *GOAL, "--within", "0"], "--within: '0' is not allowed"),
        (["--vary", "seed=1..3", "--for", "speed > 1"], "--for: 'speed' is not known"),
        (["--vary", "seed=1..3", "--maximise", "speed"], "--maximise: 'speed' is not known"),
        (["--vary", "switch.bufer=1..3", *GOAL], "switch.bufer"),
        (["--vary", "switch.buffer=1..3", *GOAL], "switch.buffer"),
        (
            ["--vary", "switch.buffer=1..3 cels", *GOAL],
            "switch.buffer: '3 cels' is not allowed; 'cels' is no unit",
        ),
        (["other.toml", "--vary", "seed=1..3", *GOAL], "'other.toml': one FILE is taken"),
        (["--vary", "seed=1..3", *GOAL, "--replications", "1"], "--replications: 1 is not allowed"),
        (["--vary", "seed=1..3", "--for", "flows.delay_max_s@x < 1 s"], "flows has no row 'x'"),
        (["--vary", "seed=1..3"], "--for: give a goal, or a metric"),
    ],
)
def test_bad_questions_are_explained(cli: Cli, file: str, options: list[str], reported: str) -> None:
    done = cli("find", file, *options)
    assert done.returncode == 2
    assert reported in done.stderr
    assert "Traceback" not in done.stderr


def test_the_folder_of_a_sweep_is_not_written_over(cli: Cli, file: str) -> None:
    assert cli("sweep", file, "--grid", "seed=1,2", "--replications", "1", "-o", "swept").returncode == 0
    done = cli("find", file, "--vary", "switch.buffer=3000..9000cells", *GOAL, "-o", "swept")
    assert done.returncode == 2
    assert "--out: swept: is the folder of a sweep; give another name" in done.stderr
