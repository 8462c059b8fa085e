"""A sweep for a paper: its report, its tables and its figures are made from stored runs."""

import base64
import csv
import io
import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path

import duckdb
import pytest

import cellwise as cw
from cellwise.experiments.sweep_figures import MOST_FIGURES, arrange, figures_of
from cellwise.experiments.sweep_stored import gather_sweep, read_cases
from cellwise.intervals import mean_interval
from cellwise.levels import Level
from cellwise.rounding import with_half_width

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]

GRID = {"switch.drop.policy": ["tail", "epd"], "switch.buffer": ["500 cells", "1000 cells"]}
COMMAND = "cellwise sweep a.toml --grid switch.drop.policy=tail,epd"


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    brief = cw.Scenario.from_template("n-source").with_(
        {"title": "five sources", "switch.buffer": "500 cells", "tcp.timer_tick": "10 ms"}, duration="200 ms"
    )
    folder = tmp_path_factory.mktemp("swept") / "swept"
    replace(cw.sweep(brief, grid=GRID), command=COMMAND).run(folder, replications=3)
    return folder


@pytest.fixture
def folder(swept: Path, tmp_path: Path) -> Path:
    """A sweep's folder `swept` where the commands run."""
    return shutil.copytree(swept, tmp_path / "swept")


def rows(folder: Path, name: str) -> list[dict[str, object]]:
    relation = duckdb.sql(f"from '{folder / name}.parquet'")
    return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]


def expected(folder: Path, metric: str) -> list[str]:
    """Every case's mean and half-width, from the single runs alone."""
    values: dict[object, list[float]] = {}
    for row in rows(folder, "runs"):
        values.setdefault(row["case"], []).append(float(str(row[metric])))
    found = [mean_interval(one) for one in values.values()]
    return [with_half_width(one.mean, one.half_width) for one in found]


def test_the_page_has_every_case_with_numbers_that_end_with_their_intervals(cli: Cli, folder: Path) -> None:
    done = cli("report", "swept")
    assert (done.returncode, done.stdout, done.stderr) == (0, "swept/report.html\n", "")
    page = (folder / "report.html").read_text()
    cells = [unescape(one) for one in re.findall(r"<td>([^<]*)</td>", page)]
    for metric in ("efficiency", "fairness", "flows.timeouts:sum"):
        assert set(expected(folder, metric)) <= set(cells), metric
    assert "<h1>Sweep over switch.drop.policy and switch.buffer</h1>" in page
    assert ">five sources<" in page
    assert unescape(page).count(COMMAND) == 1
    assert "cellwise report swept --to html" in page
    assert cli("report", "swept", "-o", "again.html").returncode == 0
    assert (folder.parent / "again.html").read_text() == page


def test_every_figure_is_what_its_own_command_draws_and_curves_keep_their_colours(
    cli: Cli, folder: Path
) -> None:
    assert (
        cli("report", "swept", "--metric", "efficiency", "--metric", "flows.throughput_bps:sum").returncode
        == 0
    )
    page = (folder / "report.html").read_text()
    data = re.findall(r'href="data:text/csv;base64,([^"]*)"', page)
    commands = [unescape(one) for one in re.findall(r"<dc:description>([^<]*)</dc:description>", page)]
    assert len(data) == len(commands) == 2
    for content, command in zip(data, commands, strict=True):
        words = shlex.split(command)
        assert words[:4] == ["cellwise", "plot", "swept", "factor"]
        done = cli(*words[1:], "-o", "one.svg", "--csv")
        assert done.returncode == 0, done.stderr
        assert (folder.parent / "one.csv").read_text() == base64.b64decode(content).decode()
        assert (
            "means of 3 replications with their 95 % confidence intervals"
            in (folder.parent / "one.svg").read_text()
        )
    ranges = cli("report", "swept", "--metric", "efficiency", "--interval", "range", "-o", "ranges.html")
    assert ranges.returncode == 0
    assert "medians, and 5-95 % of 3 replications" in (folder.parent / "ranges.html").read_text()


def test_tables_for_other_documents_are_printed(cli: Cli, folder: Path) -> None:
    wanted = ("--metric", "efficiency", "--metric", "flows.delay_mean_s")
    markdown = cli("report", "swept", "--to", "markdown", *wanted).stdout
    lines = [line for line in markdown.splitlines() if line.startswith("| ")]
    assert lines[0] == (
        "| switch.drop.policy | switch.buffer | efficiency | mean of delay mean in flows, s |"
    )
    reported = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]
    assert [row[:2] for row in reported] == [
        [a, b] for a in GRID["switch.drop.policy"] for b in GRID["switch.buffer"]
    ]
    assert [row[2] for row in reported] == expected(folder, "efficiency")
    assert [row[3] for row in reported] == expected(folder, "flows.delay_mean_s")
    assert COMMAND in markdown
    latex = cli("report", "swept", "--to", "latex", *wanted, "-o", "table.tex")
    assert (latex.returncode, latex.stdout) == (0, "table.tex\n")
    text = (folder.parent / "table.tex").read_text()
    assert text.startswith("% Sweep over switch.drop.policy and switch.buffer.")
    for number in expected(folder, "efficiency"):
        assert number.replace("±", r"$\pm$") in text
    assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") == 1


