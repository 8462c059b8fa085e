"""Files of a study are plain files of its folder. The sizes that they ask for are bounded before use."""

import os
import sys
import time
from pathlib import Path

import pytest
from tests.study.own import change, mistakes

import cellwise as cw
from cellwise.expression import MOST_ELEMENTS, ExpressionError, evaluate, number, parsed
from cellwise.study.data import read_study
from cellwise.study.data.grid import MOST_CASES
from cellwise.study.data.inside import MOST_OCTETS, octets_of
from cellwise.study.data.measures import MOST_MEASURES
from cellwise.study.data.patterns import replaced_in

#: What a study reads by name: where, and what must be there that it does.
READ = {
    "README.md": "README.md",
    "published/table1.csv": "table[0].published",
    "measures.py": "measure.lost_cells.python",
    "scenario.toml": "scenario.file",
    "study.toml": "study.toml",
}


@pytest.fixture
def whole(folder: Path) -> Path:
    """A study that reads a file of every kind."""
    (folder / "measures.py").write_text("def lost(run):\n    return 1.0\n")
    change(folder, 'expression = "sum(vcs.cells_lost)"', 'python = "measures.py:lost"')
    (folder / "scenario.toml").write_text(cw.Scenario.from_template("n-source").to_toml())
    change(folder, 'template = "n-source"', 'file = "scenario.toml"')
    read_study(folder)
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there, and there are no such pipes")
@pytest.mark.parametrize("name", READ)
def test_a_link_out_of_the_folder_and_a_pipe_are_not_read(whole: Path, name: str, tmp_path: Path) -> None:
    file, elsewhere = whole / name, tmp_path / "elsewhere"
    file.rename(elsewhere)
    file.symlink_to(elsewhere)
    assert any(
        "is a link out of the folder of the study" in one and READ[name] in one for one in mistakes(whole)
    )
    file.unlink()
    os.mkfifo(file)
    assert any("is no plain file" in one and READ[name] in one for one in mistakes(whole))
    file.unlink()
    file.symlink_to(file.name)
    assert any("link" in one and READ[name] in one for one in mistakes(whole))


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
@pytest.mark.parametrize("name", READ)
def test_a_link_inside_the_folder_is_read(whole: Path, name: str) -> None:
    file, beside = whole / name, whole / "beside"
    file.rename(beside)
    file.symlink_to(beside)
    assert read_study(whole).name == "mine"


def test_a_file_that_is_too_long_is_not_read(whole: Path) -> None:
    with (whole / "README.md").open("wb") as file:
        file.truncate(MOST_OCTETS + 1)
    assert mistakes(whole) == [
        f"study.toml: README.md: has more than {MOST_OCTETS} octets: it says what is asked"
    ]
    with pytest.raises(ValueError, match="has more than"):
        octets_of(whole, "README.md")


def test_a_table_that_is_no_csv_and_a_number_that_is_none_are_mistakes(whole: Path) -> None:
    table = whole / "published" / "table1.csv"
    text = table.read_text()
    table.write_text(text + f'"{"9" * 200_000}",1,1,input\n')
    assert any("field larger than field limit" in one and "table1.csv" in one for one in mistakes(whole))
    table.write_text(text.replace("0.6", "1e999999999"))
    change(whole, 'heading = "tail drop"', 'times = 2, heading = "tail drop"')
    assert any("'1e999999999' is not allowed; give a plain decimal number" in one for one in mistakes(whole))


def test_a_study_that_is_nested_too_deeply_is_a_mistake(folder: Path) -> None:
    (folder / "study.toml").write_text(f"title = {'[' * 100_000}")
    assert len(mistakes(folder)) == 1


class Columns:
    """A scope of columns as long as their names say."""

    def name(self, name: str) -> object:
        import numpy as np

        return np.arange(float(name.removeprefix("n")))

    def call(self, name: str, arguments: object, options: object) -> object:
        raise ExpressionError(f"{name}: unknown")


def value(text: str) -> float:
    return number(evaluate(parsed(text), Columns()))


