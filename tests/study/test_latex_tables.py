"""The LaTeX of a study's tables has the structure that LaTeX wants, and signs that its fonts have."""

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from tests.study.small import small

from cellwise import studies
from cellwise.reports.latex_layout import PAGE_LINES, TEXT_WIDTH_PT, Block, fitted, in_parts
from cellwise.reports.latex_style import Style, packages
from cellwise.reports.latex_tables import to_latex
from cellwise.reports.latex_text import latex_text, width_pt
from cellwise.reports.study_labels import with_labels
from cellwise.study import drive
from cellwise.study.claims import Finding
from cellwise.study.compare import Comparison, compare
from cellwise.study.definition import Table
from cellwise.study.drive import StudyResults
from cellwise.study.explore import Explored


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> str:
    outcome = drive(small(), tmp_path_factory.mktemp("small"), replications=2, quiet=True)
    return to_latex(outcome, "cellwise study small --only 100_%")


def compared(table: Table) -> list[Comparison]:
    """Twenty values of our own around each published number, spread as widely as real ones."""
    around = np.random.default_rng(1).normal(1, 0.2, 20)
    return [
        compare(table.name, row.labels, column, number, float(number.printed) * around)
        for row in table.rows
        for column, number in row.numbers.items()
    ]


def outcome_of_all(name: str) -> StudyResults:
    """Everything of a study, with numbers that no run has given."""
    study = studies.get(name)
    return StudyResults(
        study=study,
        folder=Path(),
        only=(),
        replications=20,
        comparisons={table.name: compared(table) for table in study.tables},
        explored={
            one.name: [
                Explored(row, measure, 0.01238, 0.007547, 12810.0)
                for row in one.rows
                for measure in one.measures
            ]
            for one in study.explorations
        },
        findings=[Finding(claim, "undecided", claim.test) for claim in study.claims],
        figures={},
        runs=0,
        cells=0,
        cpu_s=0.0,
        wall_s=0.0,
    )


@pytest.fixture(scope="module", params=studies.names())
def of_all(request: pytest.FixtureRequest) -> str:
    return to_latex(outcome_of_all(request.param), "cellwise study")


def columns_of(specification: str) -> int:
    return len(re.sub(r">?\{[^{}]*\}", "", specification))


def tables_in(text: str) -> int:
    """Count the tables, those that break and those that float."""
    return text.count(r"\begin{longtable}") + text.count(r"\begin{tabular}")


def cells_of(line: str) -> int:
    spans = sum(int(span) - 1 for span in re.findall(r"\\multicolumn\{(\d+)\}", line))
    return len(re.findall(r"(?<!\\)&", line)) + 1 + spans


def test_every_row_has_as_many_cells_as_its_table_has_columns(written: str) -> None:
    tables = re.findall(
        r"\\begin\{(?:longtable|tabular)\}\{((?:[^{}]|\{[^{}]*\})*)\}\n(.*?)\\end\{(?:longtable|tabular)\}",
        written,
        re.S,
    )
    assert len(tables) == tables_in(written) >= 2
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


@pytest.mark.parametrize(
    ("plain", "written"),
    [
        ("5 % of a_b & #3", r"5~\% of a\_b \& \#3"),
        ("a | b", r"a \textbar{} b"),
        ('the "ping"', "the ''ping''"),
        ("gain <= 1, N >= 2", r"gain $\leq$ 1, N $\geq$ 2"),
        ("give --resume", "give -{}-resume"),
    ],
)
def test_signs_that_latex_reads_otherwise_are_written_so_that_it_shows_them(plain: str, written: str) -> None:
    assert latex_text(plain) == written


@pytest.mark.parametrize(
    ("text", "measured_pt"),
    # What pdfLaTeX measures in scriptsize letters of Computer Modern.
    [
        ("0123456789", 39.9),
        ("0.83–0.88", 32.4),
        ("196203–199759", 51.8),
        ("0.01238 (0.008–1.281e+04)", 93.2),
        ("throughput, Mbit/s", 68.5),
        ("idle times above 60 ms", 79.6),
        ("maximum queue, cells", 77.0),
        ("UBR+EPD", 40.2),
        ("5–95 %", 25.2),
        ("publ.", 17.8),
        ("✗", 6.3),
    ],
)
def test_widths_are_estimated_rather_too_large_but_not_by_much(text: str, measured_pt: float) -> None:
    assert measured_pt <= width_pt(text, 7.0) <= 1.15 * measured_pt


