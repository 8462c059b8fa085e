"""What a newcomer types first: a new scenario, slips of the keyboard, the same results folder again, Tab."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import cellwise as cw
from cellwise.starter import first_scenario

Cli = Callable[..., "subprocess.CompletedProcess[str]"]

TEMPLATES = [entry.name for entry in cw.catalogue("templates")]
QUICK = ("run", "--template", "n-source", "--set", "duration=10 ms")


def test_new_writes_a_scenario_that_checks_and_runs_and_is_not_replaced_unasked(
    cli: Cli, tmp_path: Path
) -> None:
    done = cli("new", "my.toml", "--template", "two-node")
    assert (done.returncode, done.stderr) == (0, "")
    assert "cellwise run my.toml" in done.stdout
    written = (tmp_path / "my.toml").read_text()
    assert tomllib.loads(written)["topology"]["template"] == "two-node"
    assert cli("check", "my.toml").stdout == "my.toml: good\n"
    assert cli("run", "my.toml").returncode == 0
    again = cli("new", "my.toml")
    assert again.returncode == 2
    assert "my.toml exists; give --force" in again.stderr
    assert (tmp_path / "my.toml").read_text() == written
    assert cli("new", "my.toml", "--force").returncode == 0
    assert tomllib.loads((tmp_path / "my.toml").read_text())["topology"]["template"] == "n-source"
    unknown = cli("new", "other.toml", "--template", "m-source")
    assert unknown.returncode == 2
    assert "n-source" in unknown.stderr
    assert not (tmp_path / "other.toml").exists()


def test_new_makes_folders_on_the_way_and_refuses_what_would_have_no_effect(cli: Cli, tmp_path: Path) -> None:
    assert cli("new", "lines/first.toml").returncode == 0
    assert cli("check", "lines/first.toml").returncode == 0
    for words, reported in (
        (("new", "-"), "FILE: -: nothing is written to standard output here"),
        (("convert", "nowhere", "-o", "-"), "--out: -: nothing is written to standard output here"),
        (
            ("new", "a.toml", "--rate", "1 Gbit/s", "--unit", "1 bit/s"),
            "--rate, --unit: for --from TOPOLOGY only",
        ),
    ):
        done = cli(*words)
        assert done.returncode == 2
        assert reported in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lines"]


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_first_scenario_explains_every_key_has_no_warning_and_loses_or_moves_something(
    template: str,
) -> None:
    text = first_scenario(template)
    blocks = [block.splitlines() for block in text.strip().split("\n\n")]
    for block in blocks[1:]:
        keys = [line for line in block if not line.startswith("#")]
        assert keys == [block[-1]] or (not keys and " = " in block[-1]), block
        assert block[0].startswith("# "), block
    assert max(map(len, text.splitlines())) <= 110
    scenario = cw.Scenario.from_toml(text)
    assert scenario.warnings() == []
    run = cw.run(scenario)
    assert run.warnings() == []
    assert run.columns("flows")["delivered_bytes"].sum() > 0
    assert run.probes


def test_a_first_scenario_of_a_home_has_the_queues_of_both_directions() -> None:
    text = first_scenario("dsl")
    for name in ("queue", "bras_queue"):
        assert f'\n{name} = {{ discipline = "tail", limit = "1000 packets" }}\n' in text


def test_what_a_first_scenario_shows_as_an_example_can_be_set() -> None:
    for template in TEMPLATES:
        text = first_scenario(template)
        for line in re.findall(r"^# ([a-z_]+ = \S.*)$", text, re.MULTILINE):
            issues = refusals(text.replace(f"# {line}\n", f"{line}\n"))
            assert all("is not a known key" not in reported for reported in issues), (line, issues)


def refusals(text: str) -> list[str]:
    try:
        cw.Scenario.from_toml(text)
    except cw.ConfigError as error:
        return [issue["rule"] for issue in error.issues]
    return []


def test_a_mistake_is_placed_as_editors_open_it(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text(
        'duration = "-10 s"\n[topology]\ntemplate = "n-source"\n[switch]\ndrop = { polcy = "epd" }\n'
    )
    for command in ("check", "run"):
        reported = cli(command, "my.toml").stderr
        assert 'duration: "-10 s" is not allowed; it is negative; give 0 or more' in reported
        assert "--> my.toml:1:12" in reported
        assert 'switch.drop.polcy: is not a known key; did you mean "policy"?' in reported
        assert "--> my.toml:5:10" in reported
        assert "2 mistakes" in reported


def test_a_setting_that_no_part_of_the_network_uses_is_warned_of(cli: Cli) -> None:
    for command in ("check", "run"):
        done = cli(
            command, "--template", "vdsl2", "--set", "duration=3 s", "--set", "switch.buffer=100 cells"
        )
        assert done.returncode == 0, done.stderr
        assert "switch.buffer: is not used: the network has no switch" in done.stderr


def test_a_warning_of_a_file_names_it(cli: Cli, tmp_path: Path) -> None:
    text = '[topology]\ntemplate = "two-node"\n[atm]\ncategory = "abr"\n[abr]\nrif = 0.1\n'
    (tmp_path / "my.toml").write_text(f"{text}[switch.rate_rule]\nrule = 'erica'\n")
    assert "--> my.toml:6:7" in cli("check", "my.toml").stderr


def test_a_scenario_may_be_json_as_expand_and_the_page_write_it(cli: Cli, tmp_path: Path) -> None:
    written = cli("expand", "--template", "two-node", "--json").stdout
    (tmp_path / "a.json").write_text(written)
    (tmp_path / "a.toml").write_text(cli("expand", "--template", "two-node").stdout)
    assert cli("check", "a.json").stdout == "a.json: good\n"
    assert cw.Scenario.read(tmp_path / "a.json") == cw.Scenario.read(tmp_path / "a.toml")
    (tmp_path / "a.json").write_text(written[:-9])
    refused = cli("check", "a.json")
    assert (refused.returncode, "is not JSON" in refused.stderr) == (2, True), refused.stderr


@pytest.mark.parametrize("octets", [bytes(range(1, 128)) * 50, b"\x7fELF\x01\x00" * 300, bytes(range(256))])
def test_a_binary_file_is_one_mistake(cli: Cli, tmp_path: Path, octets: bytes) -> None:
    (tmp_path / "my.toml").write_bytes(octets)
    done = cli("run", "my.toml")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) <= 2
    assert "my.toml" in done.stderr
    assert "byte" in done.stderr
    assert done.stderr.isprintable() or set(re.findall(r"[^ -~]", done.stderr)) == {"\n"}


def test_results_of_another_scenario_are_replaced_only_by_force(cli: Cli, tmp_path: Path) -> None:
    assert cli(*QUICK, "--out", "mine").returncode == 0
    first = (tmp_path / "mine" / "run.json").read_bytes()
    assert cli(*QUICK, "--out", "mine").returncode == 0, "the same scenario may be run again"
    for change, named in (
        (("--seed", "7"), "seed"),
        (("--set", "switch.buffer=9 cells", "--set", "tcp.mss=256 bytes"), "switch.buffer, tcp.mss"),
    ):
        before = (tmp_path / "mine" / "run.json").read_bytes()
        done = cli(*QUICK, *change, "--out", "mine")
        assert done.returncode == 2
        assert f"mine has the results of another run (it differs in {named}); give --force" in done.stderr
        assert (tmp_path / "mine" / "run.json").read_bytes() == before
    assert cli(*QUICK, "--seed", "7", "--out", "mine", "--force").returncode == 0
    assert cw.Run.load(tmp_path / "mine").scenario["seed"] == 7
    assert (tmp_path / "mine" / "run.json").read_bytes() != first


def test_a_run_that_ends_in_waiting_warns(cli: Cli) -> None:
    waits = ("run", "--template", "n-source", "--set", "duration=1 s", "--set", "switch.buffer=2000 cells")
    done = cli(*waits)
    assert "warning: the run ends while all 5 TCP flows wait for their retransmission timers" in done.stderr
    assert cli(*waits, "--set", "duration=5 s").stderr == ""


def test_cells_are_distinguished(cli: Cli) -> None:
    reported = cli(*QUICK).stdout
    assert re.search(r"audit: \d+ cells sent by hosts = ", reported)
    assert re.search(r"for \d+ cells, counted at every port that they pass", reported)


def test_flags_have_no_type_in_help(cli: Cli) -> None:
    for command in (("run",), ("study", "run"), ("plot",), ()):
        reported = cli(*command, "--help").stdout
        assert "--help" in reported
        assert "<bool>" not in reported.lower()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["run", "--template", "tw"], ["two-node"]),
        (["new", "my.toml", "--template", "pol"], ["policed-vc"]),
        (["run", "--set", "switch.drop.po"], ["switch.drop.policy="]),
        (
            ["run", "--set", "topology.tr"],
            [f"topology.trunk_{key}=" for key in ("delay", "km", "rate")],
        ),
        (["study", "run", "goy"], ["goyal96"]),
        (["list", "drop"], ["drop-policies"]),
        (["plot", "results/a", "queu"], ["queue", "queue-delay"]),
        (["swe"], ["sweep"]),
    ],
)
def test_tab_completes_what_the_program_knows(
    words: list[str], expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_CELLWISE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", " ".join(["cellwise", *words]))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    program = "import sys; sys.argv = ['cellwise']; from cellwise.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert done.stdout.split() == expected


def test_every_setting_that_tab_offers_is_one() -> None:
    from cellwise.cli.completion import setting_paths

    offered = set(setting_paths())
    assert {"duration", "switch.buffer", "switch.drop.policy", "probes.queue.port"} <= offered
    # Sections whose keys depend on nothing else; other keys are those of one member of a family.
    sections = [path for path in offered if path.split(".")[0] in ("tcp", "limits", "signalling")]
    plain = [path for path in sections if f"{path.rpartition('.')[0]}.rule" not in offered]
    assert len(plain) > 40
    for path in plain:
        assert not any("is not a known key" in reported for reported in refused(path)), path


def refused(path: str) -> list[str]:
    issues = cw.Scenario.from_template("n-source").set(path, "x").check()
    return [str(issue["rule"]) for issue in issues]


def test_the_shell_gets_a_script(process: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    # Whatever shell the tests were started from.
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    reported = process("--show-completion", "bash").stdout
    assert "_CELLWISE_COMPLETE=complete_bash" in reported
