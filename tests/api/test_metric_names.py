"""What metrics are called, and that a name which runs do not have is refused before anything runs."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import cellwise as cw
from cellwise.metrics import by_name as measures
from cellwise.metrics.by_name import known_of, metric

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def line() -> cw.Scenario:
    """Transfers both ways over an access line, with a ping."""
    return cw.Scenario.from_template("rrul").with_({"topology.load_start": "0 s"}, duration="3 s")


@pytest.fixture(scope="module")
def run(line: cw.Scenario) -> cw.Run:
    return cw.run(line)


def test_a_direction_of_a_connection_has_a_name(run: cw.Run) -> None:
    vcs = run.columns("vcs")
    for way in ("forward", "backward"):
        (row,) = np.flatnonzero(vcs["direction"] == way)
        assert cw.metrics.value(run, f"vcs.cells_sent@vc/{way}") == vcs["cells_sent"][row] > 0
    assert cw.metrics.value(run, "vcs.cells_sent:sum@vc") == vcs["cells_sent"].sum()
    assert metric("vcs.cells_sent@vc/backward").label == "cells sent of vc/backward"


@pytest.mark.parametrize(
    ("name", "reported"),
    [
        (
            "vcs.cells_sent@vc",
            r"several rows 'vc'; give @vc/forward or @vc/backward, or .*vcs\.COLUMN:mean@vc",
        ),
        ("vcs.cells_sent@vc/up", "has no row 'vc/up'; give @vc/forward or @vc/backward"),
        ("vcs.cells_sent@video/forward", "has no row 'video/forward'; its rows are vc$"),
        ("pings.rtt:p95", "'rtt' is not a number of pings; those are number, sent_s, rtt_s"),
        ("pings.rtt_s:p97", "after the colon give one of mean, sum, min, max, p50, p95, p99"),
        ("pings.rtt_s:p95@pong", "pings has no row 'pong'; its rows are ping$"),
        ("efficiency@nowhere.trunk", r"'nowhere.trunk' is not shared by flows; those that are: .*an\.line"),
        ("efficiency:sum", "efficiency is one number of a port"),
    ],
)
def test_a_name_that_is_none_is_answered_with_those_that_are(
    line: cw.Scenario, name: str, reported: str
) -> None:
    with pytest.raises(ValueError, match=reported):
        known_of([name], [line])


def test_quantiles_of_pings_are_metrics(run: cw.Run) -> None:
    times_s = run.columns("pings")["rtt_s"]
    times_s = times_s[np.isfinite(times_s)]
    for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99)):
        for of_all_or_one in ("", "@ping"):
            found = cw.metrics.value(run, f"pings.rtt_s:{name}{of_all_or_one}")
            assert found == np.quantile(times_s, share)
    assert metric("pings.rtt_s:p95").label == "p95 of rtt in pings, s"


def test_a_metric_of_one_run_is_what_tables_and_functions_give(run: cw.Run) -> None:
    assert cw.metrics.value(run, "flows.timeouts:sum") == run.columns("flows")["timeouts"].sum()
    flows, vcs, ports = (run.columns(table) for table in ("flows", "vcs", "ports"))
    efficiency = cw.metrics.efficiency_of_tables(flows, vcs, ports, "an.line")
    assert cw.metrics.value(run, "efficiency@an.line") == efficiency
    with pytest.raises(ValueError, match=r"metric: flows has no row 'up9'; its rows are down1"):
        cw.metrics.value(run, "flows.throughput_bps@up9")


def test_a_metric_of_a_loaded_run_is_that_of_the_run(run: cw.Run, tmp_path: Path) -> None:
    run.save(tmp_path / "kept")
    for name in ("fairness", "pings.rtt_s:p95", "vcs.cells_lost@vc/backward"):
        assert cw.metrics.value(cw.Run.load(tmp_path / "kept"), name) == cw.metrics.value(run, name)


def test_what_a_run_gets_rows_of_later_is_known_before(line: cw.Scenario) -> None:
    names = ["pings.rtt_s:p95@ping", "vcs.cells_lost@vc/backward", "efficiency@an.line", "fairness"]
    assert list(known_of(names, [line])) == names


def test_all_unknown_metrics_are_named_at_once(line: cw.Scenario) -> None:
    with pytest.raises(
        ValueError, match=r"'speed' is not known[^\n]*\nmetric: 'rtt' is not a number of pings"
    ):
        known_of(["speed", "pings.rtt:p95", "fairness"], [line])


def test_metrics_are_checked_before_anything_runs(
    line: cw.Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("something was run")

    for module in ("cellwise.experiments.replicate.run", "cellwise.points.runner.run"):
        monkeypatch.setattr(module, refuse, raising=False)
    wrong = "flows.throughput_bps@up9"
    swept = cw.sweep(line, grid={"seed": [1, 2]})
    with pytest.raises(ValueError, match="flows has no row 'up9'; its rows are down1"):
        swept.run(tmp_path / "swept", replications=1, metrics=[wrong])
    assert not (tmp_path / "swept").exists()
    with pytest.raises(ValueError, match="flows has no row 'up9'"):
        cw.compare(line, line.with_(seed=2), metrics=[wrong], replications=2)
    with pytest.raises(ValueError, match="flows has no row 'up9'"):
        cw.compare(line, line.with_(seed=2), metrics=[wrong], replications="auto")
    with pytest.raises(ValueError, match="flows has no row 'up9'"):
        cw.replicate(line, "auto", metrics=[wrong])
    with pytest.raises(ValueError, match="flows has no row 'up9'"):
        cw.find(
            line, {"topology.downstream": "1..9 Mbit/s"}, f"{wrong} >= 1 Mbit/s", folder=tmp_path / "found"
        )
    assert not (tmp_path / "found").exists()


def test_a_row_that_only_some_cases_have_is_missed_in_the_others(tmp_path: Path, line: cw.Scenario) -> None:
    swept = cw.sweep(line, grid={"topology.streams": [1, 4]})
    with pytest.raises(ValueError, match="flows has no row 'up3'; its rows are down1, up1, ping"):
        swept.run(tmp_path / "swept", replications=1, metrics=["flows.throughput_bps@up3"])


def test_the_command_refuses_a_metric_before_it_runs(cli: Cli, tmp_path: Path, line: cw.Scenario) -> None:
    (tmp_path / "a.toml").write_text(line.to_toml())
    for words in (
        ["sweep", "a.toml", "--grid", "seed=1,2", "-o", "kept"],
        ["compare", "a.toml", "a.toml", "--set-b", "seed=2"],
    ):
        done = cli(*words, "--metric", "vcs.cells_lost@vc")
        assert done.returncode == 2
        assert "give @vc/forward or @vc/backward" in done.stderr
    goal = ["--for", "vcs.cells_lost@vc <= 5"]
    done = cli("find", "a.toml", "--vary", "topology.downstream=1..9 Mbit/s", *goal, "-o", "kept")
    assert done.returncode == 2
    assert "give @vc/forward or @vc/backward" in done.stderr
    assert not (tmp_path / "kept").exists()


def test_a_scenario_that_has_begun_has_the_columns_of_one_that_has_ended(
    line: cw.Scenario, run: cw.Run
) -> None:
    begun = measures._begun(line)
    assert begun is not None
    for table in run.tables:
        assert list(begun.tables(table)) == list(run.columns(table))


def test_a_port_that_one_flow_has_for_itself_has_an_efficiency_and_no_fairness() -> None:
    alone = cw.run(cw.Scenario.from_template("n-source").with_({"topology.sources": 1}, duration="300 ms"))
    shared = cw.run(cw.Scenario.from_template("n-source").with_({"topology.sources": 2}, duration="300 ms"))
    for run in (alone, shared):
        efficiency = cw.metrics.value(run, "efficiency@sw1.trunk")
        flows, vcs, ports = (run.columns(table) for table in ("flows", "vcs", "ports"))
        assert efficiency == cw.metrics.efficiency_of_tables(flows, vcs, ports, "sw1.trunk")
    with pytest.raises(ValueError, match=r"'sw1\.trunk' is not shared by flows; those that are: none"):
        cw.metrics.value(alone, "fairness@sw1.trunk")
