"""Cases that are in several grids, and figures and tables that compute with their levels."""

from pathlib import Path

import numpy as np
import pytest
from tests.study.own import change, mistakes

from cellwise.plots.marks import Scatter
from cellwise.study import Study, drive
from cellwise.study.data import read_study
from cellwise.study.definition import FigureData
from cellwise.study.values import Values

TRACED = """
duration = "20 ms"
nodes.a.kind = "host"
nodes.b.kind = "host"
links.l.ends = ["a", "b"]
links.l.kind = "raw"
links.l.rate = "12 Mbit/s"
links.l.delay = "5 ms"
links.l.line = { line = "trace", opportunities_ms = [1, 2] }
flows.f = { kind = "udp", from = "a", to = "b" }
"""

STUDY = """
title = "Sizes and policies"
document = "Ours, 2026"
colours = ["plain", "early"]
[scenario]
template = "n-source"
set = { duration = "20 ms", "topology.sources" = 2 }
[constant]
twice = "2 * 1"
four = "twice ** 2"
[factor.of.levels]
sizes = {}
policies = { title = "Of policies: {name}" }
drawn = {}
[factor.size]
path = "switch.buffer"
values = [100, 1000]
write = "{value} cells"
labels = { 1000 = "" , 100 = " small" }
[factor.policy]
path = "switch.drop.policy"
values = ["tail", "epd"]
[[cases]]
factors = { of = ["sizes"], size = [] }
name = "usual{size}"
[[cases]]
factors = { of = ["sizes"] }
also = { size = [1000], policy = ["epd"] }
name = "none"
group = ""
[[cases]]
factors = { of = ["drawn"], size = [100, 1000], policy = ["tail"] }
name = "drawn{size}"
group = ""
[measure.sent]
expression = "sum(vcs.cells_sent) / summary.measured_s * twice / twice"
[measure.part]
each = { percent = [50, 100] }
expression = "quantile(vcs.cells_sent, percent / 100)"
[[exploration]]
name = "sizes"
title = "By size"
labels = { size = "cells" }
measures = { sent = "sent" }
cases = { of = "sizes", policy = "" }
[[claim]]
id = "own-1"
where = "here"
says = "Twice two is four."
replications = 1
[[claim.parts]]
holds = 'four == 4 and log10(10 ** 2) == 2 and abs(exp(0) - 1) == 0'
[[claim.parts]]
holds = 'all(values(sent(of="sizes", size=100)) == values(sent(of="sizes", size=100)))'
[[figure]]
name = "by-size"
caption = "Cells sent."
cases = { of = "drawn" }
[figure.curves]
over = "size"
x = "log10(size)"
x_label = "log10 of cells"
y_label = "cells per second"
ticks = [2]
points = true
curve = [
    { name = "plain", y = 'sent()' },
    { name = "line", y = "size * four", beside = "", printed = { 100 = "7" } },
]
[[figure]]
name = "parts"
caption = "Parts."
[figure.curves]
over = "percent"
x_label = "percent"
y_label = "cells"
first = true
curve = [{ name = "early", y = 'part(of="sizes", size=100)' }]
"""

PUBLISHED = """size,share,kinds
100 cells,0.125,prediction
1000 cells,,prediction
"""

