"""Every plot: its files in all formats, its words, and that the same data give the same bytes."""

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
from tests.api.plotted import abr_run, brief_run, brief_scenario, rows_of

import cellwise as cw
from cellwise import export, plots
from cellwise.plots import Drawing, NotRecordedError, needs
from cellwise.plots.look import LEGEND_ROWS, SIZES
from cellwise.plots.marks import Line, Scatter, Spans, styles
from cellwise.plots.registry import PLOTS
from cellwise.series import Series
from cellwise.source import Source

#: Options that a plot needs in addition to the run.
OPTIONS: Mapping[str, Mapping[str, str]] = {"factor": {"x": "switch.buffer"}}


@pytest.fixture(scope="module")
def run() -> cw.Run:
    return brief_run()


@pytest.fixture(scope="module")
def abr() -> cw.Run:
    return abr_run()


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


def test_a_probe_that_finds_nothing_in_the_network_is_not_proposed_again() -> None:
    packets = cw.Scenario.from_template("ethernet-bottleneck").with_(duration="20 ms")
    asked = {"port": "*", "every": "10 ms"}
    for probes in ({}, {"probes.queue.port": "*"}):
        with pytest.raises(NotRecordedError, match=r"has a value.*queue.*probes\.backlog of packets$"):
            cw.run(packets.with_(probes)).plot("queue")
    tail = cw.run(packets.with_({"probes.drop_probability": asked}))
    with pytest.raises(NotRecordedError, match=r"nothing in this network has a value.*drop_probability"):
        tail.plot("drop-probability")
    with pytest.raises(NotRecordedError, match=r"backlog was not recorded; add this"):
        cw.run(packets.with_({"probes.backlog": {"port": "r1.trunk", "flow": "*"}})).plot(
            "backlog", view="ports"
        )


def test_of_several_runs_the_one_without_the_probe_is_named() -> None:
    brief = cw.Scenario.from_template("n-source").with_(duration="20 ms")
    runs = {"tail": cw.run(brief.with_({"probes.cwnd.flow": "*"})), "epd": cw.run(brief)}
    with pytest.raises(NotRecordedError, match=r"plot cwnd: epd: cwnd was not recorded"):
        cw.plots.plot("cwnd", runs)


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
