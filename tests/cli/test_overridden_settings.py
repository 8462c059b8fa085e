"""A setting that an override takes away is reported by the command and in every table of the results."""

import csv
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

import cellwise as cw

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]

LAN = """
duration = "300 ms"
nodes.a.kind = "host"
nodes.b.kind = "host"
flows.f = { from = "a", to = "b" }
[links.lan]
ends = ["a", "b"]
kind = "ethernet"
rate = "100 Mbit/s"
delay = "1 ms"
reverse_queue = { discipline = "cake", bandwidth = "10 Mbit/s", overhead = "pppoe-ptm" }
"""

QUEUE = "links.lan.reverse_queue.discipline"
SAID = "links.lan.reverse_queue: an override left out bandwidth, overhead; discipline is fq-codel"


@pytest.fixture
def file(tmp_path: Path) -> str:
    (tmp_path / "lan.toml").write_text(LAN)
    return "lan.toml"


def test_a_run_says_what_an_override_took_away_and_its_folder_keeps_it(
    cli: Cli, file: str, tmp_path: Path
) -> None:
    done = cli("run", file, "--set", f"{QUEUE}=fq-codel", "--out", "mine")
    assert done.returncode == 0, done.stderr
    assert f"warning: {SAID}" in done.stderr
    assert cw.Run.load(tmp_path / "mine").scenario.left_out == [SAID]
    assert f"Warning: {SAID}." in cli("report", "mine", "--to", "markdown").stdout
    plain = cli("run", file, "--set", f"{QUEUE}=fq-codel", "--json")
    assert SAID in [one["message"] for one in json.loads(plain.stdout)["warnings"]]


def test_check_counts_what_an_override_took_away(cli: Cli, file: str) -> None:
    done = cli("check", file, "--set", f"{QUEUE}=fq-codel")
    assert SAID in done.stderr
    assert "good, 1 warning" in done.stdout


def test_a_comparison_says_which_side_lost_a_setting(cli: Cli, file: str, tmp_path: Path) -> None:
    asked = ["compare", file, file, "--set-b", f"{QUEUE}=fq-codel", "--replications", "1"]
    assert f"note: B: {SAID}" in cli(*asked).stdout
    assert json.loads(cli(*asked, "--json").stdout)["left_out"] == [f"B: {SAID}"]
    base = cw.Scenario.read(tmp_path / file)
    other = base.set(QUEUE, "fq-codel")
    for a, b in ((base, other), (cw.run(base), cw.run(other))):
        assert cw.compare(a, b, replications=1).left_out == [f"B: {SAID}"]


def test_a_sweep_says_in_which_cases_settings_were_lost_and_all_its_tables_do(
    cli: Cli, file: str, tmp_path: Path
) -> None:
    asked = ["sweep", file, "--grid", f"{QUEUE}=cake,fq-codel", "--replications", "1", "-o", "swept"]
    noted = f"{SAID} (1 of 2 cases)"
    assert f"note: {noted}" in cli(*asked).stdout
    reported = json.loads(cli(*asked, "--json").stdout)
    assert reported["left_out"] == [noted]
    assert [one["left_out"] for one in reported["cases"]] == ["", SAID]
    assert duckdb.read_parquet(str(tmp_path / "swept" / "sweep.parquet")).select("left_out").fetchall() == [
        ("",),
        (SAID,),
    ]
    for form in ("html", "markdown", "latex"):
        cli("report", "swept", "--to", form, "-o", f"reported.{form}")
        assert noted in (tmp_path / f"reported.{form}").read_text(), form
    exported = cli("export", "swept", "--to", "csv", "-o", "tables")
    assert exported.returncode == 0, exported.stderr
    with (tmp_path / "tables" / "sweep.csv").open() as table:
        assert [row["left_out"] for row in csv.DictReader(table)] == ["", SAID]


def test_a_search_says_which_values_lost_settings(tmp_path: Path, file: str) -> None:
    base = cw.Scenario.read(tmp_path / file).set("duration", "50 ms")
    found = cw.find(
        base, {QUEUE: ["cake", "fq-codel"]}, maximise="flows.throughput_bps", replications=2, trials=3
    )
    assert f"note: {SAID}" in found.says()
    reported = {row[QUEUE]: row["left_out"] for row in found.rows()}
    assert reported == {"cake": "", "fq-codel": SAID}


def test_nothing_is_said_of_what_was_removed_given_anew_or_a_templates_own(tmp_path: Path, file: str) -> None:
    base = cw.Scenario.read(tmp_path / file)
    table = "links.lan.reverse_queue"
    removed = {QUEUE: "fq-codel", f"{table}.bandwidth": None, f"{table}.overhead": None}
    assert base.with_(removed).left_out == []
    back = base.set(QUEUE, "fq-codel").with_({table: {"discipline": "cake", "bandwidth": "10 Mbit/s"}})
    assert back.left_out == ["links.lan.reverse_queue: an override left out overhead; discipline is cake"]
    template = cw.Scenario.from_template("ethernet-bottleneck")
    assert template.set("topology.queue.discipline", "cake").left_out == []
    limited = template.set("topology.queue.limit", "7 packets")
    assert (
        "left out limit; discipline is cake" in limited.set("topology.queue.discipline", "cake").left_out[0]
    )


def test_a_table_without_losses_has_no_column_for_them(cli: Cli, file: str) -> None:
    asked = ["sweep", file, "--grid", "seed=1,2", "--replications", "1", "-o", "seeds", "--json"]
    reported = json.loads(cli(*asked).stdout)
    assert reported["left_out"] == []
    assert "left_out" not in reported["cases"][0]