TABLE = """
[[table]]
name = "table1"
title = "Table 1"
published = "table1.csv"
texts = { size = [" cells$", ""] }
labels = { size = "cells" }
case = { of = "sizes", size = "{size}", policy = "" }
[table.numbers]
share = { heading = "share", measure = "sent", times = 1000, tolerance = "twice * printed / size" }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "own"
    (made / "published").mkdir(parents=True)
    (made / "study.toml").write_text(STUDY + TABLE)
    (made / "published" / "table1.csv").write_text(PUBLISHED)
    (made / "README.md").write_text("What?")
    return made


@pytest.fixture
def study(folder: Path) -> Study:
    return read_study(folder)


def test_names_tell_levels_in_their_words_and_titles_the_names(folder: Path, study: Study) -> None:
    assert list(study.cases) == ["usual small", "usual", "none", "drawn small", "drawn"]
    assert study.cases["usual"].scenario.to_dict()["title"] == "Sizes and policies: usual"
    change(folder, "sizes = {}", 'sizes = { title = "Of sizes: {name}" }')
    assert read_study(folder).cases["usual"].scenario.to_dict()["title"] == "Of sizes: usual"


def test_levels_that_cases_have_besides_set_nothing(study: Study) -> None:
    none = study.cases["none"].scenario.to_dict()
    assert none["switch"] == study.cases["none"].scenario.from_template("n-source").to_dict()["switch"]


def test_a_case_of_several_grids_is_one_where_it_is_the_same_scenario(folder: Path) -> None:
    change(folder, 'size = [100, 1000], policy = ["tail"]', "size = [100, 1000]")
    change(folder, 'name = "drawn{size}"', 'name = "usual{size}"')
    study = read_study(folder)
    assert list(study.cases) == ["usual small", "usual", "none"]
    (figure, _) = study.figures
    assert figure.cases == ()
    change(folder, "drawn = {}", 'drawn = { "tcp.mss" = "1000 bytes" }')
    assert mistakes(folder) == [
        'study.toml: cases[2]: "usual small" this case is in the grids twice, as different scenarios',
        'study.toml: cases[2]: "usual" this case is in the grids twice, as different scenarios',
    ]


def test_cases_that_only_curves_show_are_run_once_and_drawn_where_x_says(
    study: Study, tmp_path: Path
) -> None:
    (figure, parts) = study.figures
    assert figure.cases == ("drawn small", "drawn")
    outcome = drive(study, tmp_path / "results", replications=2, quiet=True)
    assert outcome.runs == 2 * 2 + 2
    drawn = outcome.figures["by-size"]
    assert list(drawn.order) == ["plain", "early"]
    crosses, points, line = drawn.marks
    assert crosses.columns("x", "y")["x"].tolist() == [2.0]
    assert isinstance(points, Scatter)
    assert points.x.tolist() == [2.0, 3.0]
    assert line.columns("x", "y")["y"].tolist() == [400.0, 4000.0]
    assert drawn.x.ticks == [2]
    band = outcome.figures["parts"].marks[0].columns("x", "y")
    assert band["x"].tolist() == [50.0, 100.0]
    assert parts.cases == ()
    assert outcome.findings[0].verdict == "upheld"


def test_points_without_a_value_are_left_out(study: Study) -> None:
    measured = {"drawn small": [{"sent": np.nan}], "drawn": [{"sent": 3.0}]}
    drawing = study.figures[0].draw(FigureData(Values(measured), lambda _case, _number: None))
    assert drawing is not None
    assert drawing.marks[1].columns("x", "y")["y"].tolist() == [3.0]


def test_published_texts_and_numbers_are_read_as_the_table_says(study: Study) -> None:
    (row, other) = study.tables[0].rows
    assert row.labels == ("100",)
    assert other.numbers == {}
    number = row.numbers["share"]
    assert (number.printed, number.case, number.tolerance) == ("125", "usual small", 2 * 125 / 100)


@pytest.mark.parametrize(
    ("old", "new", "reported"),
    [
        ("labels = { 1000", "labels = { 1001", "factor.size.labels"),
        ("also = { size = [1000]", "also = { size = [1001]", "cases[1].also.size"),
        ("also = { size", "also = { siz", "cases[1].also.siz"),
        ('four = "twice', 'four = "trice', "constant.four: trice is not a number here"),
        ('texts = { size = [" cells$"', 'texts = { size = ["(cells$"', "texts.size"),
        ("texts = { size", "texts = { sizes", "table[0].texts"),
        ('"twice * printed / size"', '"twice * printed / seize"', "numbers.share.tolerance: seize"),
        ('"twice * printed / size"', '"-printed"', "numbers.share.tolerance: is -125; it must be at least 0"),
        ('x = "log10(size)"', 'x = "log10(siz)"', "figure[0].curves.x: siz"),
        ('over = "percent"', 'over = "percents"', "figure[1].curves.over"),
        ("four == 4", "four == 4 and fife == 5", "claim[0].parts[0].holds: fife"),
        ("summary.measured_s", "summary.measured", "measure.sent.expression: measured is not a column"),
    ],
)
def test_what_is_not_there_is_reported(folder: Path, old: str, new: str, reported: str) -> None:
    change(folder, old, new)
    assert any(reported in one for one in mistakes(folder)), mistakes(folder)


@pytest.mark.parametrize(
    "place",
    [
        "set = { FILE }",
        'python = "a.py:rest"',
        '[[setting]]\npath = "links.l.line.file"\nvalue = "a.trace"\nwhy = "ours"\nstated = false',
        '[factor.trace]\npath = "links.l.line.file"\nvalues = ["a.trace"]',
        "[[cases]]\nfactors = { seed = [] }\nset = { FILE }",
    ],
)
def test_a_trace_that_a_study_names_is_looked_for_from_its_folder(tmp_path: Path, place: str) -> None:
    own = '"links.l.line.file" = "a.trace"'
    (tmp_path / "a.trace").write_text("3\n")
    (tmp_path / "README.md").write_text("# What\n")
    (tmp_path / "a.py").write_text('def rest(*_): return {"links.l.line.file": "a.trace"}\n')
    (tmp_path / "base.toml").write_text(TRACED)
    (tmp_path / "study.toml").write_text(
        'title = "t"\ndocument = "d"\n[scenario]\nfile = "base.toml"\n'
        f"{place.replace('FILE', own)}\n[factor.seed]\npath = 'seed'\nvalues = [1]\n"
        "[measure.sent]\nexpression = 'sum(flows.delivered_bytes)'\n"
    )
    cases = read_study(tmp_path).cases.values()
    assert [one.scenario["links"]["l"]["line"]["opportunities_ms"] for one in cases] == [[3]]


def test_a_level_that_takes_a_setting_away_is_refused_with_the_setting(tmp_path: Path) -> None:
    lost = 'set = { duration = "20 ms", "topology.sources" = 2, "switch.drop" = { policy = "fba", z = 0.5 } }'
    (tmp_path / "study.toml").write_text(
        STUDY.replace('set = { duration = "20 ms", "topology.sources" = 2 }', lost)
    )
    (tmp_path / "README.md").write_text("What is asked.")
    (reported,) = [one for one in mistakes(tmp_path) if "left out" in one]
    assert "more case" in reported
    assert "switch.drop: an override left out z; policy is tail; set these only in the cases" in reported


def test_a_part_with_words_is_a_part_for_each_combination(tmp_path: Path) -> None:
    part = """
