import csv
import io
import itertools
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.collections import LineCollection

import cellwise as cw
from cellwise import plots
from cellwise.levels import Level
from cellwise.plots import Drawing, look, render
from cellwise.plots.drawing import Axis
from cellwise.plots.marks import Interval, Line, styles
from cellwise.plots.places import Places, names_of
from cellwise.plots.registry import plot_sources
from cellwise.source import Source
from cellwise.store import Columns

BUFFERS = ("500 cells", "1000 cells", "8000 cells")
POLICIES = ("tail", "epd")


def brief(buffer: str, policy: str, replication: int, sources: int = 2) -> cw.Scenario:
    changes = {"topology.sources": sources, "switch.buffer": buffer, "switch.drop.policy": policy}
    return cw.Scenario.from_template("n-source").with_(changes, duration="60 ms", replication=replication)


@pytest.fixture(scope="module")
def runs() -> list[cw.Run]:
    return [
        cw.run(brief(buffer, policy, replication))
        for buffer in BUFFERS
        for policy in POLICIES
        for replication in range(3)
    ]


def curves(drawing: Drawing) -> dict[str, Interval]:
    return {mark.name: mark for mark in drawing.marks if isinstance(mark, Interval)}


def test_a_factor_plot_has_medians_and_intervals_over_replications(runs: Sequence[cw.Run]) -> None:
    drawing = plots.plot("factor", runs, x="switch.buffer", by="switch.drop.policy")
    assert drawing.title == "medians, and 5-95 % of 3 replications"
    assert drawing.x.label == "switch.buffer, cells"
    found = curves(drawing)
    assert list(found) == ["epd", "tail"]
    tail = found["tail"]
    assert tail.x.tolist() == [500, 1000, 8000]
    ours = [cw.metrics.value(run, "efficiency@sw1.trunk") for run in runs[:3]]
    low, middle, high = np.percentile(ours, [5, 50, 95])
    assert (tail.low[0], tail.middle[0], tail.high[0]) == pytest.approx((low, middle, high))
    rows = list(csv.DictReader(io.StringIO(drawing.to_csv())))
    assert list(rows[0]) == [
        "series",
        "switch_buffer_cells",
        "efficiency",
        "efficiency_low",
        "efficiency_high",
    ]


def test_the_interval_of_the_mean_is_students_over_the_replications(runs: Sequence[cw.Run]) -> None:
    drawing = plots.plot("factor", runs, x="switch.buffer", by="switch.drop.policy", interval="ci")
    assert drawing.title == "means of 3 replications with their 95 % confidence intervals"
    tail = curves(drawing)["tail"]
    ours = [cw.metrics.value(run, "efficiency@sw1.trunk") for run in runs[:3]]
    mean, half_width = np.mean(ours), 4.302653 * np.std(ours, ddof=1) / np.sqrt(3)
    ends = (mean - half_width, mean, mean + half_width)
    assert (tail.low[0], tail.middle[0], tail.high[0]) == pytest.approx(ends)
    one_of_each = plots.plot("factor", runs[::3], x="switch.buffer", by="switch.drop.policy", interval="ci")
    assert one_of_each.title == "one run of each: no interval"


def test_an_interval_that_reaches_below_zero_is_seen_whole(runs: Sequence[cw.Run]) -> None:
    def with_timeouts(run: cw.Run, timeouts: int) -> Source:
        def tables(name: str) -> Columns:
            columns = run.columns(name)
            return {**columns, "timeouts": np.full(2, timeouts)} if name == "flows" else columns

        return replace(Source.of_run(run), tables=tables)

    given = [with_timeouts(run, timeouts) for run, timeouts in zip(runs[:3], (0, 0, 3), strict=True)]
    for interval in ("ci", "range"):
        drawing = plot_sources("factor", given, x="switch.buffer", y="flows.timeouts", interval=interval)
        (curve,) = curves(drawing).values()
        assert bool((curve.low < 0).any()) == (interval == "ci")
        assert drawing.y.low == (None if interval == "ci" else 0)


