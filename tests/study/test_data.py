"""Studies in data: their form, and that they are studies like others."""

import tomllib
from pathlib import Path

import pytest
from tests.study.own import change, mistakes

import cellwise as cw
from cellwise.study.data import read_study
from cellwise.study.data.measures import sampled
from cellwise.study.values import Values


def test_the_study_to_begin_with_is_sound_and_its_cases_are_the_grid(folder: Path) -> None:
    one = read_study(folder, try_measures=True)
    assert one.name == "mine"
    assert list(one.cases) == [
        f"policy={policy} buffer={buffer}" for policy in ("tail", "epd") for buffer in (1000, 3000)
    ]
    scenario = one.cases["policy=epd buffer=3000"].scenario
    assert scenario["switch"]["buffer"] == "3000 cells"
    assert scenario["switch"]["drop"]["policy"] == "epd"
    assert (scenario["tcp"]["mss"], scenario["tcp"]["timer_tick"]) == ("512 bytes", "100 ms")
    numbers = {key: one.printed for key, one in one.tables[0].rows[0].numbers.items()}
    assert numbers == {"tail_efficiency": "0.6", "epd_efficiency": "0.8"}


SETTINGS = """
[[setting]]
path   = "epd.threshold"
value  = 200
why    = "the document does not say"
stated = false
others = [400]
at     = "switch.drop.threshold"
write  = "all but {value} cells"
cases  = { policy = "epd" }
"""


def test_a_choice_may_be_of_some_cases_and_written_where_it_belongs(folder: Path) -> None:
    change(folder, "# In what cases differ.", f"{SETTINGS}\n#")
    one = read_study(folder, try_measures=True)
    for changes, wanted in (({}, "all but 200 cells"), ({"epd.threshold": 400}, "all but 400 cells")):
        cases = one.rebuild(changes).cases
        assert cases["policy=epd buffer=1000"].scenario["switch"]["drop"]["threshold"] == wanted
        assert "threshold" not in cases["policy=tail buffer=1000"].scenario["switch"]["drop"]
    change(folder, 'cases  = { policy = "epd" }', 'cases  = { policy = "edp" }')
    assert "setting[2].cases.policy" in mistakes(folder)[0]


GRIDS = """
[factor.window]
path   = "tcp.receive_window"
values = [8192]
write  = "{value} bytes"

[[cases]]
name    = "{policy}, {buffer} cells"
factors = { policy = [], buffer = [] }

[[cases]]
name    = "{policy}, {buffer} cells, {window}"
factors = { policy = ["tail"], buffer = [1000], window = [] }
group   = ""

[group.small]
buffer = 1000
policy = "tail"
"""


def test_cases_have_the_names_and_the_groups_that_are_written(folder: Path) -> None:
    change(folder, "# What is measured", GRIDS + "\n# What is measured")
    change(folder, 'labels   = { policy = "policy"', 'labels   = { window = "window", policy = "policy"')
    change(
        folder,
        'all(efficiency(policy="epd") > efficiency(policy="tail"))',
        'efficiency(policy="tail", buffer=1000, window="") <= min(efficiency(policy="tail", buffer=1000))',
    )
    one = read_study(folder, try_measures=True)
    assert list(one.cases)[-2:] == ["epd, 3000 cells", "tail, 1000 cells, 8192"]
    assert one.cases["epd, 3000 cells"].scenario["title"] == f"{one.title}: epd, 3000 cells"
    assert one.extra_cases == {"small": ("tail, 1000 cells", "tail, 1000 cells, 8192")}
    # Of two cases that have its levels, a table takes the one that has nothing else.
    assert one.tables[0].rows[0].numbers["tail_efficiency"].case == "tail, 1000 cells"
    change(folder, "[scenario]", '[scenario]\ntitle = "No. {name}"')
    assert read_study(folder).cases["epd, 3000 cells"].scenario["title"] == "No. epd, 3000 cells"


def test_a_claim_may_compare_columns_of_a_published_table_row_by_row(folder: Path) -> None:
    change(
        folder,
        'all(efficiency(policy="epd") > efficiency(policy="tail"))',
        'count(ours("table1", "epd_efficiency") > ours("table1", "tail_efficiency")) >= 1 and '
        'printed("table1", "epd_efficiency", buffer_cells=1000) == 0.8',
    )
    one = read_study(folder)
    measured = {name: [{"efficiency": 0.5 + 0.1 * ("epd" in name), "lost_cells": 0.0}] for name in one.cases}
    holds, reported = one.claims[0].parts[0].test(Values(measured).medians())
    assert (holds, reported) == (True, "2 >= 1, 0.8 == 0.8")


@pytest.mark.parametrize(
    ("call", "reported"),
    [
        ('ours("table2", "epd_efficiency")', "table2 is not a table; did you mean 'table1'?"),
        ('ours("table1", "epd")', "epd is not a column of numbers of table1"),
        ('printed("table1", "epd_efficiency", bufer=1)', "bufer is not a label of table1"),
        ('printed("table1", "epd_efficiency", buffer_cells=7)', "7 is not a buffer_cells of a row"),
        ('printed("table1")', "takes a table and a column"),
    ],
)
def test_columns_that_are_not_there_are_reported(folder: Path, call: str, reported: str) -> None:
    change(folder, 'all(efficiency(policy="epd") > efficiency(policy="tail"))', f"all({call} > 0)")
    assert reported in mistakes(folder)[0]


