"""Figures of studies in data: plots, lines of runs, curves over levels, and those that cannot be."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import pytest
from tests.study.own import change, mistakes

import cellwise as cw
from cellwise.points.store import load
from cellwise.store import Columns
from cellwise.study.drive import StudyResults

FIGURES = """
[[figure]]
name    = "bars"
caption = "Ranges."
ranges  = { table = "table1", places = "{buffer_cells} cells", y_label = "efficiency", low = 0 }

[[figure]]
name    = "against"
caption = "Pairs."
[figure.pairs]
table   = "table1"
x       = "tail_efficiency"
y       = "epd_efficiency"
x_label = "tail"
y_label = "EPD"
ours    = "both"

[[figure]]
name    = "line"
caption = "A line."
cases   = { policy = "epd", buffer = 1000 }
line    = { x = "flows.started_s", y = "flows.timeouts", x_label = "start, s", y_label = "timeouts" }
"""


def test_figures_show_tables_and_lines_of_runs(folder: Path, tmp_path: Path) -> None:
    (folder / "study.toml").write_text((folder / "study.toml").read_text() + FIGURES)
    drawn = cw.study(folder, tmp_path / "out", replications=2).figures
    assert set(drawn) == {"network", "bars", "against", "line"}
    assert drawn["bars"].x.names == ["1000 cells", "3000 cells"]
    assert [mark.name for mark in drawn["against"].marks] == ["both, our medians", "published"]
    assert len(drawn["line"].columns()) >= 2


def test_a_line_may_name_the_settings_of_its_case(folder: Path, tmp_path: Path) -> None:
    figures = FIGURES.replace('"flows.timeouts"', "\"0 * flows.timeouts + setting('tcp.mss')\"")
    (folder / "study.toml").write_text((folder / "study.toml").read_text() + figures)
    drawn = cw.study(folder, tmp_path / "out", replications=1).figures["line"].columns()
    assert set(drawn["timeouts"]) == {512}


def test_a_figure_of_what_no_probe_recorded_is_reported_with_the_probe_to_add(
    folder: Path, tmp_path: Path
) -> None:
    figure = (
        '[[figure]]\nname = "w"\ncaption = "W."\nplot = "cwnd"\ncases = { policy = "epd", buffer = 1000 }\n'
    )
    (folder / "study.toml").write_text((folder / "study.toml").read_text() + figure)
    with pytest.raises(cw.ConfigError, match=r"cwnd was not recorded"):
        cw.study(folder, tmp_path / "out", replications=1)


@pytest.mark.parametrize(
    ("old", "new", "reported"),
    [
        ('table = "table1", places', 'table = "table7", places', "figure[1].ranges: table7 is not a table"),
        ('x       = "tail_efficiency"', 'x = "tail"', "figure[2].pairs: tail is not a column of numbers"),
        (
            "line    = {",
            'plot = "network"\nline    = {',
            "figure[3]: give one of plot, line, lines, curves, ranges",
        ),
        (", buffer = 1000 }\nline", " }\nline", "2 cases have these levels; a line shows one"),
        (
            "flows.started_s",
            "flows.start_s",
            "figure[3].line: start_s is not a column; did you mean 'started_s'",
        ),
        ('caption = "Pairs."', 'caption = "Pairs."\ncases = { policy = "epd" }', "figure[2].cases"),
    ],
)
def test_figures_of_what_is_not_there_are_reported(folder: Path, old: str, new: str, reported: str) -> None:
    (folder / "study.toml").write_text((folder / "study.toml").read_text() + FIGURES)
    change(folder, old, new)
    assert reported in "\n".join(mistakes(folder))


CURVES = """
[[figure]]
name    = "curves"
caption = "Efficiency over buffers."
cases   = { buffer = [1000, 3000] }

