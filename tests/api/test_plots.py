import csv
import hashlib
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.image import imread
from matplotlib.transforms import Affine2D, Bbox

import cellwise as cw
from cellwise import export, plots
from cellwise.plots import Drawing, NotRecordedError, needs
from cellwise.plots.look import LEGEND_ROWS, SIZES
from cellwise.plots.marks import Bars, Line, Scatter, Spans, styles
from cellwise.plots.registry import PLOTS
from cellwise.plots.sequence import sent_again, sent_first, went_back
from cellwise.series import Series
from cellwise.source import Source

EVERYTHING = {
    "queue": {"port": "sw1.trunk"},
    "occupancy": {"port": "sw1.trunk", "vc": "*"},
    "cwnd": {"flow": "*"},
    "ssthresh": {"flow": "tcp1"},
    "sequence": {"flow": "*"},
    "acknowledgment": {"flow": "*"},
    "transmitted": {"port": "*", "every": "10 ms"},
}

#: Options that a plot needs in addition to the run.
OPTIONS: Mapping[str, Mapping[str, str]] = {"factor": {"x": "switch.buffer"}}


def brief_scenario() -> cw.Scenario:
    return cw.Scenario.from_template("n-source").with_(
        {
            "title": "five sources for a moment",
            "duration": "1200 ms",
            "switch.buffer": "1000 cells",
            "tcp.timer_tick": "100 ms",
            "probes": EVERYTHING,
        }
    )


@pytest.fixture(scope="module")
def run() -> cw.Run:
    return cw.run(brief_scenario())


@pytest.fixture(scope="module")
def abr() -> cw.Run:
    scenario = cw.Scenario.from_template("n-source").with_(
        {
            "duration": "50 ms",
            "topology.sources": 2,
            "atm.category": "abr",
            "switch.rate_rule.rule": "erica",
            "probes": {"acr": {"vc": "*"}, "er": {"port": "sw1.trunk", "vc": "vc2"}},
        }
    )
    return cw.run(scenario)


#: Two hosts on a packet link, of which one sends more than the link takes.
PACKETS = """
duration = "2 s"
nodes.a.kind = "host"
nodes.b.kind = "host"
flows.f = { from = "a", to = "b" }
links.l = { ends = ["a", "b"], kind = "ethernet", rate = "10 Mbit/s", delay = "1 ms" }
packet.queue.discipline = "pie"
"""

#: The plots of queues of packets, and what all of them need.
OF_PACKETS = ("sojourn", "queue-delay", "backlog", "backlog-bytes", "drop-probability")
PACKET_PROBES = {
    "sojourn": {"port": "*"},
    "backlog": {"port": "*"},
    "backlog_bytes": {"port": "*", "flow": "*"},
    "drop_probability": {"port": "*", "every": "10 ms"},
}


@cache
def packets() -> cw.Run:
    return cw.run(cw.Scenario.from_toml(PACKETS).with_(probes=PACKET_PROBES))


def drawn(name: str, run: cw.Run, abr: cw.Run) -> Drawing:
    if name in OF_PACKETS:
        return packets().plot(name)
    return (abr if name == "rates" else run).plot(name, **OPTIONS.get(name, {}))


def rows_of(drawing: Drawing) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(drawing.to_csv())))


@pytest.mark.parametrize("name", plots.names())
def test_every_plot_is_drawn_in_every_format_and_size(
    name: str, run: cw.Run, abr: cw.Run, tmp_path: Path
) -> None:
    drawing = drawn(name, run, abr)
    begins = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}
    for ending in plots.FORMATS:
        assert drawing.save(tmp_path / f"a.{ending}").read_bytes().startswith(begins[ending])
    # The files are of the size that a plot has by itself.
    for size in SIZES.keys() - {drawing.size}:
        assert replace(drawing, size=size).to_svg().startswith("<svg")


@pytest.mark.parametrize("name", plots.names())
def test_every_plot_says_how_to_get_it_again_and_gives_its_columns(
    name: str, run: cw.Run, abr: cw.Run
) -> None:
    drawing = drawn(name, run, abr)
    assert "cellwise run scenario.toml" in drawing.footer
    assert "cellwise run scenario.toml" in drawing.to_svg()
    rows = rows_of(drawing)
    assert rows
    assert next(iter(rows[0])) == "series"


#: What is a quantity without a unit: a ratio, a count, the name of something or a place.
BARE = {
    "efficiency",
    "fairness index",
    "share of packets",
    "connection",
    "queue",
    "utilisation",
    "x",
    "y",
    "drop probability",
}


