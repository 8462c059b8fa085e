import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import cellwise as cw
from cellwise.files import ABANDONED_S
from cellwise.points.runner import Done, PointsFailedError, run_points
from cellwise.points.store import Point, load, load_cost, plan


def points_of(scenario: cw.Scenario, replications: int = 3) -> list[Point]:
    cases = {f"K={cells}": scenario.with_({"switch.buffer": f"{cells} cells"}) for cells in (500, 1000)}
    return plan(cases, replications)


def stored(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "points").glob("*.json"))}


def test_a_stored_point_is_what_its_run_gave(brief: cw.Scenario, tmp_path: Path) -> None:
    (point,) = plan({"case": brief}, 1)
    run_points([point], tmp_path)
    result = load(tmp_path, point.id)
    assert result is not None
    run = cw.run(point.scenario)
    for table in ("flows", "vcs", "ports", "hosts"):
        for name, values in run.columns(table).items():
            np.testing.assert_array_equal(result.tables[table][name], values, err_msg=name)
    assert result.summary["audit"] == run.audit
    assert load_cost(tmp_path, point.id).cells == run.cells


def test_any_number_of_jobs_gives_the_same_bytes(brief: cw.Scenario, tmp_path: Path) -> None:
    run_points(points_of(brief), tmp_path / "one", jobs=1)
    run_points(points_of(brief), tmp_path / "two", jobs=2)
    assert stored(tmp_path / "one") == stored(tmp_path / "two")
    assert len(stored(tmp_path / "one")) == 6


def test_the_order_in_which_points_are_given_changes_nothing(brief: cw.Scenario, tmp_path: Path) -> None:
    run_points(points_of(brief), tmp_path / "forward")
    run_points(points_of(brief)[::-1], tmp_path / "backward")
    assert stored(tmp_path / "forward") == stored(tmp_path / "backward")


def test_processes_serve_as_well_as_threads(brief: cw.Scenario, tmp_path: Path) -> None:
    import multiprocessing

    run_points(points_of(brief, 1), tmp_path / "threads")
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        run_points(points_of(brief, 1), tmp_path / "processes", executor=pool)
    assert stored(tmp_path / "threads") == stored(tmp_path / "processes")


def test_the_same_point_is_simulated_once(brief: cw.Scenario, tmp_path: Path) -> None:
    done: list[Done] = []
    run_points([*points_of(brief, 1), *points_of(brief, 1)], tmp_path, report=done.append)
    assert len(done) == 2


def test_resuming_simulates_only_what_is_missing(brief: cw.Scenario, tmp_path: Path) -> None:
    points = points_of(brief)
    run_points(points[:4], tmp_path)
    done: list[Done] = []
    run_points(points, tmp_path, report=done.append)
    assert sum(one.reused for one in done) == 4
    assert len(done) == 6


