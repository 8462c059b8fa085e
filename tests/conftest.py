"""Helpers that several tests share."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

import cellwise as cw

# A busy machine is no reason to fail, nor is a case that was never drawn before: `make laws` looks for those.
settings.register_profile("same-cases", deadline=None, derandomize=True)
settings.register_profile("new-cases", deadline=None, max_examples=1000)
settings.load_profile("same-cases")


@pytest.fixture
def cli(tmp_path: Path) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """The command line, run in a folder of its own."""

    def call(*arguments: str, stdin: str = "", cwd: Path = tmp_path) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-W", "error", "-m", "cellwise", *arguments]
        return subprocess.run(
            command, input=stdin, capture_output=True, text=True, cwd=cwd, timeout=300, check=False
        )

    return call


@pytest.fixture
def brief() -> cw.Scenario:
    """Five sources for a moment: quick, and long enough to lose cells."""
    return cw.Scenario.from_template("n-source").with_(
        {
            "title": "five sources for a moment",
            "duration": "200 ms",
            "switch.buffer": "1000 cells",
            "tcp.timer_tick": "10 ms",
            "tcp.delayed_ack": False,
        }
    )


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the repository."""
    return Path(__file__).parent.parent
