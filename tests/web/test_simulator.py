"""The simulator for browsers answers, goes in slices, ends when asked to, and refuses what is too large."""

import gzip
import os
import re
import subprocess
from pathlib import Path

from tests.web.conftest import Wasm

TESTS = Path(__file__).with_name("simulator.mjs")

#: Octets that the page may take with all that it needs, as they are sent.
MOST_SENT = 1_600_000


def test_what_the_page_asks_is_answered(wasm: Wasm, node: str) -> None:
    environment = {**os.environ, "CELLWISE_GLUE": str(wasm.glue), "CELLWISE_MODULE": str(wasm.module)}
    command = [node, "--test", "--test-reporter=tap", str(TESTS)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 7" in done.stdout


def test_the_example_of_the_documentation_runs(wasm: Wasm, node: str, repository: Path) -> None:
    (program,) = re.findall(
        r"```js\n(.*?)```", (repository / "docs/how-to/javascript.md").read_text(), re.DOTALL
    )
    command = [node, "--input-type=module", "--eval", program]
    done = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert re.fullmatch(r"0 \d+ queue sw1\.trunk \d+", first)
    assert re.fullmatch(r"tcp1 [\d.]+ Mbit/s", second)


def test_the_page_and_the_module_are_small_enough(wasm: Wasm, repository: Path) -> None:
    page = [path for path in (repository / "python/cellwise/_web").iterdir() if path.name != "widget.js"]
    sent = sum(len(gzip.compress(path.read_bytes())) for path in [*page, wasm.glue, wasm.module])
    assert sent <= MOST_SENT
