"""The tutorial, the how-to pages and others are true: what they say to type runs, and prints what they say.

A page is gone through in order, in a folder of its own. A TOML block whose first line is a comment with a
file name is that file; commands run one by one, Python and JavaScript blocks as programs; the lines of a
text block are in what the block before it printed. A command that is meant to fail says ``# exits with N``;
one that tells something on standard error says ``# says: WORDS``.
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import cellwise as cw

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [*sorted((DOCS / "tutorial").glob("*.md")), *sorted((DOCS / "how-to").glob("*.md"))]
PAGES += [DOCS / "plots.md", DOCS / "captures.md"]
BLOCK = re.compile(r"^```(toml|bash|python|js|text)\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND_TIMEOUT_S = 120

#: What a program in JavaScript needs of the repository.
MODULE, GLUE = "python/cellwise/_core.wasm", "crates/wasm/cellwise.mjs"

#: Tools that are not ours; where they are not installed, their commands are left out.
FOREIGN = ("tshark",)


@dataclass
class Place:
    """Where a page is tried, and what was printed last."""

    folder: Path
    printed: str = ""

    def toml(self, text: str) -> None:
        named = re.match(r"# ([\w-]+\.toml)\n", text)
        assert named, f"its first line is the name of the file:\n{text}"
        (self.folder / named[1]).write_text(text)
        assert cw.Scenario.from_toml_text(text).check() == []

    def bash(self, text: str) -> None:
        self.printed = ""
        for line in text.splitlines():
            fails = re.search(r"# exits with (\d+)$", line)
            tool, _, _ = line.partition(" ")
            assert tool in ("cellwise", *FOREIGN), line
            if tool in FOREIGN and missing(tool):
                continue
            done = self._run(["bash", "-c", line])
            assert done.returncode == (int(fails[1]) if fails else 0), f"{line}\n{done.stderr}"
            says = re.search(r"# says: (.*)$", line)
            if says:
                assert says[1] in done.stderr, f"{line}\n{done.stderr}"
            # Other tools greet their user there.
            told = bool(fails or says)
            assert bool(done.stderr) == told or tool in FOREIGN, f"{line}\n{done.stderr}"
            assert done.stdout or tool not in FOREIGN, line
            self.printed += done.stdout + done.stderr

    def python(self, text: str) -> None:
        done = self._run([sys.executable, "-W", "error", "-c", text])
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
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        return subprocess.run(
            command,
            cwd=self.folder,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            timeout=COMMAND_TIMEOUT_S,
            check=False,
        )


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


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A folder in which `cellwise` is the one under test."""
    command = tmp_path / "bin" / "cellwise"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -W error -m cellwise "$@"\n')
    command.chmod(0o755)
    return Place(tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_what_a_page_says_to_type_runs_and_prints_what_it_says(page: Path, place: Place) -> None:
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    assert page.stem == "index" or {language for language, _ in blocks} & {"bash", "python", "js"}
    for language, text in blocks:
        getattr(place, language)(text)


def test_a_line_that_was_not_printed_is_noticed(place: Place) -> None:
    place.bash("cellwise list templates\n")
    place.text("n-source\n")
    with pytest.raises(AssertionError, match="not printed"):
        place.text("no-such-template\n")


def test_a_command_that_fails_is_noticed(place: Place) -> None:
    with pytest.raises(AssertionError):
        place.bash("cellwise check missing.toml\n")
    with pytest.raises(AssertionError):
        place.bash("cellwise list templates  # exits with 2\n")
    place.bash("cellwise check missing.toml  # exits with 2\n")