def test_a_value_of_a_setting_has_one_colour_in_every_plot_of_the_same_runs(runs: Sequence[cw.Run]) -> None:
    by = "switch.drop.policy"
    both = plots.plot("factor", runs, x="switch.buffer", by=by)
    alone = plots.plot("factor", runs, x="switch.buffer", by=by, where={by: "tail"})
    points = plots.plot("efficiency-fairness", runs, by=by)
    seen = [
        {mark.name: style.colour for mark, style in zip(one.marks, styles(one.marks, one.order), strict=True)}
        for one in (both, alone, points)
    ]
    assert len({one["tail"] for one in seen}) == 1
    assert seen[0]["epd"] == seen[2]["epd"] != seen[0]["tail"]


def test_one_run_of_each_has_no_interval(runs: Sequence[cw.Run]) -> None:
    drawing = plots.plot("factor", runs[::3], x="switch.buffer", by="switch.drop.policy")
    assert drawing.title == "one run of each: no interval"
    for curve in curves(drawing).values():
        assert (curve.low == curve.high).all()


def test_runs_that_differ_in_something_else_too_are_not_mixed(runs: Sequence[cw.Run]) -> None:
    with pytest.raises(ValueError, match=r"also differ in switch\.drop\.policy; .*--where"):
        plots.plot("factor", runs, x="switch.buffer")
    where = {"switch.drop.policy": "epd"}
    (curve,) = plots.plot("factor", runs, x="switch.buffer", where=where).marks
    assert curve.name == ""


def test_runs_without_the_setting_are_left_out() -> None:
    base = cw.Scenario.from_template("n-source").with_({"switch.buffer": "500 cells"}, duration="20 ms")
    selective = {"policy": "selective-drop", "z": 0.8}
    some = [cw.run(base.with_({"switch.drop": drop})) for drop in ({"policy": "tail"}, selective)]
    drawing = plots.plot("factor", some, x="switch.drop.policy", where={"switch.drop.z": 0.8})
    (curve,) = drawing.marks
    assert isinstance(curve, Interval)
    assert curve.places == ["selective-drop"]


def test_the_same_run_given_twice_counts_once(runs: Sequence[cw.Run]) -> None:
    once, twice = (
        plots.plot("factor", some, x="switch.buffer", by="switch.drop.policy").to_csv()
        for some in (runs, [*runs, *runs])
    )
    assert once == twice


def test_a_column_of_a_table_is_a_measure(runs: Sequence[cw.Run]) -> None:
    options = {"x": "switch.buffer", "where": {"switch.drop.policy": "tail"}}
    drawing = plots.plot("factor", runs, y="flows.throughput_bps", rows="sum", **options)
    assert drawing.y.label == "sum of throughput in flows, Mbit/s"
    (curve,) = curves(drawing).values()
    ours = [run.columns("flows")["throughput_bps"].sum() / 1e6 for run in runs[:3]]
    assert curve.middle[0] == pytest.approx(np.median(ours))


def test_levels_that_are_no_numbers_are_places_without_a_line(runs: Sequence[cw.Run]) -> None:
    options = {"x": "switch.drop.policy", "where": {"switch.buffer": "500 cells"}}
    drawing = plots.plot("factor", runs, y="fairness", **options)
    assert drawing.x.names == ["epd", "tail"]
    assert "epd" in drawing.to_csv()
    (curve,) = curves(drawing).values()
    assert curve.places == ["epd", "tail"]


def test_settings_that_are_left_out_have_their_defaults(runs: Sequence[cw.Run]) -> None:
    drawing = plots.plot(
        "factor", runs[:3], x="tcp.mss", where={"tcp.variant": "reno", "switch.buffer": "500 cells"}
    )
    assert drawing.x.label == "tcp.mss, bytes"
    assert curves(drawing)[""].x.tolist() == [512]


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({}, "give x, the setting whose levels are compared"),
        ({"x": "switch.bufer"}, r"switch\.bufer: is no setting of the scenario; there are switch\.buffer"),
        ({"x": "swich.buffer"}, r"swich\.buffer: is no setting of the scenario; there are .*switch"),
        (
            {"x": "switch.drop"},
            r"switch\.drop: is no setting of the scenario; there are switch\.drop\.policy$",
        ),
        (
            {"x": "switch.buffer", "y": "goodput"},
            r"'goodput' is not known; give efficiency, fairness or TABLE",
        ),
        ({"x": "switch.buffer", "interval": "sd"}, "interval: 'sd' is not known; give one of ci, range"),
        ({"x": "switch.buffer", "y": "flows.speed"}, "'speed' is not a number of flows; .*throughput_bps"),
        ({"x": "switch.buffer", "y": "flows.kind"}, "'kind' is not a number of flows"),
        (
            {"x": "switch.buffer", "y": "flows.timeouts", "rows": "mode"},
            "'mode' is not known; give one of mean",
        ),
        ({"x": "switch.buffer", "port": "sw9.trunk"}, r"'sw9.trunk' is not shared by flows; .*sw1\.trunk"),
        (
            {"x": "switch.buffer", "where": {"tcp.variant": "tahoe"}},
            r"no run has tcp\.variant = tahoe; there are reno",
        ),
        ({"x": "switch.buffer", "where": {"tcp.varant": "tahoe"}}, r"tcp\.varant: is no setting"),
    ],
)
def test_what_is_not_known_is_answered_with_what_is(
    runs: Sequence[cw.Run], options: dict[str, str], fault: str
) -> None:
    with pytest.raises(ValueError, match=fault):
        plots.plot("factor", runs[:3], **options)


