"""Every number that is stored, printed as JSON or answered has the unit that its name says.

Each test walks every column and key with a unit in its name and compares it with the run's own columns. An
unknown key fails, so that you add a comparison for each new one.
"""

import csv
import json
import math
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest
from tests.serve.units import DOCUMENT, UNIT, with_units

import cellwise as cw
from cellwise.intervals import mean_interval
from cellwise.metrics.by_name import OF_ROWS
from cellwise.page.browser_run import described
from cellwise.quantity import rate_bps, span_s
from cellwise.results import TABLES

Cli = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def run() -> cw.Run:
    return cw.run(cw.Scenario.from_dict(DOCUMENT))


def same(reported: Any, expected: float) -> bool:
    """Whether an output has this number, or null for infinity and NaN."""
    return reported is None if not math.isfinite(expected) else reported == expected


def wrong_rows(reported: list[dict[str, Any]], run: cw.Run, table: str) -> list[str]:
    """Name what differs from a table's own values, of all its columns with units."""
    columns = {name: values for name, values in run.columns(table).items() if UNIT.search(name)}
    return [
        f"{table}.{name} of row {row}: {reported[row].get(name)} and not {values[row]}"
        for name, values in columns.items()
        for row in range(len(values))
        if not same(reported[row].get(name), float(values[row]))
    ]


def cells(text: str) -> float:
    return float(text) if text else math.nan


def test_units_are_in_the_names_of_the_tables_of_a_run(run: cw.Run) -> None:
    named = {name for table in run.tables for name in run.columns(table) if UNIT.search(name)}
    assert {"throughput_bps", "delay_mean_s", "cells_lost", "frame_cells"} & named == {
        "throughput_bps",
        "delay_mean_s",
        "frame_cells",
    }
    flows = run.columns("flows")
    # The one anchor outside: octets over the measured time.
    assert flows["throughput_bps"].tolist() == pytest.approx(8 * flows["delivered_bytes"] / 0.15)
    assert flows["throughput_bps"][0] > 1e6


