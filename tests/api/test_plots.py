import csv
import hashlib
import io
import itertools
import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import cellwise as cw
from cellwise import export, plots
from cellwise.plots import Drawing, NotRecordedError
from cellwise.plots.look import COLOURS, SIZES
from cellwise.plots.marks import Bars, Line, Scatter, Spans
from cellwise.plots.registry import PLOTS
from cellwise.plots.sequence import sent_again, sent_first, went_back
from cellwise.plots.source import Source
from cellwise.series import Series

EVERYTHING = {
    "queue": {"port": "sw1.trunk"},
    "occupancy": {"port": "sw1.trunk", "vc": "*"},
    "cwnd": {"flow": "*"},
    "ssthresh": {"flow": "tcp1"},
    "sequence": {"flow": "*"},
    "acknowledgment": {"flow": "*"},
}

#: What a plot needs said beside the run.
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


def drawn(name: str, run: cw.Run, abr: cw.Run) -> Drawing:
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
    for size in SIZES:
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


#: What is a quantity without a unit: a ratio, a count or the name of something.
BARE = {"efficiency", "fairness index", "share of packets", "connection"}


@pytest.mark.parametrize("name", plots.names())
def test_every_axis_has_a_unit_unless_it_is_a_ratio_or_names(name: str, run: cw.Run, abr: cw.Run) -> None:
    drawing = drawn(name, run, abr)
    for axis in (drawing.x, drawing.y):
        assert axis.label in BARE or axis.label.rpartition(", ")[2] in (
            *("s", "ms", "cells", "bytes", "Mbit/s"),
        ), axis.label


@pytest.mark.parametrize("name", [name for name, plot in PLOTS.items() if plot.probes])
def test_a_plot_without_its_probes_gives_the_toml_that_makes_it_work(name: str) -> None:
    text = 'duration = "20 ms"\ntopology = { template = "n-source", sources = 2 }\n'
    if name == "rates":
        text += 'atm.category = "abr"\nswitch.rate_rule.rule = "erica"\n'
    with pytest.raises(NotRecordedError, match=f"plot {name}: .* not recorded") as caught:
        cw.run(cw.Scenario.from_toml_text(text)).plot(name)
    toml = str(caught.value).split("\n\n", 1)[1].split("\n\nor give")[0]
    scenario = cw.Scenario.from_toml_text(f"{text}\n{toml}\n")
    assert rows_of(cw.run(scenario).plot(name))


def test_the_options_that_a_missing_probe_names_make_the_plot_work() -> None:
    scenario = cw.Scenario.from_template("n-source").with_(duration="20 ms")
    with pytest.raises(NotRecordedError, match="or give ") as caught:
        cw.run(scenario).plot("sequence")
    for option in str(caught.value).split("or give ")[1].replace("'", "").split("--set ")[1:]:
        path, _, value = option.strip().partition("=")
        scenario = scenario.set(path, value)
    assert rows_of(cw.run(scenario).plot("sequence"))


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
        assert len(mbps) == 13
        octets = sum(mbps[:-1]) * 1e6 * 0.1 / 8
        assert octets == pytest.approx(run.series("acknowledgment", flow=flow).value[-1])
    with pytest.raises(ValueError, match="window_s"):
        run.plot("throughput", window_s=9.0)


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


def test_rates_are_in_bits_of_cells_with_explicit_rates_beside_them(abr: cw.Run) -> None:
    drawing = abr.plot("rates")
    assert [mark.name for mark in drawing.marks] == ["vc1 ACR", "vc2 ACR", "vc2 ER at sw1.trunk"]
    assert drawing.marks[2].like == "vc2 ACR"
    first = drawing.marks[0]
    assert isinstance(first, Line)
    assert first.y[0] == pytest.approx(abr.series("acr", vc="vc1").value[0] * 424 / 1e6)
    assert [mark.name for mark in abr.plot("rates", vc="vc1").marks] == ["vc1 ACR"]


def test_more_lines_than_a_legend_holds_are_counted_in_it() -> None:
    lines = [plots.Points(f"line {number}", np.array([[0, 0], [1, number]])) for number in range(20)]
    svg = plots.lines_plot(lines, x_label="time, s", y_label="queue, cells").to_svg()
    assert "line 15" in svg
    assert "line 16" not in svg
    assert "and 4 more" in svg


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
    told = []
    for seed, folder, date in (("1", "", "0"), ("2", str(tmp_path), "1000000000")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": date}
        if folder:
            environment["MATPLOTLIBRC"] = folder
        done = subprocess.run(
            [sys.executable, "-c", STABLE], env=environment, capture_output=True, text=True, check=True
        )
        told.append(done.stdout.split())
    assert len(told[0]) == 4
    assert told[0] == told[1]


def test_the_same_run_gives_the_same_picture(run: cw.Run) -> None:
    again = cw.run(brief_scenario())
    for name in ("cwnd", "sequence", "loss"):
        pictures = [hashlib.sha256(one.plot(name).to_bytes("png")).hexdigest() for one in (run, again)]
        assert pictures[0] == pictures[1]


def test_a_million_points_are_drawn_within_two_seconds_of_processor_time() -> None:
    noise = np.random.default_rng(1).normal(size=1_000_000).cumsum()
    time_ps = np.arange(1_000_000, dtype=np.int64) * 10**6
    series = Series("queue sw1.trunk", "queue", "sw1.trunk", "cells", time_ps, noise - noise.min())
    run = cw.run(cw.Scenario.from_template("n-source").with_(duration="1 s"))
    source = replace(Source.of_run(run), series=[series])
    began = time.process_time()
    PLOTS["queue"].draw(source).to_bytes("png")
    assert time.process_time() - began < 2.0


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


HEAVY = ("matplotlib", "duckdb", "PIL", "typer", "rich", "asyncio", "cellwise.plots.render")


@pytest.mark.parametrize(
    ("statement", "absent"),
    [
        ("import cellwise", (*HEAVY, "cellwise.export", "cellwise.study")),
        ("import cellwise.plots, cellwise.export", HEAVY),
        ("import cellwise.cli", ("matplotlib", "duckdb", "PIL")),
    ],
)
def test_heavy_libraries_are_loaded_only_when_they_are_used(statement: str, absent: tuple[str, ...]) -> None:
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "cellwise" in loaded
    assert loaded.isdisjoint(absent), loaded & set(absent)


#: Linear RGB as eyes without one kind of cone see it (Machado, Oliveira and Fernandes, 2009, severity 1).
VISION = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}


def lab(colour: str, vision: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> np.ndarray:  # type: ignore[type-arg]
    """CIE L*a*b* (1976, D65) of an sRGB colour."""
    srgb = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    xyz = to_xyz @ np.clip(vision @ linear, 0, 1) / [0.9505, 1, 1.089]
    root = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


@pytest.mark.parametrize("vision", VISION)
def test_every_eye_tells_any_two_colours_apart(vision: str) -> None:
    seen = [lab(colour, VISION[vision]) for colour in COLOURS]
    # A difference of about 2 can just be seen side by side.
    assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(seen, 2)) > 15