@pytest.mark.parametrize("name", plots.names())
def test_every_axis_has_a_unit_unless_it_is_a_ratio_or_names(name: str, run: cw.Run, abr: cw.Run) -> None:
    drawing = drawn(name, run, abr)
    for axis in (drawing.x, drawing.y):
        assert axis.label in BARE or axis.label.rpartition(", ")[2] in (
            *("s", "ms", "cells", "packets", "bytes", "Mbit/s"),
        ), axis.label


def test_the_tables_that_plots_ask_for_are_those_of_the_schema() -> None:
    kinds = json.loads(cw.json_schema())["$defs"]
    asked = [probe for probe in vars(needs).values() if isinstance(probe, needs.Probe)]
    assert {probe for plot in PLOTS.values() for probe in plot.probes} <= set(asked)
    for probe in asked:
        one_or_many, _ = kinds["Probes"]["properties"][probe.quantity]["anyOf"]
        table = one_or_many["anyOf"][0]["$ref"].removeprefix("#/$defs/")
        required = set(kinds[table]["required"])
        assert set(probe.keys()) == required, probe.quantity
        assert set(probe.may) <= set(kinds[table]["properties"]) - required, probe.quantity


@pytest.mark.parametrize("name", [name for name, plot in PLOTS.items() if plot.probes])
def test_a_plot_without_its_probes_gives_the_toml_that_makes_it_work(name: str) -> None:
    text = 'duration = "20 ms"\ntopology = { template = "n-source", sources = 2 }\n'
    if name in OF_PACKETS:
        text = PACKETS
    if name == "rates":
        text += 'atm.category = "abr"\nswitch.rate_rule.rule = "erica"\n'
    with pytest.raises(NotRecordedError, match=f"plot {name}: .* not recorded") as caught:
        cw.run(cw.Scenario.from_toml(text)).plot(name)
    toml = str(caught.value).split("\n\n", 1)[1].split("\n\nor give")[0]
    scenario = cw.Scenario.from_toml(f"{text}\n{toml}\n")
    assert rows_of(cw.run(scenario).plot(name))


def test_the_options_that_a_missing_probe_names_make_the_plot_work() -> None:
    scenario = cw.Scenario.from_template("n-source").with_(duration="20 ms")
    with pytest.raises(NotRecordedError, match="or give ") as caught:
        cw.run(scenario).plot("sequence")
    for option in str(caught.value).split("or give ")[1].replace("'", "").split("--set ")[1:]:
        path, _, value = option.strip().partition("=")
        scenario = scenario.set(path, value)
    assert rows_of(cw.run(scenario).plot("sequence"))


def test_utilisation_over_time_is_that_of_the_table_of_ports(run: cw.Run) -> None:
    table = run.columns("ports")
    known = dict(zip(table["port"], table["utilisation"], strict=True))
    sent = run.series("transmitted", port="sw1.trunk")
    (line,) = run.plot("utilisation", port="sw1.trunk").marks
    assert isinstance(line, Line)
    assert len(line.x) == len(sent) - 1 == 120
    assert line.y.mean() == pytest.approx(known["sw1.trunk"], abs=1e-4)
    cell_s = 424 / 155.52e6
    assert 0.9 < line.y.max() <= 1 + cell_s / 10e-3
    assert line.y.min() < 0.5, "before the windows have grown"
    (part,) = run.plot("utilisation", port="sw1.trunk", from_s=0.105, to_s=0.125).marks
    assert isinstance(part, Line)
    assert part.x.tolist() == pytest.approx([0.105, 0.11, 0.12])
    assert (part.y.tolist(), part.until) == (line.y[10:13].tolist(), 0.125)


def test_samples_too_far_apart_for_a_utilisation_are_reported(run: cw.Run) -> None:
    rare = run.scenario.with_({"duration": "20 ms", "probes": {"transmitted": {"port": "*", "every": "1 s"}}})
    drawing = cw.run(rare).plot("utilisation")
    assert (list(drawing.marks), drawing.note) == (
        [],
        "no two samples are shown; make probes.transmitted.every shorter",
    )


