import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import cellwise as cw
from cellwise.errors import LimitError

#: So long that a test never reaches its end.
ENDLESS = {"duration": "100000 s"}


def test_every_run_balances_its_books(brief: cw.Scenario) -> None:
    audit = cw.run(brief).audit
    assert audit["sent"] == audit["delivered"] + audit["lost"] + audit["held"]
    assert audit["lost"] > 0


def test_losses_by_reason_sum_to_the_audit(brief: cw.Scenario) -> None:
    run = cw.run(brief.with_(switch={"drop": {"policy": "epd"}}))
    columns = run.columns("ports")
    reasons = [name for name in columns if name.startswith("lost_") and name != "lost_cells"]
    assert len(reasons) > 1
    assert sum(int(columns[name].sum()) for name in reasons) == run.audit["lost"]


def test_reference_mode_changes_nothing(brief: cw.Scenario) -> None:
    fast, slow = cw.run(brief), cw.run(brief.with_(reference=True))
    for table in ("flows", "vcs"):
        for name, values in fast.columns(table).items():
            np.testing.assert_array_equal(values, slow.columns(table)[name], err_msg=name)


def test_progress_goes_from_nothing_to_all(brief: cw.Scenario) -> None:
    seen: list[float] = []
    cw.run(brief.with_(duration="5 s"), seen.append)
    assert seen
    assert seen == sorted(seen)
    assert seen[0] >= 0
    assert seen[-1] <= 1


def test_an_exception_of_progress_ends_the_run(brief: cw.Scenario) -> None:
    class EnoughError(Exception):
        pass

    def stop(fraction: float) -> None:
        raise EnoughError

    with pytest.raises(EnoughError):
        cw.run(brief.with_(ENDLESS), stop)


def test_a_run_at_its_event_limit_keeps_what_it_has(brief: cw.Scenario) -> None:
    with pytest.raises(LimitError, match="limits") as caught:
        cw.run(brief.with_({"limits.events": 20000, **ENDLESS}))
    run = caught.value.run
    assert run.stopped is not None
    assert 0 < run.simulated_s < 100000
    assert run.columns("flows")["delivered_bytes"].sum() > 0
    assert isinstance(caught.value, cw.SimulationError)


def test_a_broken_scenario_is_refused_before_it_runs(brief: cw.Scenario) -> None:
    with pytest.raises(cw.ConfigError, match="warmup"):
        cw.run(brief.with_(warmup="1 s"))


def test_other_threads_work_while_a_run_runs(brief: cw.Scenario) -> None:
    # This thread can count during the run only if the run has released the interpreter lock.
    counted = 0
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(cw.run, brief.with_(duration="20 s"))
        while not running.done():
            counted += 1
            time.sleep(0.001)
        cpu_s = running.result().cpu_s
    assert cpu_s > 0.02
    assert counted >= cpu_s / 0.001 / 20


def test_threads_give_the_same_results_as_one_after_another(brief: cw.Scenario) -> None:
    scenarios = [brief.with_(seed=seed) for seed in range(1, 5)]
    with ThreadPoolExecutor(4) as pool:
        together = [run.fingerprint for run in pool.map(cw.run, scenarios)]
    assert together == [cw.run(scenario).fingerprint for scenario in scenarios]


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_ctrl_c_ends_a_run(tmp_path: Path) -> None:
    program = (
        "import cellwise as cw, signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "scenario = cw.Scenario.from_template('n-source').with_(duration='100000 s')\n"
        "cw.run(scenario, captures={'ip@s1': 'packets.pcap'})\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            # Before there are packets Ctrl-C may find nothing simulated.
            while not any(path.stat().st_size > 1000 for path in tmp_path.glob("packets.pcap*")):
                assert process.poll() is None
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            # Without it the run takes days.
            _, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    assert "InterruptError: interrupted at " in errors


def test_importing_is_quick_and_loads_no_heavy_library() -> None:
    program = "import sys, cellwise; print([m for m in ('duckdb', 'matplotlib', 'rich') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_run_that_is_interrupted_holds_what_was_simulated(brief: cw.Scenario) -> None:
    def interrupt(fraction: float) -> None:
        if fraction > 0:
            raise KeyboardInterrupt

    with pytest.raises(cw.InterruptError, match=r"interrupted at .* s of simulated time") as caught:
        cw.run(brief.with_(duration="1000 s"), interrupt)
    assert isinstance(caught.value, KeyboardInterrupt)
    run = caught.value.run
    assert run.stopped == {"reason": "interrupted", "at_s": run.simulated_s}
    assert 0 < run.simulated_s < 1000
    assert run.cells > 0
    assert run.audit["sent"] == run.audit["delivered"] + run.audit["lost"] + run.audit["held"]