def test_rows_of_a_published_table_may_differ_in_what_they_are_compared_with(folder: Path) -> None:
    change(
        folder,
        'case      = { buffer = "{buffer_cells}" }',
        'case      = { buffer = "{buffer_cells}" }\nrows      = [{ row = { buffer_cells = 3000 }, '
        'column = "epd_efficiency", case = { policy = "tail" }, near = 0.5, tolerance = 0.25 }]',
    )
    first, second = (row.numbers for row in read_study(folder).tables[0].rows)
    assert first["epd_efficiency"].case == "policy=epd buffer=1000"
    number_of = second["epd_efficiency"]
    assert (number_of.case, number_of.near, number_of.tolerance) == ("policy=tail buffer=3000", 0.5, 0.25)
    assert second["tail_efficiency"].near is None
    change(folder, "buffer_cells = 3000 }, column", "cells = 3000 }, column")
    assert 'table[0].rows[0]: "cells" is not a column of table1.csv' in "\n".join(mistakes(folder))


def test_rows_without_a_measure_are_compared_with_nothing(folder: Path) -> None:
    for measured in (
        'heading = "tail drop", measure = "efficiency", case',
        'heading = "EPD", measure = "efficiency", case',
    ):
        change(folder, measured, measured.replace('measure = "efficiency", ', ""))
    change(
        folder,
        'case      = { buffer = "{buffer_cells}" }',
        'case      = { buffer = "{buffer_cells}" }\n'
        'rows      = [{ row = { buffer_cells = [3000] }, measure = "efficiency" }]',
    )
    assert [row.labels for row in read_study(folder).tables[0].rows] == [("3000",)]


def test_levels_that_all_measures_of_a_claim_have_stand_once(folder: Path) -> None:
    change(
        folder,
        """parts        = [{ holds = 'all(efficiency(policy="epd") > efficiency(policy="tail"))' }]""",
        """cases = { buffer = 1000 }
parts = [
    { holds = 'efficiency(policy="epd") > efficiency(policy="tail")', medians = true },
    { holds = 'efficiency() > efficiency(buffer=3000)', cases = { policy = "epd" } },
]""",
    )
    (claim,) = read_study(folder).claims
    ones = {f"policy={p} buffer={b}": [] for p in ("tail", "epd") for b in (1000, 3000)}
    ones["policy=tail buffer=1000"] = [{"efficiency": one} for one in (0.5, 0.9, 0.5)]
    ones["policy=epd buffer=1000"] = [{"efficiency": 0.8}] * 3
    ones["policy=epd buffer=3000"] = [{"efficiency": 0.7}] * 3
    view = Values(ones).replication(1)
    assert [part.test(view)[0] for part in claim.parts] == [True, True]
    ones["policy=tail buffer=1000"] = [{"efficiency": one} for one in (0.9, 0.5, 0.9)]
    assert claim.parts[0].test(Values(ones).replication(1))[0] is False


def test_a_choice_may_set_nothing(folder: Path) -> None:
    change(folder, 'value  = "100 ms"', "unset  = true")
    study = read_study(folder)
    assert [one.value for one in study.settings] == ["512 bytes", None]
    assert study.rebuild({"tcp.timer_tick": "500 ms"}).settings[1].value == "500 ms"
    change(folder, "unset  = true", 'unset = true\nvalue = "100 ms"')
    assert "give value, or unset = true" in "\n".join(mistakes(folder))


def test_a_joint_reading_sets_other_choices_but_those_that_are_chosen_themselves(folder: Path) -> None:
    reading = """
[[setting]]
path   = "study.reading"
value  = "plain"
why    = "which"
stated = false
others = ["coarse"]
at     = []
sets   = { plain = {}, coarse = { "tcp.timer_tick" = "500 ms", "tcp.mss" = "1024 bytes" } }

[factor.policy]"""
    change(folder, "[factor.policy]", reading)
    coarse = read_study(folder).rebuild({"study.reading": "coarse", "tcp.mss": "256 bytes"})
    tcp = coarse.cases["policy=tail buffer=1000"].scenario["tcp"]
    assert (tcp["timer_tick"], tcp["mss"]) == ("500 ms", "256 bytes")
    with pytest.raises(ValueError, match="'fine' is not known; choose among plain, coarse"):
        read_study(folder).rebuild({"study.reading": "fine"})
    change(folder, '"tcp.timer_tick" = "500 ms"', '"tcp.timer_tik" = "500 ms"')
    assert '"tcp.timer_tik" is not a choice' in "\n".join(mistakes(folder))


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ('setting("tcp.mss")', 512),  # as a choice sets it
        ('setting("tcp.timer_tick") * 1e3', 100),
        ('setting("switch.buffer")', 1000),
        ('setting("topology.link_rate")', 155.52e6),  # by default
        ('setting("links.trunk.rate") / 1e6', 155.52),  # of the network that the template makes
        ('1 if setting("switch.drop.policy") == "tail" else 0', 1),
        ('1 if setting("tcp.timestamps") else 0', 0),
        ('setting("tcp.mzs")', "tcp.mzs: is no setting of the scenario; there are"),
        ('setting("probes.queue")', "probes.queue"),
    ],
)
def test_a_measure_may_name_the_settings_of_the_case(
    folder: Path, expression: str, value: float | str
) -> None:
    change(folder, "[[table]]", f"[measure.set]\nexpression = '{expression}'\n\n[[table]]")
    if isinstance(value, str):
        assert any(value in one for one in mistakes(folder))
        return
    study = read_study(folder, try_measures=True)
    case = study.cases["policy=tail buffer=1000"].scenario
    point = sampled(case)
    assert point is not None
    assert study.measure(point, case)["set"] == value