def test_unknown_names_are_answered_with_the_known_ones(run: cw.Run) -> None:
    with pytest.raises(ValueError, match="'cwn' is not known; the plots are cwnd, queue, sequence"):
        run.plot("cwn")
    with pytest.raises(ValueError, match="port is not among its options, which are flow, from_s, to_s"):
        run.plot("cwnd", port="sw1.trunk")
    with pytest.raises(ValueError, match="'tcp9' was not recorded; recorded: tcp1, tcp2"):
        run.plot("cwnd", flow="tcp9")
    with pytest.raises(ValueError, match="'tcp9' is not known; the flows are tcp1"):
        run.plot("delay", flow="tcp9")
    with pytest.raises(ValueError, match="'vc9' is not known; the connections are vc1"):
        run.plot("loss", vc="vc9")
    with pytest.raises(ValueError, match=r"'sw9.trunk' is not shared by flows; those that are: sw1.trunk"):
        run.plot("efficiency-fairness", port="sw9.trunk")
    with pytest.raises(ValueError, match="'poster' is not known; the sizes are page, column, slide"):
        run.plot("queue", size="poster")


def test_a_picture_in_an_unknown_format_is_refused_before_anything_is_written(
    run: cw.Run, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=r"\.svg, \.png or \.pdf"):
        run.plot("queue").save(tmp_path / "queue.gif")
    assert list(tmp_path.iterdir()) == []


def test_the_columns_of_a_plot_are_those_of_the_probe(run: cw.Run) -> None:
    queue = run.series("queue", port="sw1.trunk")
    columns = run.plot("queue").columns()
    assert list(columns) == ["series", "time_s", "queue_cells"]
    np.testing.assert_array_equal(columns["queue_cells"][: len(queue)], queue.value)
    np.testing.assert_array_equal(columns["time_s"][: len(queue)], queue.time_s)
    assert set(columns["series"]) == {"sw1.trunk"}


def test_ports_without_a_queue_are_counted_and_not_drawn_unless_they_are_named() -> None:
    run = cw.run(brief_scenario().with_(probes={"queue": {"port": "*", "every": "1 ms"}}))
    peaks = {one.target: one.value.max() for one in run.probes if one.quantity == "queue"}
    queues = {name for name, peak in peaks.items() if peak > 1}
    assert "sw1.trunk" in queues
    assert len(queues) < len(peaks)
    drawing = run.plot("queue")
    assert set(drawing.columns()["series"]) == queues
    assert f"; {len(peaks) - len(queues)} more port" in drawing.title
    quiet = min(set(peaks) - queues)
    named = run.plot("queue", port=quiet)
    assert set(named.columns()["series"]) == {quiet}
    assert "more port" not in named.title


def test_a_queue_that_there_never_was_is_said_to_be_none() -> None:
    alone = {"topology.sources": 1, "probes": {"queue": {"port": "sw1.trunk", "every": "1 ms"}}}
    run = cw.run(cw.Scenario.from_template("n-source").with_(alone, duration="20 ms"))
    drawing = run.plot("queue")
    assert drawing.note == "no cell was seen waiting"
    assert (drawing.y.low, drawing.y.high) == (0, 1)
    assert not drawing.columns()["queue_cells"].any()


def test_a_part_of_a_run_begins_with_the_value_held_before(run: cw.Run) -> None:
    queue = run.series("queue", port="sw1.trunk")
    middle = float((queue.time_s[1000] + queue.time_s[1001]) / 2)
    columns = run.plot("queue", from_s=middle, to_s=1.1).columns()
    assert columns["time_s"][0] == middle
    assert columns["queue_cells"][0] == queue.value[1000]
    assert columns["time_s"][-1] == 1.1
    assert columns["queue_cells"][-1] == queue.value[queue.time_s <= 1.1][-1]


@pytest.mark.parametrize(("from_s", "to_s"), [(-1.0, 1.0), (1.0, 1.0), (1.0, 0.5), (9.0, None)])
def test_an_empty_part_of_a_run_is_refused(run: cw.Run, from_s: float, to_s: float | None) -> None:
    with pytest.raises(ValueError, match=r"give a part of the run, 0 to 1\.2 s"):
        run.plot("queue", from_s=from_s, to_s=to_s)


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


@pytest.mark.parametrize("kind", [Scatter, Spans])
def test_a_mark_at_the_end_of_the_run_is_drawn_whole(kind: type[Scatter | Spans]) -> None:
    def painted(at: float) -> int:
        """Count the coloured pixels of a picture with one marker."""
        x, y = np.array([at]), np.array([0.5])
        mark = Scatter("a", x, y, marker="v") if kind is Scatter else Spans("a", x, y, y, marker="^")
        axes = plots.Axis("time, s", 0.0, 1.0), plots.Axis("share", 0.0, 1.0)
        picture = imread(io.BytesIO(plots.Drawing(*axes, [mark], legend="none").to_bytes("png")))
        return int(np.count_nonzero(np.ptp(picture[..., :3], axis=2) > 0.2))

    assert painted(1.0) == pytest.approx(painted(0.55), rel=0.1)


