"""Where memory gives out: a refusal or a partial result in one line, never an abort."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

resource = pytest.importorskip("resource")

FAST = """\
duration = "30 s"
topology = { template = "two-node" }
atm.category = "abr"
abr.tcr = "10 Tbit/s"
"""
RECORDED = """\
duration = "300 s"
topology = { template = "n-source" }
probes.queue = { port = "*" }
"""
LARGE = """\
duration = "1 ms"
topology = { template = "n-source", sources = 40_000 }
"""


def run(folder: Path, text: str, space_mb: int) -> "subprocess.CompletedProcess[str]":
    """Run a scenario in a process that may have so much address space."""
    (folder / "s.toml").write_text(text)
    bound = f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({space_mb} << 20,) * 2); "
    command = [sys.executable, "-c", bound + "from cellwise.cli import main; main()", "run", "s.toml"]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.mark.skipif(sys.platform != "linux", reason="only here the system tells what a process has")
@pytest.mark.parametrize("text", [FAST, RECORDED, LARGE])
@pytest.mark.parametrize("space_mb", [500, 800])
def test_under_a_limit_of_the_address_space_a_run_ends_in_one_line(
    tmp_path: Path, text: str, space_mb: int
) -> None:
    done = run(tmp_path, text, space_mb)
    assert done.returncode == 3, done.stderr
    reported = done.stderr.splitlines()[-1]
    assert reported.startswith("error: ")
    assert "memory: " in reported
    assert "Traceback" not in done.stderr


def test_a_network_that_is_larger_than_the_limit_is_refused(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(LARGE.replace("40_000", "2_000") + 'limits.memory = "4 MB"\n')
    command = [sys.executable, "-m", "cellwise", "run", "s.toml"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 2, done.stderr
    assert 'error: limits.memory: "4 MB" is not enough for the scenario' in done.stderr
    assert not (tmp_path / "results").exists()
