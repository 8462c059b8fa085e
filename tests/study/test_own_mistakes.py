"""Mistakes in your own study: all are reported at once, each with its place, and none makes others."""

import contextlib
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.study.own import change, mistakes

import cellwise as cw
from cellwise import studies
from cellwise.cli.study_new import write_skeleton
from cellwise.errors import ConfigError
from cellwise.study.data import read_study
from cellwise.study.data.issues import unknown_rule
from cellwise.study.definition import Study


def test_mistakes_of_keys_types_and_expressions_come_at_once(folder: Path) -> None:
    change(folder, "title    = ", 'titel = 1\ntitle    = "" # ')
    change(folder, "stated = true", "stated = 1")
    change(folder, "sum(vcs.cells_lost)", "sum(")
    change(folder, "replications = 3", "replications = 0")
    change(folder, 'why    = "section 3"\n', "")
    reported = "\n".join(mistakes(folder))
    assert "titel: is not a known key; did you mean 'title'? Known: title, document" in reported
    assert "setting[0].stated: 1 is not allowed; give a valid boolean" in reported
    assert "measure.lost_cells.expression" in reported
    assert "claim[0].replications: 0 is not allowed" in reported
    assert "setting[0].why: is missing" in reported


def test_a_key_that_had_another_name_is_refused_with_its_name_of_now(folder: Path) -> None:
    change(folder, "[factor.policy]", '[factor.policy]\ntold = { epd = "early" }')
    assert "factor.policy.told: is now named labels" in "\n".join(mistakes(folder))


def test_mistakes_of_names_come_at_once(folder: Path) -> None:
    change(folder, '{ buffer = "{buffer_cells}" }', '{ bufer = "{buffer_cell}" }')
    change(folder, 'EPD", measure = "efficiency"', 'EPD", measure = "eficiency"')
    change(folder, '(policy="epd")', '(policy="edp")')
    change(folder, 'plot    = "network"', 'plot = "netwrk"')
    change(folder, "vcs.cells_lost", "vcs.cels_lost")
    change(folder, 'sensitivity = ["table1"]', 'sensitivity = ["table2"]')
    (folder / "README.md").unlink()
    reported = mistakes(folder)
    for words in (
        "\"buffer_cell\" is not a column of table1.csv; did you mean 'buffer_cells'?",
        "\"bufer\" is not a factor of the cases; did you mean 'buffer'?",
        "\"eficiency\" is not a measure; did you mean 'efficiency'?",
        "edp is not a level of policy; did you mean 'epd'?",
        "\"netwrk\" is not a plot; did you mean 'network'?",
        "cels_lost is not a column; did you mean 'cells_lost'?",
        '"table2" is not a table or a group of cases',
        "README.md: is not in the folder of the study: it says what is asked",
    ):
        assert sum(words in one for one in reported) >= 1, words
    assert len(reported) == len(set(reported))


def test_mistakes_of_keys_of_names_of_scenarios_and_of_columns_come_together(folder: Path) -> None:
    change(folder, "stated = true", "stated = 1")
    change(folder, "replications = 3", "replications = 0")
    change(folder, "sum(vcs.cells_lost)", "sum(")
    change(folder, 'plot    = "network"', 'plot = "network"\ncolour = "red"')
    change(folder, 'path   = "switch.drop.policy"', 'path   = "switch.drop.polcy"')
    change(folder, 'EPD", measure = "efficiency"', 'EPD", measure = "eficiency"')
    change(folder, '"sw1.trunk")', '"sw1.trunk") + flows.nothing')
    change(folder, 'sensitivity = ["table1"]', 'sensitivity = ["table2"]')
    reported = "\n".join(mistakes(folder))
    for words in (
        "setting[0].stated: 1 is not allowed",
        "claim[0].replications: 0 is not allowed",
        "measure.lost_cells.expression",
        "figure[0].colour: is not a known key",
        'did you mean "policy"',
        '"eficiency" is not a measure',
        '"table2" is not a table',
    ):
        assert words in reported, words
    # No case can run, so a missing column is not reported until the path is corrected.
    change(folder, "polcy", "policy")
    assert "nothing is not a column" in "\n".join(mistakes(folder))