def test_afresh_everything_is_simulated_again(brief: cw.Scenario, tmp_path: Path) -> None:
    run_points(points_of(brief), tmp_path)
    done: list[Done] = []
    run_points(points_of(brief), tmp_path, fresh=True, report=done.append)
    assert not any(one.reused for one in done)


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "junk"])
def test_a_damaged_point_is_simulated_again(brief: cw.Scenario, tmp_path: Path, damage: str) -> None:
    points = points_of(brief, 1)
    run_points(points, tmp_path)
    whole = stored(tmp_path)
    path = tmp_path / "points" / f"{points[0].id}.json"
    text = path.read_text()
    digit = text.rindex("1")
    spoiled = {
        "cut": text[: len(text) // 2],
        "flip": text[:digit] + "2" + text[digit + 1 :],
        "empty": "",
        "junk": "{}",
    }
    path.write_text(spoiled[damage])
    assert load(tmp_path, points[0].id) is None
    run_points(points, tmp_path)
    assert stored(tmp_path) == whole


def test_a_point_of_another_build_is_named_and_simulated_again(brief: cw.Scenario, tmp_path: Path) -> None:
    points = points_of(brief, 1)
    run_points(points, tmp_path)
    path = tmp_path / "costs" / f"{points[0].id}.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "build": "another"}))
    done: list[Done] = []
    notices: list[str] = []
    run_points(points, tmp_path, report=done.append, notice=notices.append)
    assert [one.point.id for one in done if not one.reused] == [points[0].id]
    reported = f"{tmp_path}: of another build of Cellwise, simulated again: {points[0].case}, replication 0"
    assert notices == [reported]


def test_scraps_are_removed_when_they_cannot_belong_to_another_study(
    brief: cw.Scenario, tmp_path: Path
) -> None:
    (tmp_path / "points").mkdir()
    old, new = tmp_path / "points" / f"abc.json.{1:016x}.tmp", tmp_path / "points" / f"abc.json.{2:016x}.tmp"
    for scrap in (old, new):
        scrap.write_text('{"half')
    os.utime(old, (time.time() - 2 * ABANDONED_S,) * 2)
    run_points(points_of(brief, 1), tmp_path)
    assert not old.exists()
    assert new.exists()


def test_a_point_that_fails_is_named_and_the_others_are_kept(brief: cw.Scenario, tmp_path: Path) -> None:
    bad = brief.with_({"limits.events": 1000})
    points = plan({"good": brief, "bad": bad}, 1)
    with pytest.raises(PointsFailedError, match=r"1 of 2 points failed(.|\n)*bad, replication 0"):
        run_points(points, tmp_path)
    assert load(tmp_path, points[0].id) is not None
    assert load(tmp_path, points[1].id) is None


def test_an_interrupt_gives_up_running_points_and_keeps_finished_ones(
    brief: cw.Scenario, tmp_path: Path
) -> None:
    endless = brief.with_(duration="100000 s")
    points = [*plan({"brief": brief}, 1), *plan({"endless": endless}, 3)]

    def interrupt(done: Done) -> None:
        raise KeyboardInterrupt

    # Otherwise this takes days.
    with pytest.raises(KeyboardInterrupt):
        run_points(points, tmp_path, jobs=2, report=interrupt)
    assert load(tmp_path, points[0].id) is not None
    assert len(stored(tmp_path)) == 1


def test_an_interrupt_comes_between_two_points(brief: cw.Scenario, tmp_path: Path) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    reported = []

    def press(done: Done) -> None:
        signal.raise_signal(signal.SIGINT)
        reported.append(done.point.id)

    try:
        with pytest.raises(KeyboardInterrupt):
            run_points(plan({"brief": brief}, 3), tmp_path, report=press)
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(reported) == 1


PROGRAM = """
import sys
from pathlib import Path
import cellwise as cw
from cellwise.points.store import plan
from cellwise.points.runner import run_points
scenario = cw.Scenario.from_dict({scenario!r})
buffers = [f"{{cells}} cells" for cells in range(500, 1100, 100)]
cases = {{buffer: scenario.with_({{"switch.buffer": buffer}}) for buffer in buffers}}
run_points(plan(cases, 2), Path(sys.argv[1]), jobs=2)
"""


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize("killed_after", [1, 4, 7])
def test_a_killed_study_resumes_to_the_same_bytes(
    brief: cw.Scenario, tmp_path: Path, killed_after: int
) -> None:
    scenario = brief.with_(duration="3 s").to_dict()
    program = tmp_path / "study.py"
    program.write_text(PROGRAM.format(scenario=scenario))
    command = [sys.executable, str(program)]
    with subprocess.Popen([*command, str(tmp_path / "killed")]) as process:
        deadline = time.monotonic() + 300

        def is_made() -> bool:
            return len(list((tmp_path / "killed").glob("points/*.json"))) >= killed_after

        while not is_made():
            # It may have made all of them since.
            if (process.poll() is not None and not is_made()) or time.monotonic() > deadline:
                process.kill()
                pytest.fail("the study made no points")
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
    kept = stored(tmp_path / "killed")
    subprocess.run([*command, str(tmp_path / "killed")], check=True)
    subprocess.run([*command, str(tmp_path / "whole")], check=True)
    resumed = stored(tmp_path / "killed")
    assert resumed == stored(tmp_path / "whole")
    assert len(resumed) == 12
    assert all(resumed[name] == text for name, text in kept.items() if name.endswith(".json"))


class LastFirst(ThreadPoolExecutor):
    """An executor that finishes what was submitted last first."""

    def __init__(self, expected: int) -> None:
        super().__init__(1)
        self.waiting: list[tuple[Future[object], object, tuple[object, ...]]] = []
        self.expected = expected

    def submit(self, function, /, *arguments, **options):  # type: ignore[no-untyped-def, override]
        future: Future[object] = Future()
        self.waiting.append((future, function, arguments))
        if len(self.waiting) == self.expected:
            threading.Thread(target=self._work).start()
        return future

    def _work(self) -> None:
        for future, function, arguments in reversed(self.waiting):
            future.set_running_or_notify_cancel()
            future.set_result(function(*arguments))  # type: ignore[operator]


def test_the_order_in_which_points_finish_changes_nothing(brief: cw.Scenario, tmp_path: Path) -> None:
    points = points_of(brief)
    run_points(points, tmp_path / "in order")
    run_points(points, tmp_path / "last first", executor=LastFirst(len(points)))
    assert stored(tmp_path / "in order") == stored(tmp_path / "last first")


def test_a_study_folder_that_is_a_file_is_refused(brief: cw.Scenario, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(cw.ResultsError, match="not a folder"):
        run_points(points_of(brief, 1), tmp_path / "file")


def test_stored_points_say_which_version_made_them(brief: cw.Scenario, tmp_path: Path) -> None:
    run_points(points_of(brief, 1), tmp_path)
    for text in stored(tmp_path).values():
        assert json.loads(text)["cellwise"] == cw.__version__
