"""Pings: the table of round trips, what is said of it, and what it is not part of."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cellwise as cw
from cellwise import metrics

LINE = """
duration = "4 s"
[topology]
template = "two-node"
sources = 2
link_rate = "10 Mbit/s"
trunk_delay = "1 ms"
[switch]
buffer = "1000 cells"
[vcs]
probe = { path = ["s1", "sw1", "sw2", "d1"] }
[flows.probe]
vc = "probe"
kind = "ping"
ping = { interval = "50 ms" }
"""


def test_a_ping_sees_the_queue_that_the_load_fills() -> None:
    loaded = cw.run(cw.Scenario.from_toml_text(LINE))
    times = metrics.ping_times(loaded.columns("pings"), "probe")
    # From 0 to 4 s; the last one is sent as the run ends.
    assert (times["count"], times["unanswered"]) == (80, 1)
    # 1000 cells of 53 octets at 10 Mbit/s take 42 ms.
    assert 0.03 < times["greatest_s"] - times["least_s"] < 0.045
    assert times["increase_s"] == pytest.approx(times["mean_s"] - times["least_s"])
    idle = cw.Scenario.from_toml_text(LINE).with_(flow={"start": "3.9 s"})
    assert metrics.ping_times(cw.run(idle).columns("pings"))["increase_s"] < 0.002


def test_a_ping_has_no_share_of_a_port() -> None:
    run = cw.run(cw.Scenario.from_toml_text(LINE))
    flows = run.columns("flows")
    tcp = flows["throughput_bps"][flows["kind"] == "tcp"]
    shared = metrics.shared_ports(flows, run.columns("vcs"), run.columns("ports"))
    assert shared["sw1.trunk"]["fairness"] == pytest.approx(metrics.jain_index(tcp))
    assert flows["throughput_bps"][flows["kind"] == "ping"].tolist() == [0.0]


def test_without_a_reply_there_is_no_time() -> None:
    times = metrics.ping_times({"flow": np.array(["p"]), "rtt_s": np.array([np.nan])})
    assert (times["count"], times["unanswered"]) == (0, 1)
    assert np.isnan(times["increase_s"])


def test_the_command_line_tells_of_each_ping(cli: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "line.toml").write_text(LINE)
    done = cli("run", "line.toml")
    assert done.returncode == 0, done.stderr
    assert "probe: 80 replies, 1 without; round trip: mean" in done.stdout
    wrong = cli("run", "line.toml", "--set", "flows.probe.ping.interval=0 s")
    assert wrong.returncode == 2
    assert "flows.probe.ping.interval" in wrong.stderr
    wrong = cli("run", "line.toml", "--set", "flows.probe.size=1 MB")
    assert wrong.returncode == 2
    assert "ping.payload" in wrong.stderr
