"""Points on executors of other kinds: threads, processes, and such as break or store elsewhere."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import cellwise as cw
from cellwise.points.runner import Done, PointsFailedError, run_points
from cellwise.points.store import Point, load, plan
from cellwise.study import ExecutorError


def points_of(scenario: cw.Scenario, replications: int = 3) -> list[Point]:
    cases = {f"K={cells}": scenario.with_({"switch.buffer": f"{cells} cells"}) for cells in (500, 1000)}
    return plan(cases, replications)


def stored(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "points").iterdir())}


@pytest.fixture
def processes() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


class Changed(ThreadPoolExecutor):
    """An executor whose workers see another argument than was given."""

    def __init__(self, at: int, value: object) -> None:
        super().__init__(1)
        self.at = at
        self.value = value

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **options: Any) -> "Future[Any]":
        changed = [*arguments]
        changed[self.at] = self.value
        return super().submit(function, *changed, **options)


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_a_study_takes_any_executor_and_gives_the_same_bytes(
    kind: str, processes: ProcessPoolExecutor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with ThreadPoolExecutor(2) as threads:
        executor: Executor = threads if kind == "threads" else processes
        outcome = cw.study("goyal96", "there", only=["table1"], replications=1, executor=executor)
        assert executor.submit(len, "open").result() == 4, "it is left as it was"
    here = cw.study("goyal96", only=["table1"], replications=1, jobs=2)
    assert here.folder == Path("results/goyal96")
    assert stored(tmp_path / "there") == stored(tmp_path / here.folder)
    assert outcome.comparisons == here.comparisons


def test_a_call_refuses_what_there_is_not(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the studies are"):
        cw.study("nothing", tmp_path)
    with pytest.raises(ValueError, match="replications: 0 is not allowed"):
        cw.study("goyal96", tmp_path, replications=0)
    with pytest.raises(ValueError, match="choices are"):
        cw.study("goyal96", tmp_path, choose={"nothing": 1})


def test_a_worker_that_is_killed_breaks_a_pool_and_what_is_finished_is_kept(
    brief: cw.Scenario, processes: ProcessPoolExecutor, tmp_path: Path
) -> None:
    points = points_of(brief.with_(duration="2 s"), 8)
    done: list[Done] = []

    def kill(one: Done) -> None:
        done.append(one)
        if len(done) == 2:
            os.kill(next(iter(processes._processes)), signal.SIGKILL)

    with pytest.raises(ExecutorError, match=r"the executor broke, as if .*the same command continues"):
        run_points(points, tmp_path / "killed", executor=processes, report=kill)
    assert all(load(tmp_path / "killed", one.point.id) for one in done)
    run_points(points, tmp_path / "killed", jobs=2)
    run_points(points, tmp_path / "whole", jobs=2)
    left = {name: text for name, text in stored(tmp_path / "killed").items() if name.endswith(".json")}
    assert left == stored(tmp_path / "whole")


@pytest.mark.parametrize(("at", "reported"), [(3, r"has Cellwise [\d.]+; this is"), (4, "has another build")])
def test_a_worker_of_another_cellwise_refuses_its_points(
    brief: cw.Scenario, tmp_path: Path, at: int, reported: str
) -> None:
    with Changed(at, "another") as executor, pytest.raises(ExecutorError, match=f"a worker {reported}"):
        run_points(points_of(brief), tmp_path, executor=executor)
    assert stored(tmp_path) == {}


def test_points_that_are_stored_elsewhere_are_noticed(brief: cw.Scenario, tmp_path: Path) -> None:
    for part in ("points", "costs"):
        (tmp_path / "elsewhere" / part).mkdir(parents=True)
    reported = "6 of 6 points were stored elsewhere; give a folder that all workers share"
    with Changed(2, str(tmp_path / "elsewhere")) as executor, pytest.raises(ExecutorError, match=reported):
        run_points(points_of(brief), tmp_path / "here", executor=executor)


def test_a_folder_that_a_worker_does_not_see_is_not_made_there(brief: cw.Scenario, tmp_path: Path) -> None:
    with Changed(2, str(tmp_path / "nowhere")) as executor, pytest.raises(OSError, match="finished are kept"):
        run_points(points_of(brief), tmp_path / "here", executor=executor)
    assert not (tmp_path / "nowhere").exists()


def test_a_point_that_fails_elsewhere_is_named(
    brief: cw.Scenario, processes: ProcessPoolExecutor, tmp_path: Path
) -> None:
    points = plan({"good": brief, "bad": brief.with_({"limits.events": 1000})}, 1)
    with pytest.raises(PointsFailedError, match=r"1 of 2 points failed(.|\n)*bad, replication 0: limits"):
        run_points(points, tmp_path, executor=processes)
    assert len(stored(tmp_path)) == 1


class Sawing(Executor):
    """An executor that cannot take what it is given."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **options: Any) -> "Future[Any]":
        raise RuntimeError("cannot schedule new futures after shutdown")


def test_an_executor_that_takes_nothing_is_explained(brief: cw.Scenario, tmp_path: Path) -> None:
    with pytest.raises(ExecutorError, match="RuntimeError: cannot schedule"):
        run_points(points_of(brief), tmp_path, executor=Sawing())


def test_what_a_report_raises_is_not_taken_for_a_fault_of_the_executor(
    brief: cw.Scenario, tmp_path: Path
) -> None:
    def report(_done: Done) -> None:
        raise LookupError("of the caller")

    with ThreadPoolExecutor(1) as pool, pytest.raises(LookupError, match="of the caller"):
        run_points(points_of(brief), tmp_path, executor=pool, report=report)


PROGRAM = """
import sys
from pathlib import Path
import cellwise as cw
from cellwise.points.store import plan
from cellwise.points.runner import run_points
scenario = cw.Scenario.from_dict({scenario!r})
made = []
run_points(plan({{"case": scenario}}, 16), Path(sys.argv[1]), report=made.append)
print(sum(not one.reused for one in made))
"""


def test_two_studies_in_one_folder_at_once_lose_and_duplicate_nothing(
    brief: cw.Scenario, tmp_path: Path
) -> None:
    scenario = brief.with_(duration="1 s")
    program = tmp_path / "study.py"
    program.write_text(PROGRAM.format(scenario=scenario.to_dict()))
    command = [sys.executable, str(program), str(tmp_path / "shared")]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(2)]
    made = [int(process.communicate(timeout=120)[0]) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert 16 <= sum(made) <= 32
    run_points(plan({"case": scenario}, 16), tmp_path / "alone", jobs=2)
    assert stored(tmp_path / "shared") == stored(tmp_path / "alone")