def test_factors_and_metrics_have_the_labels_that_are_given(cli: Cli, folder: Path, tmp_path: Path) -> None:
    labels = ("--label", "switch.buffer=Buffer", "--label", "efficiency=Use of the line")
    shown = ("--metric", "efficiency", *labels)
    text = cli("report", str(folder), "--to", "latex", "--wide", *shown).stdout
    assert r"switch.drop.policy & Buffer & Use of the line \\" in text
    assert r"\begin{table*}" in text
    assert "--label switch.buffer=Buffer --label 'efficiency=Use of the line' --wide" in text
    assert cli("report", str(folder), *shown, "-o", str(tmp_path / "labelled.html")).returncode == 0
    page = (tmp_path / "labelled.html").read_text()
    assert ">Buffer, cells<" in page
    assert "Use of the line, over Buffer, by switch.drop.policy" in page


def test_a_missing_point_is_named_and_its_case_has_fewer_replications(cli: Cli, folder: Path) -> None:
    cut, gone = sorted((folder / "points").iterdir())[:2]
    os.truncate(cut, 100)
    gone.unlink()
    done = cli("report", "swept", "--to", "markdown")
    assert done.returncode == 0
    assert f"skipped: swept/points/{cut.name}: half written, damaged or of another format" in done.stderr
    assert f"skipped: swept/points/{gone.name}: missing" in done.stderr
    assert "Note: cases with fewer than 3 replications: switch.drop.policy=" in done.stdout
    fewer = cli("report", "swept", "--to", "markdown", "--replications", "1", "--metric", "efficiency")
    assert "±" not in fewer.stdout
    assert "One run of each case, without intervals" in fewer.stdout
    for point in (folder / "points").iterdir():
        point.unlink()
    done = cli("report", "swept")
    assert done.returncode == 2
    assert "error: swept: has no point that can be read; run the sweep again" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (
            ["swept", "--only", "table1"],
            "--only: swept is the folder of a sweep, and of no study; --metric",
        ),
        (["swept", "--metric", "speed"], "--metric: 'speed' is not known; give efficiency"),
        (["swept", "--metric", "flows.speed"], "--metric: 'speed' is not a number of flows"),
        (["goyal96", "--metric", "efficiency"], "--metric: is for sweeps"),
        (["goyal96", "--interval", "ci"], "--interval: is for sweeps"),
        (["nowhere"], "nowhere: is neither a study nor the folder of a study, a sweep or a run"),
    ],
)
def test_a_users_mistake_is_explained(cli: Cli, folder: Path, arguments: list[str], fault: str) -> None:
    done = cli("report", *arguments)
    assert done.returncode == 2
    assert fault in done.stderr
    assert "Traceback" not in done.stderr


def test_a_list_of_cases_that_was_changed_is_refused(cli: Cli, folder: Path) -> None:
    document = json.loads((folder / "sweep.json").read_text())
    document["metrics"] = ["fairness"]
    (folder / "sweep.json").write_text(json.dumps(document))
    for command in (("report", "swept"), ("export", "swept", "--to", "csv")):
        done = cli(*command)
        assert done.returncode == 2
        assert "cannot be read as that of a sweep, or was changed" in done.stderr


def read_csv(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text())))


def test_a_sweep_is_exported_as_its_tables_and_those_of_all_its_runs(cli: Cli, folder: Path) -> None:
    done = cli("export", "swept", "--to", "csv", "-o", "tables")
    assert (done.returncode, done.stderr) == (0, "")
    tables = folder.parent / "tables"
    assert {"tables/sweep.csv", "tables/runs.csv", "tables/flows.csv"} <= set(done.stdout.split())
    for name in ("sweep", "runs"):
        assert list(read_csv(tables / f"{name}.csv")[0]) == list(rows(folder, name)[0])
        reported = [float(row["efficiency"]) for row in read_csv(tables / f"{name}.csv")]
        assert reported == [row["efficiency"] for row in rows(folder, name)]
    flows = read_csv(tables / "flows.csv")
    assert len(flows) == 4 * 3 * 5
    assert list(flows[0])[:6] == [
        *("case", "switch.drop.policy", "switch.buffer", "replication", "seed", "scenario_id")
    ]
    sums: dict[tuple[str, str], float] = {}
    for row in flows:
        place = (row["case"], row["replication"])
        sums[place] = sums.get(place, 0.0) + float(row["throughput_bps"])
    reported = {(row["case"], str(row["replication"])): row for row in rows(folder, "runs")}
    assert sums == pytest.approx({place: row["flows.throughput_bps:sum"] for place, row in reported.items()})
    # What is there is known by its checksums, as that of a run.
    (tables / "sweep.csv").write_text("mine")
    assert "is not as Cellwise wrote it" in cli("export", "swept", "--to", "csv", "-o", "tables").stderr


def test_formats_that_hold_one_run_refuse_a_sweep(cli: Cli, folder: Path) -> None:
    done = cli("export", "swept", "--to", "flent")
    assert done.returncode == 2
    assert "swept is the folder of a sweep, and flent files hold one run; give --to csv" in done.stderr


