"""What a scenario from a stranger can take, reach and do: never more than is stated."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cellwise as cw
from cellwise.serve.overrun import overrun
from cellwise.serve.process import Process, TaskError

Document = dict[str, Any]

#: Of a megabyte as memory is given.
MIB = 1.048576

ENDLESS: Document = {"topology": {"template": "n-source"}, "duration": "1000000 s"}


def test_a_run_that_takes_too_long_is_ended_and_the_next_one_runs(
    strict: Any, brief_document: Document
) -> None:
    name, told = strict.follow(strict.start(ENDLESS))
    assert (name, told["state"]) == ("failed", "failed")
    assert "2 s of processor time, and was ended at " in told["error"]
    # What would have fitted does fit; half of it, as the machine may be busy.
    (shorter,) = re.findall(r"a duration of about (\S+) s, or start the server with --time", told["error"])
    assert [(one["path"], shorter in one["text"]) for one in told["issues"]] == [("duration", True)]
    assert strict.run({**ENDLESS, "duration": f"{float(shorter) / 2} s"})["summary"]["cells"] > 0
    assert strict.run(brief_document)["summary"]["cells"] > 0


def test_what_to_change_about_a_run_that_took_too_long_is_in_two_digits() -> None:
    ended = TaskError("time", "took more than 60 s of processor time, and was ended")
    told = overrun(ended, 0.413, 100.0, 60.0)
    assert str(told) == (
        "took more than 60 s of processor time, and was ended at 41.3 s of 100 s simulated time; nothing of "
        "it is kept. Give it a duration of about 33 s, or start the server with --time 190"
    )
    assert (
        told.issues[0]["text"] == "duration: takes more time than a run may take here; about 33 s would fit"
    )
    assert "a duration of about 0.00023 s" in str(overrun(ended, 2.91e-4, 1.0, 60.0))
    assert "smaller network" in str(overrun(ended, 0.0, 100.0, 60.0))


def test_a_run_stops_at_the_servers_memory_whatever_it_asks_for(strict: Any) -> None:
    everything = {"queue": {"port": "*"}, "sequence": {"flow": "*"}, "segments": {"flow": "*"}}
    greedy = {**ENDLESS, "probes": everything, "limits": {"memory": "900 GB"}}
    told = strict.run(greedy)
    assert "limits.memory" in told["stopped"]
    assert told["summary"]["simulated_s"] < 1000


def test_a_scenarios_own_smaller_limit_stays(strict: Any) -> None:
    greedy = {**ENDLESS, "probes": {"queue": {"port": "*"}}, "limits": {"memory": "1 MB"}}
    assert "more than 1 MB" in strict.run(greedy)["stopped"]


def test_a_network_that_does_not_fit_ends_its_process_and_nothing_else(strict: Any) -> None:
    huge = {"topology": {"template": "n-source", "sources": 100_000}}
    for path in ("/api/check", "/api/runs"):
        answer = strict.ask("POST", path, {"scenario": huge})
        assert answer.status == 422, answer.body
        assert answer.json["kind"] == "memory"
        assert "268 MB of memory" in answer.json["error"]
    small = {"topology": {"template": "n-source"}}
    assert strict.ask("POST", "/api/check", {"scenario": small}).json["ok"]


def test_runs_wait_for_each_other_and_the_queue_has_an_end(
    served: Callable[..., Any], brief_document: Document
) -> None:
    with served("--jobs", "1", "--time", "600") as page:
        limits = page.get("/api/about")["limits"]
        answers = [page.ask("POST", "/api/runs", {"scenario": ENDLESS}) for _ in range(limits["queued"] + 3)]
        accepted = [answer.json["id"] for answer in answers if answer.status == 202]
        assert limits["queued"] <= len(accepted) <= limits["queued"] + limits["jobs"]
        # Which one is refused depends on when the first left the queue.
        refused = [answer for answer in answers if answer.status == 429]
        assert len(refused) == len(answers) - len(accepted) > 0
        assert "wait" in refused[0].json["error"]
        states = [one["state"] for one in page.get("/api/runs")]
        assert states.count("running") <= limits["jobs"] == 1
        assert states.count("queued") >= limits["queued"] - 1
        for run in accepted:
            page.ask("DELETE", f"/api/runs/{run}")
        assert page.run(brief_document)["summary"]["cells"] > 0


@pytest.mark.parametrize(
    "key", ["include", "extends", "import", "file", "trace", "capture", "captures", "path"]
)
def test_a_scenario_names_no_file(strict: Any, key: str) -> None:
    told = strict.ask(
        "POST", "/api/check", {"scenario": {"topology": {"template": "n-source"}, key: "/etc/passwd"}}
    ).json
    assert not told["ok"]
    assert "is not a known key" in told["issues"][0]["rule"]


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


def test_runs_leave_nothing_on_the_disk(strict: Any, brief_document: Document) -> None:
    run = strict.run(
        {**brief_document, "title": "../../evil", "description": "$(touch evil)"}, label="../evil"
    )
    strict.get(f"/api/runs/{run['id']}/losses?from=0&to=0.25")
    assert list(strict.folder.iterdir()) == []


def bounded(code: str) -> "subprocess.CompletedProcess[str]":
    begin = "from cellwise.serve.work import bounds\n"
    command = [sys.executable, "-W", "error", "-c", begin + code]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_a_process_that_runs_scenarios_can_write_no_file(tmp_path: Path) -> None:
    code = f"bounds.forbid_files()\nopen({str(tmp_path / 'x')!r}, 'wb', buffering=0).write(b'x')"
    done = bounded(code)
    assert "OSError" in done.stderr
    assert (tmp_path / "x").read_bytes() == b""


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


def test_a_process_that_hangs_is_ended_and_started_again() -> None:
    endless = {"scenario": json.dumps(ENDLESS), "memory_bytes": 1 << 30}
    brief = {"scenario": json.dumps({**ENDLESS, "duration": "1 ms"}), "memory_bytes": 1 << 30}

    async def hang() -> None:
        process = Process(1 << 30, files=False)
        try:
            with pytest.raises(TaskError, match=r"took more than 0\.5 s") as failed:
                await process.do("run", endless, 100.0, 0.5, None)
            assert failed.value.kind == "time"
            assert not process.is_alive
            assert (await process.do("run", brief, 100.0, 100.0, None))["about"]["seed"] == 1
        finally:
            await process.end()

    asyncio.run(hang())


def test_the_server_forgets_runs_before_others_come(served: Callable[..., Any]) -> None:
    # Each run fills most of what it may take with what it records; two of them would not fit.
    kept_mb = 64
    recorded = {**ENDLESS, "probes": {"queue": {"port": "*"}}, "limits": {"memory": f"{kept_mb - 20} MB"}}
    with served("--jobs", "1", "--memory", str(kept_mb), "--time", "60") as page:
        page.run({**recorded, "duration": "1 ms"})
        before_mb = most_memory_mb(page.process.pid)
        for seed in range(4):
            run = page.run({**recorded, "seed": seed}, record=False)["id"]
            for look in (
                "playback?steps=2000",
                "plot/queue.svg",
                "losses?from=0&to=1",
                "series/1?width=4000",
            ):
                page.ask("GET", f"/api/runs/{run}/{look}")
        assert [one["state"] for one in page.get("/api/runs")].count("done") < 5
        assert most_memory_mb(page.process.pid) - before_mb < 1.15 * kept_mb * MIB


def most_memory_mb(pid: int) -> float:
    """The most memory that a process has had, in MB."""
    path = Path(f"/proc/{pid}/status")
    if not path.exists():
        pytest.skip("this system does not tell the memory of a process")
    (told,) = re.findall(r"VmHWM:\s+(\d+) kB", path.read_text())
    return int(told) / 1000


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    if not path.exists():
        pytest.skip("this system does not tell the children of a process")
    return [int(word) for word in path.read_text().split()]


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not true():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_process_that_dies_is_replaced(served: Callable[..., Any], brief_document: Document) -> None:
    with served("--jobs", "1") as page:
        assert page.run(brief_document)["summary"]["cells"] > 0
        for pid in children(page.process.pid):
            os.kill(pid, signal.SIGKILL)
        # Whichever task meets a dead process says so at most once.
        answers = [page.ask("POST", "/api/check", {"scenario": brief_document}).status for _ in range(2)]
        assert answers[-1] == 200
        for _ in range(2):
            name, _ = page.follow(page.start(brief_document))
        assert name == "done"


def test_when_the_server_is_killed_its_processes_end(
    served: Callable[..., Any], brief_document: Document
) -> None:
    with served("--jobs", "2") as page:
        page.start(ENDLESS)
        page.run(brief_document)
        pids = children(page.process.pid)
        assert len(pids) >= 3
        page.process.kill()
        page.process.wait()
        wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids))
