"""The runner of scenario files in release mode, and the cost of a run: for three benchmarks."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

#: What is read of a profile.
Found = TypeVar("Found")

ROOT = Path(__file__).resolve().parent.parent
SCENARIOS = ROOT / "benches" / "scenarios"


@dataclass(frozen=True)
class Cost:
    """The cost of a run, and what it printed."""

    cpu_s: float
    """User and system time of the whole process, reading the scenario included."""
    memory_mb: float
    """Peak resident memory."""
    output: str


def build(*, knows_lines: bool = False) -> Path:
    """Build the runner in release mode and return its path; one with lines has a folder of its own."""
    command = ["cargo", "build", "--release", "--locked", "--quiet", "-p", "cellwise-net", "--example", "run"]
    target, more = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")), {}
    if knows_lines:
        target /= "lines"
        more = {"CARGO_PROFILE_RELEASE_DEBUG": "line-tables-only"}
    subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, **more, "CARGO_TARGET_DIR": str(target)})
    return target / "release" / "examples" / "run"


def scenarios(names: list[str]) -> list[Path]:
    """Give the scenarios of `benches/scenarios` with these names; all if none is named."""
    known = sorted(path.stem for path in SCENARIOS.glob("*.toml"))
    if unknown := set(names) - set(known):
        sys.exit(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(known)}")
    return [SCENARIOS / f"{name}.toml" for name in names or known]


def measure(runner: Path, scenario: Path, *left_out: str) -> Cost:
    """Run once, on one thread, without some shortcuts."""
    process = subprocess.Popen([runner, scenario, "1", *left_out], stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{scenario}: the runner failed")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output)


def cells_of(output: str) -> int:
    """Read the number of cells that arrived at the shared link, or of packets where no link carries cells."""
    return int(re.search(r"(?:at the trunk|packets sent) +(\d+)", output)[1])


def counted(runner: Path, scenario: Path, *left_out: str) -> list[tuple[int, str]]:
    """Count the instructions of a tenth and a fifth of a run under callgrind; return each with its output."""

    def collected(_: Path, log: str) -> int:
        return int(re.search(r"Collected : (\d+)", log)[1])

    return profiled(runner, scenario, collected, *left_out)


def profiled(
    runner: Path, scenario: Path, read: Callable[[Path, str], Found], *left_out: str
) -> list[tuple[Found, str]]:
    """Run a tenth and a fifth of a run under callgrind; return what is read of each, and its output.

    `read` takes the file that callgrind writes, and what it prints.
    """
    text, found = scenario.read_text(), []
    whole = float(re.search(r'(?m)^duration = "([\d.]+) s"', text)[1])
    with tempfile.TemporaryDirectory() as folder:
        short, out = Path(folder) / scenario.name, Path(folder) / "out"
        for part in (0.1, 0.2):
            short.write_text(re.sub(r"(?m)^duration = .*", f'duration = "{part * whole:g} s"', text))
            valgrind = ["valgrind", "--tool=callgrind", "--dump-instr=yes", f"--callgrind-out-file={out}"]
            command = [*valgrind, runner, short, "1", *left_out]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            found.append((read(out, done.stderr), done.stdout))
    return found
