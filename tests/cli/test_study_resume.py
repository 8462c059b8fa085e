"""A study that was stopped: `study NAME` uses its stored points, `study resume` also its options."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import cellwise as cw
from cellwise.cli.errors import UsageError
from cellwise.cli.study_options import choices, words_of
from cellwise.cli.study_order import Options, StudyRequest, study_request
from cellwise.experiments.precision import Precision

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]


#: The command line that makes so many points of a study and then waits, however quick the machine is.
MAKES = """
import sys, time
from itertools import count
from cellwise.points import runner
sys.argv[0], run, begun = "cellwise", runner.run, count()

def made(scenario, watch):
    while next(begun) >= {points}:
        watch(0.0)
        time.sleep(0.01)
    return run(scenario, watch)

runner.run = made
from cellwise.cli import main
main()
"""


def interrupted(folder: Path, points: int, *options: str) -> None:
    """Run a study until some of its points are there, and press Ctrl-C."""
    program = [sys.executable, "-c", MAKES.format(points=points)]
    command = [*program, "study", "run", "goyal96", *options, "--progress", "json"]
    running = subprocess.Popen(
        [*command, "--jobs", "1"],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        # A shell that runs the tests in the background may ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    assert running.stderr is not None
    for line in running.stderr:
        if json.loads(line)["done"] == points:
            break
    running.send_signal(signal.SIGINT)
    running.communicate(timeout=60)
    assert running.returncode == 130


def started(done: "subprocess.CompletedProcess[str]") -> dict[str, object]:
    """The event with which a study starts its points; kept points have events before it."""
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    (start,) = (dict(line) for line in lines if line["event"] == "start")
    return start


def test_a_study_that_was_interrupted_goes_on_with_what_it_was_asked_for(cli: Cli, tmp_path: Path) -> None:
    interrupted(tmp_path, 1, "--only", "table1", "--replications", "3")
    reported = json.loads(cli("study", "status", "goyal96", "--json").stdout)
    assert reported["needed"] == 12
    assert 1 <= reported["finished"] < 12
    assert reported["asked"] == "--replications 3 --only table1"
    less = json.loads(cli("study", "status", "goyal96", "--replications", "2", "--json").stdout)
    assert less["needed"] == 8, "an option wins, and leaves the rest as it was"

    done = cli("study", "resume", "goyal96", "--progress", "json")
    assert done.returncode == 0, done.stderr
    first = started(done)
    assert (first["total"], first["missing"]) == (12, 12 - int(reported["finished"]))
    assert "12 runs" in done.stdout

    more = cli("study", "resume", "goyal96", "--replications", "4", "--progress", "json")
    assert (started(more)["total"], started(more)["missing"]) == (16, 4)


@pytest.mark.parametrize("points", [1, 10])
def test_a_report_of_an_interrupted_study_is_of_what_was_asked_for(
    cli: Cli, tmp_path: Path, points: int
) -> None:
    interrupted(tmp_path, points, "--only", "table1", "--replications", "3")
    done = cli("report", "goyal96", "--to", "markdown")
    if points == 1:
        assert "has no whole table" in done.stderr
    else:
        assert "--only table1" in done.stdout


def keep(folder: Path, *options: object, **named: object) -> StudyRequest:
    wanted = study_request("goyal96", folder, Options(*options, **named), going_on=False)  # type: ignore[arg-type]
    wanted.keep(folder)
    return wanted


def test_an_order_with_everything_comes_back(tmp_path: Path) -> None:
    kept = keep(tmp_path, "auto", "3%", 4, 20, ["table2,table1"], ["tcp.backoff_until=sample"])
    again = study_request("goyal96", tmp_path, Options(), going_on=True)
    assert again.precision == Precision(0.03, 4, 20)
    assert (again.replications, again.only) == (20, ("table1", "table2"))
    assert again.choices == {"tcp.backoff_until": "sample"}
    assert again.words() == kept.words()
    assert again.goes_on


def test_options_win_over_the_order_one_by_one(tmp_path: Path) -> None:
    keep(tmp_path, "auto", "3%", 4, 20, ["table1"])
    fixed = study_request("goyal96", tmp_path, Options(replications="7"), going_on=True)
    assert (fixed.replications, fixed.precision, fixed.only) == (7, None, ("table1",))
    finer = study_request("goyal96", tmp_path, Options(half_width="1%"), going_on=True)
    assert finer.precision == Precision(0.01, 4, 20)
    other = study_request("goyal96", tmp_path, Options(only=["table2"]), going_on=True)
    assert other.only == ("table2",)
    whole = study_request("goyal96", tmp_path, Options(replications="7", only=["table2"]), going_on=True)
    assert not whole.goes_on, "nothing is left to be taken from the order"


def test_without_an_order_of_this_study_the_defaults_count(tmp_path: Path) -> None:
    fresh = study_request("goyal96", tmp_path, Options(), going_on=True)
    assert (fresh.replications, fresh.precision, fresh.only, fresh.goes_on) == (5, None, (), False)
    keep(tmp_path, "3")
    assert study_request("kansas", tmp_path, Options(), going_on=True).replications == 5
    assert study_request("goyal96", tmp_path, Options(), going_on=False).replications == 5


def test_an_order_that_names_what_is_not_there_says_where_it_is_from(tmp_path: Path) -> None:
    keep(tmp_path, "3", only=["table1"])
    file = tmp_path / "study.json"
    file.write_text(file.read_text().replace("table1", "table99"))
    with pytest.raises(UsageError, match=r"'table99' is not known.*study\.json"):
        study_request("goyal96", tmp_path, Options(), going_on=True)


def test_going_on_with_an_unfinished_order_asks_for_the_same(tmp_path: Path) -> None:
    keep(tmp_path, "auto", "3%", 4, 20)
    again = study_request("goyal96", tmp_path, Options(), going_on=True)
    assert again.words() == ["--replications", "auto", "--half-width", "3%", "--least", "4", "--most", "20"]


def test_choices_are_written_as_they_are_read() -> None:
    changes = {"a": "rotate", "b": True, "c": 2.5, "d": "5", "e": [1, "x"], "f": None}
    assert choices(words_of(changes)) == changes
    assert words_of({"tie": "rotate"}) == ["tie=rotate"]


#: Commands that keep points.
KEEPING = (
    ["study", "goyal96", "--only", "table1", "--replications", "1"],
    ["sweep", "a.toml", "--grid", "seed=1,2", "--replications", "2", "-o", "swept"],
    ["find", "a.toml", "--vary=switch.buffer=100..300cells", "--for=fairness >= 0", "--replications=2"],
)


@pytest.mark.parametrize("command", KEEPING, ids=lambda command: command[0])
def test_the_same_command_goes_on_with_what_is_stored_unless_it_begins_afresh(
    cli: Cli, tmp_path: Path, brief: cw.Scenario, command: list[str]
) -> None:
    (tmp_path / "a.toml").write_text(brief.to_toml())

    def simulated(*words: str) -> int:
        done = cli(*command, "--progress", "json", *words)
        assert done.returncode == 0, done.stderr
        events = [json.loads(line) for line in done.stderr.splitlines()]
        return sum(one["event"] == "point" and not one["reused"] for one in events)

    first = simulated()
    assert first > 0
    assert simulated() == 0
    assert simulated("--fresh") == first


@pytest.mark.parametrize(
    ("command", "folder", "points"),
    [
        (KEEPING[0], "results/goyal96", r"\w.*, replication 0; .*"),
        (KEEPING[1], "swept", "seed=1, replication 0; seed=2, replication 0; .*"),
    ],
    ids=("study", "sweep"),
)
def test_points_of_another_build_are_named(
    cli: Cli, tmp_path: Path, brief: cw.Scenario, command: list[str], folder: str, points: str
) -> None:
    (tmp_path / "a.toml").write_text(brief.to_toml())
    cli(*command, "--progress=none")
    for path in (tmp_path / folder / "costs").iterdir():
        path.write_text(json.dumps({**json.loads(path.read_text()), "build": "another"}))
    reported = cli(*command, "--progress=none").stderr
    assert re.search(f"{folder}: of another build of Cellwise, simulated again: {points}", reported), reported
