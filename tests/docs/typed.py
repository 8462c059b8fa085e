"""Follow pages as a reader would: each command on a page runs, and prints the lines that the page shows.

A page is followed in order, in a folder of its own. A TOML block whose first line is a comment with a
file name is that file, as is a block in no language; commands run one by one, Python and JavaScript blocks
as programs; the lines of a text block are in the output of the block before it. A command that is meant to
fail says ``# exits with N``; one that prints to standard error says ``# says: WORDS``.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

import cellwise as cw
from cellwise.study.data import read_study

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(toml|none|bash|python|js|text)\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND_TIMEOUT_S = 120

#: What a program in JavaScript needs of the repository.
MODULE, GLUE = "python/cellwise/_core.wasm", "crates/wasm/cellwise.mjs"

#: What is said of points that take long, which depends on the machine.
PROGRESS = re.compile(r"^(\d+ of \d+ points, |\d+ runs, about ).*\n", re.MULTILINE)

#: Tools that are not ours; where they are not installed, their commands are left out.
FOREIGN = ("tshark",)

#: By its path: where the commands are looked for, there may be no shell.
_BASH = shutil.which("bash") or "bash"


@dataclass
class Place:
    """Where a page is tried, and what was printed last."""

    folder: Path
    python_path: str
    """The interpreter of Python blocks."""
    environment: Mapping[str, str]
    """In its PATH is the `cellwise` that is under test."""
    printed: str = ""

    def follow(self, page: Path, until: Callable[[], bool] = lambda: False, begin: int = 0) -> int:
        """Do what a page says to its end, or until a goal is reached; give the number of the next block."""
        blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
        assert page.stem == "index" or {language for language, _ in blocks} & {"bash", "python", "js"}
        for number, (language, text) in enumerate(blocks[begin:], begin + 1):
            getattr(self, language)(text)
            if until():
                return number
        return len(blocks)

    def toml(self, text: str) -> None:
        named = re.match(r"# ((?:[\w-]+/)?[\w-]+\.toml)\n", text)
        assert named, f"its first line is the name of the file:\n{text}"
        (self.folder / named[1]).write_text(text)
        if named[1].endswith("/study.toml"):
            read_study((self.folder / named[1]).parent)
            return
        assert cw.Scenario.from_toml(text).check() == []

    def none(self, text: str) -> None:
        named = re.match(r"(?:// ([\w-]+\.pkt)|# ([\w-]+\.txt))\n", text)
        assert named, f"its first line is the name of the file:\n{text}"
        (self.folder / (named[1] or named[2])).write_text(text)

    def bash(self, text: str) -> None:
        self.printed = ""
        for line in text.splitlines():
            fails = re.search(r"# exits with (\d+)$", line)
            tool, _, _ = line.partition(" ")
            assert tool in ("cellwise", *FOREIGN), line
            if tool in FOREIGN and missing(tool):
                continue
            done = self._run([_BASH, "-c", line])
            assert done.returncode == (int(fails[1]) if fails else 0), f"{line}\n{done.stderr}"
            says = re.search(r"# says: (.*)$", line)
            if says:
                assert says[1] in done.stderr, f"{line}\n{done.stderr}"
            # Other tools greet their user there.
            reported = bool(fails or says)
            assert bool(PROGRESS.sub("", done.stderr)) == reported or tool in FOREIGN, (
                f"{line}\n{done.stderr}"
            )
            assert done.stdout or tool not in FOREIGN, line
            self.printed += done.stdout + done.stderr

    def python(self, text: str) -> None:
        done = self._run([self.python_path, "-W", "error", "-c", text])
        assert done.returncode == 0, done.stderr
        assert done.stdout
        self.printed = done.stdout

    def js(self, text: str) -> None:
        if missing("node") or not built(MODULE):
            pytest.skip("without node and the module for browsers, programs in JavaScript are not run")
        for name in (MODULE, GLUE):
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, self.folder / name)
        done = self._run(["node", "--input-type=module", "--eval", text])
        assert done.returncode == 0, done.stderr
        self.printed = done.stdout

    def text(self, text: str) -> None:
        printed = plain(self.printed)
        for line in text.splitlines():
            assert plain(line) in printed, f"not printed: {line}"

    def _run(self, command: list[str]) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=COMMAND_TIMEOUT_S,
            check=False,
        )


def place_in(folder: Path) -> Place:
    """Make a folder a place in which `cellwise` is the one of this interpreter."""
    command = folder / "bin" / "cellwise"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -W error -m cellwise "$@"\n')
    command.chmod(0o755)
    path = f"{command.parent}{os.pathsep}{os.environ['PATH']}"
    return Place(folder, sys.executable, {**os.environ, "PATH": path})


def missing(tool: str) -> bool:
    """Whether a tool is not installed, which is allowed, but not in continuous integration."""
    absent = shutil.which(tool) is None
    assert not (absent and os.environ.get("CI") == "true"), f"{tool} is not installed"
    return absent


def built(name: str) -> bool:
    """Whether `make build` has built a file, which may fail, but not in continuous integration."""
    there = (ROOT / name).exists()
    assert there or os.environ.get("CI") != "true", f"{name} is not built: make build says why"
    return there


def plain(text: str) -> str:
    """Text in which only words count."""
    return " ".join(text.split())
