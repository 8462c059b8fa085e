"""Titles and labels of a plot, the description in its file, and colours that agree among plots of a run."""

import csv
import io
import re
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import cellwise as cw
from cellwise.plots import Drawing, look
from cellwise.plots.layers import Layer
from cellwise.plots.marks import Line, styles
from cellwise.store import Numbers

PROBES = {
    "queue": {"port": "*"},
    "occupancy": {"port": "*", "vc": "*"},
    "cwnd": {"flow": "*"},
    "acknowledgment": {"flow": "*"},
    "transmitted": {"port": "*", "every": "10 ms"},
}


def brief(sources: int) -> cw.Scenario:
    settings = {"topology.sources": sources, "switch.buffer": "300 cells", "probes": PROBES}
    return cw.Scenario.from_template("n-source").with_(settings, duration="300 ms")


@pytest.fixture(scope="module")
def run() -> cw.Run:
    return cw.run(brief(4))


def colours(drawing: Drawing) -> dict[str, str]:
    found = zip(drawing.marks, styles(drawing.marks, drawing.order), strict=True)
    return {mark.name: style.colour for mark, style in found}


def test_words_around_a_plot_can_be_set_and_its_columns_keep_their_names(run: cw.Run) -> None:
    options = {"title": "Windows", "x_label": "Time (s)", "y_label": "", "footer": False}
    drawing = run.plot("cwnd", **options)
    svg = drawing.to_svg()
    assert ">Windows<" in svg
    assert ">Time (s)<" in svg
    assert ">time, s<" not in svg
    assert "congestion window" not in svg
    header = next(csv.reader(io.StringIO(drawing.to_csv())))
    assert header == ["series", "time_s", "congestion_window_bytes"]
    assert drawing.to_csv() == run.plot("cwnd").to_csv()


def texts_of(svg: str) -> str:
    """What is drawn as text in a picture, as one line."""
    return " ".join(" ".join(re.findall(r"<text[^>]*>([^<]*)</text>", svg)).split())


def test_a_picture_has_its_command_in_its_metadata_whether_it_is_drawn_or_not(
    run: cw.Run, tmp_path: Path
) -> None:
    command = "cellwise run my.toml && cellwise plot x queue"
    for footer in (True, False):
        drawing = run.plot("queue", title="Queues", footer=footer).with_footer(command)
        svg = drawing.save(tmp_path / "a.svg").read_text()
        assert ("cellwise run my.toml &amp;&amp; cellwise plot x queue" in texts_of(svg)) == footer
        assert f"<dc:description>{command.replace('&', '&amp;')}</dc:description>" in svg
        with Image.open(drawing.save(tmp_path / "a.png")) as picture:
            assert picture.info["Description"] == command
            assert picture.info["Title"] == "Queues"
        pdf = drawing.save(tmp_path / "a.pdf").read_bytes()
        assert command.encode() in pdf.replace(b"\\", b"")
    # What is not drawn makes room for the data.
    heights = [
        run.plot("queue", footer=footer, size="column").with_footer(40 * "command ").to_bytes("png")
        for footer in (True, False)
    ]
    assert zlib.crc32(heights[0]) != zlib.crc32(heights[1])


def test_a_thing_has_one_colour_in_every_plot_of_a_run(run: cw.Run) -> None:
    whole = [colours(run.plot(name)) for name in ("cwnd", "throughput", "delay")]
    some = [colours(run.plot(name, flow=["tcp4", "tcp2"])) for name in ("cwnd", "throughput", "delay")]
    for flow in ("tcp2", "tcp4"):
        assert len({one[flow] for one in (*whole, *some)}) == 1, flow
    assert len({whole[0][f"tcp{number}"] for number in range(1, 5)}) == 4
    trunk = [colours(run.plot(name, port="sw1.trunk"))["sw1.trunk"] for name in ("queue", "utilisation")]
    trunk += [colours(run.plot("efficiency-fairness"))["sw1.trunk"], colours(run.plot("queue"))["sw1.trunk"]]
    assert len(set(trunk)) == 1
    assert colours(run.plot("occupancy", vc="vc3"))["vc3"] == colours(run.plot("occupancy"))["vc3"]


def test_stacked_occupancy_adds_up_to_the_queue(run: cw.Run) -> None:
    drawing = run.plot("occupancy")
    assert drawing.title.endswith("sw1.trunk, the fullest of 10 ports")
    layers = [mark for mark in drawing.marks if isinstance(mark, Layer)]
    assert [layer.name for layer in layers] == ["vc1", "vc2", "vc3", "vc4"]
    (queue,) = [one for one in run.probes if (one.quantity, one.target) == ("queue", "sw1.trunk")]
    top = layers[-1]
    assert top.top_y.max() == pytest.approx(queue.value.max(), abs=1)
    at = np.linspace(0, run.simulated_s, 997)
    sums = np.sum([held_at(layer.x, layer.y, at) for layer in layers], axis=0)
    assert held_at(top.top_x, top.top_y, at) == pytest.approx(sums)
    # Each is drawn up to its own top, which is that of the layer below and its own thickness.
    assert (layers[1].top_y >= layers[0].top_y).all()


def held_at(x: Numbers, y: Numbers, at: Numbers) -> Numbers:
    return np.concatenate([[0.0], y])[np.searchsorted(x, at, side="right")]


def test_of_many_connections_those_with_fewest_cells_are_one_layer() -> None:
    run = cw.run(brief(9))
    drawing = run.plot("occupancy", port="sw1.trunk")
    names = [mark.name for mark in drawing.marks]
    assert len(names) == len(look.COLOURS)
    assert names[-1] == "3 others"
    (queue,) = [one for one in run.probes if (one.quantity, one.target) == ("queue", "sw1.trunk")]
    last = drawing.marks[-1]
    assert isinstance(last, Layer)
    assert last.top_y.max() == pytest.approx(queue.value.max(), abs=1)
    with pytest.raises(ValueError, match=r"sw1\.trunk, sw2\.trunk are not allowed; give one"):
        run.plot("occupancy", port=["sw1.trunk", "sw2.trunk"])


def test_known_quantiles_are_steps_that_claim_nothing_between_them(run: cw.Run) -> None:
    drawing = run.plot("delay", flow="tcp3")
    (line,) = drawing.marks
    assert isinstance(line, Line)
    assert line.steps
    assert line.y.tolist() == [0.0, 0.5, 0.95, 0.99, 1.0]
    assert "known at the marked quantiles only" in drawing.title
