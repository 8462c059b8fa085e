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
    told = json.loads(cli("compare", file, file, "--replications", "1", "--json").stdout)
    assert told["why_no_interval"]
    assert {(one["low"], one["high"]) for one in told["metrics"]} == {(None, None)}


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
    assert "--set-b: run was run already" in done.stderr