[[claim.parts]]
says = "{size} cells, {least} sent"
each = { size = [100, 1000], least = [0, 1] }
cases = { of = "sizes", policy = "" }
holds = "sent() > {least}"
"""
    (tmp_path / "study.toml").write_text(STUDY.replace("[[figure]]", f"{part}[[figure]]", 1))
    (tmp_path / "README.md").write_text("What is asked.")
    (claim,) = read_study(tmp_path).claims
    reported = [one.says for one in claim.parts][-4:]
    assert reported == [f"{size} cells, {least} sent" for size in (100, 1000) for least in (0, 1)]
    change(tmp_path, '{least}"', '{most}"')
    assert any("claim[0].parts[2].holds" in one for one in mistakes(tmp_path))
    change(tmp_path, "least = [0, 1]", f"least = {list(range(600))}")
    assert any("gives 1200 parts; at most 1000" in one for one in mistakes(tmp_path))


@pytest.mark.parametrize(
    ("holds", "reported"),
    [
        ("wait_ms() < 2 * 0.01 s", ""),
        ("all(wait_ms() <= 1000 us)", ""),
        ("wait_ms() < 5 cells", "5 cells is not in ms"),
        ("wait_ms() / wait_ms() < 5 ms", "give a plain number"),
        ("part(percent=50) < 5 ms", "must end in one unit"),
    ],
)
def test_a_claim_has_quantities_in_the_unit_of_its_measure(holds: str, reported: str, tmp_path: Path) -> None:
    measure = '[measure.wait_ms]\nexpression = "1.0"\n'
    part = f'[[claim.parts]]\ncases = {{ of = "sizes", size = 100, policy = "" }}\nholds = "{holds}"\n'
    text = STUDY.replace("[[exploration]]", f"{measure}[[exploration]]", 1)
    (tmp_path / "study.toml").write_text(text.replace("[[figure]]", f"{part}[[figure]]", 1))
    (tmp_path / "README.md").write_text("What is asked.")
    if reported:
        assert any(reported in one for one in mistakes(tmp_path))
        return
    (claim,) = read_study(tmp_path).claims
    view = Values({case: [{"wait_ms": 1.0}] for case in read_study(tmp_path).cases}).medians()
    assert claim.parts[-1].test(view)[0]


def test_a_part_with_words_hangs_on_what_is_said_of_its_level(tmp_path: Path) -> None:
    part = """
[[claim.parts]]
each = { size = [100, 1000] }
cases = { of = "sizes", policy = "" }
holds = "sent() > 0"
hangs_on.1000 = "a buffer of ours"
"""
    (tmp_path / "study.toml").write_text(STUDY.replace("[[figure]]", f"{part}[[figure]]", 1))
    (tmp_path / "README.md").write_text("What is asked.")
    (claim,) = read_study(tmp_path).claims
    assert [one.hangs_on for one in claim.parts][-2:] == [None, "a buffer of ours"]
    change(tmp_path, "hangs_on.1000", "hangs_on.1001")
    assert any(
        "claim[0].parts[2].hangs_on.1001: is not a level of `each`" in one for one in mistakes(tmp_path)
    )