def test_a_list_is_a_column_and_is_never_repeated() -> None:
    assert value("sum([1, 2] * 1000000000)") == 3e9
    assert value("sum([1, 2] + [3, 4])") == 10
    assert value("sum(-[1, 2])") == -3


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("sum([1, [2]])", r"has \[1, \[2\]\], a list in a list"),
        ("sum([[1, 2], [3, 4]])", "a list in a list"),
        ("sum([1, n3])", r"\[1, n3\] puts together single values and several"),
        ("sum([n2, n3])", "or not as many"),
        ('sum(["a", "b"] * 3)', "computes with text"),
    ],
)
def test_a_list_that_is_no_column_is_reported(text: str, reported: str) -> None:
    with pytest.raises(ExpressionError, match=reported):
        value(text)


def test_what_an_expression_makes_is_bounded_before_it_is_made() -> None:
    # 100 rows of one value by a column of a million would take 800 MB.
    rows = ", ".join(["n1 + 1"] * 100)
    began = time.process_time()
    with pytest.raises(ExpressionError, match=f"100000000 values come of this; at most {MOST_ELEMENTS}"):
        value(f"sum(values([{rows}]) * n1000000)")
    assert time.process_time() - began < 5
    assert value("count(n2000000 >= 0)") == 2_000_000, "a column of a run is as long as it is"


def test_a_list_in_a_list_is_a_mistake_with_its_place(folder: Path) -> None:
    change(folder, "sum(vcs.cells_lost)", "sum([1, [2]])")
    reported = '"sum([1, [2]])" has [1, [2]], a list in a list, which expressions do not have'
    assert mistakes(folder) == [f"study.toml: measure.lost_cells.expression: {reported}"]


def test_products_of_factors_and_of_each_are_counted_and_not_made(folder: Path) -> None:
    levels = ", ".join(map(str, range(1, 1001)))
    factors = "".join(
        f'[factor.f{one}]\npath = "tcp.mss"\nwrite = "{{value}} bytes"\nvalues = [{levels}]\n'
        for one in range(6)
    )
    change(folder, "[factor.policy]", f"{factors}\n[factor.policy]")
    assert mistakes(folder) == [
        f"study.toml: cases[0]: come to {4 * 1000**6} cases; a study has at most {MOST_CASES}"
    ]
    change(folder, factors, "")
    each = ", ".join(f"e{one} = [{levels}]" for one in range(5))
    change(
        folder,
        "[measure.lost_cells]",
        f'[measure.many]\nexpression = "1"\neach = {{ {each} }}\n\n[measure.lost_cells]',
    )
    assert mistakes(folder) == [
        f"study.toml: measure.many.each: gives {1000**5} measures; at most {MOST_MEASURES} are allowed"
    ]


def test_several_grids_are_counted_together(folder: Path) -> None:
    levels = ", ".join(map(str, range(1, 81)))
    seeds = (
        f'[factor.s]\npath = "seed"\nvalues = [{levels}]\n[factor.t]\npath = "tcp.mss"\nvalues = [{levels}]\n'
    )
    grid = "[[cases]]\nfactors = { s = [], t = [] }\n"
    change(folder, "[factor.policy]", f"{grid}{grid}\n{seeds}\n[factor.policy]")
    assert mistakes(folder) == [
        "study.toml: cases[0]: come to 6400 cases, of 12800 in all; a study has at most 10000"
    ]


def test_a_pattern_takes_time_as_its_text_is_long() -> None:
    began = time.process_time()
    assert replaced_in(["a" * 50_000 + "!"], "(a+)+$", "x") == ["a" * 50_000 + "!"]
    assert replaced_in(["a" * 50_000], "(a|a|aa)*", "x") == ["x"]
    assert time.process_time() - began < 10
    assert replaced_in(["1.0e-5", ""], "$", " %") == ["1.0e-5 %", " %"]
    assert replaced_in(["12 cells"], r"(\d+) cells", r"[\1]") == ["[12]"]
    for pattern in ("(?=a)", r"(a)\1", "(", "(?P<"):
        with pytest.raises(ValueError, match=r"\w"):
            replaced_in(["a"], pattern, "")


def test_a_pattern_that_is_none_is_a_mistake_with_its_place(folder: Path) -> None:
    change(folder, "[table.numbers]", 'texts = { buffer_cells = ["(?=a)", ""] }\n\n[table.numbers]')
    reported = 'study.toml: table[0].texts.buffer_cells: "(?=a)" is not a pattern: invalid perl operator: (?='
    assert mistakes(folder) == [reported]