def test_losses_by_reason_add_up_to_the_lost_cells(run: cw.Run) -> None:
    drawing = run.plot("loss")
    total = sum(float(mark.length.sum()) for mark in drawing.marks if isinstance(mark, Bars))
    assert total == run.columns("vcs")["cells_lost"].sum() > 0
    longest = [float(row["lost_cells"]) for row in rows_of(drawing)]
    assert longest == sorted(longest, reverse=True)


def test_a_run_without_losses_says_so() -> None:
    run = cw.run(cw.Scenario.from_template("n-source").with_(duration="20 ms"))
    assert "no cell of data was lost" in run.plot("loss").to_svg()


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


def test_current_rates_stand_beside_the_allowed_ones() -> None:
    probes = {"acr": {"vc": "vc1"}, "ccr": {"vc": "*"}, "er": {"port": "sw1.trunk", "vc": "vc1"}}
    settings = {
        "duration": "2 s",
        "atm.category": "abr",
        "switch.rate_rule.rule": "erica",
        "probes": probes,
    }
    run = cw.run(cw.Scenario.from_template("n-source").with_(settings))
    drawing = run.plot("rates")
    assert [mark.name for mark in drawing.marks] == ["vc1 ACR", "vc1 CCR", "vc1 ER at sw1.trunk"]
    assert {mark.like for mark in drawing.marks} == {"vc1 ACR"}
    # A source says in an RM cell what it is allowed then.
    allowed, current = run.series("acr", vc="vc1"), run.series("ccr", vc="vc1")
    held = np.searchsorted(allowed.time_ps, current.time_ps, side="right") - 1
    known = held >= 0
    assert known.sum() > 3
    assert current.value[known] == pytest.approx(allowed.value[held[known]], rel=1 / 512)


def test_rates_are_in_bits_of_cells_with_explicit_rates_beside_them(abr: cw.Run) -> None:
    drawing = abr.plot("rates")
    assert [mark.name for mark in drawing.marks] == ["vc1 ACR", "vc2 ACR", "vc2 ER at sw1.trunk"]
    assert drawing.marks[2].like == "vc2 ACR"
    first = drawing.marks[0]
    assert isinstance(first, Line)
    assert first.y[0] == pytest.approx(abr.series("acr", vc="vc1").value[0] * 424 / 1e6)
    assert [mark.name for mark in abr.plot("rates", vc="vc1").marks] == ["vc1 ACR"]


def test_more_lines_than_a_legend_holds_are_counted_in_it() -> None:
    lines = [plots.Points(f"line {number}", np.array([[0, 0], [1, number]])) for number in range(40)]
    drawing = plots.lines_plot(lines, x_label="time, s", y_label="queue, cells")
    for size in SIZES:
        svg = replace(drawing, size=size).to_svg()
        (left_out,) = (int(count) for count in re.findall(r">and (\d+) more<", svg))
        named = [int(number) for number in re.findall(r">line (\d+)<", svg)]
        assert sorted(named) == list(range(40 - left_out))
        heights = set(re.findall(r'y="([\d.]+)"[^>]*>line \d+<', svg))
        assert len(heights) <= LEGEND_ROWS, size


def test_the_names_of_marks_stand_above_them_and_hide_none(run: cw.Run) -> None:
    for name in ("cwnd", "throughput", "delay", "sequence"):
        axes, legend = laid_out(run.plot(name))
        assert legend.y0 >= axes.y1 - 1, name


@pytest.mark.parametrize("size", SIZES)
def test_no_label_is_cut_whatever_the_part_of_the_run(run: cw.Run, size: str) -> None:
    for until_s in (0.0104, 0.0999, 0.604, 1.0, 1.2):
        drawing = run.plot("sequence", to_s=until_s, size=size)
        inside, _ = laid_out(drawing, labels=True)
        picture = SIZES[size]
        assert inside.x0 >= 0
        assert inside.x1 <= picture.width_inch * 72
        assert inside.y1 <= picture.height_inch * 72


def laid_out(drawing: Drawing, *, labels: bool = False) -> tuple[Bbox, Bbox]:
    """Where the axes, with or without their labels, and the legend of a picture are, in points."""
    seen = []

    def look(figure: Figure, *_: object, **__: object) -> None:
        figure.draw_without_rendering()
        (axes,) = figure.axes
        legend = axes.get_legend()
        renderer = FigureCanvasAgg(figure).get_renderer()
        box = axes.get_tightbbox(renderer) if labels else axes.get_window_extent()
        assert box is not None
        assert legend is not None
        in_points = Affine2D().scale(72 / figure.dpi)
        seen.extend((box.transformed(in_points), legend.get_window_extent().transformed(in_points)))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Figure, "savefig", look)
        drawing.to_bytes("png")
    axes, legend = seen
    return axes, legend