def test_a_plot_of_one_network_refuses_several(runs: Sequence[cw.Run]) -> None:
    with pytest.raises(ValueError, match="2 runs are not allowed; give one"):
        plots.plot("network", runs[:2])


def test_efficiency_and_fairness_have_a_point_for_every_run(runs: Sequence[cw.Run]) -> None:
    drawing = plots.plot("efficiency-fairness", runs, by="switch.drop.policy")
    counts = {mark.name: len(mark.columns("x", "y")["x"]) for mark in drawing.marks}
    assert counts == {"tail": 9, "epd": 9}
    alone = plots.plot("efficiency-fairness", runs, where={"switch.drop.policy": "epd"})
    assert [mark.name for mark in alone.marks] == ["sw1.trunk"]


def test_levels_are_ordered_by_their_numbers_and_far_ones_stand_by_their_ratios() -> None:
    levels = {Level.of(f"{cells} cells") for cells in (12000, 1000, 3000)}
    places = Places.of(levels)
    assert [level.written for level in places.levels] == ["1000 cells", "3000 cells", "12000 cells"]
    assert places.axis("buffer").log
    assert not Places.of({Level.of(5), Level.of(15)}).axis("sources").log
    mixed = Places.of({Level.of("1000 cells"), Level.of("unlimited")})
    assert not mixed.are_numbers
    assert mixed.at == [0.0, 1.0]


def test_levels_of_several_units_stand_at_their_numbers_in_one() -> None:
    places = Places.of({Level.of(written) for written in ("10 ms", "5 us", "1 ms")})
    assert [level.written for level in places.levels] == ["5 us", "1 ms", "10 ms"]
    assert places.at == [0.005, 1.0, 10.0]
    axis = places.axis("topology.link_delay")
    assert (axis.label, axis.log, axis.names) == ("topology.link_delay, ms", True, ["0.005", "1", "10"])
    assert Level.of("1000 us") == Level.of("1 ms") != Level.of("1 s")
    assert not Places.of({Level.of("5 us"), Level.of(5)}).are_numbers


def test_the_names_of_levels_have_no_more_decimals_than_distinguish_them() -> None:
    def named(*values: object) -> list[str]:
        return list(names_of(map(Level.of, values)).values())

    assert named("10 ms", "32.4223 ms", "100 ms") == ["10 ms", "32.4 ms", "100 ms"]
    assert named(0.1 + 0.2, 0.25, 1 / 3) == ["0.3", "0.25", "0.333"]
    assert named("32.4223 ms", "32.4226 ms") == ["32.422 ms", "32.423 ms"]
    assert named(1492, 1500, 1492.251, 1e6, 3.21456e-5) == ["1492", "1500", "1492.3", "1000000", "3.2146e-05"]
    assert named("epd", "0.0 s", "1.0.3") == ["epd", "0.0 s", "1.0.3"]
    assert named("1.5 ms", "1500 us", "32.4223 ms") == ["1500 us", "32.4 ms"]
    assert Places.of(set(map(Level.of, ("3.24223 us", "10 us")))).axis("x").names == ["3.24", "10"]


