"""Ctrl-C at any moment of a command's life: no traceback, and what was simulated is kept or none of it is."""

import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.attacks.conftest import begun, command, ended, hear_ctrl_c, run_command, wait_while, whole

import cellwise as cw
from cellwise.cli.run import _keep
from cellwise.cli.targets import has_whole_run
from cellwise.interrupts import INTERRUPTED
from cellwise.points.store import load

pytestmark = [pytest.mark.attack, pytest.mark.skipif(os.name != "posix", reason="sends a signal")]

Cases = Callable[[int, int], int]

#: What hides a terminal's cursor, and what shows it.
HIDDEN, SHOWN = b"\x1b[?25l", b"\x1b[?25h"

#: The command line whose run stays at its first part until it is interrupted, however quick the machine is.
HELD = """
import sys, time
from cellwise.cli import run
sys.argv[0], simulate = "cellwise", run.run_scenario

def held(scenario, report, *more):
    def hold(fraction):
        print("held", flush=True)
        while True:
            report(fraction)
            time.sleep(0.01)
    return simulate(scenario, hold, *more)

run.run_scenario = held
from cellwise.cli import main
main()
"""

#: The command line whose points never end. One says that it has begun, and that it has heard of a Ctrl-C.
HELD_POINT = """
import sys, threading, time
sys.argv[0] = "cellwise"
from cellwise.points import runner

def held(scenario, report, *more):
    print("held", flush=True)
    try:
        while True:
            report(0.0)
            time.sleep(0.01)
    except runner.GivenUpError:
        print("given up", flush=True)
        threading.Event().wait()

runner.run = held
from cellwise.cli import main
main()
"""

#: A program that hears of a second Ctrl-C when it has said that the first ends it.
PRESSED_AGAIN = """
import os, signal
from cellwise.interrupts import leave_on_ctrl_c
write, again = os.write, iter([signal.SIGINT])
os.write = lambda *given: [write(*given), *map(signal.raise_signal, again)]
leave_on_ctrl_c()
signal.raise_signal(signal.SIGINT)
"""

#: A study that takes longer than its test.
LONG = ("study", "run", "goyal96", "--only", "table1", "--replications", "20", "--out", "out")

#: Nothing here takes so long unless it hangs.
PATIENCE_S = 60

#: Python needs this time to reach our first line. Until then, a message about Ctrl-C is Python's own.
PYTHON_S = 0.15

#: Our files that Python reads before our handler of Ctrl-C is set.
FIRST_FILES = {"__init__.py", "interrupts.py"}


def _is_pythons_own(reported: str) -> bool:
    """Say whether a traceback is from before our handler: on a busy machine Python takes longer than that."""
    ours = re.findall(r"[/\\]cellwise[/\\]([^\"']+\.py)", reported)
    return "Traceback" in reported and set(ours) <= FIRST_FILES


def test_ctrl_c_at_any_moment_leaves_no_traceback(
    tmp_path: Path, cases: Cases, chance: random.Random
) -> None:
    began = time.monotonic()
    assert whole(run_command(tmp_path / "whole", 1), tmp_path).returncode == 0
    takes_s = time.monotonic() - began
    for case in range(cases(12, 200)):
        out = tmp_path / str(case)
        words = run_command(out, 1 + case % 2, "--set", "duration=1 s", threads=1 + case % 3)
        with begun(words, tmp_path) as process:
            until = time.monotonic() + chance.uniform(PYTHON_S, 2 * takes_s)
            wait_while(lambda until=until: time.monotonic() < until)
            code, reported = ended(process, signal.SIGINT)
        if _is_pythons_own(reported):
            continue
        assert "Traceback" not in reported, reported
        assert "Exception ignored" not in reported, reported
        # Before Python's first line and after its last, the system itself ends the process silently.
        assert code in (0, INTERRUPTED, -signal.SIGINT), reported
        if out.exists():
            run = cw.Run.load(out)
            assert run.stopped is None or run.stopped["reason"] == "interrupted"
            assert run.cells > 0
            assert run.audit["sent"] == run.audit["delivered"] + run.audit["lost"] + run.audit["held"]
        else:
            assert code == -signal.SIGINT or "interrupted" in reported


def test_ctrl_c_pressed_over_and_over_ends_a_study_and_keeps_whole_points(
    tmp_path: Path, cases: Cases, chance: random.Random
) -> None:
    study = command(
        "study", "run", "goyal96", "--only", "table1", "--only", "figure1", "--replications", "20"
    )
    for case in range(cases(4, 100)):
        out = tmp_path / str(case)
        with begun([*study, "--progress", "json", "--out", str(out)], tmp_path) as process:
            wait_while(lambda out=out: len(list(out.glob("points/*.json"))) < 2)
            time.sleep(chance.uniform(0, 0.1))
            for _ in range(chance.choice([1, 2, 3, 8])):
                process.send_signal(signal.SIGINT)
                time.sleep(chance.choice([0, 0.0003, 0.001, 0.01]))
            code, reported = ended(process, signal.SIGINT)
        assert "Traceback" not in reported, reported
        assert "Exception ignored" not in reported, reported
        assert code in (INTERRUPTED, -signal.SIGINT), reported
        for point in out.glob("points/*.json"):
            assert load(out, point.stem) is not None