def test_parquet_and_csv_of_a_run(run: cw.Run, cli: Cli, tmp_path: Path) -> None:
    run.save(tmp_path / "run")
    assert cli("export", "run", "--to", "csv", "-o", "exported").returncode == 0
    wrong, walked = [], 0
    for table in run.tables:
        stored = duckdb.sql(f"SELECT * FROM '{tmp_path}/run/{table}.parquet'").fetchnumpy()
        with (tmp_path / "exported" / f"{table}.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        for name, values in run.columns(table).items():
            if not UNIT.search(name):
                continue
            walked += 1
            own = values.astype(np.float64)
            parquet = np.ma.filled(np.ma.asarray(stored[name]).astype(np.float64), np.nan)
            exported = np.array([cells(row[name]) for row in rows])
            if not all(np.array_equal(one, own, equal_nan=True) for one in (parquet, exported)):
                wrong.append(f"{table}.{name}")
    assert (wrong, walked > 50) == ([], True)


def of_summary(run: cw.Run) -> dict[tuple[str, ...], float]:
    """Give the scalars of a run as its own tables have them, by path."""
    ports, busiest = run.columns("ports"), run.summary["bottleneck"]
    row = ports["port"].tolist().index(busiest["port"])
    same = ("rate_bps", "lost_cells", "queue_mean_waiting_cells", "queue_max_waiting_cells", "wait_mean_s")
    of_port = {("bottleneck", key): float(ports[key][row]) for key in same}
    longest_s = float(ports["queue_max_waiting_cells"][row]) * 424 / float(ports["rate_bps"][row])
    waiting = dict(with_units({"waiting": run.summary["waiting"]}))
    assert all(value >= 0 for value in waiting.values())
    return {
        ("simulated_s",): run.simulated_s,
        ("measured_s",): run.summary["measured_s"],
        ("inner_cells",): 0.0,
        ("bottleneck", "queue_max_s"): longest_s,
        **of_port,
        **waiting,
    }


def test_json_of_a_run(run: cw.Run, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(run.scenario.to_toml())
    reported = json.loads(cli("run", "a.toml", "--json").stdout)
    tables = [table for table in TABLES if table in reported]
    assert {"flows", "vcs", "ports"} <= set(tables)
    assert [wrong for table in tables for wrong in wrong_rows(reported[table], run, table)] == []
    vcs = run.columns("vcs")
    known = {
        **of_summary(run),
        ("categories", "0", "lost_rm_cells"): float(vcs["lost_rm_cells"].sum()),
        ("categories", "0", "rm_cells"): float(
            vcs["forward_rm_cells"].sum() + vcs["backward_rm_cells"].sum()
        ),
    }
    cost = {("cpu_s",), ("wall_s",)}
    rest = {path: value for path, value in with_units(reported) if path[0] not in tables and path not in cost}
    assert rest == known


def metrics_of(run: cw.Run) -> list[str]:
    """Name every number of a run with a unit that a sweep or a comparison can take, in every way."""
    return [
        f"{table}.{name}:{rows}"
        for table in TABLES
        for name, values in run.columns(table).items()
        if UNIT.search(name) and values.dtype.kind in "iuf" and np.isfinite(values.astype(np.float64)).any()
        for rows in OF_ROWS
    ]


def own(run: cw.Run, metric: str) -> float:
    table, _, rest = metric.partition(".")
    column, _, rows = rest.partition(":")
    values = run.columns(table)[column].astype(np.float64)
    return float(OF_ROWS[rows](values[np.isfinite(values)]))


def arguments(metrics: list[str]) -> list[str]:
    return [word for name in metrics for word in ("--metric", name)]


def test_parquet_and_json_of_a_sweep(run: cw.Run, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(run.scenario.to_toml())
    metrics = metrics_of(run)
    assert {"flows.throughput_bps:sum", "ports.rate_bps:mean", "vcs.delay_mean_s:max"} <= set(metrics)
    grid = ("--grid", "switch.drop.policy=tail,epd", "--replications", "2", "--progress", "none")
    done = cli("sweep", "a.toml", *grid, *arguments(metrics), "-o", "swept", "--json")
    assert done.returncode == 0, done.stderr
    reported = json.loads(done.stdout)
    stored = {
        name: duckdb.sql(f"SELECT * FROM '{tmp_path}/swept/{name}.parquet'").fetchnumpy()
        for name in ("sweep", "runs")
    }
    for row, policy in enumerate(["tail", "epd"]):
        runs = cw.replicate(run.scenario.with_({"switch.drop.policy": policy}), 2)
        for metric in metrics:
            values = [own(one, metric) for one in runs]
            mean, half_width = float(np.mean(values)), mean_interval(values).half_width
            assert stored["runs"][metric][2 * row : 2 * row + 2].tolist() == values, metric
            assert stored["sweep"][metric][row] == reported["cases"][row][metric] == mean, metric
            assert (
                stored["sweep"][f"{metric} ±"][row] == reported["cases"][row][f"{metric} ±"] == half_width
            ), metric
    walked = {path[-1].removesuffix(" ±") for path, _ in with_units(reported)}
    assert walked == set(metrics), "nothing else has a unit in its name"
    assert reported["metrics"]["flows.throughput_bps:sum"] == "sum of throughput in flows, bit/s"


def test_the_screen_scales_and_says_its_unit(run: cw.Run, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(run.scenario.to_toml())
    metric = "flows.throughput_bps:sum"
    shown = f"{own(run, metric) / 1e6:.4g}"
    swept = cli("sweep", "a.toml", "--grid", "seed=1", "--metric", metric, "--replications", "1").stdout
    assert "sum of throughput in flows, Mbit/s" in " ".join(swept.split())
    assert shown in swept
    compared = cli("compare", "a.toml", "a.toml", "--replications", "1", "--metric", metric).stdout
    assert "sum of throughput in flows, Mbit/s" in compared
    assert f"{own(run, metric) / 1e6:.4g}" in compared


def test_json_of_a_comparison(run: cw.Run, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(run.scenario.to_toml())
    metrics = metrics_of(run)
    sides = ("a.toml", "a.toml", "--set-b", "switch.drop.policy=epd", "--replications", "2")
    done = cli("compare", *sides, *arguments(metrics), "--json")
    assert done.returncode == 0, done.stderr
    a, b = (cw.replicate(run.scenario.with_({"switch.drop.policy": policy}), 2) for policy in ("tail", "epd"))
    found = {one["metric"]: one for one in json.loads(done.stdout)["metrics"]}
    assert list(found) == metrics
    for name, one in found.items():
        pairs = np.array([[own(run, name) for run in side] for side in (a, b)])
        interval = mean_interval(pairs[1] - pairs[0])
        means = [pairs[0].mean(), pairs[1].mean(), (pairs[1] - pairs[0]).mean(), interval.low, interval.high]
        assert [one[key] for key in ("a", "b", "difference", "low", "high")] == pytest.approx(
            means, rel=1e-12
        ), name
        assert one["label"].endswith(", bit/s") == ("_bps:" in name), one["label"]


def test_what_the_page_is_reported(run: cw.Run) -> None:
    reported = described(run, run.probes)
    tables = reported["summary"]["tables"]
    assert [wrong for table, rows in tables.items() for wrong in wrong_rows(rows, run, table)] == []
    flows = run.columns("flows")
    totals = {
        ("simulated_s",): run.simulated_s,
        **{("summary", *path): value for path, value in of_summary(run).items()},
        ("summary", "throughput_bps"): float(flows["throughput_bps"].sum()),
        ("summary", "goodput_bps"): float(flows["goodput_bps"].sum()),
    }
    rest = {path: value for path, value in with_units(reported) if path[:2] != ("summary", "tables")}
    assert {path: value for path, value in rest.items() if path[0] != "topology"} == totals
    assert {path[-1] for path in rest if path[0] == "topology"} == {"rate_bps", "delay_s", "capacity_cells"}
    links = run.scenario.expanded().to_dict()["links"]
    for link in reported["topology"]["links"]:
        entry = links[link["name"]]
        rate, delay = rate_bps(entry["rate"]), span_s(entry["delay"])
        assert (link["rate_bps"], link["delay_s"]) == (rate, delay)
        assert [(way["rate_bps"], way["delay_s"]) for way in link["directions"]] == [(rate, delay)] * 2
        buffers = {way["port"]: way["capacity_cells"] for way in link["directions"]}
        assert all(known == 400 for port, known in buffers.items() if port.startswith("sw")), buffers


def test_series_that_the_page_is_reported(run: cw.Run) -> None:
    for one, series in zip(described(run, run.probes)["series"], run.probes, strict=True):
        assert (one["unit"], one["quantity"], one["target"]) == (series.unit, series.quantity, series.target)
        assert (one["points"], one["max"]) == (len(series), float(series.value.max()))
