"""A writer that is killed leaves the old results or the new ones, and no user loses a file."""

import itertools
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.attacks.conftest import begun, command, ended, run_command, wait_while, whole

import cellwise as cw
from cellwise.results import RESULTS

pytestmark = pytest.mark.attack

Cases = Callable[[int, int], int]


def test_a_run_that_is_killed_leaves_the_old_results_or_the_new(
    tmp_path: Path, cases: Cases, chance: random.Random
) -> None:
    out, beside = tmp_path / "mine", tmp_path / "mine.tmp"
    began = time.monotonic()
    assert whole(run_command(out, 1), tmp_path).returncode == 0
    takes_s = time.monotonic() - began
    assert whole(run_command(tmp_path / "other", 2), tmp_path).returncode == 0
    fingerprints = [cw.Run.load(path).fingerprint for path in (out, tmp_path / "other")]
    beside.mkdir()
    own = [beside / "notes", out / "notes"]
    for path in own:
        path.write_text("mine")
    seen = set()
    for case in range(cases(12, 200)):
        with begun(run_command(out, 1 + case % 2, threads=1 + case % 3), tmp_path) as process:
            if case % 4 == 0:
                time.sleep(chance.uniform(0, takes_s))
            else:
                # When the results are being written.
                lock = out / f"{RESULTS.manifest}.lock"
                wait_while(lambda lock=lock, process=process: process.poll() is None and not lock.exists())
                time.sleep(chance.uniform(0, 0.04))
            ended(process, signal.SIGKILL)
        seen.add(cw.Run.load(out).fingerprint)
        assert seen <= set(fingerprints)
        assert [path.read_text() for path in own] == ["mine", "mine"]
    assert whole(run_command(out, 2), tmp_path).returncode == 0
    assert cw.Run.load(out).fingerprint == fingerprints[1]
    left = {path.name for path in out.iterdir()}
    assert left == {path.name for path in (tmp_path / "other").iterdir()} | {"notes"}


def test_a_first_run_that_is_killed_leaves_whole_results_or_a_folder_that_is_written_again(
    tmp_path: Path, cases: Cases, chance: random.Random
) -> None:
    for case in range(cases(3, 30)):
        out = tmp_path / str(case)
        words = run_command(out, 1 + case % 2, threads=1 + case % 3)
        with begun(words, tmp_path) as process:
            wait_while(lambda out=out, process=process: process.poll() is None and not out.exists())
            time.sleep(chance.uniform(0, 0.04))
            ended(process, signal.SIGKILL)
        if (out / RESULTS.manifest).exists():
            cw.Run.load(out)
        assert whole(words, tmp_path).returncode == 0
        assert not [path for path in out.iterdir() if RESULTS.is_left_over(path.name)]


def test_a_study_that_is_killed_again_and_again_comes_to_the_same_bytes(
    tmp_path: Path, cases: Cases, chance: random.Random
) -> None:
    study = ("study", "goyal96", "--only", "table1", "--replications", "1", "--jobs", "2")
    began = time.monotonic()
    assert whole(command(*study, "--out", "once"), tmp_path).returncode == 0
    takes_s = time.monotonic() - began
    expected = results_of(tmp_path / "once")
    kills, round_ = 0, 0
    while kills < cases(6, 200):
        round_ += 1
        out = tmp_path / f"killed-{round_}"
        # Each time it may run longer: on a machine that is busier now it would never end.
        for tries in itertools.count():
            with begun(command(*study, "--out", str(out)), tmp_path) as process:
                until = time.monotonic() + chance.uniform(0.2, 1.2) * takes_s * (1 + tries / 10)
                wait_while(
                    lambda until=until, process=process: process.poll() is None and time.monotonic() < until
                )
                finished = process.poll() == 0
                ended(process, signal.SIGKILL)
            if finished:
                break
            kills += 1
        assert results_of(out) == expected


def results_of(folder: Path) -> dict[str, bytes]:
    """What is the same whenever a study runs: its points and its report."""
    files = [*sorted((folder / "points").glob("*.json")), folder / "report.html"]
    return {path.name: path.read_bytes() for path in files}
