"""Points on a Dask cluster: as on one machine, whatever is killed meanwhile."""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.study.dask_cluster import PATIENCE_S, DaskCluster, need_dask, wait_until

import cellwise as cw
from cellwise.points import cluster as cluster_module
from cellwise.points.cluster import connect, describe_worker
from cellwise.points.runner import Done, PointsFailedError, run_points
from cellwise.points.store import Point, build_id, is_finished, plan
from cellwise.study import ExecutorError

need_dask()

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]

TABLE1 = ("goyal96", "--only", "table1", "--replications", "1")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """A cluster that no test harms."""
    with DaskCluster(tmp_path_factory.mktemp("dask") / "cluster") as cluster:
        yield cluster


@pytest.fixture(scope="module")
def swept() -> list[Point]:
    """Points that take long enough to be killed in."""
    scenario = cw.Scenario.from_template("n-source").with_(
        {"duration": "1 s", "tcp.timer_tick": "10 ms", "tcp.delayed_ack": False}
    )
    cases = {
        f"K={cells}": scenario.with_({"switch.buffer": f"{cells} cells"}) for cells in range(500, 1300, 100)
    }
    return plan(cases, 2)


@pytest.fixture(scope="module")
def whole(swept: list[Point], tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What the points are when nothing happens, on this machine."""
    folder = tmp_path_factory.mktemp("whole")
    run_points(swept, folder, jobs=2)
    return stored(folder)


def stored(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "points").iterdir())}


class After:
    """Does something once, when some points are finished."""

    def __init__(self, count: int, act: Callable[[], object]) -> None:
        self.count = count
        self.act = act
        self.done: list[Done] = []

    def __call__(self, done: Done) -> None:
        self.done.append(done)
        if len(self.done) == self.count:
            self.act()


def test_a_study_on_a_cluster_has_the_bytes_of_a_local_one(
    cluster: DaskCluster, cli: Cli, tmp_path: Path
) -> None:
    on = cli("study", *TABLE1, "--on", cluster.url, "--progress", "json", "--out", "there")
    assert on.returncode == 0, on.stderr
    reported = [json.loads(line) for line in on.stderr.splitlines()]
    assert [one["event"] for one in reported] == ["start", *["point"] * 4, "end"]
    assert reported[-1]["complete"] is True
    assert cli("study", *TABLE1, "--progress", "none", "--out", "here").returncode == 0
    assert stored(tmp_path / "there") == stored(tmp_path / "here")
    assert len(stored(tmp_path / "here")) == 4
    status = json.loads(cli("study", "status", *TABLE1, "--out", "there", "--json").stdout)
    assert (status["needed"], status["finished"]) == (4, 4)
    again = cli("study", "resume", *TABLE1, "--on", cluster.url, "--progress", "json", "--out", "there")
    assert {json.loads(line)["reused"] for line in again.stderr.splitlines()[:4]} == {True}


def test_a_sweep_runs_on_a_cluster(
    cluster: DaskCluster, cli: Cli, brief: cw.Scenario, tmp_path: Path
) -> None:
    (tmp_path / "a.toml").write_text(brief.to_toml())
    command = [
        "sweep",
        "a.toml",
        "--grid",
        "topology.sources=2,3",
        "--replications",
        "2",
        "--progress",
        "none",
    ]
    there = cli(*command, "-o", "there", "--on", cluster.url)
    here = cli(*command, "-o", "here")
    assert (there.returncode, there.stderr) == (0, "")
    assert there.stdout.replace("there", "here") == here.stdout
    assert stored(tmp_path / "there") == stored(tmp_path / "here")


@pytest.mark.parametrize(
    "command", [["replicate", "a.toml"], ["compare", "a.toml", "a.toml", "--set-b=tcp.mss=99 bytes"]]
)
def test_replications_and_comparisons_run_on_a_cluster(
    cluster: DaskCluster, cli: Cli, brief: cw.Scenario, tmp_path: Path, command: list[str]
) -> None:
    (tmp_path / "a.toml").write_text(brief.to_toml())
    command = [*command, "--replications", "2", "--progress", "none"]
    there = cli(*command, "-o", "there", "--on", cluster.url)
    here = cli(*command, "-o", "here")
    assert (there.returncode, there.stderr) == (0, "")
    assert there.stdout.replace("there", "here") == here.stdout
    assert stored(tmp_path / "there") == stored(tmp_path / "here")


def test_a_search_runs_on_a_cluster(
    cluster: DaskCluster, cli: Cli, brief: cw.Scenario, tmp_path: Path
) -> None:
    (tmp_path / "a.toml").write_text(brief.with_(duration="60 ms").to_toml())
    goal = ("--for", "vcs.cells_lost:sum <= 800")
    command = ["find", "a.toml", "--vary", "switch.buffer=3000..9000cells", *goal, "--progress", "none"]
    there = cli(*command, "-o", "there", "--on", cluster.url)
    here = cli(*command, "-o", "here")
    assert (there.returncode, there.stderr) == (0, "")
    answer = [line for line in here.stdout.splitlines() if "with 95 % confidence" in line]
    assert answer
    assert set(answer) <= set(there.stdout.splitlines())
    assert stored(tmp_path / "there") == stored(tmp_path / "here")


def test_a_call_takes_the_executor_of_a_client(cluster: DaskCluster, tmp_path: Path) -> None:
    from distributed import Client

    with Client(cluster.address, set_as_default=False) as client:
        outcome = cw.study(
            "goyal96", tmp_path, only=["table1"], replications=1, executor=client.get_executor()
        )
    assert outcome.runs == len(stored(tmp_path)) == 4


def test_all_points_are_made_when_a_worker_is_killed(
    swept: list[Point], whole: dict[str, bytes], tmp_path: Path
) -> None:
    with DaskCluster(tmp_path / "cluster") as cluster, connect(cluster.url) as connected:
        assert connected.slots == 2
        kill = After(3, cluster.workers[0].kill)
        run_points(swept, tmp_path / "points", executor=connected.executor, report=kill, expect=cluster.hold)
        assert cluster.workers[0].wait() != 0
    assert len(kill.done) == len(swept)
    assert stored(tmp_path / "points") == whole


def test_a_study_whose_scheduler_is_killed_says_so_and_goes_on_locally(
    swept: list[Point], whole: dict[str, bytes], tmp_path: Path
) -> None:
    folder = tmp_path / "points"
    with DaskCluster(tmp_path / "cluster") as cluster:
        kill = After(3, cluster.scheduler.kill)
        with (
            connect(cluster.url) as connected,
            pytest.raises(ExecutorError, match="the same command continues"),
        ):
            run_points(swept, folder, executor=connected.executor, report=kill, expect=cluster.hold)
        assert len(swept) > len(kill.done) >= 3
        assert all(is_finished(folder, done.point.id) for done in kill.done)
        # The workers may still be at their last points, and store them.
        resumed = After(0, lambda: None)
        run_points(swept, folder, jobs=2, report=resumed)
    assert sum(done.reused for done in resumed.done) >= 3
    assert {name: text for name, text in stored(folder).items() if name.endswith(".json")} == whole


def test_the_command_line_says_in_one_line_that_the_scheduler_is_lost(tmp_path: Path) -> None:
    command = ["study", "goyal96", "--only", "table2", "--progress", "json", "--out", str(tmp_path / "out")]
    with DaskCluster(tmp_path / "cluster") as cluster:
        study = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "cellwise", *command, "--on", cluster.url],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert study.stderr is not None
        reported = [json.loads(study.stderr.readline()) for _ in range(4)]
        cluster.scheduler.kill()
        printed, rest = study.communicate(timeout=PATIENCE_S)
    assert (study.returncode, printed) == (3, "")
    *more, error = rest.splitlines()
    assert json.loads(more[-1])["complete"] is False
    assert {json.loads(line)["event"] for line in more[:-1]} <= {"point"}
    assert error.startswith("error: the executor gave up its points, as if its scheduler were lost;")
    assert all(is_finished(tmp_path / "out", one["id"]) for one in reported if one["event"] == "point")


def test_an_interrupt_withdraws_what_has_not_begun(
    cluster: DaskCluster, swept: list[Point], brief: cw.Scenario, tmp_path: Path
) -> None:
    def interrupt(_done: Done) -> None:
        raise KeyboardInterrupt

    # So many that they are not all made before the interrupt, however late it comes.
    points = plan({"case": swept[0].scenario.with_(duration="10 s")}, 200)
    with connect(cluster.url) as connected:
        with pytest.raises(KeyboardInterrupt):
            run_points(points, tmp_path / "points", executor=connected.executor, report=interrupt)
        # Workers take tasks in the order of their coming: what was not withdrawn is made before these.
        run_points(plan({"later": brief}, 4), tmp_path / "later", executor=connected.executor)
    wait_until(lambda: len(stored(tmp_path / "points")) >= 2, "for the run that had begun")
    assert len(stored(tmp_path / "points")) < len(points)


def test_a_point_that_is_given_up_is_named_and_the_others_are_kept(
    swept: list[Point], tmp_path: Path
) -> None:
    patience = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
    with DaskCluster(tmp_path / "cluster", **patience) as cluster, connect(cluster.url) as connected:
        kill = After(3, cluster.workers[0].kill)
        with pytest.raises(
            PointsFailedError, match=r"of 16 points failed(.|\n)*given up: one worker"
        ) as failed:
            run_points(
                swept, tmp_path / "points", executor=connected.executor, report=kill, expect=cluster.hold
            )
    lost = len(str(failed.value).splitlines()) - 1
    assert len(stored(tmp_path / "points")) >= len(kill.done) == len(swept) - lost


def other_cellwise(folder: Path, *, version: bool) -> Path:
    """Copy the package and make it another version, or another build of the same."""
    package = Path(cw.__file__).parent
    shutil.copytree(package, folder / "cellwise", ignore=shutil.ignore_patterns("__pycache__", "serve"))
    if version:
        (folder / "cellwise" / "version.py").write_text('__version__ = "9.8.7"\n')
        return folder
    with next((folder / "cellwise").glob("_core.*so")).open("ab") as built:
        built.write(b"\0")
    return folder


def no_cellwise(folder: Path) -> Path:
    (folder / "cellwise").mkdir(parents=True)
    (folder / "cellwise" / "__init__.py").write_text(
        "raise ModuleNotFoundError('No module named cellwise')\n"
    )
    return folder


def test_workers_that_are_not_like_this_are_refused_before_anything_is_run(
    brief: cw.Scenario, tmp_path: Path
) -> None:
    others = {
        other_cellwise(tmp_path / "version", version=True): r"has Cellwise 9\.8\.7; this is Cellwise",
        other_cellwise(tmp_path / "build", version=False): r"has another build of Cellwise \d",
        no_cellwise(tmp_path / "none"): r"has no Cellwise like this one .*No module named cellwise",
    }
    with DaskCluster(tmp_path / "cluster", workers=1) as cluster:
        for path in others:
            cluster.add_worker(PYTHONPATH=str(path))
        reported = "3 of 4 workers cannot be used; nothing was run:"
        with connect(cluster.url) as connected, pytest.raises(ExecutorError, match=reported) as refused:
            run_points(plan({"case": brief}, 4), tmp_path / "points", executor=connected.executor)
    for why in others.values():
        assert refused.match(f"tcp://[0-9.:]+ {why}")
    assert stored(tmp_path / "points") == {}


def test_a_worker_says_when_it_does_not_see_the_folder(tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.touch()
    assert describe_worker(str(token), cw.__version__, build_id()) == ""
    for path in (tmp_path / "elsewhere" / "token", tmp_path / "another"):
        assert "does not see" in describe_worker(str(path), cw.__version__, build_id())


def test_a_cluster_without_workers_is_waited_for(tmp_path: Path, brief: cw.Scenario) -> None:
    with DaskCluster(tmp_path / "cluster", workers=0) as cluster, connect(cluster.url) as connected:
        assert connected.slots == 0

        def join(_missing: object) -> None:
            cluster.add_worker()

        run_points(plan({"case": brief}, 1), tmp_path / "points", executor=connected.executor, expect=join)
    assert len(stored(tmp_path / "points")) == 1


def test_it_is_reported_once_that_all_workers_are_gone_and_once_that_some_are_back(
    swept: list[Point], whole: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "LOOK_EVERY_S", 0.05)
    monkeypatch.setattr(cluster_module, "PATIENCE_S", 0.5)
    reported: list[str] = []
    with DaskCluster(tmp_path / "cluster") as cluster, connect(cluster.url) as connected:

        def notice(text: str) -> None:
            reported.append(text)
            if len(reported) == 1:
                # The time to say it again, if it were said again.
                time.sleep(1)
                cluster.add_worker()

        def lose_all() -> None:
            for worker in cluster.workers:
                worker.kill()

        kill = After(3, lose_all)

        def report(done: Done) -> None:
            kill(done)
            # Otherwise the last points may be finished before it is tested again whether there are workers.
            if len(reported) == 1:
                wait_until(lambda: len(reported) == 2, "that workers are back")

        run_points(
            swept,
            tmp_path / "points",
            executor=connected.executor,
            report=report,
            expect=cluster.hold,
            notice=notice,
        )
    assert reported == [
        f"no worker at {cluster.url}: waiting; {cluster_module.ALONE}",
        f"1 worker at {cluster.url} again: continuing",
    ]
    assert stored(tmp_path / "points") == whole


def test_programs_are_reported_as_json_that_there_are_no_workers(tmp_path: Path) -> None:
    command = ["study", *TABLE1, "--progress", "json", "--out", str(tmp_path / "out")]
    with DaskCluster(tmp_path / "cluster", workers=0) as cluster:
        study = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "cellwise", *command, "--on", cluster.url],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert study.stderr is not None
            lines = iter(study.stderr.readline, "")
            # Before it begins, it says in plain words that no worker has joined yet.
            events = [json.loads(next(line for line in lines if line.startswith("{"))) for _ in range(2)]
        finally:
            study.kill()
            study.communicate()
    assert [one["event"] for one in events] == ["start", "notice"]
    assert events[1]["text"].startswith(f"no worker at {cluster.url}: waiting")
