"""Several runs in one plot: in one panel while lines are few, otherwise in a panel each."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import cellwise as cw
from cellwise import plots
from cellwise.plots import look, render
from cellwise.plots.drawing import Axis, Drawing
from cellwise.plots.marks import Line
from cellwise.plots.together import labels_of

LINE = """
duration = "2 s"
[nodes]
a.kind = "host"
b.kind = "host"
[links.l]
ends = ["a", "b"]
kind = "raw"
rate = "10 Mbit/s"
delay = "10 ms"
queue = { discipline = "tail", limit = "100 packets" }
[flows]
bulk = { from = "a", to = "b", tcp = { receive_window = "1 MB" } }
probe = { kind = "ping", from = "a", to = "b" }
[probes]
backlog = { port = "a.nic" }
acknowledgment = { flow = "bulk" }
cwnd = { flow = "bulk" }
sojourn = { port = "a.nic" }
"""

#: A plot for every way in which one is made of one run, and whether two runs are in one panel.
KINDS = {
    "backlog": True,
    "throughput": True,
    "cwnd": True,
    "latency": True,
    "queue-delay": True,
    "delay": True,
    "sojourn": False,
}


@pytest.fixture(scope="module")
def runs() -> list[cw.Run]:
    base = cw.Scenario.from_toml(LINE)
    short = base.with_({"links.l.queue.limit": "20 packets", "duration": "1 s"})
    return [cw.run(one) for one in (base, short)]


@pytest.mark.parametrize(("kind", "is_one_panel"), KINDS.items())
def test_two_runs_are_in_one_plot_with_their_names(
    runs: Sequence[cw.Run], kind: str, *, is_one_panel: bool
) -> None:
    alone = [run.plot(kind) for run in runs]
    drawing = plots.plot(kind, {"deep": runs[0], "shallow": runs[1]})
    assert drawing.is_even == (not is_one_panel)
    columns = drawing.columns()
    series = set(columns["series"].tolist())
    assert {name.partition(":")[0] for name in series} == {"deep", "shallow"}
    rows = [len(one.columns()["series"]) for one in alone]
    assert len(columns["series"]) == sum(rows)
    assert drawing.x.high == max((one.x.high for one in alone if one.x.high is not None), default=None)
    svg = drawing.to_svg()
    assert "deep" in svg
    assert "shallow" in svg
    assert svg == plots.plot(kind, {"deep": runs[0], "shallow": runs[1]}).to_svg()


def test_values_of_a_run_are_the_same_alone_and_beside_another(runs: Sequence[cw.Run]) -> None:
    together = plots.plot("cwnd", runs).columns()
    for number, run in enumerate(runs, 1):
        alone = run.plot("cwnd").columns()
        own = together["series"] == f"run {number}"
        for name in ("time_s", "congestion_window_bytes"):
            assert np.array_equal(together[name][own], alone[name], equal_nan=True)


def test_loads_of_pings_lie_beneath_in_one_panel(runs: Sequence[cw.Run]) -> None:
    drawing = plots.plot("latency", runs)
    assert [len(panel.marks) for panel in drawing.beneath] == [2]
    assert {mark.name for mark in drawing.beneath[0].marks} == {"run 1", "run 2"}


def test_more_than_eight_lines_have_a_panel_for_each_run(runs: Sequence[cw.Run]) -> None:
    sources = cw.Scenario.from_template("n-source").with_(
        duration="20 ms", probes={"queue": {"port": "*"}}, topology={"sources": 5}
    )
    run = cw.run(sources.with_({"probes.cwnd.flow": "*"}))
    drawing = plots.plot("cwnd", [run, run])
    assert drawing.is_even
    assert len(drawing.beneath) == 1
    assert len(drawing.columns()["series"]) == 2 * len(run.plot("cwnd").columns()["series"])


def test_runs_with_more_than_two_lines_each_have_panels_in_which_a_flow_has_one_colour() -> None:
    three = cw.Scenario.from_template("n-source").with_(
        {"duration": "20 ms", "topology.sources": 3, "probes.cwnd.flow": "*"}
    )
    run = cw.run(three)
    drawing = plots.plot("cwnd", [run, run])
    assert drawing.is_even
    assert len(drawing.beneath) == 1
    two = cw.run(three.with_({"topology.sources": 2}))
    assert not plots.plot("cwnd", [two, two]).is_even


def test_panels_reach_as_far_as_the_run_that_reaches_furthest() -> None:
    lines = [Line("", np.array([0.0, one]), np.array([0.0, one])) for one in (1.0, 100.0)]
    panels = [Drawing(Axis("x", low=0), Axis("y", low=0), [line]) for line in lines]
    both = replace(panels[0], beneath=[panels[1]], is_even=True)
    with look.settings(look.size_of("page")):
        for axes in render.laid_out(both).axes:
            assert axes.get_xlim()[1] >= 100
            assert axes.get_ylim()[1] >= 100


def test_there_are_at_most_eight_runs(runs: Sequence[cw.Run]) -> None:
    with pytest.raises(ValueError, match="9 runs are not allowed; give at most 8"):
        plots.plot("cwnd", [runs[0]] * 9)


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (["", ""], ["run 1", "run 2"]),
        (["results/fifo", "results/cake"], ["fifo", "cake"]),
        (["a/run", "b/run"], ["a/run", "b/run"]),
        (["r/a/run", "r/b/run"], ["a/run", "b/run"]),
        (["run", "run"], ["run (1)", "run (2)"]),
        (["/t/x/1", "/t/x/2"], ["1", "2"]),
    ],
)
def test_labels_are_short_and_each_once(names: list[str], labels: list[str]) -> None:
    assert labels_of(names) == labels


def test_labels_of_relative_and_absolute_folders_are_as_they_were_given() -> None:
    assert labels_of(["/a/run", "b"]) == ["/a/run", "b"]
    assert labels_of([str(Path("a")), ""]) == ["a", "run 2"]
