"""What files say is shown on a terminal and does nothing to it, whatever command prints it."""

import ast
import json
import subprocess
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from tests.study.own import begun, change

import cellwise as cw
from cellwise import cli as commands
from cellwise import study as studies
from cellwise.screen import screen
from cellwise.terminal_text import printable

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]

#: Clears the screen, sets its title, rings, goes back, begins a sequence in one octet, turns the writing.
EVIL = "\x1b[2J\x1b]0;owned\x07\r\x08\x9b31m\x7f\u202e"

#: How EVIL is written in TOML and JSON, and how it is shown.
TOML = "\\u001b[2J\\u001b]0;owned\\u0007\\u000d\\u0008\\u009b31m\\u007f\\u202e"

NETWORK = """
title = "a title TOML"
description = "TOML"
duration = "20 ms"
nodes.a.kind = "host"
nodes.b.kind = "host"
links.l = { ends = ["a", "b"], rate = "10 Mbit/s", delay = "1 ms" }
vcs.v.path = ["a", "b"]
flows.f = { kind = "tcp", vc = "v" }
"""

#: Mistakes whose values and names hold what acts on a terminal.
MISTAKES = 'title = "TOML"\n"kTOML" = 1\nduration = "TOML"\ntopology = { kind = "TOML" }\n'


def is_clean(text: str) -> bool:
    """Whether nothing in a text acts on a terminal."""
    return printable(text) == text


def test_a_text_is_shown_as_json_and_toml_write_it() -> None:
    assert printable(f"a {EVIL} b") == f"a {TOML} b"
    assert printable("lines\n and\ttabs, é, 数, 🙂") == "lines\n and\ttabs, é, 数, 🙂"
    assert json.loads(f'"{printable(EVIL)}"') == EVIL
    assert tomllib.loads(f'a = "{printable(EVIL)}"')["a"] == EVIL


def test_tables_and_lines_of_the_screen_are_clean(capsys: pytest.CaptureFixture[str]) -> None:
    from rich.table import Table

    table = Table(title=EVIL)
    table.add_column(EVIL)
    table.add_row(EVIL)
    screen().print(table)
    screen().print(EVIL, style="bold")
    reported = capsys.readouterr().out
    assert is_clean(reported)
    assert reported.count("\\u001b]0;owned\\u0007") == 4


def texts_of(done: "subprocess.CompletedProcess[str]") -> str:
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a scenario, a run, a sweep and a study whose texts hold codes that control a terminal."""
    (tmp_path / "network.toml").write_text(NETWORK.replace("TOML", TOML))
    (tmp_path / "mistakes.toml").write_text(MISTAKES.replace("TOML", TOML))
    brief = cw.Scenario.from_template("n-source").with_(
        {"title": f"a title {EVIL}", "duration": "20 ms", "probes.losses": {"port": "*"}}
    )
    cw.run(brief).save(tmp_path / "results" / "run")
    evil = cw.sweep(brief, grid={"title": [EVIL, "b"]})
    replace(evil, command=EVIL).run(tmp_path / "results" / "swept", replications=1)
    own = begun(tmp_path / "mine")
    change(own, 'duration = "200 ms"', 'duration = "20 ms"')
    change(own, 'title    = "Drop', f'title    = "{TOML} Drop')
    change(own, 'title     = "Table 1', f'title     = "{TOML} Table 1')
    change(own, 'heading = "EPD"', f'heading = "{TOML}"')
    change(own, 'says         = "', f'says         = "{TOML}')
    change(own, 'caption = "', f'caption = "{TOML}')
    change(own, "[[exploration]]", f'[[exploration]]\nnote = "{TOML}"')
    return tmp_path


COMMANDS = (
    "check network.toml",
    "check mistakes.toml",
    "expand network.toml",
    "expand network.toml --json",
    "run network.toml --out results/network",
    "run network.toml --json",
    "run mistakes.toml",
    "report results/run --to markdown",
    "report results/run --to latex",
    "report results/run",
    "report results/swept --to markdown",
    "report results/swept --to latex",
    "why results/run",
    "compare results/run results/swept",
    "compare results/swept results/swept --where-a title=b --where-b title=b",
    "plot results/swept factor --x title --y efficiency",
    "export results/swept --to csv -o tables",
    "sweep network.toml --grid title=1,2 --list",
    "study check mine",
    "study mine --replications 1 --progress none",
    "study mine --replications 1 --json",
    "study status mine",
    "report results/mine --study mine --to markdown",
    "report results/mine --study mine --to latex",
    "study point mine --progress json",
    "wire --replay network.toml",
    "packetdrill scripts",
    "staircase --detect network.toml",
    "serve results/none --study mine/evil --no-browser",
)


def test_no_command_lets_what_files_say_act_on_a_terminal(cli: Cli, place: Path) -> None:
    (place / "scripts").mkdir()
    (place / "scripts" / f"{EVIL.replace('/', '')}.pkt").write_text(f"0 what {EVIL}\n+0 `{EVIL}`\n")
    shown = 0
    for command in COMMANDS:
        reported = texts_of(cli(*command.split()))
        assert is_clean(reported), command
        shown += "\\u001b" in reported
    assert shown > len(COMMANDS) / 3, "what acts on a terminal is in what many commands print"


def test_json_says_what_the_file_said(cli: Cli, place: Path) -> None:
    run = json.loads(cli("run", "network.toml", "--json").stdout)
    assert run["title"] == f"a title {EVIL}"
    expanded = tomllib.loads(cli("expand", "network.toml").stdout)
    assert (expanded["title"], expanded["description"]) == (f"a title {EVIL}", EVIL)


def test_nothing_of_the_command_line_prints_by_another_door() -> None:
    """Only `say` calls `print`, and only `Screen` makes a console for standard output."""
    folders = [Path(one.__file__ or "").parent for one in (commands, studies)]
    for file in (path for folder in folders for path in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "print", file
                on_stderr = any(one.arg == "stderr" for one in node.keywords)
                assert node.func.id != "Console" or on_stderr, file
    assert isinstance(screen(), Console)
