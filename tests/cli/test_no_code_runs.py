"""Files from a stranger are data: no command and no call that reads them runs code in them."""

import contextlib
import json
import os
import py_compile
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.cli.planted import Planted, planted
from tests.study.own import begun, change

import cellwise as cw
from cellwise import studies
from cellwise import wire as wires
from cellwise.cli.commands import Commands
from cellwise.cli.errors import UsageError
from cellwise.cli.sources import sources_in
from cellwise.experiments.answer import answered
from cellwise.experiments.sweep_stored import read_cases
from cellwise.packetdrill import linux_host, replay_all
from cellwise.serve.work import stored as handed
from cellwise.study.data import read_study
from cellwise.study.order import read_order
from cellwise.study.stored import gather

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]

#: What reads a run, a sweep, a study, its points, a trace, a record, a script, or lists what there is.
COMMANDS = (
    *(f"report results/{name} --to {to}" for name in ("run", "swept", "mine") for to in ("html", "markdown")),
    "study report results/mine --to latex",
    "study report goyal96",
    "plot results/run queue",
    *(f"plot results/{name} factor --x switch.buffer --y efficiency" for name in ("swept", "mine")),
    "plot traced.toml network",
    "compare results/run results/swept",
    "compare results/mine results/mine",
    "export results/run --to csv",
    "export results/swept --to csv -o swept-csv",
    "export results/mine --to flent -o mine.flent",
    "why results/run",
    "study check mine",
    "study check results/mine",
    "study status goyal96 --out results/mine",
    "check traced.toml",
    "expand traced.toml",
    "run traced.toml",
    "run results/run/scenario.toml",
    "find traced.toml links.l.rate --from 1Mbit/s --to 9Mbit/s --where losses",
    "sweep traced.toml --grid seed=1,2 --list",
    "replicate traced.toml --replications 1 -o again",
    "wire --replay run.wire",
    "wire traced.toml --replay run.wire",
    "packetdrill scripts",
    "staircase --detect run.pcapng",
    "convert run.pcapng",
    "convert traced.toml",
    "explain results/run",
    "new results/run",
    "overhead results/run",
    "serve mine",
)

#: What a plot is asked for.
BY_BUFFER = ("--x", "switch.buffer", "--y", "efficiency", "--where", "switch.drop.policy=epd")

#: Commands that read no file.
READ_NOTHING = {"capture", "list", "schema", "verify"}


@pytest.fixture
def folders(tmp_path: Path) -> Planted:
    return planted(tmp_path)


def test_every_command_is_among_those_that_are_tried() -> None:
    tried = {one.split()[0] for one in COMMANDS}
    assert tried | READ_NOTHING == set(Commands(name="cellwise").commands)


def refused_or_done(cli: Cli, command: str) -> str:
    """Call a command, which may be refused but never ends in a traceback."""
    done = cli(*command.split())
    assert done.returncode in (0, 1, 2, 3), command
    assert "Traceback" not in done.stderr, (command, done.stderr)
    return done.stderr


def test_no_command_runs_what_lies_beside_what_it_reads(cli: Cli, folders: Planted) -> None:
    reported = {}
    for command in COMMANDS:
        reported[command] = refused_or_done(cli, command)
        assert not folders.ran, command
    for command in ("report results/mine --to html", "compare results/mine results/mine"):
        assert "its points are of 'mine', which is not one of our studies" in reported[command]
        assert "--study DIR" in reported[command]


@pytest.mark.parametrize("pickled", [False, True])
def test_no_command_runs_what_stands_in_the_place_of_a_file(
    cli: Cli, folders: Planted, pickled: bool
) -> None:
    for file in folders.files():
        file.write_bytes(folders.pickled if pickled else folders.code.encode())
    for command in COMMANDS:
        refused_or_done(cli, command)
        assert not folders.ran, command


