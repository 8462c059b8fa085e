"""Relations between a document's numbers: contradictions on both sides, and repeats that add nothing."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.study.own import mistakes

from cellwise import studies
from cellwise.study.data import build, read_study
from cellwise.study.data.form import StudyForm
from cellwise.study.data.issues import Issues
from cellwise.study.data.printed import PrintedTables
from cellwise.study.data.related import related, tolerance_of
from cellwise.study.definition import Number, Study

PUBLISHED = """buffer_cells,tail_efficiency,epd_efficiency,kinds
1000,0.6,0.8,prediction
3000,0.7,0.8,prediction
"""

CONTRADICTION = """
[[contradiction]]
each  = { buffer = [1000] }
apart = '''
printed("table1", "epd_efficiency", buffer_cells={buffer})
- printed("table1", "tail_efficiency", buffer_cells={buffer})'''
by    = 0.2
why   = "both are of {buffer} cells"
"""

REPEAT = """
[[repeat]]
kind    = "copy"
numbers = 'printed("table1", "epd_efficiency", buffer_cells=3000)'
of      = 'printed("table1", "epd_efficiency", buffer_cells=1000)'
"""


def with_arithmetic(folder: Path, text: str) -> Path:
    file = folder / "study.toml"
    file.write_text(file.read_text() + text)
    (folder / "published" / "table1.csv").write_text(PUBLISHED)
    return folder


def numbers(study: Study) -> dict[tuple[str, str], Number]:
    return {
        (row.labels[0], column): one
        for table in study.tables
        for row in table.rows
        for column, one in row.numbers.items()
    }


def test_a_contradiction_marks_both_sides_and_says_how_far_they_are_apart(folder: Path) -> None:
    found = numbers(read_study(with_arithmetic(folder, CONTRADICTION)))
    reported = "both are of 1000 cells; the two sides are 0.2 apart"
    assert {key: one.inconsistent for key, one in found.items()} == {
        ("1000", "tail_efficiency"): reported,
        ("1000", "epd_efficiency"): reported,
        ("3000", "tail_efficiency"): None,
        ("3000", "epd_efficiency"): None,
    }


def test_a_repeat_names_what_it_is_of_and_is_no_number_of_its_own(folder: Path) -> None:
    found = numbers(read_study(with_arithmetic(folder, REPEAT)))
    copy = found["3000", "epd_efficiency"]
    assert (copy.kind, copy.of) == ("copy", 'printed("table1", "epd_efficiency", buffer_cells=1000)')
    assert [one.kind for one in found.values()].count("prediction") == 3


@pytest.mark.parametrize(
    ("text", "old", "new", "reported"),
    [
        (CONTRADICTION, "by    = 0.2", "by    = 0.25", "is 0.200, not 0.25 as `by` says (buffer = 1000)"),
        (CONTRADICTION, "[1000]", "[3000]", "is 0.1, which rounding can close: nothing is excluded"),
        (CONTRADICTION, "[1000]", "[1000, 3000]", "by: give 2 numbers, one for each text of `each`"),
        (CONTRADICTION, "- printed", "- 0 * printed", "reads a printed number that does not move it"),
        (CONTRADICTION, "- printed", "- print", "print is not a function"),
        (REPEAT, '"copy"', '"twin"', "repeat[0].kind"),
        (REPEAT, "of      = '", "of      = '(", "is not an expression"),
        (REPEAT, "buffer_cells=1000", "buffer_cells=3000", "names no other printed number"),
        (REPEAT, "of      = 'printed", "of      = '2 * printed", "is 1.6 where 0.8 is printed"),
        (REPEAT, 'buffer_cells=1000)', 'buffer_cells=[1000, 3000])', "gives 2 numbers for 1"),
        (REPEAT + REPEAT, "copy", "copy", "repeats another already"),
    ],
)  # fmt: skip
def test_arithmetic_that_does_not_hold_is_a_mistake(
    folder: Path, text: str, old: str, new: str, reported: str
) -> None:
    assert old in text
    found = mistakes(with_arithmetic(folder, text.replace(old, new)))
    assert any(reported in one for one in found), found


def test_what_is_repeated_does_not_repeat_what_repeats_it(folder: Path) -> None:
    there = 'numbers = \'printed("table1", "epd_efficiency", buffer_cells=1000)\''
    back = 'of      = \'printed("table1", "epd_efficiency", buffer_cells=3000)\''
    turned = f'[[repeat]]\nkind    = "copy"\n{there}\n{back}\n'
    (reported,) = mistakes(with_arithmetic(folder, REPEAT + turned))
    assert "comes after what repeats one of these numbers" in reported


def test_a_derived_number_follows_to_the_digits_that_are_known(folder: Path) -> None:
    text = REPEAT.replace("copy", "derived").replace("of      = '", "of      = '1.1 * ")
    # 0.88 is printed as 0.8. Half a unit of it is 0.05, and of its source 0.055, so 0.08 is possible.
    assert numbers(read_study(with_arithmetic(folder, text)))["3000", "epd_efficiency"].kind == "derived"
    (folder / "study.toml").write_text((folder / "study.toml").read_text().replace("1.1 *", "1.2 *"))
    assert any("is 0.96 where 0.8 is printed" in one for one in mistakes(folder))


Arithmetic = tuple[PrintedTables, StudyForm, dict[str, float]]


@pytest.fixture
def before(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Arithmetic:
    """The tables of a study as its CSV files have them, and what is said of them."""
    caught: list[Arithmetic] = []

    def catch(
        printed: PrintedTables, form: StudyForm, constants: dict[str, float], _issues: Issues
    ) -> PrintedTables:
        caught.append((printed, form, constants))
        return printed

    monkeypatch.setattr(build, "related", catch)
    read_study(Path(studies.__file__).parent / request.param)
    return caught[0]


@pytest.mark.parametrize("before", ["goyal96", "kansas", "calgary", "rfc2415", "rfc2416"], indirect=True)
def test_a_contradicted_number_that_is_changed_by_its_tolerance_fails_the_check(
    before: Arithmetic,
) -> None:
    printed, form, constants = before
    for contradiction in form.contradiction:
        alone = form.model_copy(update={"contradiction": [contradiction], "repeat": []})
        marked = related(printed, alone, constants, Issues("study.toml"))
        places = [
            (at, row, column)
            for at, one in enumerate(marked.all)
            for row, found in enumerate(one.table.rows)
            for column, number in found.numbers.items()
            if number.inconsistent
        ]
        assert places
        for number, place in enumerate(places):
            issues = Issues("study.toml")
            related(_changed(printed, *place, sign=(-1) ** number), alone, constants, issues)
            assert len(issues) > 0, place


def _changed(printed: PrintedTables, at: int, row: int, column: str, sign: int) -> PrintedTables:
    table = printed.all[at].table
    old = table.rows[row].numbers[column]
    moved = float(old.printed) + sign * tolerance_of(old)
    new = replace(old, printed=f"{moved:.6f}", tolerance=tolerance_of(old))
    rows = list(table.rows)
    rows[row] = replace(rows[row], numbers={**rows[row].numbers, column: new})
    tables = list(printed.all)
    tables[at] = replace(tables[at], table=replace(table, rows=rows))
    return PrintedTables(tables)
