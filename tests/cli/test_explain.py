"""`cellwise explain`: what is behind a name."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]


def test_rule_parameters_source_status_and_file_are_reported(cli: Cli) -> None:
    done = cli("explain", "fba")
    assert (done.returncode, done.stderr) == (0, "")
    for words in (
        "drop-policies/fba",
        "Y_i N_a",
        "switch.drop.z",
        "0.8",
        "from 1e-09 to 1000",
        "source: Heinanen and Kilkki",
        "status: validated",
        "file: crates/atm/src/drop_policy/fba.rs",
        "page: docs/models/fba.md",
    ):
        assert words in done.stdout, words


def test_a_model_without_validation_says_so(cli: Cli) -> None:
    assert "status: experimental: not validated" in cli("explain", "drop-policies/ppd").stdout


def test_json_has_the_same(cli: Cli) -> None:
    (reported,) = json.loads(cli("explain", "fba", "--json").stdout)
    assert (reported["family"], reported["name"], reported["status"]) == ("drop-policies", "fba", "validated")
    assert reported["file"] == "crates/atm/src/drop_policy/fba.rs"
    (z,) = [one for one in reported["parameters"] if one["path"] == "switch.drop.z"]
    assert (z["kind"], z["default"], z["limits"]) == ("number", "0.8", "from 1e-09 to 1000")
    both = json.loads(cli("explain", "sack", "--json").stdout)
    assert [one["family"] for one in both] == ["tcp-variants", "recoveries"]


def test_unknown_names_list_near_ones(cli: Cli) -> None:
    done = cli("explain", "selective")
    assert (done.returncode, done.stdout) == (2, "")
    reported = "error: NAME: 'selective' is not known; near: selective-drop (drop-policies)"
    assert done.stderr.startswith(reported)
    assert cli("explain").returncode == 2


def test_a_partition_is_explained(cli: Cli) -> None:
    two_lans = str(Path(__file__).parents[2] / "benches" / "two-lans.toml")
    done = cli("explain", "partition", two_lans, "--threads", "2")
    assert (done.returncode, done.stderr) == (0, "")
    for words in (
        "2 threads of 2",
        "cut at: between",
        "lookahead: 5000.68 us",
        "a1, a2",
        "b1, b2",
        "and 10 more",
    ):
        assert words in done.stdout, words
    reported = json.loads(cli("explain", "partition", two_lans, "--threads", "2", "--json").stdout)
    assert (reported["threads"], reported["cut_links"], reported["reason"]) == (2, ["between"], None)
    whole = cli("explain", "partition", "--template", "n-source", "--threads", "2")
    assert whole.stdout == "One thread of 2: no ATM link has a delay of 200 us or more.\n"


def test_options_of_partition_go_with_nothing_else(cli: Cli) -> None:
    done = cli("explain", "fba", "--threads", "2")
    assert done.returncode == 2
    assert "go with `cellwise explain partition` only" in done.stderr
    assert cli("explain", "partition").returncode == 2
