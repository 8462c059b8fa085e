"""A Dask cluster of real processes on this machine, which tests may kill."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

#: Nothing here takes that long; who waits longer waits for nothing.
PATIENCE_S = 300.0

QUIET = ("--no-dashboard", "--host", "127.0.0.1")


def need_dask() -> None:
    """Skip a module where Dask is missing; where everything should be there, fail."""
    if importlib.util.find_spec("distributed") is None:
        missing = "distributed is not installed; it is the extra `cluster`"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing, allow_module_level=True)


def wait_until(what: Callable[[], object], reported: str) -> None:
    """Wait for a state, not for a time."""
    deadline = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < deadline, f"waited in vain: {reported}"
        time.sleep(0.01)


class DaskCluster:
    """A scheduler and its workers, each a process; all end with the block."""

    def __init__(self, folder: Path, workers: int = 2, **settings: str) -> None:
        """Start a scheduler and wait for its workers; `settings` are environment variables."""
        self.folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        folder.mkdir()
        file = folder / "scheduler.json"
        self.scheduler = self._start(
            "scheduler", [*QUIET, "--port", "0", "--scheduler-file", str(file)], settings
        )
        try:
            wait_until(lambda: _read(file) or self._must_live(self.scheduler), "for the scheduler")
            self.address = str(_read(file)["address"])
            for _ in range(workers):
                self.add_worker()
        except BaseException:
            self.stop()
            raise

    @property
    def url(self) -> str:
        """As ``--on`` takes it."""
        return self.address.replace("tcp:", "dask:")

    def add_worker(self, **settings: str) -> "subprocess.Popen[bytes]":
        """Start a worker of one thread and wait until it has joined."""
        before = self.count()
        scratch = self.folder / f"worker{len(self.workers)}"
        options = [*QUIET, "--no-nanny", "--nthreads", "1", "--local-directory", str(scratch)]
        worker = self._start("worker", [self.address, *options], settings)
        self.workers.append(worker)
        wait_until(lambda: self.count() > before or self._must_live(worker), "for a worker")
        return worker

    def hold(self, _missing: object) -> None:
        """Let the first worker finish nothing more, so that there is work left whatever is killed."""
        self.workers[0].send_signal(signal.SIGSTOP)

    def count(self) -> int:
        """Count the workers that have joined."""
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            return len(client.scheduler_info(n_workers=-1)["workers"])

    def stop(self) -> None:
        """End every process."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _start(self, what: str, options: list[str], settings: Mapping[str, str]) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "dask", what, *options]
        with (self.folder / f"{what}{len(self.workers)}.log").open("wb") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **settings})

    def _must_live(self, process: "subprocess.Popen[bytes]") -> bool:
        if process.poll() is not None:
            logs = "\n".join(path.read_text() for path in sorted(self.folder.glob("*.log")))
            raise AssertionError(f"a process of the cluster ended:\n{logs}")
        return False


def _read(file: Path) -> dict[str, object]:
    try:
        return dict(json.loads(file.read_text()))
    except (OSError, ValueError):
        return {}