def test_no_command_runs_what_lies_where_it_is_started(folders: Planted) -> None:
    """`-P` is how the program of an installed package starts: without the folder in Python's path."""
    for command in ("report . --to markdown", "study check ."):
        done = subprocess.run(
            [sys.executable, "-P", "-m", "cellwise", *command.split()],
            capture_output=True, text=True, timeout=120, check=False, cwd=folders.base / "results" / "mine",
        )  # fmt: skip
        assert "Traceback" not in done.stderr
        assert not folders.ran, command


#: What an order may say in place of a name.
PATHS = ("{inside}", "{inside}/mine", "mine", "./mine", "../mine", ".", "results/mine/mine", "m.py")


def test_a_path_in_an_order_leads_nowhere(cli: Cli, folders: Planted) -> None:
    inside = folders.base / "results" / "mine"
    file = inside / "study.json"
    order = json.loads(file.read_text())
    for place, path in enumerate(PATHS):
        stored = {**order, "study": path.format(inside=inside), "command": "true"}
        if place % 2:
            del stored["digest"]
        file.write_text(json.dumps(stored))
        for command in (("report", "results/mine"), ("plot", "results/mine", "factor", *BY_BUFFER)):
            done = cli(*command)
            assert done.returncode == 2
            assert "give the folder that has its study.toml: --study DIR" in done.stderr
            assert not folders.ran, (path, command)


def test_an_order_of_an_earlier_build_says_how_to_go_on(cli: Cli, folders: Planted) -> None:
    file = folders.base / "results" / "mine" / "study.json"
    file.write_text(json.dumps({"study": "/somewhere/mine", "replications": 1, "command": "true"}))
    done = cli("report", "results/mine", "--study", "mine", "--to", "markdown")
    assert done.returncode == 0
    assert "run the study again with its options, which keeps its points" in done.stderr


def test_a_study_that_is_given_is_run_and_must_be_the_one_of_the_points(cli: Cli, folders: Planted) -> None:
    done = cli("report", "results/mine", "--study", "mine", "--to", "markdown")
    assert done.returncode == 0, done.stderr
    assert folders.ran, "the mark is left where code is meant to run"
    # Its files are not those that made the points: code was laid into them.
    assert "note: the files of mine are not those with which it was run last" in done.stderr
    other = begun(folders.base / "other")
    refused = cli("report", "results/mine", "--study", str(other))
    assert refused.returncode == 2
    assert "--study: results/mine has points of 'mine', not of" in refused.stderr


def test_a_plot_of_a_given_study_runs_no_measure(cli: Cli, folders: Planted) -> None:
    done = cli("plot", "results/mine", "factor", "--study", "mine", *BY_BUFFER)
    assert done.returncode == 0, done.stderr
    assert not folders.ran, "points are found by scenarios, which no function of this study makes"


def test_the_study_of_the_points_is_known_by_its_files(cli: Cli, tmp_path: Path) -> None:
    own = begun(tmp_path / "mine")
    assert (
        cli("study", "./mine", "--replications", "1", "--only", "table1", "--progress", "none").returncode
        == 0
    )
    stored = json.loads((tmp_path / "results" / "mine" / "study.json").read_text())
    assert stored["study"] == "mine"
    assert str(tmp_path) not in json.dumps(stored)
    moved = shutil.move(own, tmp_path / "elsewhere" / "mine")
    done = cli("report", "results/mine", "--study", str(moved), "--to", "markdown")
    assert (done.returncode, done.stderr) == (0, "")
    (Path(moved) / "README.md").write_text("## What is asked\n\nAnother wording.\n")
    assert "note:" not in cli("report", "results/mine", "--study", str(moved), "--to", "markdown").stderr
    change(Path(moved), 'document = "', 'document = "Corrected. ')
    done = cli("report", "results/mine", "--study", str(moved), "--to", "markdown")
    assert "note: the files of mine are not those" in done.stderr


def test_checking_a_study_runs_its_python_only_when_asked(cli: Cli, folders: Planted) -> None:
    done = cli("study", "check", "mine")
    assert done.returncode == 0, done.stderr
    assert "Python in it: measures.py; was not run" in done.stdout
    assert not folders.ran
    trusted = cli("study", "check", "mine", "--trust")
    assert trusted.returncode == 0
    assert "Python in it: measures.py; was run" in trusted.stdout
    assert folders.ran


