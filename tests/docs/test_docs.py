"""The documents are true: their commands run, their examples work, every model has its page."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import duckdb
import pytest
from tests.docs.typed import PROGRESS

import cellwise as cw
from cellwise.experiments.compare import METRICS
from cellwise.results import RECORDS, TABLES
from cellwise.vocabulary import PROBES

ROOT = Path(__file__).parents[2]
PAGES = sorted(page for page in (ROOT / "docs" / "models").glob("*.md") if page.stem != "index")
DOCUMENTS = [ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")]


def blocks(document: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", document.read_text(), re.MULTILINE | re.DOTALL)


def commands(document: Path) -> list[str]:
    lines = [line for block in blocks(document, "bash") for line in block.splitlines()]
    return [line for line in lines if line.strip() and not line.startswith("#")]


@pytest.fixture
def workplace(tmp_path: Path) -> Path:
    """A folder with the README's scenario in it."""
    (scenario,) = blocks(ROOT / "README.md", "toml")
    (tmp_path / "my.toml").write_text(scenario)
    return tmp_path


@pytest.mark.parametrize("line", commands(ROOT / "README.md"))
def test_the_readmes_commands_run(line: str, workplace: Path) -> None:
    words = shlex.split(line, comments=True)
    if words[0] == "make":
        targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
        assert set(words[1:]) <= set(targets)
        return
    if words[0] == "pip":
        # What it does is tested in tests/packaging, with the wheel of this name.
        (target,) = re.findall(r"^pip install dist/cellwise-\*-manylinux\*_(x86_64|aarch64)\.whl$", line)
        assert f"{target}-unknown-linux-gnu" in (ROOT / "Makefile").read_text()
        return
    assert words[0] == "cellwise"
    shell = re.sub(r"(?:^|(?<=&& ))cellwise", f"{shlex.quote(sys.executable)} -m cellwise", line)
    done = subprocess.run(
        ["bash", "-c", shell], cwd=workplace, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert PROGRESS.sub("", done.stderr) == ""


#: What each Python example is, and what is shown of its output, if something is.
EXAMPLES = re.findall(
    r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?",
    (ROOT / "README.md").read_text(),
    re.MULTILINE | re.DOTALL,
)


@pytest.mark.parametrize(("example", "reported"), EXAMPLES)
def test_the_readmes_python_runs_and_prints_what_is_shown(
    example: str, reported: str, workplace: Path
) -> None:
    command = [sys.executable, "-W", "error", "-c", example]
    done = subprocess.run(command, cwd=workplace, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert set(reported.splitlines()) <= set(done.stdout.splitlines())


def test_the_first_example_shows_something() -> None:
    efficiencies = [float(number) for number in re.findall(r"efficiency ([\d.]+)", EXAMPLES[0][1])]
    assert len(efficiencies) == 2
    assert min(efficiencies) > 0.3
    assert efficiencies[1] > efficiencies[0]


def test_every_model_has_a_page_that_names_it() -> None:
    named = {name for page in PAGES for name in re.findall(r"`([a-z0-9-]+/[a-z0-9.-]+)`", page.read_text())}
    catalogued = {f"{entry.family}/{entry.name}" for entry in cw.catalogue()}
    assert catalogued - named == set()
    assert {name for name in named if name.split("/")[0] in {e.family for e in cw.catalogue()}} == catalogued


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_page_begins_with_limits_and_says_how_it_was_validated(page: Path) -> None:
    headings = re.findall(r"^## (.*)$", page.read_text(), re.MULTILINE)
    assert headings[0] == "Scope and limits"
    assert "Validation" in headings
    validation = page.read_text().split("## Validation")[1].split("##")[0]
    assert len(validation.split()) > 3


@pytest.mark.parametrize(
    "document",
    [*DOCUMENTS, *PAGES, ROOT / "docs" / "limits.md", ROOT / "docs" / "glossary.md"],
    ids=lambda path: path.stem,
)
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", document.read_text()):
        assert (document.parent / target).exists(), target


def tables_of(key: str) -> list[str]:
    """What the pages write as `key = { ... }`, in one line each, as TOML wants it."""
    found = [re.findall(rf"`({key} = \{{.*?\}})`", page.read_text(), re.DOTALL) for page in PAGES]
    return [" ".join(table.split()) for tables in found for table in tables]


def with_switch(table: str) -> cw.Scenario:
    text = f'topology.template = "n-source"\nswitch.buffer = "8192 cells"\nswitch.{table}\n'
    return cw.Scenario.from_toml(text)


def names_of(family: str) -> set[str]:
    return {entry.name for entry in cw.catalogue(family)}


@pytest.mark.parametrize(
    "table", [one for key in ("drop", "reserved", "architecture") for one in tables_of(key)]
)
def test_switch_settings_in_the_pages_can_run(table: str) -> None:
    assert with_switch(table).expanded().check() == []


def test_every_drop_policy_and_architecture_is_written_on_a_page() -> None:
    policies = {with_switch(table)["switch"]["drop"]["policy"] for table in tables_of("drop")}
    assert policies == names_of("drop-policies")
    kinds = {with_switch(table)["switch"]["architecture"]["kind"] for table in tables_of("architecture")}
    schema = cw.json_schema()
    assert kinds == {"output-buffered", "two-stage", "shared-memory", "crossbar"}
    assert all(f'"{kind}"' in schema for kind in kinds)


def test_the_page_of_a_rate_rule_has_all_its_settings_with_their_defaults() -> None:
    written = [with_switch(table) for table in tables_of("rate_rule")]
    assert {one["switch"]["rate_rule"]["rule"] for one in written} == names_of("rate-rules")
    for one in written:
        named = one["switch"]["rate_rule"]
        default = with_switch(f'rate_rule = {{ rule = "{named["rule"]}" }}').expanded()["switch"]["rate_rule"]
        assert one.expanded()["switch"]["rate_rule"] == default
        assert set(named) == set(default)


def test_cell_sources_in_the_pages_can_run() -> None:
    page = (ROOT / "docs" / "models" / "cell-sources.md").read_text()
    sources = re.findall(r"`(\{ pattern = .*?\})`", page)
    for source in sources:
        # The greedy source is for ABR connections only; the others also work there.
        text = 'topology.template = "two-node"\nflow.kind = "cells"\natm.category = "abr"\n'
        text += f"cells.source = {source}\n"
        assert cw.Scenario.from_toml(text).expanded().check() == []
    assert {re.findall(r'pattern = "(.*?)"', source)[0] for source in sources} == names_of("cell-sources")


def test_settings_that_the_pages_name_exist() -> None:
    schema = cw.json_schema()
    known = set(re.findall(r'"([a-z][a-z0-9_]*)": \{', schema))
    page = (ROOT / "docs" / "models" / "tcp-machinery.md").read_text()
    settings = page.split("## Settings")[1].split("##")[0]
    named = {word for word in re.findall(r"`([a-z0-9_]+)`", settings) if "_" in word}
    assert named
    assert named <= known


def test_every_column_of_the_results_is_explained() -> None:
    run = cw.run(cw.Scenario.from_template("n-source").with_(duration="10 ms"))
    pages = ["\n", *(page.read_text() for page in sorted((ROOT / "docs" / "results").glob("*.md")))]
    page = "\n## \n".join(pages)
    assert {"category", "acr_mean_cells_per_s", "lost_rm_cells"} <= set(run.columns("vcs"))
    for table in TABLES:
        section = page.split(f"\n## {table}\n")[1].split("\n## ")[0]
        assert set(re.findall(r"^\|(.*?)\|", section, re.MULTILINE)) > {" column "}
        explained = set(re.findall(r"`([a-z0-9_]+)`", section))
        assert set(run.columns(table)) <= explained, table


def test_lists_in_prose_are_whole() -> None:
    listed = (ROOT / "docs" / "results.md").read_text().split("\n## A results folder\n")[1].split("\n\n**")[0]
    files = {f"{name}.parquet" for name in (*TABLES, *RECORDS, "series")}
    assert set(re.findall(r"`([a-z_]+\.parquet)`", listed)) == files
    install = (ROOT / "docs" / "how-to" / "install.md").read_text().split("| extra |")[1].split("\n\n")[0]
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(re.findall(r"`([a-z]+)`", install)) == set(extras) - {"docs", "dev"}


#: What the page calls the types of columns, and what DuckDB calls them.
TYPES = {
    "text": {"VARCHAR"},
    "integer": {"BIGINT"},
    "real": {"DOUBLE"},
    "text or number": {"VARCHAR", "BIGINT", "DOUBLE"},
}


@pytest.mark.parametrize("name", ["sweep", "runs"])
def test_the_tables_of_a_sweep_are_described_column_by_column(name: str, tmp_path: Path) -> None:
    base = cw.Scenario.from_template("n-source").with_(duration="10 ms")
    made = cw.sweep(base, grid={"switch.buffer": ["500 cells", "900 cells"], "topology.sources": [2, 3]})
    table = made.run(tmp_path, replications=2).numbers
    section = (ROOT / "docs" / "results.md").read_text().split("\n## A sweep's folder\n")[1].split("\n## ")[0]
    reported = section.split(f"\n`{name}.parquet` has")[1].split("\n\n")[1]
    rows = [[cell.strip() for cell in row.split("|")[1:3]] for row in reported.splitlines()[2:]]
    described = [(column.strip("`"), kind) for column, kind in rows]
    expected: list[tuple[str, str]] = []
    for column, kind in described:
        stands_for = {"FACTOR": made.factors, "METRIC": table.metrics, "METRIC ±": ()}.get(column, [column])
        for one in stands_for:
            expected.append((one, kind))
            if column == "METRIC" and "METRIC ±" in dict(described):
                expected.append((f"{one} ±", dict(described)["METRIC ±"]))
    real = duckdb.sql(f"describe from '{tmp_path / name}.parquet'").fetchall()
    assert [column for column, *_ in real] == [column for column, _ in expected]
    for (column, found, *_), (_, kind) in zip(real, expected, strict=True):
        assert found in TYPES[kind], column
    assert set(METRICS) <= set(re.findall(r"`([^`]*)`", section))


def test_every_quantity_that_a_probe_records_is_explained_with_its_unit() -> None:
    section = (
        (ROOT / "docs" / "results" / "records.md").read_text().split("\n## Series\n")[1].split("\n## ")[0]
    )
    assert set(PROBES) <= set(re.findall(r"`([a-z_]+)`", section))
    rows = [
        [cell.strip() for cell in row.split("|")[1:4]]
        for row in re.findall(r"^\| `.*", section, re.MULTILINE)
    ]
    reported = {name: unit for names, _, unit in rows for name in re.findall(r"`([a-z_]+)`", names)}
    assert reported == {name: unit for name, unit in PROBES.items() if unit is not None}


def test_the_changelog_has_its_heading_for_numbers() -> None:
    assert "### Numbers changed" in (ROOT / "CHANGELOG.md").read_text()
