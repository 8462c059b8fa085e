"""A mistake is explained with path, value and rule, ends with exit code 2, and never with a traceback."""

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cellwise._core import MOST_SHOWN

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]


SEVEN_MISTAKES = """
titel = "a typo in a key"
duration = "10 parsecs"
seed = -1
tie = "randon"

[topology]
template = "n-source"
sources = 5.5

[switch]
buffer = "3000 cells"
drop = { policy = "edp" }

[tcp]
mss = 512
"""


def refused(done: "subprocess.CompletedProcess[str]", *words: str) -> bool:
    """Whether a command explained itself with all of some words and ended as it should."""
    reported = done.stderr
    assert done.returncode == 2, done
    assert "Traceback" not in reported
    for word in words:
        assert word in reported, (word, reported)
    return True


def test_all_mistakes_of_a_file_are_reported_at_once(process: Cli, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(SEVEN_MISTAKES)
    for command in ("check", "run", "expand"):
        done = process(command, "bad.toml")
        assert refused(done, "titel", "duration", "10 parsecs", "seed", "tie", "sources", "edp", "tcp.mss")


def test_of_many_mistakes_as_many_are_reported_as_the_core_tells(cli: Cli, tmp_path: Path) -> None:
    keys = "\n".join(f"wrong{number} = 1" for number in range(MOST_SHOWN + 7))
    (tmp_path / "bad.toml").write_text(f"{keys}\n\n[topology]\ntemplate = 'n-source'\n")
    done = cli("check", "bad.toml")
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: more than {MOST_SHOWN} mistakes\n")
    assert len(re.findall(r"^wrong\d+: ", done.stderr, re.MULTILINE)) == MOST_SHOWN
    assert "...: 7 more like these" in done.stderr


def test_a_typo_suggests_what_was_meant(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(SEVEN_MISTAKES)
    assert refused(cli("check", "bad.toml"), '"title"', '"epd"', '"random"')


def test_mistakes_point_at_their_lines(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(SEVEN_MISTAKES)
    reported = cli("check", "bad.toml").stderr
    assert "3:" in reported or "line 3" in reported
    assert "^" in reported


@pytest.mark.parametrize(
    "text", ["[switch", "duration = ", "a = 1\na = 2", "\0\1\2", "= 3", "[[links]]", "x.y.z = {"]
)
def test_text_that_is_no_scenario_is_refused(cli: Cli, tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.toml").write_text(text)
    assert refused(cli("run", "bad.toml"))


def test_bytes_that_are_no_text_are_refused(process: Cli, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_bytes(bytes(range(256)) * 40)
    assert refused(process("run", "bad.toml"), "UTF-8")
    assert refused(process("check", "bad.toml"), "UTF-8")


def test_files_that_cannot_be_read_are_refused(process: Cli, tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    assert refused(process("run", "nowhere.toml"), "nowhere.toml", "no such file")
    assert refused(process("run", "folder.toml"), "folder.toml", "directory")
    assert refused(process("run", "a" * 5000))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("switch.bufer=3 cells", ("bufer", '"buffer"')),
        ("switch.buffer=three cells", ("switch.buffer", "three cells")),
        ("switch.buffer=3000", ("switch.buffer", "3000")),
        ("switch.drop.policy=edp", ("edp", '"epd"')),
        ("nonsense", ("--set", "PATH=VALUE")),
        ("=5", ("--set",)),
        ("topology.sources.x=5", ("topology.sources",)),
        ("tcp.mss=0 bytes", ("tcp.mss", "0 bytes")),
        ("warmup=11 s", ("warmup",)),
    ],
)
def test_a_bad_setting_is_refused(cli: Cli, change: str, words: tuple[str, ...]) -> None:
    assert refused(cli("run", "--template", "n-source", "--set", change), *words)


@pytest.mark.parametrize(
    "changes",
    [
        ("topology.sources=1000000000",),
        ("duration=1e30 s",),
        ("duration=100000000000 s",),
        ("topology.sources=99999999999999999999999",),
        ("probes.queue.port=sw1.trunk", "probes.queue.every=1 ps"),
        ("switch.buffer=1e300 cells",),
    ],
)
def test_absurd_sizes_are_refused_before_memory_is_taken(cli: Cli, changes: tuple[str, ...]) -> None:
    arguments = [word for change in changes for word in ("--set", change)]
    assert refused(cli("run", "--template", "n-source", *arguments))


def test_options_that_do_not_go_together_are_refused(cli: Cli) -> None:
    assert refused(cli("run"), "FILE", "--template")
    assert refused(cli("run", "a.toml", "--template", "n-source"), "either")
    assert refused(cli("run", "--template", "m-source"), "m-source", "n-source")
    assert refused(cli("run", "--template", "n-source", "--seed", "x"), "seed")
    assert refused(cli("run", "--template", "n-source", "--seed", "-1"), "seed")
    assert refused(cli("run", "--template", "n-source", "--seed", "99999999999999999999999"), "seed")
    assert refused(cli("list", "drop-polices"), "drop-policies")
    assert refused(cli("simulate"), "simulate")


def test_places_that_cannot_be_written_are_refused_before_the_run(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    endless = ("--template", "n-source", "--set", "duration=100000 s")
    assert refused(cli("run", *endless, "--out", "file"), "file")
    assert refused(cli("run", *endless, "--out", "file/inside"), "file")
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.skipif(os.name != "posix", reason="needs a system folder")
def test_a_system_folder_is_refused(cli: Cli) -> None:
    assert refused(cli("run", "--template", "n-source", "--out", "/proc/results"))


def test_a_study_refuses_what_it_does_not_know(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    assert refused(cli("study", "goyal97"), "goyal97", "goyal96")
    assert refused(cli("study", "goyal96", "--only", "table9"), "table9", "table6")
    assert refused(cli("study", "goyal96", "--replications", "0"), "replications")
    assert refused(cli("study", "goyal96", "--jobs", "0"), "jobs")
    assert refused(cli("study", "goyal96", "--choose", "tie"), "PATH=VALUE")
    assert refused(cli("study", "goyal96", "--choose", "tcp.colour=red"), "tcp.colour")
    assert refused(cli("study", "goyal96", "--choose", "tie=sideways"), "sideways")
    assert refused(cli("study", "goyal96", "--out", "file"), "file")
    assert refused(cli("study", "goyal96", "--report", "file/report.html"), "file")
