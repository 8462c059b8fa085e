"""`cellwise compare` and `Comparison(...).run(...)` are one thing: what one prints the other gives."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import cellwise as cw
from cellwise.experiments import Comparison
from cellwise.plots.registry import plot_sources

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]

EPD = {"switch.drop.policy": "epd"}


def lost(run: cw.Run) -> int:
    return int(run.columns("vcs")["cells_lost"].sum())


@pytest.mark.parametrize(
    ("words", "replications", "level"),
    [
        (["--replications", "3"], 3, None),
        (["--replications", "1"], 1, None),
        (
            ["--replications", "auto", "--least", "2", "--most", "3", "--confidence", "90%"],
            cw.Precision(0.02, 2, 3, 0.9),
            None,
        ),
    ],
)
def test_the_command_prints_what_the_call_gives(
    cli: Cli,
    base_file: cw.Scenario,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    replications: int | cw.Precision,
    level: float | None,
) -> None:
    metrics = ["efficiency", "vcs.cells_lost:sum"]
    asked = ["compare", "a.toml", "a.toml", "--set-b", "switch.drop.policy=epd", *words]
    asked += [word for name in metrics for word in ("--metric", name)]
    found = Comparison("a.toml", base_file.with_(EPD), level).run(replications=replications, metrics=metrics)
    assert found.to_json() + "\n" == cli(*asked, "--json").stdout
    found.show()
    assert capsys.readouterr().out == cli(*asked).stdout


def test_a_folder_keeps_the_points_and_the_tables_of_a_comparison(
    base_file: cw.Scenario, tmp_path: Path
) -> None:
    made = Comparison(base_file, base_file.with_(EPD))
    assert made.run(replications=2).folder is None
    first = made.run("kept", replications=2, metrics=["efficiency", lost], jobs=2)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "kept" / "points").iterdir()}
    assert len(before) == 4
    found = made.run("kept", replications=3, metrics=["efficiency", lost])
    assert {path: path.stat().st_mtime_ns for path in before} == before, "no point was run again"
    assert (tmp_path / "kept" / "comparison.parquet").is_file()
    assert found.table.columns == first.table.columns
    means = dict(found.table.select("metric, b").fetchall())
    runs = found.table_of_runs.filter("side = 'B'").select("efficiency, lost").fetchall()
    given = [cw.metrics.value(run, "efficiency@sw1.trunk") for run in cw.replicate(base_file.with_(EPD), 3)]
    assert [efficiency for efficiency, _ in runs] == given
    assert means["lost"] == np.mean([own for _, own in runs])


def test_a_comparison_is_drawn_and_reported(base_file: cw.Scenario, tmp_path: Path) -> None:
    found = Comparison(base_file, base_file.with_(EPD)).run(replications=2, metrics=["efficiency", lost])
    one = found["efficiency"]
    drawn = found.plot().columns()
    assert drawn["metric"].tolist() == ["efficiency", "lost"]
    shares = next(values for name, values in drawn.items() if name.endswith("larger_mean"))
    assert shares[0] == pytest.approx(100 * one.difference / max(one.a, one.b))
    for ending in ("html", "md", "tex"):
        text = found.report(tmp_path / f"compared.{ending}").read_text()
        assert ("A and B differ in: switch.drop.policy" in text) == (ending != "tex")
        assert one.written(has_interval=True)[1] in text
        assert ("<svg" in text) == (ending == "html")


def test_the_page_has_both_runs_in_its_plots_beside_what_was_overridden(
    cli: Cli, base_file: cw.Scenario, tmp_path: Path
) -> None:
    probed = base_file.with_({"probes.queue.port": "sw1.trunk", "probes.cwnd.flow": "*"})
    (tmp_path / "p.toml").write_text(probed.to_toml())
    asked = ["compare", "p.toml", "p.toml", "--set-b", "switch.drop.policy=epd", "--metric", "efficiency"]
    done = cli(*asked, "--replications", "2", "--report", "page.html")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "page.html"
    page = (tmp_path / "page.html").read_text()
    assert '<code>switch.drop.policy</code></td><td class="text">tail</td><td class="text">epd</td>' in page
    for name in ("queue", "cwnd", "delay", "loss"):
        assert f'download="{name}.csv"' in page
    # The title of no plot has both, so these are curves.
    assert ">A (tail)<" in page
    assert ">B (epd)<" in page
    assert 'download="throughput.csv"' not in page, "no probe has recorded it"
    assert Comparison(probed, probed.with_(EPD)).run(replications=2).overridden == {
        "switch.drop.policy": ("tail", "epd")
    }


def test_sides_and_metrics_have_the_labels_that_are_given(cli: Cli, base_file: cw.Scenario) -> None:
    asked = ["compare", "a.toml", "a.toml", "--set-b", "switch.drop.policy=epd", "--metric", "efficiency"]
    labels = ["--label", "A=Tail drop", "--label", "B=EPD", "--label", "efficiency=Use of the line"]
    asked += ["--replications", "2", "-o", "kept"]
    assert cli(*asked, "--report", "page.html", *labels).returncode == 0
    page = Path("page.html").read_text()
    for text in ("EPD compared with Tail drop", ">EPD - Tail drop<", ">Use of the line<", ">Tail drop<"):
        assert text in page
    written = cli("report", "kept", "--to", "latex", "--siunitx", *labels).stdout
    assert "metric & {Tail drop} & {EPD} &" in written
    assert "% switch.drop.policy: Tail drop tail, EPD epd" in written
    wrong = cli("report", "kept", "--label", "fairness=Fair")
    assert "--label: fairness is not in the table; there are A, B, switch.drop.policy, " in wrong.stderr
    assert "--wide: is for --to latex" in cli("report", "kept", "--wide").stderr
    assert "--label: is for the page; give --report as well" in cli(*asked, *labels).stderr


def test_a_page_of_another_form_is_refused_before_anything_is_run(cli: Cli, base_file: cw.Scenario) -> None:
    done = cli("compare", "a.toml", "a.toml", "-o", "kept", "--report", "page.pdf")
    assert done.returncode == 2
    assert "--report: page.pdf is not allowed; give a file that ends in .html, .md or .tex" in done.stderr
    assert not Path("kept").exists()


def test_runs_that_are_not_kept_have_a_page_without_plots_of_them(cli: Cli, base_file: cw.Scenario) -> None:
    found = Comparison(cw.run(base_file), cw.run(base_file.with_(EPD))).run("kept", metrics=["efficiency"])
    assert 'download="delay.csv"' in found.report("made.html").read_text()
    assert cli("report", "kept", "-o", "again.html").returncode == 0
    again = Path("again.html").read_text()
    assert 'download="delay.csv"' not in again
    assert "The runs that were compared are not kept here" in again


def test_segments_of_a_kept_run_that_lost_nothing_are_drawn(base_file: cw.Scenario, tmp_path: Path) -> None:
    probes = {f"probes.{name}.flow": "*" for name in ("sequence", "acknowledgment", "segments")}
    probes |= {"probes.losses.port": "*", "switch.buffer": "20000 cells"}
    short = base_file.with_(probes, duration="1 ms", warmup="0 s")
    made = Comparison(short, short.with_(EPD))
    made.run(tmp_path / "kept", replications=1)
    kept = made.run(tmp_path / "kept", replications=1).shown[0]
    assert not len(kept.tables("losses")["time_s"])
    drawing = plot_sources("sequence", [kept], flow="tcp1")
    assert len(drawing.columns()["time_s"])