def test_without_trust_cases_that_a_function_makes_are_named_and_not_made(cli: Cli, folders: Planted) -> None:
    own = folders.base / "mine"
    (own / "cases.py").write_text(folders.code + "def times(levels, chosen):\n    return {'sed': 1}\n")
    change(own, 'template = "n-source"', 'template = "n-source"\npython = "cases.py:times"')
    done = cli("study", "check", "mine")
    assert (done.returncode, done.stderr) == (0, "")
    assert "4 cases" in done.stdout
    assert "Python in it: cases.py, measures.py; was not run" in done.stdout
    assert not folders.ran
    trusted = cli("study", "check", "mine", "--trust")
    assert trusted.returncode == 2
    assert "sed" in trusted.stderr


def test_a_function_that_is_not_there_is_found_without_running_the_file(cli: Cli, folders: Planted) -> None:
    change(folders.base / "mine", "measures.py:lost", "measures.py:least")
    done = cli("study", "check", "mine")
    assert done.returncode == 2
    assert "measures.py has no function least" in done.stderr
    assert not folders.ran


def test_a_study_that_cannot_be_measured_is_not_run(cli: Cli, folders: Planted) -> None:
    own = folders.base / "mine"
    (own / "measures.py").write_text("import nothing_of_this_name\ndef lost(run):\n    return 1.0\n")
    done = cli("study", "mine", "--replications", "1", "--out", "anew", "--progress", "none")
    assert done.returncode == 2
    assert "measures.py cannot be run: ModuleNotFoundError" in done.stderr
    assert not (folders.base / "anew" / "points").exists()


def test_what_is_compiled_beside_a_file_is_not_run_in_its_place(folders: Planted) -> None:
    """Python takes a compiled file for that of a text of the same length and time."""
    own = folders.base / "mine"
    sound = "def lost(run):\n    return 1.0\n"
    evil = folders.code + sound
    file = own / "measures.py"
    file.write_text(evil)
    when = 1_700_000_000
    os.utime(file, (when, when))
    py_compile.compile(str(file))
    file.write_text("#" * (len(evil) - len(sound) - 1) + "\n" + sound)
    os.utime(file, (when, when))
    assert list((own / "__pycache__").iterdir())
    read_study(own, try_measures=True).ready()
    assert not folders.ran


def entries(base: Path) -> Iterator[Callable[[], object]]:
    """What Python's users call to read files."""
    results = base / "results"
    yield lambda: cw.Run.load(results / "run")
    yield lambda: cw.Run.load(results / "run").plot("queue")
    yield lambda: cw.Run.load(results / "run").columns("flows")
    yield lambda: cw.Run.load(results / "mine")
    yield lambda: cw.Scenario.read(base / "traced.toml")
    yield lambda: cw.Scenario.read(results / "run" / "scenario.toml")
    yield lambda: cw.Scenario.from_json((results / "mine" / "study.json").read_text())
    yield lambda: read_cases(results / "swept")
    yield lambda: sources_in([str(results / "swept")])
    yield lambda: sources_in([str(results / "mine")])
    yield lambda: answered(results / "swept")
    yield lambda: read_order(results / "mine")
    yield lambda: gather(studies.get("goyal96"), results / "mine", replications=1)
    yield lambda: read_study(base / "mine", try_measures=True, trust=False)
    yield lambda: wires.replay(base / "run.wire")
    yield lambda: list(replay_all(base / "scripts", linux_host()))
    yield lambda: handed.listed({"folder": str(results)})
    yield lambda: handed.opened({"folder": str(results), "name": "run"})


@pytest.mark.parametrize("instead", ["", "code", "pickle"])
def test_no_call_that_reads_runs_anything(folders: Planted, instead: str) -> None:
    for file in folders.files() if instead else []:
        file.write_bytes(folders.pickled if instead == "pickle" else folders.code.encode())
    for place, entry in enumerate(entries(folders.base)):
        with contextlib.suppress(ValueError, OSError, UsageError, Exception if instead else ()):
            entry()
        assert not folders.ran, place
