"""Attacks: a bounded part of each in every run of the tests, all of it with ATTACKS=full (`make laws`)."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

#: What a run is given: a fraction of a second, and a few tables more than the fewest.
BRIEF = ("--set", "duration=150 ms", "--set", "probes.queue.port='*'")
#: Losses are recorded cell by cell, which keeps a network on one thread.
UBR = ("--template", "n-source", *BRIEF, "--set", "probes.losses.port='*'")
#: A network that is divided among threads, and control loops in it.
ABR = (
    *("--template", "two-node", *BRIEF),
    *("--set", "atm.category=abr", "--set", "switch.rate_rule.rule=operating-region"),
)


@pytest.fixture
def cases() -> Callable[[int, int], int]:
    """How many cases of an attack: few, or all of them."""
    return lambda few, every: every if os.environ.get("ATTACKS") == "full" else few


@pytest.fixture
def chance() -> random.Random:
    return random.Random(int(os.environ.get("ATTACKS_SEED", "1")))


def command(*words: str) -> list[str]:
    return [sys.executable, "-W", "error", "-m", "cellwise", *words]


def hear_ctrl_c() -> None:
    """Hear Ctrl-C. A shell that runs the tests in the background may ignore it, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run_command(out: Path, seed: int, *more: str, threads: int = 1) -> list[str]:
    """A run of UBR if the seed is odd, of ABR if it is even."""
    given = (
        "run",
        *(UBR if seed % 2 else ABR),
        "--threads",
        str(threads),
        "--seed",
        str(seed),
        "--out",
        str(out),
        "--force",
        *more,
    )
    return command(*given)


@contextmanager
def begun(words: list[str], cwd: Path) -> Iterator["subprocess.Popen[str]"]:
    """A command that is under way, and is ended whatever happens."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen(words, cwd=cwd, text=True, preexec_fn=hear_ctrl_c, **streams)  # noqa: PLW1509
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def ended(process: "subprocess.Popen[str]", by: signal.Signals) -> tuple[int, str]:
    """Send a signal; the exit code, and what was said."""
    process.send_signal(by)
    _, reported = process.communicate(timeout=60)
    return process.returncode, reported


def wait_while(true: Callable[[], bool], most_s: float = 30.0) -> None:
    until = time.monotonic() + most_s
    while true() and time.monotonic() < until:
        time.sleep(0.0005)


def whole(words: list[str], cwd: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(words, cwd=cwd, capture_output=True, text=True, timeout=300, check=False)
