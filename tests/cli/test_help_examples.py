"""Every example that a command's help gives can be copied and works.

Each is run in a folder with the files that examples name: `my.toml`, runs, a stored study. Long work is made
short, and the words of the command stay: studies are small, the cluster is a pool of threads, the page is not
served, and the gate has one check.
"""

import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer
from tests.cli.test_convert import ethernet, ipv4, pcap
from tests.study.small import small

import cellwise as cw
from cellwise import studies
from cellwise.cli import placement as study_on
from cellwise.cli import verify
from cellwise.cli.app import app
from cellwise.cli.study_new import write_skeleton
from cellwise.experiments.staircase import curve, steps
from cellwise.experiments.sweep import sweep
from cellwise.points.store import store
from cellwise.serve import server
from cellwise.study.definition import Study
from cellwise.study.drive import planned
from cellwise.study.order import order_of, write_order

#: Words in capitals stand for something: `cellwise COMMAND --help`.
STANDS_FOR = re.compile(r"\b[A-Z]{3,}\b")

POLICIES = ("tail", "epd")
SHORT = {
    "duration": "60 ms",
    "switch.buffer": "900 cells",
    "tcp.timer_tick": "10 ms",
    "tcp.delayed_ack": False,
}
PROBES = {
    "queue": {"port": "sw1.trunk", "every": "1 ms"},
    "cwnd": {"flow": "*"},
    "acknowledgment": {"flow": "*"},
    "losses": {"port": "*"},
    "segments": {"flow": "*"},
}


def commands(command: Any) -> Iterator[Any]:
    yield command
    for below in getattr(command, "commands", {}).values():
        yield from commands(below)


def examples() -> list[str]:
    """The texts in backticks after the word `Examples`, in the help of every command."""
    found = []
    for command in commands(typer.main.get_command(app)):
        for text in (command.help or "", command.epilog or ""):
            _, _, behind = text.partition("Example")
            found += re.findall(r"`(cellwise [^`]*)`", behind)
    return [one for one in dict.fromkeys(found) if not STANDS_FOR.search(one)]


EXAMPLES = examples()

#: What the page about studies says to type for a study of which more than one table is stored.
DOCS = Path(__file__).parents[2] / "docs"
DRAWN = re.findall(
    r"^(cellwise plot results/goyal96 .*)$", (DOCS / "how-to" / "run-a-study.md").read_text(), re.M
)


def test_there_are_examples_of_every_command() -> None:
    root: Any = typer.main.get_command(app)
    named = {shlex.split(one)[1] for one in EXAMPLES}
    assert named >= set(root.commands) - {"capture"}
    assert DRAWN
    assert not [one for one in EXAMPLES if "\n" in one], "the page of commands has them line by line"


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that examples name."""
    place = tmp_path_factory.mktemp("prepared")
    base = cw.Scenario.from_template("n-source").with_(SHORT)
    (place / "my.toml").write_text(base.to_toml())
    (place / "my-wan.toml").write_text(base.with_({"topology.link_delay": "5 ms"}).to_toml())
    cw.run(base.with_({"duration": "2 s", "probes": PROBES})).save(place / "results" / "my-run")
    for policy in POLICIES:
        for number, one in enumerate(base.with_({"switch.drop.policy": policy}).replications(2)):
            cw.run(one).save(place / "results" / policy / str(number))
    grid = {"switch.drop.policy": POLICIES}
    sweep(base, grid=grid).run(place / "swept", replications=2)
    grid |= {"switch.buffer": ("500 cells", "900 cells")}
    sweep(base, grid=grid).run(place / "results" / "sweep", replications=2)
    base_run = cw.run(cw.Scenario.from_template("n-source").with_({"duration": "20 ms"}))
    base_run.save(place / "results" / "mine")
    pairs = zip(*curve(steps("pppoe-llc", 8_000_000, 1_000_000)), strict=True)
    (place / "pings.txt").write_text("".join(f"{size - 28} {time}\n" for size, time in pairs))
    (place / "edges.txt").write_text("paris lyon 10 Gbit/s\nlyon turin 1 Gbit/s 2 ms\n")
    (place / "down.csv").write_text("time,down\n0,10\n1,2.5\n")
    (place / "bus.log").write_text("1289406399 549692 59.851754 10.781778 248069 1008\n")
    (place / "trace.pcap").write_bytes(pcap([(0, ethernet(ipv4(1500)))]))
    stored_study(place / "results" / "goyal96", "goyal96")
    write_skeleton(place / "my-study")
    stored_study(place / "results" / "my-study", str(place / "my-study"))
    write_script(place / "scripts" / "ten.pkt")
    return place


def stored_study(folder: Path, name: str) -> None:
    """Store every point of a study. The settings are the study's; the results are those of one short run."""
    watched = {"duration": "20 ms", "probes": {"cwnd": {"flow": "tcp1"}}}
    run = cw.run(cw.Scenario.from_template("n-source").with_(watched))
    for part in ("points", "costs"):
        (folder / part).mkdir(parents=True)
    study = studies.get(name)
    for point in {point.id for point in planned(study, [], 1)}:
        store(folder, point, run)
    write_order(folder, order_of(study, 1))


