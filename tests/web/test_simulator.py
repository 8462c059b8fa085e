"""The simulator for browsers answers, goes in slices, ends when asked to, and refuses what is too large."""

import gzip
import os
import subprocess
from pathlib import Path

from tests.web.conftest import Wasm

TESTS = Path(__file__).with_name("simulator.mjs")

#: The most octets that the page and its files may have, packed for sending.
MOST_SENT = 1_670_000


def test_what_the_page_asks_is_answered(wasm: Wasm, node: str) -> None:
    environment = {**os.environ, "CELLWISE_GLUE": str(wasm.glue), "CELLWISE_MODULE": str(wasm.module)}
    command = [node, "--test", "--test-reporter=tap", str(TESTS)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 7" in done.stdout


def test_the_page_and_the_module_are_small_enough(wasm: Wasm, repository: Path) -> None:
    page = [path for path in (repository / "python/cellwise/_web").iterdir() if path.name != "widget.js"]
    sent = sum(len(gzip.compress(path.read_bytes())) for path in [*page, wasm.glue, wasm.module])
    assert sent <= MOST_SENT
