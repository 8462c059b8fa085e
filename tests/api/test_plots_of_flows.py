"""Plots of flows: windows, sequence numbers, throughput and delay."""

import numpy as np
import pytest
from tests.api.plotted import brief_run, rows_of

import cellwise as cw
from cellwise.plots.marks import Line, Scatter, Spans
from cellwise.plots.sequence import sent_again, sent_first, went_back
from cellwise.series import Series


@pytest.fixture(scope="module")
def run() -> cw.Run:
    return brief_run()


def test_slow_start_thresholds_are_beside_the_windows_and_infinity_is_a_gap(run: cw.Run) -> None:
    drawing = run.plot("cwnd", flow=["tcp1", "tcp2"])
    assert [mark.name for mark in drawing.marks] == ["tcp1", "tcp2", "tcp1 ssthresh"]
    assert drawing.marks[2].like == "tcp1"
    (window,) = run.plot("cwnd", flow="tcp2").marks
    assert isinstance(window, Line)
    assert window.y.max() == run.series("cwnd", flow="tcp2").value.max()
    threshold = drawing.marks[2]
    assert isinstance(threshold, Line)
    assert np.isnan(threshold.y[0])
    assert np.isfinite(threshold.y[1:]).all()


def sent(*next_bytes: float) -> Series:
    time_ps = np.arange(len(next_bytes), dtype=np.int64) * 10**12
    return Series("sequence f", "sequence", "f", "bytes", time_ps, np.array(next_bytes))


def test_strokes_tell_new_data_from_what_is_sent_again() -> None:
    # Sends 1 to 3, goes back to 1, sends 2 again, then the rest of it with new data beyond 3.
    steps = sent(1.0, 3.0, 1.0, 2.0, 5.0)
    inside = np.ones(5, dtype=bool)
    new, again, back = (of(steps, inside) for of in (sent_first, sent_again, went_back))
    assert isinstance(new, Spans)
    assert isinstance(again, Spans)
    assert isinstance(back, Scatter)
    assert list(zip(new.x, new.low, new.high, strict=True)) == [(0, 0, 1), (1, 1, 3), (4, 3, 5)]
    assert list(zip(again.x, again.low, again.high, strict=True)) == [(3, 1, 2), (4, 2, 3)]
    assert list(zip(back.x, back.y, strict=True)) == [(2, 1)]


def test_a_sequence_plot_shows_all_that_was_sent_once_and_counts_the_rest(run: cw.Run) -> None:
    drawing = run.plot("sequence", flow="tcp2")
    (new,) = [mark for mark in drawing.marks if mark.name == "sent"]
    assert isinstance(new, Spans)
    assert (new.high - new.low).sum() == run.series("sequence", flow="tcp2").value.max()
    again = run.columns("flows")["retransmitted_segments"][1]
    assert f"tcp2, whole run: {again} segments sent again" in drawing.title
    with pytest.raises(ValueError, match="give one"):
        run.plot("sequence", flow=["tcp1", "tcp2"])


def test_throughput_in_windows_adds_up_to_what_was_acknowledged(run: cw.Run) -> None:
    rows = rows_of(run.plot("throughput", window_s=0.1))
    for flow in ("tcp1", "tcp5"):
        mbps = [float(row["acknowledged_throughput_mbps"]) for row in rows if row["series"] == flow]
        assert len(mbps) == 12
        octets = sum(mbps) * 1e6 * 0.1 / 8
        assert octets == pytest.approx(run.series("acknowledgment", flow=flow).value[-1])


