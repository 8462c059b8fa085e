"""If nothing in a scenario is random, the output says so instead of intervals, which would be `± 0`."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

import cellwise as cw
from cellwise.experiments.chance import are_one
from cellwise.source import Source

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]

SAID = "nothing in this is random: all replications gave the same results, in every table"
#: One source alone; five meet at one port, where chance decides who comes first.
ALONE = 'duration = "60 ms"\n[topology]\ntemplate = "n-source"\nsources = 1\n'
LOST = ("--grid", "switch.buffer=100 cells,500 cells", "--replications", "3")


@pytest.fixture
def alone(tmp_path: Path) -> str:
    (tmp_path / "alone.toml").write_text(ALONE)
    return "alone.toml"


@pytest.fixture
def swept(cli: Cli, alone: str) -> str:
    done = cli("sweep", alone, *LOST, "-o", "swept")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_sweep_without_chance_says_so_and_has_no_intervals(swept: str) -> None:
    assert SAID in " ".join(swept.split())
    assert "±" not in swept
    assert "t intervals" not in swept


def test_its_tables_and_reports_have_none_either(cli: Cli, swept: str, tmp_path: Path) -> None:
    metric = "flows.throughput_bps:sum"
    asked = f'select "{metric}", "{metric} ±" from \'{tmp_path}/swept/sweep.parquet\''
    table = duckdb.sql(asked).fetchall()
    assert len(table) == 2
    assert all(mean > 0 and half_width is None for mean, half_width in table)
    for form, sign in (("html", "±"), ("markdown", "±"), ("latex", r"\pm")):
        done = cli("report", "swept", "--to", form, "-o", f"r.{form}")
        assert done.returncode == 0, done.stderr
        written = " ".join((tmp_path / f"r.{form}").read_text().split())
        assert SAID in written, form
        assert sign not in written, form


def test_cases_in_which_nothing_is_random_are_named_among_others(cli: Cli, tmp_path: Path) -> None:
    done = cli(
        *("sweep", "--template", "n-source", "--set", "duration=200 ms", "--set", "switch.buffer=500 cells"),
        *("--grid", "topology.sources=1,5", "--replications", "3", "-o", "swept", "--json"),
    )
    reported = json.loads(done.stdout)
    (alone,) = reported["without_chance"]
    metric = "flows.delay_mean_s"
    by_case = {one["case"]: one for one in reported["cases"]}
    assert by_case[alone]["topology.sources"] == 1
    other = next(one for name, one in by_case.items() if name != alone)
    assert by_case[alone][f"{metric} ±"] is None
    assert other[f"{metric} ±"] == 0, "an interval, of width 0"
    again = cli("report", "swept", "--to", "markdown", "-o", "r.md")
    assert again.returncode == 0
    written = " ".join((tmp_path / "r.md").read_text().split())
    assert "nothing is random in 1 of 2 cases, whose replications gave the same results" in written
    assert written.count("±") > 0


def test_a_comparison_without_chance_says_so_and_has_no_intervals(cli: Cli, alone: str) -> None:
    asked = ("compare", alone, alone, "--set-b", "switch.buffer=100 cells", "--replications", "2")
    done = cli(*asked, "--metric", "flows.throughput_bps:sum")
    assert done.returncode == 0, done.stderr
    assert SAID in " ".join(done.stdout.split())
    assert "…" not in done.stdout
    assert json.loads(cli(*asked, "--json").stdout)["is_without_chance"] is True


def test_a_search_without_chance_says_so_and_has_no_intervals(cli: Cli, alone: str) -> None:
    done = cli(
        *("find", alone, "--vary", "switch.buffer=100..2000cells", "--for", "vcs.cells_lost:sum <= 0"),
        *("--replications", "2", "-o", "found"),
    )
    assert done.returncode == 0, done.stderr
    assert SAID in " ".join(done.stdout.split())
    assert "±" not in done.stdout


def test_a_number_that_is_always_0_does_not_make_a_scenario_without_chance() -> None:
    """Of five Reno sources no run has a tail loss probe, and yet no two runs are the same."""
    several = cw.Scenario.from_template("n-source").with_({"switch.buffer": "500 cells"}, duration="200 ms")
    runs = cw.replicate(several, 3)
    assert not are_one(map(Source.of_run, runs))
    assert are_one([Source.of_run(runs[0])] * 2)
    goal = "flows.tail_loss_probes:sum <= 0"
    found = cw.find(several, {"switch.buffer": "500..600 cells"}, goal, replications=2, within=0.5)
    assert not found.is_without_chance
    assert not [line for line in found.says() if "nothing in this is random" in line]
