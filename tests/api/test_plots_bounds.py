"""Thresholds and buffers are lines in pictures of queues, with their names where no curve can strike them."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

import cellwise as cw
from cellwise import plots
from cellwise.plots import look, render
from cellwise.plots.bounds import Bound


def probed(**changes: str) -> cw.Scenario:
    return cw.Scenario.from_template("n-source").with_(
        {
            "duration": "400 ms",
            "topology.sources": 3,
            "tcp.timer_tick": "100 ms",
            "probes.queue.port": "sw1.trunk",
            "probes.occupancy": {"port": "sw1.trunk", "vc": "*"},
            "switch.buffer": "1000 cells",
            "switch.drop.policy": "epd",
            **{path.replace("__", "."): value for path, value in changes.items()},
        }
    )


@pytest.fixture(scope="module")
def runs() -> Mapping[str, cw.Run]:
    return {
        "epd": cw.run(probed()),
        "tail": cw.run(probed(switch__drop__policy="tail")),
        "deep": cw.run(probed(switch__buffer="100000 cells")),
    }


@pytest.mark.parametrize("name", ["queue", "occupancy"])
def test_a_queue_has_lines_at_its_threshold_and_its_buffer(runs: Mapping[str, cw.Run], name: str) -> None:
    drawing = runs["epd"].plot(name)
    assert set(drawing.bounds) == {Bound("threshold", 800.0), Bound("buffer", 1000.0)}
    assert set(drawing.columns()["series"]) == {mark.name for mark in drawing.marks}, "they are no data"


def test_a_bound_far_above_the_queue_does_not_press_it_down(runs: Mapping[str, cw.Run]) -> None:
    drawing = runs["deep"].plot("queue")
    greatest = drawing.columns()["queue_cells"].max()
    assert all(one.y <= 2 * greatest for one in drawing.bounds)
    assert "buffer" not in {one.name for one in drawing.bounds}


def test_of_two_runs_what_both_have_is_drawn_once_and_the_rest_named_after_its_run(
    runs: Mapping[str, cw.Run],
) -> None:
    both = plots.plot("queue", {"epd": runs["epd"], "tail": runs["tail"]})
    assert set(both.bounds) == {Bound("buffer", 1000.0), Bound("epd: threshold", 800.0)}


@pytest.mark.parametrize("size", look.SIZES)
def test_names_stand_beside_the_axes_and_not_on_each_other(runs: Mapping[str, cw.Run], size: str) -> None:
    drawing = replace(runs["epd"].plot("queue", size=size), footer="")
    close = [*drawing.bounds, Bound("mark", 810.0)]
    with look.settings(look.size_of(size)):
        figure = render.laid_out(replace(drawing, bounds=close))
        (axes,) = figure.axes
        boxes = {one.get_text(): one.get_window_extent() for one in axes.texts}
    assert set(boxes) == {"buffer", "mark\nthreshold"}
    first, second = boxes.values()
    assert not first.overlaps(second)
    for box in boxes.values():
        assert box.x0 >= axes.bbox.x1
        assert box.x1 <= figure.bbox.x1


@pytest.mark.parametrize(("limit", "bounds"), [("150 packets", [Bound("limit", 150.0)]), ("5 s", [])])
def test_a_backlog_of_packets_has_a_line_at_its_limit_if_that_is_a_number_of_packets(
    limit: str, bounds: list[Bound]
) -> None:
    scenario = cw.Scenario.from_template("ethernet-bottleneck").with_(
        {
            "duration": "4 s",
            "topology.queue": {"discipline": "tail", "limit": limit},
            "tcp": {"variant": "cubic", "receive_window": "1 MB"},
            "probes.backlog.port": "r1.trunk",
        }
    )
    assert cw.run(scenario).plot("backlog").bounds == bounds


def test_queues_of_packets_have_lines_at_thresholds_and_targets_also_where_flows_are_stacked() -> None:
    red = {"discipline": "red", "min_threshold": "20 packets", "max_threshold": "60 packets"}
    scenario = cw.Scenario.from_template("ethernet-bottleneck").with_(
        {
            "duration": "4 s",
            "topology.queue": {**red, "limit": "100 packets"},
            "tcp": {"variant": "cubic", "receive_window": "1 MB"},
            "probes.backlog": [{"port": "r1.trunk"}, {"port": "r1.trunk", "flow": "*"}],
            "probes.sojourn.port": "r1.trunk",
        }
    )
    lines = {Bound("min threshold", 20.0), Bound("max threshold", 60.0)}
    run = cw.run(scenario)
    for drawing in (run.plot("backlog"), run.plot("backlog", view="flows")):
        assert lines <= set(drawing.bounds)
    codel = cw.run(scenario.with_({"topology.queue": {"discipline": "codel"}}))
    assert codel.plot("queue-delay").bounds == [Bound("target", 5.0)]