def at_a_terminal(words: list[str], cwd: Path, *presses: bytes) -> tuple[int, bytes]:
    """Run a command, and press Ctrl-C once for each of some words after it has printed them, in their order.

    Gives the exit code, and all that was printed.
    """
    terminal, end = os.openpty()
    streams = {"stdout": end, "stderr": end, "env": {**os.environ, "TERM": "xterm"}}
    process = subprocess.Popen(words, cwd=cwd, preexec_fn=hear_ctrl_c, **streams)  # noqa: PLW1509
    os.close(end)
    printed, left = b"", list(presses)
    # A command that hears no Ctrl-C fails its test, and does not hold it up.
    patience = threading.Timer(PATIENCE_S, process.kill)
    patience.start()
    try:
        # Reading ends with an error when the last writer has closed the terminal.
        with contextlib.suppress(OSError):
            while piece := os.read(terminal, 1 << 16):
                printed += piece
                while left and left[0] in printed:
                    process.send_signal(signal.SIGINT)
                    del left[0]
        return process.wait(PATIENCE_S), printed
    finally:
        patience.cancel()
        process.kill()
        os.close(terminal)


def test_ctrl_c_gives_the_cursor_back(tmp_path: Path) -> None:
    code, printed = at_a_terminal(command(*LONG), tmp_path, HIDDEN)
    assert code == INTERRUPTED, printed
    assert printed.rfind(SHOWN) > printed.rfind(HIDDEN), printed
    assert b"what was finished is kept" in printed


def test_a_second_ctrl_c_leaves_at_once_and_gives_the_cursor_back(tmp_path: Path) -> None:
    words = [sys.executable, "-c", HELD_POINT, *LONG]
    code, printed = at_a_terminal(words, tmp_path, b"held", b"given up")
    assert code == INTERRUPTED, printed
    assert printed.rfind(SHOWN) > printed.rfind(HIDDEN) >= 0, printed
    assert b"Traceback" not in printed


def test_ctrl_c_while_the_program_leaves_does_not_repeat_its_line(tmp_path: Path) -> None:
    with begun([sys.executable, "-c", PRESSED_AGAIN], tmp_path) as process:
        _, reported = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, reported) == (INTERRUPTED, "interrupted\n")


def test_ctrl_c_keeps_what_was_simulated_and_says_so(tmp_path: Path) -> None:
    capture = tmp_path / "s1.pcap"
    more = ("--set", "duration=1000 s", "--set", "probes={}", "--capture", f"ip@s1={capture}")
    with begun(run_command(tmp_path / "kept", 1, *more), tmp_path) as process:
        # Until packets are written there may be nothing to keep.
        wait_while(lambda: not any(path.stat().st_size > 1000 for path in tmp_path.glob("s1.pcap.*.tmp")))
        code, reported = ended(process, signal.SIGINT)
    assert code == INTERRUPTED
    assert "its results until then are in" in reported
    run = cw.Run.load(tmp_path / "kept")
    assert run.stopped is not None
    assert run.stopped["reason"] == "interrupted"
    assert run.stopped["at_s"] == pytest.approx(run.simulated_s)
    assert 0 < run.simulated_s < 1000
    assert capture.stat().st_size > 1000
    # The stored results are those of a run of that length, to the cell.
    assert run.audit["sent"] == run.audit["delivered"] + run.audit["lost"] + run.audit["held"]


def test_ctrl_c_leaves_the_whole_run_that_was_there(tmp_path: Path) -> None:
    capture = tmp_path / "s1.pcap"
    more = ("--set", "duration=20 s", "--set", "probes={}")
    assert whole(run_command(tmp_path / "kept", 1, *more), tmp_path).returncode == 0
    there = (tmp_path / "kept" / "run.json").read_bytes()
    again = run_command(tmp_path / "kept", 1, *more, "--capture", f"ip@s1={capture}")
    again[again.index("-m") : again.index("run")] = ["-c", HELD]
    with begun(again, tmp_path) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        code, reported = ended(process, signal.SIGINT)
    assert code == INTERRUPTED
    assert f"{tmp_path / 'kept'} keeps the results of the whole run, which were there" in reported
    assert (tmp_path / "kept" / "run.json").read_bytes() == there
    assert cw.Run.load(tmp_path / "kept").stopped is None


def test_a_part_of_a_run_is_replaced_by_a_longer_part(tmp_path: Path) -> None:
    """Nothing whole is lost by it."""
    folder = tmp_path / "part"
    scenario = cw.Scenario.from_template("n-source").with_(duration="20 s")

    def give_up(_fraction: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        cw.run(scenario, give_up)
    part = caught.value.run  # type: ignore[attr-defined]
    assert _keep(part, folder)
    assert _keep(part, folder)
    assert cw.Run.load(folder).stopped is not None
    assert not has_whole_run(folder, scenario)
