"""Limits of memory and time for the server's processes, which end with the server."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cellwise as cw
from cellwise.serve.process import Process, TaskError


def test_no_setting_of_the_schema_is_a_path() -> None:
    formats: set[str] = set()

    def look(value: Any) -> None:
        if isinstance(value, dict):
            if isinstance(value.get("format"), str):
                formats.add(value["format"])
            for one in value.values():
                look(one)
        elif isinstance(value, list):
            for one in value:
                look(one)

    look(json.loads(cw.json_schema()))
    numbers = {"uint8", "uint16", "uint32", "uint64", "double", "uint", "int16"}
    quantities = {"span", "bit-rate", "bytes", "cells", "capacity", "threshold", "queue-limit", "dscp"}
    assert formats <= numbers | quantities


def bounded(code: str) -> "subprocess.CompletedProcess[str]":
    begin = "from cellwise.serve.work import bounds\n"
    command = [sys.executable, "-W", "error", "-c", begin + code]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_a_process_cannot_take_more_memory_than_stated() -> None:
    done = bounded("bounds.bound_memory(64 << 20)\nb = bytearray(100 << 20)\nb = bytearray(700 << 20)")
    assert "MemoryError" in done.stderr
    assert "line 4" in done.stderr


def test_a_process_cannot_take_more_processor_time_than_stated() -> None:
    done = bounded("with bounds.processor_time(0.5):\n    while True: pass")
    assert done.returncode == -signal.SIGXCPU


def test_processor_time_is_counted_anew_for_every_task() -> None:
    work = "import time\nfor _ in range(6):\n  with bounds.processor_time(2):\n"
    work += "    until = time.process_time() + 0.6\n    while time.process_time() < until: pass\n"
    done = bounded(work + "print('done')")
    assert done.stdout == "done\n"


def test_a_process_that_hangs_is_ended_and_started_again(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    given = {"folder": str(tmp_path)}

    async def hang() -> None:
        process = Process(1 << 30)
        try:
            await process.start()
            with pytest.raises(TaskError, match=r"took more than 0\.0001 s") as failed:
                await process.do("studies", given, 100.0, 0.0001)
            assert failed.value.kind == "time"
            assert not process.is_alive
            assert (await process.do("stored", given, 100.0, 100.0))["runs"] == []
        finally:
            await process.end()

    asyncio.run(hang())


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    if not path.exists():
        pytest.skip("this system does not notify the children of a process")
    return [int(word) for word in path.read_text().split()]


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not true():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_process_that_dies_is_replaced(served: Callable[..., Any]) -> None:
    with served("--jobs", "1") as page:
        assert page.get("/api/stored")["runs"] == []
        for pid in children(page.process.pid):
            os.kill(pid, signal.SIGKILL)
        # Whichever task meets a dead process says so at most once.
        answers = [page.ask("GET", "/api/stored").status for _ in range(2)]
        assert answers[-1] == 200


def test_when_the_server_is_killed_its_processes_end(served: Callable[..., Any]) -> None:
    with served("--jobs", "2") as page:
        assert page.get("/api/stored")["runs"] == []
        assert page.get("/api/studies")
        pids = children(page.process.pid)
        assert len(pids) >= 2
        page.process.kill()
        page.process.wait()
        wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids))
