import json
import re
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


def test_scenarios_are_run_and_compared(cli: Cli, file: str) -> None:
    done = cli("compare", file, file, "--set-b", "switch.drop.policy=epd", "--replications", "3")
    assert done.returncode == 0, done.stderr
    assert "A and B differ in: switch.drop.policy" in done.stdout
    assert "3 pairs" in done.stdout
    assert "95 % interval" in done.stdout
    assert "no interval" not in done.stdout


def test_no_interval_is_printed_from_one_pair(cli: Cli, file: str) -> None:
    done = cli("compare", file, file, "--replications", "1", "--metric", "efficiency")
    assert "no interval from one pair" in done.stdout
    assert "…" not in done.stdout
    reported = json.loads(cli("compare", file, file, "--replications", "1", "--json").stdout)
    assert reported["why_no_interval"]
    assert {(one["low"], one["high"]) for one in reported["metrics"]} == {(None, None)}


def test_folders_of_runs_are_paired_and_half_written_ones_named(
    cli: Cli, brief: cw.Scenario, tmp_path: Path
) -> None:
    for policy in ("tail", "epd"):
        side = brief.with_({"switch.drop.policy": policy}, duration="60 ms")
        for number, run in enumerate(cw.replicate(side, 2)):
            run.save(tmp_path / policy / str(number))
    (tmp_path / "epd" / "half").mkdir()
    done = cli("compare", "tail", "epd", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["pairs"] == 2
    assert "skipped: epd/half: run.json is missing" in done.stderr


def test_what_was_run_cannot_be_set(cli: Cli, brief: cw.Scenario, tmp_path: Path) -> None:
    cw.run(brief).save(tmp_path / "run")
    done = cli("compare", "run", "run", "--set-b", "seed=3")
    assert done.returncode == 2
    assert "--set-b: run has been run already" in done.stderr


def test_the_sides_of_a_sweep_are_chosen_by_their_settings(cli: Cli, file: str) -> None:
    grid = ("--grid", "switch.drop.policy=tail,epd", "--grid", "topology.link_delay=5 us,1 ms")
    assert cli("sweep", file, *grid, "--replications", "2", "-o", "swept").returncode == 0
    sides = ("--where-a", "switch.drop.policy=tail", "--where-b", "switch.drop.policy=epd")
    mixed = cli("compare", "swept", "swept", *sides)
    assert mixed.returncode == 2
    assert "runs of one side also differ in topology.link_delay; choose with --where-a" in mixed.stderr
    delays = ("--where-a", "topology.link_delay=1000 us", "--where-b", "topology.link_delay=0.001 s")
    done = cli("compare", "swept", "swept", *sides, *delays, "--json")
    assert done.returncode == 0, done.stderr
    reported = json.loads(done.stdout)
    assert (reported["pairs"], reported["settings"]) == (2, ["switch.drop.policy"])
    alone = cli(
        "compare", file, "swept", *sides[2:], *delays[2:], "--set-a", "topology.link_delay=1 ms", "--json"
    )
    assert json.loads(alone.stdout)["metrics"] == reported["metrics"]


def test_a_side_written_out_in_full_is_no_other_scenario(cli: Cli, file: str, tmp_path: Path) -> None:
    short = '[topology]\ntemplate = "n-source"\nsources = 2\n'
    (tmp_path / "short.toml").write_text('duration = "60 ms"\n' + short)
    assert cli("run", "short.toml", "--out", "run").returncode == 0
    (tmp_path / "full.toml").write_text(cli("expand", "short.toml").stdout)
    for other in ("run/scenario.toml", "full.toml"):
        done = cli("compare", "short.toml", other, "--replications", "1", "--metric", "efficiency")
        assert "A and B differ in: nothing but seed, replication and title" in done.stdout, done.stderr


def test_pairs_are_added_until_the_differences_are_known(cli: Cli, file: str) -> None:
    wanted = ("--metric", "efficiency", "--replications", "auto", "--least", "2", "--most", "3", "--json")
    compare = ("compare", file, file, "--set-b", "switch.drop.policy=epd", "--set-a", "tie=random")
    compare += ("--set-b", "tie=random", *wanted)
    reported = json.loads(cli(*compare, "--half-width", "0.0001%", "--confidence", "90%").stdout)
    assert (reported["pairs"], reported["confidence"]) == (3, 0.9)
    assert "90 % t interval of the difference was at most" in reported["note"]
    assert "3 were used, and 1 difference is still wider (efficiency)" in reported["note"]
    done = cli("compare", file, file, *wanted[:-1])
    assert "2 pairs of the same seed" in done.stdout
    assert "note: replications were added until the 95 % t interval" in " ".join(done.stdout.split())


def test_both_sides_have_the_longer_of_their_warm_ups(cli: Cli, file: str) -> None:
    buffers = ("--set-a", "switch.buffer=500 cells", "--set-b", "switch.buffer=20000 cells")
    longer = ("--set-a", "duration=3 s", "--set-b", "duration=3 s")
    brief = ("--metric", "efficiency", "--replications", "1", "--json")
    done = cli("compare", file, file, *buffers, *longer, *brief, "--warmup", "mser5")
    assert done.returncode == 0, done.stderr
    (found,) = re.findall(r"warm-up: (\d+ us) by MSER-5 on the throughput of 2 pilot runs", done.stderr)
    given = cli("compare", file, file, *buffers, *longer, *brief, "--warmup", found)
    assert json.loads(done.stdout)["metrics"] == json.loads(given.stdout)["metrics"]
    without = cli("compare", file, file, *buffers, *longer, *brief)
    assert json.loads(done.stdout)["metrics"] != json.loads(without.stdout)["metrics"]


@pytest.mark.parametrize(
    ("options", "reported"),
    [
        (["a.toml", "--replications", "auto"], "--replications: auto needs --metric"),
        (
            ["run", "--replications", "auto", "--metric", "efficiency"],
            "--replications: a run that is finished",
        ),
        (["run", "--warmup", "mser5"], "--warmup: a run that is finished cannot change"),
        (["a.toml", "--replications", "0"], "--replications: '0' is not allowed"),
        (["a.toml", "--warmup", "soon"], "soon"),
        (
            ["a.toml", "--where-b", "seed=3"],
            "--where-b: a.toml is not a folder of runs; change a scenario with",
        ),
        (["run", "--where-b", "seed=3"], "--where-b: no run has seed = 3; there are 1"),
        (["run", "--where-b", "seed"], "--where-b: 'seed' is not allowed; write PATH=VALUE"),
        (
            ["a.toml", "--replications", "auto", "--metric", "efficiency", "--half-width", "wide"],
            "--half-width: 'wide' is not allowed",
        ),
    ],
)
def test_what_cannot_be_compared_so_is_explained(
    cli: Cli, file: str, brief: cw.Scenario, tmp_path: Path, options: list[str], reported: str
) -> None:
    cw.run(brief).save(tmp_path / "run")
    done = cli("compare", file, *options)
    assert done.returncode == 2
    assert reported in done.stderr
    assert "Traceback" not in done.stderr
