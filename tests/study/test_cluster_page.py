"""The page about clusters is true: the commands that need a scheduler run in order, with a scheduler."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.ports import held_port
from tests.study.dask_cluster import need_dask, wait_until

need_dask()

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "cluster.md"
PORT = "8786"
PROGRESS = re.compile(r"\d+ of \d+ points, ")


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """Every command of the page that needs a cluster, with a port that is free here."""
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    with held_port() as port:
        yield [line.replace(PORT, str(port)) for block in blocks for line in block.splitlines()]


def test_the_commands_that_need_a_cluster_run(lines: list[str], tmp_path: Path) -> None:
    path = tmp_path / "bin"
    path.mkdir()
    for name in ("cellwise", "dask"):
        (path / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {name} "$@"\n')
        (path / name).chmod(0o755)
    env = {**os.environ, "PATH": f"{path}:{os.environ['PATH']}"}
    running = []
    printed = ""
    try:
        for line in lines:
            command = shlex.split(line)
            if command[0] == "dask":
                log = (tmp_path / f"{command[1]}.log").open("wb")
                with log:
                    process = subprocess.Popen(command, cwd=tmp_path, env=env, stdout=log, stderr=log)
                running.append(process)
                wait_until(lambda name=log.name, process=process: is_up(Path(name), process), line)
                continue
            done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
            # Lines of progress, which a long run prints, are not complaints.
            complaints = [text for text in done.stderr.splitlines() if not PROGRESS.match(text)]
            assert (done.returncode, complaints) == (0, []), line
            printed += done.stdout
    finally:
        for process in reversed(running):
            process.terminate()
        for process in running:
            process.wait()
    assert len(running) == 2
    assert "8 of 8 points finished" in printed
    assert "12 runs" in printed


def is_up(log: Path, process: "subprocess.Popen[bytes]") -> bool:
    """Say whether a scheduler listens, or a worker has joined, as its log says."""
    text = log.read_text()
    assert process.poll() is None, text
    return bool(re.search(r"Scheduler at:|Registered to:", text))
