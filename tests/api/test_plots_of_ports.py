"""Plots of ports: queues and utilisation, over a whole run and a part of it."""

import numpy as np
import pytest
from tests.api.plotted import brief_run, brief_scenario

import cellwise as cw
from cellwise.plots.marks import Line


@pytest.fixture(scope="module")
def run() -> cw.Run:
    return brief_run()


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
