"""What cannot be written is refused before any work, with the cure; a closed stream is no reason to fail."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import cellwise as cw

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]

#: Years: whatever begins with the work does not come back.
ENDLESS = ("--template", "n-source", "--set", "duration=1000000 s")

COMMANDS = {
    "run": ("run", *ENDLESS),
    "sweep": ("sweep", *ENDLESS, "--grid", "seed=1,2"),
    "study": ("study", "goyal96", "--replications", "1000"),
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """The folder where the commands run, with files that they must not touch."""
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter1.tex").write_text("words")
    (tmp_path / "link").symlink_to("thesis")
    (tmp_path / "file").write_text("words")
    return tmp_path


def contents(folder: Path) -> list[str]:
    return sorted(str(path) for path in folder.rglob("*"))


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("out", "reported"),
    [
        (".", "is the folder that you work in, or has it inside; give the name of a folder of its own"),
        ("..", "is the folder that you work in, or has it inside; give the name of a folder of its own"),
        ("thesis", "it has chapter1.tex); give another name"),
        ("link", "is a link, which is not written through; give the folder that it leads to (thesis)"),
        ("file", "is not a folder; give another name"),
        ("file/below", "cannot be written"),
        (
            "/proc/new",
            "cannot be written (/proc: no such file or directory); give a name where you may write",
        ),
    ],
)
def test_a_folder_that_cannot_be_written_is_refused_before_the_work(
    cli: Cli, place: Path, command: str, out: str, reported: str
) -> None:
    if out.startswith("/proc") and not Path("/proc/self").exists():
        pytest.skip("this system has no folder where nobody may write")
    before = contents(place)
    done = cli(*COMMANDS[command], "--out", out)
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: --out: {out}: ")
    assert reported in done.stderr
    assert contents(place) == before


@pytest.mark.parametrize(
    ("file", "reported"),
    [
        ("thesis", "is a folder; give the name of a file"),
        ("link.{}", "is a link, which is not written through"),
        ("file/x.{}", "cannot be written"),
        ("pipe.{}", "is no plain file; give another name"),
    ],
)
@pytest.mark.parametrize(
    ("words", "option", "ending"),
    [
        (("study", "goyal96", "--replications", "1000", "--report"), "--report", "html"),
        (("run", *ENDLESS, "--capture"), "--capture", "pcap"),
        (("plot", "nowhere", "queue", "-o"), "--out", "svg"),
        (("export", "nowhere", "--to", "omnetpp", "-o"), "--out", "sca"),
        (("staircase", "-o"), "--out", "csv"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_work(
    cli: Cli, place: Path, words: tuple[str, ...], option: str, ending: str, file: str, reported: str
) -> None:
    (place / f"link.{ending}").symlink_to("thesis/chapter1.tex")
    os.mkfifo(place / f"pipe.{ending}")
    named = file.format(ending)
    if named == "thesis":
        shutil.copytree(place / "thesis", place / f"thesis.{ending}")
        named = f"thesis.{ending}"
    before = contents(place)
    done = cli(*words, f"ip@s1={named}" if option == "--capture" else named)
    assert done.returncode == 2
    assert f"error: {option}: {named}: " in done.stderr
    assert reported in done.stderr
    assert contents(place) == before
    assert (place / "thesis" / "chapter1.tex").read_text() == "words"


def test_exported_tables_replace_those_of_an_earlier_export_and_nothing_else(
    cli: Cli, tmp_path: Path
) -> None:
    brief = cw.Scenario.from_template("n-source").with_(duration="20 ms")
    cw.run(brief).save(tmp_path / "run")
    assert cli("export", "run", "--to", "csv", "-o", "tables").returncode == 0
    (tmp_path / "tables" / "notes.txt").write_text("mine")
    cw.run(brief.with_(seed=2)).save(tmp_path / "run")
    assert cli("export", "run", "--to", "csv", "-o", "tables").returncode == 0
    assert (tmp_path / "tables" / "notes.txt").read_text() == "mine"
    (tmp_path / "tables" / "flows.csv").write_text("mine")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "flows.csv").write_text("mine")
    (tmp_path / "run.vec").write_text("mine")
    for words, reported in (
        (("csv", "-o", "tables"), "--out: tables/flows.csv: is not as Cellwise wrote it"),
        (
            ("csv", "-o", "own"),
            "--out: own: exists and is not a folder of exported tables (it has flows.csv)",
        ),
        (("omnetpp",), "--out: run.vec: would be replaced, and Cellwise has not written it"),
    ):
        done = cli("export", "run", "--to", *words)
        assert done.returncode == 2
        assert reported in done.stderr
    for name in ("tables/flows.csv", "own/flows.csv", "run.vec"):
        assert (tmp_path / name).read_text() == "mine"


BRIEF = "run --template n-source --set 'duration=20 ms' --out kept"


@pytest.mark.parametrize(
    "closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-", "| head -c 1", "> /dev/full", "2> /dev/full"]
)
@pytest.mark.parametrize("words", [BRIEF, "--help", "schema", "run nowhere.toml", "run -", "list"])
def test_a_stream_that_is_closed_or_full_leaves_no_traceback(tmp_path: Path, closed: str, words: str) -> None:
    if "/dev/full" in closed and not Path("/dev/full").exists():
        pytest.skip("this system has no device that is full")
    script = f"{{ {sys.executable} -W error -m cellwise {words} {closed} ; }} 2> reported"
    if "2>" in closed:
        script = f"{sys.executable} -W error -m cellwise {words} {closed}"
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False
    )
    reported = done.stderr + ((tmp_path / "reported").read_text() if (tmp_path / "reported").exists() else "")
    assert "Traceback" not in reported, reported
    assert "Exception ignored" not in reported, reported
    assert done.returncode in (0, 2)
    if words == BRIEF:
        assert cw.Run.load(tmp_path / "kept").cells > 0