def test_names_are_judged_though_the_scenario_cannot_be_read(folder: Path) -> None:
    change(folder, 'template = "n-source"', 'template = "n-sauce"')
    change(folder, '(policy="epd")', '(policy="edp")')
    reported = mistakes(folder)
    assert len(reported) == 2, reported
    assert "n-sauce" in reported[0]
    assert "edp is not a level of policy" in reported[1]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('title    = "Drop', 'title = 3 # "'),
        ("stated = true", ""),
        ("sum(vcs.cells_lost)", "sum("),
        ('says         = "', 'says = 1 # "'),
        ('caption = "', 'caption = 1 # "'),
        ('heading = "EPD"', "heading = 1"),
        ('labels   = { policy = "policy"', "labels   = { policy = 1"),
        ('sensitivity = ["table1"]', "sensitivity = [1]"),
        ('values = ["tail", "epd"]', 'vales = ["tail", "epd"]'),
        ('path   = "switch.buffer"', ""),
        ('template = "n-source"', 'temple = "n-source"'),
        ("# What is measured", '[[cases]]\nfactors = { policy = ["tial"], buffer = [] }\n#'),
    ],
)
def test_one_mistake_of_a_key_makes_no_others(folder: Path, old: str, new: str) -> None:
    change(folder, old, new)
    assert len(mistakes(folder)) == 1


def test_mistakes_of_scenarios_have_the_place_in_the_study(folder: Path) -> None:
    change(folder, 'path   = "switch.buffer"', 'path   = "switch.bufer"')
    (reported,) = mistakes(folder)
    assert "cases[0]: policy=tail buffer=1000 and 3 more cases: switch.bufer: " in reported
    assert 'did you mean "buffer"' in reported


def test_a_mistake_of_several_cases_is_reported_once(folder: Path) -> None:
    change(folder, "values = [1000, 3000]", "values = [1000, -1, -2]")
    reported = [one for one in mistakes(folder) if "switch.buffer" in one]
    assert len(reported) == 2, "one for each value"
    assert ["-1 and 1 more case: " in reported[0], "-2 and 1 more case: " in reported[1]] == [True, True]


def test_the_nearest_name_is_found_in_capital_letters_too() -> None:
    assert unknown_rule("EDP", "a level", ["tail", "epd"]).startswith("is not a level; did you mean 'epd'?")


def test_cases_that_differ_in_other_things_are_not_compared(folder: Path) -> None:
    change(folder, 'efficiency(policy="tail")', "efficiency(buffer=1000)")
    assert "differ in more than the levels" in mistakes(folder)[0]


@settings(max_examples=12, deadline=None)
@given(st.data())
def test_a_study_with_a_line_less_is_a_study_or_explained(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("less") / "mine"
    write_skeleton(folder)
    lines = (folder / "study.toml").read_text().splitlines()
    del lines[data.draw(st.integers(0, len(lines) - 1))]
    (folder / "study.toml").write_text("\n".join(lines))
    with contextlib.suppress(ConfigError):
        assert isinstance(read_study(folder), Study)
    shutil.rmtree(folder)


def test_a_folder_without_a_study_and_one_named_like_ours_are_refused(tmp_path: Path) -> None:
    (tmp_path / "goyal96").mkdir()
    with pytest.raises(ValueError, match=r"without study\.toml"):
        studies.get(str(tmp_path / "goyal96"))
    (tmp_path / "goyal96" / "study.toml").touch()
    with pytest.raises(ValueError, match="name of one of our studies"):
        studies.get(str(tmp_path / "goyal96"))


def test_a_measure_that_runs_do_not_have_is_refused_before_anything_runs(
    folder: Path, tmp_path: Path
) -> None:
    change(folder, "sum(vcs.cells_lost)", "sum(vcs.cells_gone)")
    with pytest.raises(ConfigError, match="cells_gone"):
        cw.study(str(folder), tmp_path / "out", replications=1)
    assert not (tmp_path / "out").exists()
