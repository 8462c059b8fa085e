"""The LaTeX of a study's tables has the structure that LaTeX wants, and signs that its fonts have."""

import re

import pytest
from tests.study.small import small

from cellwise import studies
from cellwise.study import drive
from cellwise.study.latex_tables import latex_text, to_latex


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> str:
    outcome = drive(small(), tmp_path_factory.mktemp("small"), replications=2, quiet=True)
    return to_latex(outcome, "cellwise study small --only 100_%")


def columns_of(specification: str) -> int:
    return len(re.sub(r"\{[^{}]*\}", "", specification))


def cells_of(line: str) -> int:
    spans = sum(int(span) - 1 for span in re.findall(r"\\multicolumn\{(\d+)\}", line))
    return len(re.findall(r"(?<!\\)&", line)) + 1 + spans


def test_every_row_has_as_many_cells_as_its_table_has_columns(written: str) -> None:
    tables = re.findall(
        r"\\begin\{longtable\}\{((?:[^{}]|\{[^{}]*\})*)\}\n(.*?)\\end\{longtable\}", written, re.S
    )
    assert len(tables) == written.count(r"\begin{longtable}") >= 2
    for specification, inside in tables:
        rows = [line for line in inside.splitlines() if line.endswith(r" \\") and "caption" not in line]
        assert len(rows) > 2
        assert {cells_of(line) for line in rows} == {columns_of(specification)}


def test_braces_and_environments_are_closed(written: str) -> None:
    plain = re.sub(r"\\[{}]", "", written)
    assert plain.count("{") == plain.count("}")
    assert written.count(r"\begin{") == written.count(r"\end{")
    assert len(re.findall(r"(?<!\\)\$", written)) % 2 == 0
    # What follows a bare per cent sign would be a comment.
    assert all(line.startswith("%") or not re.search(r"(?<!\\)%", line) for line in written.splitlines())


def test_the_texts_of_all_studies_have_signs_that_latex_has() -> None:
    for name in studies.names():
        study = studies.get(name)
        texts = [study.document, *(one.says for one in study.claims), *(one.test for one in study.claims)]
        for table in study.tables:
            texts += [table.title, table.note, *table.label_columns, *table.columns.values()]
        for text in texts:
            # Letters of Latin-1 are in every LaTeX of today.
            assert all(ord(sign) < 256 for sign in latex_text(text)), (name, text)


def test_numbers_below_zero_have_a_minus(written: str) -> None:
    assert not re.search(r"(?:& |^)-\d", written, re.MULTILINE)
    assert latex_text("−0.5") == "$-$0.5"