def test_throughput_ends_with_a_shorter_window_at_its_own_rate(run: cw.Run) -> None:
    drawing = run.plot("throughput", flow="tcp1", window_s=0.5, to_s=1.1)
    assert "windows of 0.5 s, the last of 0.1 s" in drawing.title
    (line,) = drawing.marks
    assert isinstance(line, Line)
    assert line.x.tolist() == [0, 0.5, 1]
    acknowledged = run.series("acknowledgment", flow="tcp1")
    held = [acknowledged.value[acknowledged.time_s <= at][-1] for at in (0.5, 1, 1.1)]
    assert line.y == pytest.approx(8e-6 * np.diff([0, *held]) / [0.5, 0.5, 0.1])
    assert len(rows_of(drawing)) == 3
    assert line.until == pytest.approx(1.1)
    # A rest of some picoseconds, as a rounded width leaves it, is no window.
    (line,) = run.plot("throughput", flow="tcp1", window_s=0.366666666666, to_s=1.1).marks
    assert isinstance(line, Line)
    assert (len(line.x), line.until) == (3, 1.1)


@pytest.mark.parametrize("window_s", [1e-9, 1e-5, 9.0, 0.0, float("nan")])
def test_windows_that_are_too_many_or_too_wide_are_refused(run: cw.Run, window_s: float) -> None:
    with pytest.raises(ValueError, match=r"window_s: .* is not allowed; give 1\.2e-05 to 1\.2 s: at most"):
        run.plot("throughput", window_s=window_s)


def test_the_delay_plot_has_the_quantiles_of_the_run(run: cw.Run) -> None:
    rows = rows_of(run.plot("delay", flow="tcp3"))
    median = run.columns("flows")["delay_p50_s"][2]
    (found,) = [float(row["delay_of_packets_ms"]) for row in rows if row["share_of_packets"] == "0.5"]
    assert found == pytest.approx(1e3 * median)


def test_a_recorded_distribution_of_delays_is_drawn_whole() -> None:
    settings = {"duration": "3 s", "switch.buffer": "2000 cells", "warmup": "200 ms"}
    scenario = cw.Scenario.from_template("n-source").with_(settings)
    recorded = cw.run(scenario.with_({"probes": {"delays": [{"flow": "tcp1"}, {"flow": "tcp2"}]}}))
    delays, flows, vcs = (recorded.columns(name) for name in ("delays", "flows", "vcs"))
    assert cw.run(scenario).columns("flows")["delay_p99_s"].tolist() == flows["delay_p99_s"].tolist()
    of_tcp2 = delays["flow"] == "tcp2"
    packets = delays["packets"][of_tcp2]
    row = [(str(vc), str(way)) for vc, way in zip(vcs["vc"], vcs["direction"], strict=True)].index(
        ("vc2", "forward")
    )
    assert packets.sum() == vcs["frames_delivered"][row] > 100
    assert np.all(delays["to_s"] - delays["from_s"] <= 0.01 * delays["to_s"])
    drawing = recorded.plot("delay")
    line = {mark.name: mark for mark in drawing.marks}["tcp2"]
    assert isinstance(line, Line)
    assert len(packets) + 1 <= len(line.x) <= 2 * len(packets)
    assert np.all(np.diff(line.x) > 0)
    assert np.all(np.diff(line.y) >= 0)
    assert (line.x[0], line.y[0]) == (1e3 * flows["delay_min_s"][1], 0)
    assert (line.x[-1], line.y[-1]) == (pytest.approx(1e3 * flows["delay_max_s"][1]), 1)
    assert np.interp(1e3 * flows["delay_p50_s"][1], line.x, line.y) == pytest.approx(0.5, abs=0.05)
    # The other flows were not recorded: of them the known points are drawn, and the title says so.
    assert "record probes.delays" in drawing.title
    assert "record probes.delays" not in recorded.plot("delay", flow=["tcp1", "tcp2"]).title


def test_a_threshold_that_was_never_set_is_not_named(run: cw.Run) -> None:
    names = [mark.name for mark in run.plot("cwnd", to_s=0.002).marks]
    assert names
    assert not [name for name in names if "ssthresh" in name]
    assert "tcp1 ssthresh" in [mark.name for mark in run.plot("cwnd").marks]