def write_script(path: Path) -> None:
    """What every host does: a segment of data at once."""
    path.parent.mkdir()
    path.write_text(
        "0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n"
        "+.1 < S 0:0(0) win 32792 <mss 1000,sackOK,nop,nop,nop,wscale 7>\n"
        "+0 > S. 0:0(0) ack 1 <mss 1460,nop,nop,sackOK,nop,wscale 8>\n"
        "+.1 < . 1:1(0) ack 1 win 320\n"
        "+0 write(4, ..., 1000) = 1000\n"
        "+0 > P. 1:1001(1000) ack 1\n",
        encoding="utf-8",
    )


def tiny(name: str) -> Study:
    one = small()
    tables = tuple(replace(one.tables[0], name=f"table{number}") for number in (1, 2, 3))
    return replace(one, name=name, tables=tables, rebuild=lambda _changes: tiny(name))


@contextmanager
def pool(_url: str) -> Iterator[SimpleNamespace]:
    with ThreadPoolExecutor(2) as executor:
        yield SimpleNamespace(executor=executor, slots=2)


@pytest.fixture
def place(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the folder, and nothing that takes long."""
    copy = shutil.copytree(prepared, tmp_path / "place")
    monkeypatch.chdir(copy)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(study_on, "connect", pool)
    monkeypatch.setattr(server, "serve", lambda options, listening, ready: listening.close())
    return copy


def run(example: str, monkeypatch: pytest.MonkeyPatch) -> int:
    # A home folder, and where output goes, are for the shell.
    words = [str(Path(word).expanduser()) if word.startswith("~") else word for word in shlex.split(example)]
    words = words[: words.index(">")] if ">" in words else words
    if words[1] == "study":
        monkeypatch.setattr(studies, "get", tiny)
        monkeypatch.setattr(studies, "names", lambda: ["goyal96", "kansas"])
    if words[1:] == ["verify"]:
        monkeypatch.setattr(verify, "run_checks", lambda _only, jobs, notify: verify_one(jobs, notify))
    monkeypatch.setattr(sys, "argv", words)
    try:
        app(words[1:])
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


def verify_one(jobs: int, notify: Any) -> Any:
    from cellwise.verify import verify as run_checks

    return run_checks(["gcra"], jobs, notify)


@pytest.mark.parametrize("example", EXAMPLES + DRAWN)
def test_an_example_of_the_help_works(
    example: str, place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(example, monkeypatch)
    reported = capsys.readouterr()
    assert code == 0, reported.err
    assert "error" not in reported.err


@pytest.mark.parametrize(
    "example", ["cellwise sweep my.toml --zip tcp.mss=512,1024", "cellwise plot results/nothing queue"]
)
def test_an_example_that_does_not_work_is_noticed(
    example: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(example, monkeypatch) != 0
