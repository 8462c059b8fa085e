"""`cellwise verify`: the table, JSON and the exit code."""

import json
import subprocess
from collections.abc import Callable

import pytest
from typer.testing import CliRunner

import cellwise as cw
from cellwise.cli.app import app
from cellwise.verify import CHECKS, simulate

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]


def test_the_table_has_source_computed_expected_and_verdict(cli: Cli) -> None:
    done = cli("verify", "--only", "encapsulations", "--only", "gcra")
    assert (done.returncode, done.stderr) == (0, "")
    for words in (
        "source: ITU-T I.363.5; RFC 2684",
        "source: ITU-T I.371, annex A",
        "computed",
        "expected",
        "verdict",
        "frames of 192 cells every 900 us, MBS 2000",
        "2 checks,",
        "all good",
    ):
        assert words in done.stdout, words
    row = next(line for line in done.stdout.splitlines() if "every 900 us, MBS 2000" in line)
    assert row.split()[:3] == ["10", "10", "good"]


def test_json_has_the_same(cli: Cli) -> None:
    reported = json.loads(cli("verify", "--only", "gcra", "--json").stdout)
    assert reported["holds"] is True
    assert reported["cellwise"] == cw.__version__
    (check,) = reported["checks"]
    assert (check["check"], check["holds"], check["fault"]) == ("gcra", True, "")
    assert check["source"] == CHECKS["gcra"].source
    assert {item["computed"] for item in check["items"]} == {5, 10, 16, 21, 32, 43}


def test_a_value_that_is_known_to_differ_is_reported_so_and_fails_nothing(cli: Cli) -> None:
    done = cli("verify", "--only", "goyal96-table1")
    assert done.returncode == 0
    row = next(line for line in done.stdout.splitlines() if "WAN, 15 sources, cells" in line)
    assert row.split()[:5] == ["199759", "196203", "±", "2e+03", "differs"]
    assert "1 check, 12 values: all good, 1 known to differ from the printed numbers" in done.stdout
    reported = json.loads(cli("verify", "--only", "goyal96-table1", "--json").stdout)
    assert reported["holds"] is True
    (known,) = [item for item in reported["checks"][0]["items"] if not item["holds"]]
    assert known["verdict"] == "differs"


def test_a_failed_check_is_named_and_the_exit_code_is_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        simulate, "run", lambda scenario: cw.run(scenario.with_({"topology.mbs": "1050 cells"}))
    )
    done = CliRunner().invoke(app, ["verify", "--only", "gcra", "--only", "encapsulations"])
    assert done.exit_code == 1
    assert "FAILED" in done.stdout
    assert "2 checks, 28 values: failed: gcra" in done.stdout
    reported = json.loads(CliRunner().invoke(app, ["verify", "--only", "gcra", "--json"]).stdout)
    assert reported["holds"] is False


def test_a_check_that_breaks_off_tells_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(scenario: cw.Scenario) -> cw.Run:
        raise cw.SimulationError("no run today")

    monkeypatch.setattr(simulate, "run", refuse)
    done = CliRunner().invoke(app, ["verify", "--only", "gcra"])
    assert done.exit_code == 1
    assert "could not be completed: SimulationError: no run today" in done.stdout


def test_the_checks_are_listed(cli: Cli) -> None:
    done = cli("verify", "--list")
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(CHECKS)


def test_unknown_checks_list_the_known_ones(cli: Cli) -> None:
    done = cli("verify", "--only", "gcrb")
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        "'gcrb' is not known; the checks are cell-codec, aal5-codec, rm-codec, encapsulations, gcra"
        in done.stderr
    )
    assert cli("verify", "--only", "gcra", "--jobs", "0").returncode == 2
