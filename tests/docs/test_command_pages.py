"""The pages of single commands are true: what they say to type runs, and prints what they say it prints."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from cellwise.cli import errors, verify

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(
    "name", ["verify", "access-lines", "models/newreno", "models/bbr-v1", "models/bbr-v3"]
)
def test_the_commands_of_a_page_print_what_it_says(name: str, tmp_path: Path) -> None:
    page = (DOCS / f"{name}.md").read_text()
    blocks = re.findall(r"^```bash\n(.*?)^```\n\n```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    files = re.findall(r"^```toml\n# (\S+\.toml)\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    for file, content in files:
        (tmp_path / file).write_text(content)
    fences = len(re.findall(r"^```", page, re.MULTILINE))
    assert 2 * len(blocks) + len(files) == fences / 2, "each command has its output"
    for script, reported in blocks:
        here = re.sub(r"^cellwise", f"{shlex.quote(sys.executable)} -m cellwise", script, flags=re.MULTILINE)
        done = subprocess.run(
            ["bash", "-e", "-c", here], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
        )
        assert (done.returncode, done.stderr) == (0, ""), script
        printed = " ".join(done.stdout.split())
        for line in reported.splitlines():
            assert " ".join(line.split()) in printed, line


def test_the_page_of_commands_has_every_exit_code() -> None:
    rows = re.findall(r"^\| `(\d+)` \|", (DOCS / "commands.md").read_text(), re.MULTILINE)
    known = (0, verify.FAILED, errors.BAD_INPUT, errors.RUN_FAILED, errors.INTERRUPTED)
    assert [int(row) for row in rows] == list(known)


def test_the_page_of_the_gate_names_every_check() -> None:
    from cellwise.verify import CHECKS

    rows = re.findall(r"^\| `([a-z0-9-]+)` \|", (DOCS / "verify.md").read_text(), re.MULTILINE)
    assert rows == list(CHECKS)


def test_the_page_of_access_lines_has_every_keyword_with_its_octets() -> None:
    from cellwise.theory import KEYWORDS

    page = (DOCS / "access-lines.md").read_text()
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (.*?) \|$", page, re.MULTILINE))
    assert set(rows) == set(KEYWORDS)
    framings = {"atm": "ATM", "ptm": "PTM", "none": "neither"}
    for name, row in rows.items():
        framing, octets, encapsulation = (cell.strip() for cell in f"{row} ".split("|"))
        one = KEYWORDS[name]
        least = f", at least {one.mpu_bytes}" if one.mpu_bytes else ""
        assert (framing, octets) == (framings[one.framing], f"{one.overhead_bytes}{least}")
        assert encapsulation == (f"`{one.encapsulation}`" if one.encapsulation else "")