def test_a_number_printed_with_fewer_decimals_than_its_column_is_to_those_of_the_column(folder: Path) -> None:
    (folder / "published" / "table1.csv").write_text(
        "buffer_cells,tail_efficiency,epd_efficiency,kinds\n1000,1,0.81,prediction\n3000,0.7,1,prediction\n"
    )
    change(folder, 'heading = "EPD"', 'heading = "EPD", decimals = 2')
    rows = read_study(folder).tables[0].rows
    assert [row.numbers["epd_efficiency"].tolerance for row in rows] == [None, 0.005]
    assert [row.numbers["tail_efficiency"].tolerance for row in rows] == [None, None]


def test_a_users_folder_is_run_like_any_study(folder: Path, tmp_path: Path) -> None:
    outcome = cw.study(folder, tmp_path / "out", replications=1)
    assert outcome.runs == 4
    (table,) = outcome.comparisons.values()
    assert [one.number.measure for one in table] == ["efficiency"] * 4
    assert {one.measure for one in outcome.explored["losses"]} == {"lost_cells"}
    assert outcome.findings[0].holds is not None
    assert "network" in outcome.figures
    assert outcome.study.called == str(folder)
    changed = outcome.study.rebuild({"tcp.timer_tick": "500 ms"})
    assert {one.scenario["tcp"]["timer_tick"] for one in changed.cases.values()} == {"500 ms"}


def test_cases_come_in_the_order_of_factors_and_begin_with_templates(folder: Path) -> None:
    change(folder, "sensitivity =", 'order = ["buffer", "policy"]\nsensitivity =')
    grids = """[[cases]]
factors = { policy = ["epd", "tail"], buffer = [3000, 1000] }

[factor.links]
path   = "topology.trunk_delay"
values = ["1 ms"]

[[cases]]
template = "two-node"
factors  = { links = [] }

# What is measured"""
    change(folder, "# What is measured", grids)
    one = read_study(folder)
    assert list(one.cases) == [
        *(f"policy={policy} buffer={buffer}" for buffer in (1000, 3000) for policy in ("tail", "epd")),
        "links=1 ms",
    ]
    assert one.cases["links=1 ms"].scenario["topology"]["template"] == "two-node"
    change(folder, '"buffer", "policy"]', '"bufer"]')
    assert 'order: "bufer" is not a factor' in mistakes(folder)[0]


def test_connections_may_start_at_random_by_a_choice(folder: Path) -> None:
    file = folder / "study.toml"
    text = file.read_text() + '\n[vary]\nstarts = "study.spread"\n'
    chosen = SETTINGS.replace("epd.threshold", "study.spread").replace("200", '"10 ms"')
    file.write_text(text.replace("# In what cases differ.", chosen.partition("others")[0] + "at = []\n#"))
    one = read_study(folder)
    made = [one.vary(case.scenario, 1).to_dict()["flows"] for case in one.cases.values()]
    assert all(flows == made[0] for flows in made)
    assert len({flow["start"] for flow in made[0].values()}) == 5
    change(folder, 'starts = "study.spread"', 'starts = "study.spraed"')
    assert "vary.starts" in mistakes(folder)[0]
    change(folder, 'starts = "study.spraed"', 'path = "flow.start"')
    assert "vary: give path and between, or starts" in mistakes(folder)[0]


def test_a_time_is_drawn_anew_in_each_replication_and_the_same_in_all_cases(folder: Path) -> None:
    (folder / "study.toml").write_text(
        (folder / "study.toml").read_text() + '\n[vary]\npath = "flow.start"\nbetween = ["1 ms", "2 ms"]\n'
    )
    one = read_study(folder)
    starts = [
        {one.vary(case.scenario, number)["flow"]["start"] for case in one.cases.values()}
        for number in range(3)
    ]
    assert [len(each) for each in starts] == [1, 1, 1]
    assert len(set.union(*starts)) == 3


def test_the_skeleton_is_what_toml_reads(folder: Path) -> None:
    assert tomllib.loads((folder / "study.toml").read_text())["claim"][0]["replications"] == 3