def levels(*given: dict[str, str]) -> dict[str, dict[str, Level]]:
    return {str(one): {path: Level.of(value) for path, value in one.items()} for one in given}


def test_numbers_stand_on_the_axis_and_what_follows_from_them_needs_no_place() -> None:
    grid = [{"p": p, "b": b, "v": v} for p in ("x", "y", "z") for b in ("1 ms", "2 ms") for v in ("q", "r")]
    found = arrange(["p", "b", "v"], levels(*grid))
    assert (found.x, found.by, found.others) == ("b", "p", ("v",))
    zipped = [{"n": n, "b": b} for n, b in (("5", "1 ms"), ("9", "2 ms"))]
    found = arrange(["n", "b"], levels(*zipped))
    assert (found.x, found.by, found.others) == ("n", None, ())


def test_a_third_factor_has_figures_of_its_own_and_a_case_may_leave_a_factor_alone(
    brief: cw.Scenario, tmp_path: Path
) -> None:
    grid = {**GRID, "topology.sources": [2, 3]}
    table = cw.sweep(brief, grid=grid).run(tmp_path / "three", replications=1, metrics=["efficiency"]).numbers
    made, left_out = figures_of(table, Path("three"), "ci")
    assert ([one.name for one in made], left_out) == (
        ["efficiency-topology-sources-2", "efficiency-topology-sources-3"],
        0,
    )
    assert made[0].drawing.footer.endswith("--where topology.sources=2")
    assert [mark.name for mark in made[0].drawing.marks] == ["epd", "tail"]
    cases = [{"switch.buffer": "500 cells"}, {"switch.drop.policy": "epd", "switch.drop.threshold": 0.5}]
    cw.sweep(brief, cases=cases).run(tmp_path / "cases", replications=1, metrics=["efficiency"])
    stored = read_cases(tmp_path / "cases")
    assert stored is not None
    outcome = gather_sweep(stored, tmp_path / "cases", print)
    (figure,), _ = figures_of(outcome.numbers, Path("cases"), "ci", "cellwise report cases")
    assert figure.drawing.footer == "cellwise report cases"
    assert sum(len(mark.columns("x", "y")["x"]) for mark in figure.drawing.marks) == 2


def test_more_figures_than_anybody_looks_at_are_counted(brief: cw.Scenario, tmp_path: Path) -> None:
    policies = ["tail", "epd"]
    grid = {"seed": list(range(1, 15)), "topology.sources": [2, 3], "switch.drop.policy": policies}
    short = brief.with_(duration="2 ms")
    names = [f"flows.{one}" for one in ("timeouts", "throughput_bps", "segments_sent", "acks_sent")]
    more = [f"{name}:{rows}" for name in names for rows in ("sum", "min", "max", "mean")]
    table = cw.sweep(short, grid=grid).run(tmp_path / "many", replications=1, metrics=more).numbers
    made, left_out = figures_of(table, Path("many"), "ci")
    assert (len(made), left_out) == (MOST_FIGURES, 2 * len(more) - MOST_FIGURES)


def test_one_run_is_reported_with_its_plots_and_as_tables(cli: Cli, tmp_path: Path) -> None:
    given = ("run", "--template", "n-source", "--set", "duration=1 s", "--set", "switch.buffer=2000 cells")
    assert cli(*given, "--set", "probes.queue.port=*", "--out", "mine").returncode == 0
    done = cli("report", "mine")
    assert (done.returncode, done.stdout) == (0, "mine/report.html\n")
    page = (tmp_path / "mine" / "report.html").read_text()
    run = cw.Run.load(tmp_path / "mine")
    assert run.bottleneck is not None
    (warning,) = run.warnings()
    for reported in (f"Warning: {warning}.", f"Busiest: port {run.bottleneck['port']}", run.fingerprint):
        assert reported in page
    for name in ("network", "queue", "loss", "delay"):
        assert f"cellwise plot mine {name}" in page
    assert "cellwise plot mine cwnd" not in page, "it was not recorded"
    assert page == (cli("report", "mine"), (tmp_path / "mine" / "report.html").read_text())[1]
    rates = [f"{one / 1e6:.3f}" for one in run.columns("flows")["throughput_bps"]]
    for to in ("markdown", "latex"):
        reported = cli("report", "mine", "--to", to).stdout
        assert all(rate in reported for rate in rates)
        assert "cellwise run mine/scenario.toml && cellwise report mine" in reported
    # The report is not part of the results: a new run replaces them and keeps the report.
    assert cli(*given, "--set", "probes.queue.port=*", "--out", "mine").returncode == 0
    assert (tmp_path / "mine" / "report.html").read_text() == page
    refused = cli("report", "mine", "--metric", "efficiency")
    assert refused.returncode == 2
    assert "mine: holds one run, of which there is nothing to choose" in refused.stderr
    refused = cli("report", "nowhere", "--metric", "efficiency")
    assert "nowhere: is neither a study nor the folder of a study, a sweep or a run" in refused.stderr