def test_figures_of_one_sweep_name_a_level_alike() -> None:
    def names(*written: str) -> list[str] | None:
        return Places.of(map(Level.of, written), map(Level.of, known)).axis("x").names

    known = ("1.25 ms", "32.4223 ms", "32.4226 ms")
    assert names("1.25 ms", "32.4223 ms") == ["1.25", "32.422"]
    assert names("32.4226 ms") == ["32.423"]
    # In the unit of all, though this one has another; a level without a number is at no place of a scale.
    known = (*known, "1.5 s", "unlimited")
    assert names("1.5 s", "1.25 ms") == ["1.25", "1500"]
    assert names("unlimited", "32.4223 ms") == ["32.422 ms", "unlimited"]


def test_the_text_of_a_level_is_the_level_itself() -> None:
    for value in (1 / 3, 0.1 + 0.2, 1e6, 3.21456e-5, 12.0):
        assert Level.of(Level.of(value).written) == Level.of(value)


def test_a_setting_is_found_however_its_quantity_is_written(runs: Sequence[cw.Run]) -> None:
    where = {"tcp.mss": "0.5 KiB", "topology.link_delay": "0.005 ms", "switch.drop.policy": "epd"}
    (curve,) = plots.plot("factor", runs, x="switch.buffer", where=where).marks
    assert isinstance(curve, Interval)
    assert curve.x.tolist() == [500, 1000, 8000]


def test_runs_that_say_the_same_in_other_words_are_not_distinguished(runs: Sequence[cw.Run]) -> None:
    written = cw.Scenario.from_toml(runs[0].scenario.expanded().to_toml()).with_(title="written out")
    drawing = plots.plot("factor", [runs[0], cw.run(written)], x="switch.buffer")
    assert drawing.title == "one run of each: no interval"


def test_bars_of_several_curves_are_side_by_side_and_within_the_axes(runs: Sequence[cw.Run]) -> None:
    for x, by in (("switch.buffer", "switch.drop.policy"), ("switch.drop.policy", "switch.buffer")):
        drawing = plots.plot("factor", runs, x=x, by=by)
        with look.settings(look.size_of("page")):
            (axes,) = render.laid_out(drawing).axes
            at = [
                bar.get_transform().transform(path.vertices)
                for bar in axes.collections
                if isinstance(bar, LineCollection)
                for path in bar.get_paths()
            ]
        places = sorted(float(one[0, 0]) for one in at)
        assert len(places) == len(BUFFERS) * len(POLICIES)
        assert min(after - before for before, after in itertools.pairwise(places)) > 4
        for ends in at:
            assert axes.bbox.x0 < ends[0, 0] < axes.bbox.x1
            assert axes.bbox.y0 <= ends[:, 1].min() <= ends[:, 1].max() <= axes.bbox.y1


def test_values_that_vary_little_do_not_lie_on_the_edge() -> None:
    drawing = plots.line_plot([0, 1, 2], [100, 101, 100], x_label="time, s", y_label="rate, Mbit/s")
    with look.settings(look.size_of("page")):
        (axes,) = render.laid_out(drawing).axes
        assert axes.get_ylim() == pytest.approx((0, 1.05 * 101))


def test_values_that_are_all_zero_have_no_axis_of_fractions_below_it() -> None:
    line = Line("", np.arange(3.0), np.zeros(3))
    with look.settings(look.size_of("page")):
        (axes,) = render.laid_out(Drawing(Axis("time, s"), Axis("sequence number, bytes"), [line])).axes
        assert axes.get_ylim() == (0, 1)


@pytest.mark.parametrize("count", range(2, 12))
def test_names_of_places_do_not_touch(count: int) -> None:
    names = [f"server{place}.nic" for place in range(count)]
    x = Axis("queue", low=-0.5, high=count - 0.5, ticks=[float(at) for at in range(count)], names=names)
    line = Line("", np.arange(float(count)), np.ones(count))
    with look.settings(look.size_of("column")):
        (axes,) = render.laid_out(Drawing(x, Axis("wait, ms", low=0), [line], size="column")).axes
        labels = axes.get_xticklabels()
        boxes = [one.get_window_extent() for one in labels]
    if labels[0].get_rotation() == 0:
        assert all(one.x1 < other.x0 for one, other in itertools.pairwise(boxes))
    else:
        ticks = axes.transData.transform([(at, 0.0) for at in range(count)])[:, 0]
        assert all(abs(box.x1 - tick) < 12 for box, tick in zip(boxes, ticks, strict=True))