[figure.curves]
over    = "buffer"
x_label = "buffer, cells"
y_label = "efficiency"
curve   = [
    { name = "tail", y = 'efficiency(policy="tail")', printed = 'printed("table1", "tail_efficiency")' },
    { name = "gain", y = 'efficiency(policy="epd") / efficiency(policy="tail")', printed = { 3000 = "5/4" } },
    { name = "EPD", y = 'efficiency(policy="epd")', beside = "tail" },
]
"""


def test_curves_show_measures_over_the_levels_of_a_factor(folder: Path, tmp_path: Path) -> None:
    (folder / "study.toml").write_text((folder / "study.toml").read_text() + CURVES)
    outcome = cw.study(folder, tmp_path / "out", replications=2)
    marks = outcome.figures["curves"].marks
    tail, gain, *crosses, epd = marks
    assert [mark.name for mark in (tail, gain, epd)] == ["tail", "gain", "EPD"]
    assert epd.like == "tail"
    assert [list(zip(one.x, one.y, strict=True)) for one in crosses] == [
        [(1000, 0.6), (3000, 0.8)],
        [(3000, 1.25)],
    ]
    measured = outcome.values
    ratios = [
        measured.of(f"policy=epd buffer={cells}", "efficiency")
        / measured.of(f"policy=tail buffer={cells}", "efficiency")
        for cells in (1000, 3000)
    ]
    assert list(gain.middle) == pytest.approx([float(np.median(one)) for one in ratios])


@pytest.mark.parametrize(
    ("old", "new", "reported"),
    [
        (
            'over    = "buffer"',
            'over = "bufer"',
            'figure[1].curves.over: "bufer" is not a factor of the cases',
        ),
        (
            'over    = "buffer"',
            'over = "policy"',
            'figure[1].curves.over: "tail, epd" has levels that are no numbers',
        ),
        ("y = 'efficiency(policy=\"tail\")'", "y = 'efficiency()'", "figure[1].curves.curve[0]"),
        ('3000 = "5/4"', '3000 = "efficiency(policy=\\"epd\\")"', "efficiency is not printed"),
    ],
)
def test_curves_of_what_is_not_there_are_reported(folder: Path, old: str, new: str, reported: str) -> None:
    (folder / "study.toml").write_text((folder / "study.toml").read_text() + CURVES)
    change(folder, old, new)
    assert reported in "\n".join(mistakes(folder))


LINES = """
[[figure]]
name    = "shares"
caption = "Shares."
cases   = { policy = "epd", buffer = 1000 }

[figure.lines]
python  = "lines.py:shares"
typical = "lost_cells"
x_label = "x"
y_label = "y"
panels  = { policy = "epd" }
"""


def test_a_function_may_give_the_lines_of_a_figure(folder: Path, tmp_path: Path) -> None:
    (folder / "lines.py").write_text(
        "def shares(point):\n"
        "    rate = point.tables['flows']['throughput_bps']\n"
        "    return {'one': (range(len(rate)), rate), 'two': (range(len(rate)), 2 * rate)}\n"
    )
    (folder / "study.toml").write_text((folder / "study.toml").read_text() + LINES)
    outcome = cw.study(folder, tmp_path / "out", replications=3)
    drawing = outcome.figures["shares"]
    assert [mark.name for mark in drawing.marks] == ["one", "two"]
    highest = max(
        2 * float(outcome_point["flows"]["throughput_bps"].max())
        for outcome_point in _typical(outcome, "lost_cells", "epd")
    )
    assert drawing.y.high == pytest.approx(1.05 * highest)
    change(folder, "lines.py:shares", "lines.py:shaers")
    change(folder, 'typical = "lost_cells"', 'typical = "lost_cell"')
    reported = "\n".join(mistakes(folder))
    assert "has no function shaers" in reported
    assert "figure[1].lines.typical" in reported


def test_a_function_sees_what_is_shown_and_lines_may_be_strokes(folder: Path, tmp_path: Path) -> None:
    (folder / "lines.py").write_text(
        "def shares(point, scenario, shown):\n"
        "    assert scenario.to_dict()['switch']['drop']['policy'] == 'epd'\n"
        "    return {'one': ([shown[0], shown[1]], [1, 2]), 'two': ([shown[0]], [3])}\n"
    )
    shown = LINES + 'strokes = ["two"]\nwhole = true\nshown = [0.1, 0.2]\n'
    (folder / "study.toml").write_text((folder / "study.toml").read_text() + shown)
    drawing = cw.study(folder, tmp_path / "out", replications=1).figures["shares"]
    line, strokes = drawing.marks
    assert line.columns("x", "y")["x"].tolist() == [0.1, 0.2]
    assert {name: one.tolist() for name, one in strokes.columns("x", "y").items()} == {
        "x": [0.1],
        "y_from": [0.0],
        "y_to": [3.0],
    }
    assert (drawing.y.whole, drawing.x.low, drawing.x.high) == (True, 0.1, 0.2)


def _typical(outcome: StudyResults, measure: str, policy: str) -> Iterator[Mapping[str, Columns]]:
    """Give the tables of the typical replication of each case with a policy."""
    for name, case in outcome.study.cases.items():
        if f"policy={policy}" in name:
            measured = outcome.values.of(name, measure)
            number = int(np.argmin(np.abs(measured - np.median(measured))))
            found = load(outcome.folder, outcome.study.vary(case.scenario.replications(3)[number], number).id)
            assert found is not None
            yield found.tables