@pytest.mark.parametrize("name", studies.names())
def test_no_table_of_a_study_is_wider_than_the_page(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    widths: list[float] = []

    def watched(labels: Block, blocks: list[Block], last: list[Block]) -> tuple[str, list[list[Block]]]:
        size, chunks = fitted(labels, blocks, last)
        size_pt = {"footnotesize": 8.0, "scriptsize": 7.0}[size]
        widths.extend(sum(block.width_pt(size_pt) for block in [labels, *chunk]) for chunk in chunks)
        return size, chunks

    monkeypatch.setattr("cellwise.reports.latex_layout.fitted", watched)
    written = to_latex(outcome_of_all(name), "")
    # The last table is that of the claims, whose columns are shares of the width.
    assert len(widths) == tables_in(written) - 1
    assert max(widths) <= TEXT_WIDTH_PT


def test_a_wide_table_is_written_in_parts_that_share_its_labels_and_its_number() -> None:
    labels = Block("l", ["N"], [["five"], ["six"]])
    each = [
        Block("rr", ["a", "b"], [[f"{at}0{row}", "0.123456789"] for row in "12"], f"H{at}") for at in range(9)
    ]
    last = Block("r", ["τ"], [["0.7"], ["0.8"]])
    parts = in_parts(labels, each, "A title.", "What is reported.", [last])
    assert len(parts) == 2
    together = "\n".join(parts)
    for at in range(9):
        assert together.count(f"{at}01 & 0.123456789") == together.count(f"{at}02 & 0.123456789") == 1
    for number, part in enumerate(parts, 1):
        assert part.count("\nfive & ") == part.count("\nsix & ") == 1
        assert f"A title. Part {number} of 2." in part
        assert ("What is reported." in part) == (number == 1)
        assert part.startswith("\\addtocounter{table}{-1}\n") == (number == 2)
        assert (" & 0.7 " in part) == (number == 2)
    # As even as may be: five and four.
    assert [part.count("H") for part in parts] == [5, 4]


def rows_in(many: int, style: Style) -> list[str]:
    labels = Block("l", ["N"], [[f"n{row}"] for row in range(many)])
    numbers = [["12.5 ± 0.5", "-3"] if row else ["none", ""] for row in range(many)]
    return in_parts(
        labels, [Block("rr", ["a b", "c"], numbers)], "A title.", "What is reported.", style=style
    )


def test_what_fits_a_page_floats_and_what_does_not_breaks_by_itself() -> None:
    (short,), (long,) = rows_in(PAGE_LINES, Style()), rows_in(PAGE_LINES + 1, Style())
    assert r"\begin{table}[tbp]" in short
    assert r"\begin{tabular}{lrr}" in short
    assert r"\begin{longtable}{lrr}" in long
    assert "tabular" not in long


def test_across_two_columns_every_part_fits_a_page() -> None:
    parts = rows_in(2 * PAGE_LINES + 1, Style(wide=True))
    assert [part.count("\nn") for part in parts] == [PAGE_LINES, PAGE_LINES, 1]
    for number, part in enumerate(parts, 1):
        assert r"\begin{table*}[tbp]" in part
        assert "longtable" not in part
        assert f"Part {number} of 3." in part
        assert part.startswith("\\addtocounter{table}{-1}\n") == (number > 1)


def test_numbers_are_aligned_by_siunitx_and_other_cells_are_in_braces() -> None:
    (part,) = rows_in(3, Style(siunitx=True))
    assert r"{lS[table-format=2.1(1),separate-uncertainty]S[table-format=-1]}" in part
    assert r"n0 & {none} &  \\" in part
    assert r"n1 & 12.5(5) & -3 \\" in part
    assert r"N & {a b} & {c} \\" in part
    assert packages(part) == r"Needs \usepackage{booktabs,siunitx}."


def test_columns_of_a_study_have_the_labels_that_are_given() -> None:
    outcome = outcome_of_all("goyal96")
    table = outcome.tables()[0]
    column = next(iter(table.columns))
    written = to_latex(with_labels(outcome, {column: "A heading", table.label_columns[0]: "Of rows"}), "")
    assert "{A heading}" in written
    assert "Of rows & " in written
    with pytest.raises(ValueError, match=f"label: none is not in a table; there are .*{column}"):
        with_labels(outcome, {"none": "Text"})


#: One and two columns of text, in the classes that journals and books use.
DOCUMENTS = {
    "one column": (Style(), r"\documentclass{article}"),
    "numbers in one column": (Style(siunitx=True), r"\documentclass{article}"),
    "two columns": (Style(wide=True), r"\documentclass[twocolumn]{article}"),
    "numbers in two columns": (Style(wide=True, siunitx=True), r"\documentclass[twocolumn]{article}"),
}


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no TeX is installed")
@pytest.mark.parametrize("kind", DOCUMENTS)
@pytest.mark.parametrize("name", ["goyal96", "kansas"])
def test_tables_compile_and_are_nowhere_wider_than_their_text(tmp_path: Path, name: str, kind: str) -> None:
    style, document = DOCUMENTS[kind]
    written = to_latex(outcome_of_all(name), "cellwise study", style)
    needed = re.search(r"^% Needs (\\usepackage\{[a-z,]*\})\.$", written, re.MULTILINE)
    assert needed is not None
    lines = [document, r"\usepackage[a4paper,margin=20mm]{geometry}", needed[1], r"\begin{document}"]
    (tmp_path / "all.tex").write_text("\n".join([*lines, r"\input{tables}", r"\end{document}"]))
    (tmp_path / "tables.tex").write_text(written)
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "all.tex"]
    for _ in range(3):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-3000:]
    log = (tmp_path / "all.log").read_text(errors="replace")
    assert not re.search(r"Overfull \\hbox \((?:[2-9]|\d\d)", log)
    assert "Float too large" not in log


