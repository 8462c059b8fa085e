"""Warnings, and the lines of a run's summary about categories and ABR connections."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import cellwise as cw
from cellwise.metrics import categories

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]

CELL_BITS = 424

SCENARIO = """
title    = "three ABR connections beside VBR"
duration = "2 s"
warmup   = "1 s"
topology = { template = "two-node", sources = 3, background = {} }
atm      = { category = "abr" }
switch   = { rate_rule = { rule = "erica" }, scheduler = "priority" }
"""


@pytest.fixture
def scenario(tmp_path: Path) -> str:
    """A file with a scenario that has nothing to warn of."""
    (tmp_path / "abr.toml").write_text(SCENARIO)
    return "abr.toml"


def test_check_shows_warnings_with_their_lines_and_ends_well(cli: Cli, tmp_path: Path) -> None:
    text = 'topology.template = "two-node"\natm.category = "abr"\nabr.rif = 0.1\n'
    (tmp_path / "doubtful.toml").write_text(text)
    done = cli("check", "doubtful.toml")
    assert (done.returncode, done.stdout) == (0, "doubtful.toml: good, 2 warnings\n")
    assert "warning: abr.rif: 0.1 is taken as it is; TM 4.0 has powers of two" in done.stderr
    assert "3 | abr.rif = 0.1\n  |           ^^^" in done.stderr
    assert "warning: switch.rate_rule: is given at no port" in done.stderr


def test_run_shows_warnings_on_standard_error_and_in_json(cli: Cli, scenario: str) -> None:
    done = cli("run", scenario, "--set", "abr.rif=0.1", "--set", "duration=1001 ms", "--json")
    assert done.returncode == 0
    assert done.stderr.startswith("warning: abr.rif: 0.1 is taken as it is")
    (warning,) = json.loads(done.stdout)["warnings"]
    assert (warning["path"], warning["value"]) == ("abr.rif", "0.1")


def test_the_summary_puts_simulated_shares_beside_max_min_shares(cli: Cli, scenario: str) -> None:
    done = cli("run", scenario)
    assert (done.returncode, done.stderr) == (0, "")
    for words in (
        "ABR connection",
        "max-min share",
        "mean ACR",
        "ABR adapter",
        "s1.vc1",
        "nrt-vbr",
        "RM cells",
    ):
        assert words in done.stdout, words
    assert "not validated" not in done.stdout


def test_the_summary_names_a_model_that_is_not_validated(cli: Cli, scenario: str) -> None:
    done = cli("run", scenario, "--set", "switch.rate_rule.rule=osu", "--set", "duration=1001 ms")
    assert "not validated: osu" in done.stdout


def test_json_has_the_shares_as_the_tables_define_them(cli: Cli, scenario: str) -> None:
    reported = json.loads(cli("run", scenario, "--json").stdout)
    rows = {row["vc"]: row for row in reported["vcs"] if row["direction"] == "forward"}
    shares = {share["vc"]: share for share in reported["abr_shares"]}
    assert list(shares) == ["vc1", "vc2", "vc3"]
    for vc, share in shares.items():
        cells = rows[vc]["cells_delivered"] + rows[vc]["forward_rm_cells"]
        assert share["carried_bps"] == pytest.approx(cells * CELL_BITS / reported["measured_s"])
        assert share["acr_mean_bps"] == pytest.approx(rows[vc]["acr_mean_cells_per_s"] * CELL_BITS)
        assert share["max_min_bps"] == pytest.approx((149.76e6 - 100e6) / 3)
        assert share["carried_bps"] == pytest.approx(share["max_min_bps"], rel=0.15)
    higher, shared = reported["categories"]
    assert (higher["category"], higher["connections"], higher["rm_cells"]) == ("nrt-vbr", 1, 0)
    assert (shared["category"], shared["connections"]) == ("abr", 3)
    assert shared["rm_cells"] == sum(
        row["forward_rm_cells"] + row["backward_rm_cells"] for row in reported["vcs"]
    )


def test_the_summary_of_plain_ubr_says_nothing_of_categories(cli: Cli) -> None:
    done = cli("run", "--template", "n-source", "--set", "duration=10 ms")
    assert "category" not in done.stdout
    assert "ABR" not in done.stdout


def test_fairness_is_of_flows_that_can_have_a_share(cli: Cli, scenario: str) -> None:
    reported = json.loads(cli("run", scenario, "--json").stdout)["shared_ports"]["sw1.trunk"]
    assert reported["fairness"] > 0.99, "100 Mbit/s of cells beside three TCP flows would make it less"
    assert reported["efficiency"] > 0.8, "the cells take part in that"


@pytest.fixture
def brief_abr() -> cw.Scenario:
    return cw.Scenario.from_toml(SCENARIO).with_(duration="20 ms", warmup="0 s")


def test_minimum_rates_that_do_not_fit_beside_vbr_leave_no_fair_shares(brief_abr: cw.Scenario) -> None:
    assert len(categories.abr_shares(cw.run(brief_abr.with_({"abr.mcr": "15 Mbit/s"})))) == 3
    assert categories.abr_shares(cw.run(brief_abr.with_({"abr.mcr": "20 Mbit/s"}))) == []


def test_shares_of_very_many_connections_are_left_out(
    brief_abr: cw.Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(categories, "MOST_CONNECTIONS", 2)
    assert categories.abr_shares(cw.run(brief_abr)) == []


def test_a_run_that_stops_before_the_warmup_ends_has_no_shares(brief_abr: cw.Scenario) -> None:
    with pytest.raises(cw.LimitError) as caught:
        cw.run(brief_abr.with_({"limits.events": 100}, duration="2 s", warmup="1 s"))
    assert categories.abr_shares(caught.value.run) == []


def test_a_way_back_without_a_source_has_no_rate(brief_abr: cw.Scenario) -> None:
    flow = {"vc": "vc1", "from": "d1", "kind": "udp"}
    run = cw.run(brief_abr.with_({"abr.reverse": "unlimited", "flows": {"back": flow}}))
    (share,) = [share for share in categories.abr_shares(run) if share["direction"] == "backward"]
    assert share["acr_mean_bps"] is None
    assert share["carried_bps"] > 0


@pytest.mark.parametrize("events", range(2_000, 20_001, 6_000))
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_an_abr_run_that_a_limit_stops_on_threads_loses_nothing(
    tmp_path: Path, threads: int, events: int
) -> None:
    scenario = cw.Scenario.from_template("two-node").with_(
        {
            "atm.category": "abr",
            "switch.rate_rule.rule": "operating-region",
            "limits.events": events,
        }
    )
    with pytest.raises(cw.LimitError) as caught:
        cw.run(scenario, threads=threads)
    run = caught.value.run
    assert run.audit["sent"] == run.audit["delivered"] + run.audit["lost"] + run.audit["held"]
    assert run.audit["lost"] == 0
