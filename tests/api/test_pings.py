"""Pings: the table of round trips, the numbers about it, and the results that leave it out."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cellwise as cw
from cellwise import metrics
from cellwise.export import flent
from cellwise.page.sentences import ping_lines

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
LATE = LINE.replace("[flows.probe]", '[flow]\nstart = "2 s"\n[flows.probe]\nstart = "0 s"')


def test_a_ping_sees_the_queue_that_the_load_fills() -> None:
    loaded = cw.run(cw.Scenario.from_toml(LINE))
    times = metrics.ping_times(loaded.columns("pings"), "probe")
    # From 0 to 4 s; the last one is sent as the run ends.
    assert (times["count"], times["unanswered"]) == (80, 1)
    # 1000 cells of 53 octets at 10 Mbit/s take 42 ms.
    assert 0.03 < times["greatest_s"] - times["least_s"] < 0.045
    assert times["increase_s"] == pytest.approx(times["mean_s"] - times["least_s"])
    idle = cw.Scenario.from_toml(LINE).with_(flow={"start": "3.9 s"})
    assert metrics.ping_times(cw.run(idle).columns("pings"))["increase_s"] < 0.002


def test_a_ping_has_no_share_of_a_port() -> None:
    run = cw.run(cw.Scenario.from_toml(LINE))
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


def test_bloat_is_what_the_load_adds_to_the_median() -> None:
    run = cw.run(cw.Scenario.from_toml(LATE))
    pings, flows = run.columns("pings"), run.columns("flows")
    loaded = metrics.under_load(pings, flows)
    assert (loaded == (pings["sent_s"] >= 2.0)).all()
    rtts = pings["rtt_s"]
    wanted = np.nanmedian(rtts[loaded]) - np.nanmedian(rtts[~loaded])
    assert metrics.bloat_s(pings, flows) == pytest.approx(wanted)
    assert np.isnan(
        metrics.bloat_s(pings, {name: values[flows["kind"] == "ping"] for name, values in flows.items()})
    )


def test_bloat_without_an_idle_line_is_a_lower_bound() -> None:
    late = cw.Scenario.from_toml(LATE)
    for warmup, words in (("0 s", " ms"), ("3 s", " ms or more: no request met an idle line")):
        (line,) = ping_lines(cw.run(late.with_(warmup=warmup)), 1)
        assert re.fullmatch(rf"probe: .*; bloat \d+\.\d{{3}}{words}", line), line


def test_the_plot_of_round_trips_has_the_load_beneath() -> None:
    run = cw.run(cw.Scenario.from_toml(LATE).with_(probes={"acknowledgment": {"flow": "*"}}))
    columns = run.plot("latency").columns()
    of_ping = columns["series"] == "probe"
    answered = np.isfinite(run.columns("pings")["rtt_s"])
    assert columns["round_trip_time_ms"][of_ping].tolist() == pytest.approx(
        (1e3 * run.columns("pings")["rtt_s"][answered]).tolist()
    )
    lost = columns["series"] == "no reply"
    assert (~answered).any()
    assert lost.sum() == (~answered).sum()
    load = columns["load_mbps"][columns["series"] == "load"]
    assert load[:19].max() == 0.0
    assert load.max() > 7
    assert run.plot("latency").to_svg() == run.plot("latency").to_svg()
    without = cw.run(cw.Scenario.from_toml(LATE)).plot("latency")
    assert not without.beneath


def test_the_share_of_requests_is_of_idle_and_of_loaded_ones() -> None:
    run = cw.run(cw.Scenario.from_toml(LATE))
    columns = run.plot("latency", view="share").columns()
    idle, busy = (columns["series"] == f"probe, {words}" for words in ("idle", "under load"))
    assert np.ptp(columns["round_trip_time_ms"][idle]) < 0.01
    assert columns["round_trip_time_ms"][busy].max() > 30
    # The last request has no reply by the end.
    sent = (run.columns("pings")["sent_s"] >= 2.0).sum()
    assert columns["share_of_requests"][busy].max() == pytest.approx((sent - 1) / sent)
    with pytest.raises(ValueError, match="the views are time, share"):
        run.plot("latency", view="pie")


def test_round_trips_are_compared_over_the_requests_with_a_reply() -> None:
    late = cw.Scenario.from_toml(LATE)
    found = cw.compare(late, late, replications=2)
    rtt_s = [run.columns("pings")["rtt_s"] for run in cw.replicate(late, 2)]
    assert not np.isfinite(rtt_s[0]).all()
    assert found["pings.rtt_s"].a == pytest.approx(np.mean([np.nanmean(one) for one in rtt_s]))
    line = cw.Scenario.from_template("rrul").with_({"topology.load_start": "100 ms"}, duration="500 ms")
    alike = cw.compare(line, line.with_({"topology.upstream": "1 Mbit/s"}), replications=2)
    assert alike.is_without_chance
    assert alike["pings.rtt_s"].verdict == "lower"
    brief = cw.Scenario.from_template("n-source").with_({"switch.buffer": "1000 cells"}, duration="60 ms")
    without = cw.compare(brief, brief.with_({"switch.drop.policy": "epd"}), replications=2)
    assert "pings.rtt_s" not in {one.metric for one in without.differences}
    # Nothing differs, and yet something is random.
    assert not found.is_without_chance


def test_a_flent_file_has_the_round_trips(tmp_path: Path) -> None:
    run = cw.run(cw.Scenario.from_toml(LATE).with_(probes={"acknowledgment": {"flow": "*"}}))
    document = flent.document(run, "x.flent.gz")
    ping = document["results"]["Ping (ms) ICMP"]
    assert len(ping) == len(document["x_values"])
    assert ping[0] == pytest.approx(1e3 * np.nanmin(run.columns("pings")["rtt_s"]))
    raw = document["raw_values"]["Ping (ms) ICMP"]
    assert len(raw) == np.isfinite(run.columns("pings")["rtt_s"]).sum()
    assert document["metadata"]["SERIES_META"]["Ping (ms) ICMP"]["UNITS"] == "ms"
