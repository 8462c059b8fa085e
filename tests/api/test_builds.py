"""The same scenario gives the same bits in debug and release builds."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cellwise as cw

EXPONENTIAL = {
    "pattern": "on-off",
    "rate": "100 Mbit/s",
    "on": "2 ms",
    "off": "2 ms",
    "periods": "exponential",
    "begins": "random",
}

SCENARIOS = [
    {"duration": "300 ms", "switch": {"buffer": "1000 cells", "drop": {"policy": policy}}}
    for policy in ("tail", "epd", "fba")
] + [
    {
        "duration": "300 ms",
        "topology": {"template": "n-source", "sources": 15, "link_delay": "1 ms"},
        "switch": {"buffer": "2000 cells", "drop": {"policy": "selective-drop"}},
        "tcp": {"variant": "tahoe", "cwnd_unit": "segments", "delayed_ack": False, "timer_tick": "10 ms"},
        "host": {"send_processing": {"min": "1 us", "max": "3 us"}},
        "tie": "rotate",
    },
    {
        "duration": "200 ms",
        "topology": {"template": "parking-lot", "background": {"source": EXPONENTIAL}},
        "switch": {"rate_rule": {"rule": "erica"}, "scheduler": "weighted-round-robin"},
        "atm": {"category": "abr"},
        "abr": {"rate_encoding": "tm4"},
    },
]

PROGRAM = """
import json, sys
import cellwise as cw
print(json.dumps([cw.run(cw.Scenario.from_dict(one)).fingerprint for one in json.loads(sys.argv[1])]))
"""


def debug_library(repository: Path) -> Path:
    """Build the extension without optimisation and find it.

    With a test program: its crates have the features that they have in `cargo test`, and are compiled once.
    """
    what = ["--workspace", "--lib", "--test", "setting_up"]
    command = ["cargo", "build", *what, "--locked", "--message-format", "json"]
    environment = {**os.environ, "PYO3_BUILD_EXTENSION_MODULE": "1", "PYO3_PYTHON": sys.executable}
    done = subprocess.run(
        command, cwd=repository, env=environment, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stderr
    artifacts = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    (library,) = [one for one in artifacts if one.get("target", {}).get("name") == "_core"]
    return Path(library["filenames"][0])


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cargo") is None, reason="needs cargo")
def test_debug_and_release_builds_agree_to_the_bit(repository: Path, tmp_path: Path) -> None:
    scenarios = [{"topology": {"template": "n-source"}, **one} for one in SCENARIOS]
    package = tmp_path / "cellwise"
    shutil.copytree(
        repository / "python" / "cellwise", package, ignore=shutil.ignore_patterns("_core*.so", "*.pyd")
    )
    shutil.copy(debug_library(repository), package / "_core.abi3.so")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(scenarios)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    debug = json.loads(done.stdout)
    assert debug == [cw.run(cw.Scenario.from_dict(one)).fingerprint for one in scenarios]
    assert len(set(debug)) == len(debug)