def test_lines_beside_a_line_have_its_colour_and_dashes_of_their_own() -> None:
    x = np.array([0.0, 1.0])
    marks = [Line("vc1", x, x), Line("vc2", x, x)]
    marks += [Line(f"vc1 at {port}", x, x, beside="vc1") for port in ("a", "b")]
    first, second, *beside = styles(marks)
    assert first.colour != second.colour
    assert {one.colour for one in beside} == {first.colour}
    assert len({first.dash, *(one.dash for one in beside)}) == 3


def test_a_threshold_that_was_never_set_is_not_named(run: cw.Run) -> None:
    names = [mark.name for mark in run.plot("cwnd", to_s=0.002).marks]
    assert names
    assert not [name for name in names if "ssthresh" in name]
    assert "tcp1 ssthresh" in [mark.name for mark in run.plot("cwnd").marks]


def test_the_longest_bar_ends_before_the_picture_does(run: cw.Run) -> None:
    drawing = run.plot("loss")
    longest = max(float((mark.base + mark.length).max()) for mark in drawing.marks if isinstance(mark, Bars))
    assert drawing.x.high is not None
    assert drawing.x.high > longest


STABLE = """
import hashlib, sys
import numpy as np
from cellwise import export, plots
time_s = np.linspace(0, 1, 5000)
lines = [plots.Points(f"tcp{n}", np.column_stack([time_s, np.cos(n * time_s)])) for n in range(6)]
drawing = plots.lines_plot(lines, x_label="time, s", y_label="queue, cells").with_footer("cellwise run a")
for ending in plots.FORMATS:
    print(hashlib.sha256(drawing.to_bytes(ending)).hexdigest())
print(hashlib.sha256(drawing.to_csv().encode()).hexdigest())
"""


def test_the_same_data_give_the_same_bytes_whatever_the_day_the_hashes_and_the_users_settings(
    tmp_path: Path,
) -> None:
    (tmp_path / "matplotlibrc").write_text("font.size: 22\nlines.linewidth: 9\naxes.facecolor: red\n")
    reported = []
    for seed, folder, date in (("1", "", "0"), ("2", str(tmp_path), "1000000000")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": date}
        if folder:
            environment["MATPLOTLIBRC"] = folder
        done = subprocess.run(
            [sys.executable, "-c", STABLE], env=environment, capture_output=True, text=True, check=True
        )
        reported.append(done.stdout.split())
    assert len(reported[0]) == 4
    assert reported[0] == reported[1]


def test_the_same_run_gives_the_same_picture(run: cw.Run) -> None:
    again = cw.run(brief_scenario())
    for name in ("cwnd", "sequence", "loss"):
        pictures = [hashlib.sha256(one.plot(name).to_bytes("png")).hexdigest() for one in (run, again)]
        assert pictures[0] == pictures[1]


def test_a_million_points_are_drawn_as_few_and_a_spike_of_one_stays() -> None:
    values = np.random.default_rng(1).normal(size=1_000_000).cumsum()
    time_ps = np.arange(1_000_000, dtype=np.int64) * 10**6
    run = cw.run(cw.Scenario.from_template("n-source").with_(duration="1 s"))

    def drawn(values: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> bytes:
        series = Series("queue sw1.trunk", "queue", "sw1.trunk", "cells", time_ps, values - values.min())
        return PLOTS["queue"].draw(replace(Source.of_run(run), series=[series])).to_bytes("svg")

    picture = drawn(values)
    assert len(picture) < 1_000_000, "about ten octets for each point that is drawn"
    spiked = values.copy()
    spiked[123_456] += 0.5 * np.ptp(values)
    assert drawn(spiked) != picture


PAGE = Path(__file__).parents[2] / "docs" / "plots.md"


def test_the_page_has_every_plot_with_its_probes_and_options_and_every_export() -> None:
    text = PAGE.read_text()
    cells = [line.split("|") for line in text.splitlines() if line.startswith("| `")]
    named = {row[1].strip(" `"): [re.findall(r"`([a-z_]+)`", cell) for cell in row[2:]] for row in cells}
    for plot in PLOTS.values():
        _, probes, options, _ = named[plot.name]
        assert probes == [probe.quantity for probe in plot.probes]
        assert options == plot.options()
    assert set(export.names()) <= set(named)