def test_a_table_that_fits_is_whole_and_in_the_larger_letters() -> None:
    labels = Block("l", ["N"], [["five"]])
    (part,) = in_parts(labels, [Block("r", ["lost"], [["12"]])], "A title.", "What is reported.")
    assert part.startswith("\\begin{table}[tbp]\n\\centering\\footnotesize")
    assert r"\caption{A title. What is reported.}" in part
    assert "multicolumn" not in part


def test_captions_do_not_count_tables_twice(of_all: str) -> None:
    captions = re.findall(r"\\caption\{(.*)\}(?: \\\\)?\n", of_all)
    assert len(captions) == tables_in(of_all)
    # LaTeX writes `Table 1:` itself.
    assert not [one for one in captions if re.match("(Tables?|Figures?|Sections?) ", one)]


def test_only_marks_that_a_table_has_are_explained(written: str) -> None:
    caption = next(line for line in written.splitlines() if r"\caption{Cells lost" in line)
    assert r"Ours: medians over 2 replications; $\times$ outside." in caption
    assert "contradicts" not in caption


def test_the_packages_that_are_used_are_named(of_all: str) -> None:
    named = re.search(r"^% Needs \\usepackage\{([a-z,]*)\}", of_all, re.MULTILINE)
    assert named is not None
    uses = {"array": r">{\raggedright\arraybackslash}", "booktabs": r"\toprule", "longtable": "{longtable}"}
    assert set(named[1].split(",")) == {package for package, use in uses.items() if use in of_all}


def test_sentences_of_claims_are_set_ragged_and_apart(of_all: str) -> None:
    claims = of_all[of_all.rindex(r"\begin{longtable}") :]
    assert claims.count(r"\raggedright") == 2
    rows = re.findall(r"^[a-z0-9]+-\d+ & ", claims, re.MULTILINE)
    assert claims.count("\\addlinespace\n") == len(rows) - 1 > 0


def test_a_power_of_ten_is_shown_in_latex() -> None:
    ten = r"10\textsuperscript{$-$}\textsuperscript{8}"
    assert latex_text("(3.70 ± 0.12) × 10⁻⁸") == rf"(3.70 $\pm$ 0.12) $\times$ {ten}"
