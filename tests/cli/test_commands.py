import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import cellwise as cw

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]

QUICK = (
    *("--template", "n-source", "--set", "duration=200 ms", "--set", "switch.buffer=1000 cells"),
    *("--set", "tcp.delayed_ack=false"),
)


# A shell that runs the tests in the background may ignore interrupts, and children inherit that.
INTERRUPTIBLE = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from cellwise.cli import main; main()"
)


@contextmanager
def started(command: list[str], folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """A command that runs while the test does, and is killed at the end of the test."""
    whole = [sys.executable, "-c", INTERRUPTIBLE, *command]
    with subprocess.Popen(whole, cwd=folder, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for(there: Callable[[], bool]) -> None:
    """Wait until something is there."""
    deadline = time.monotonic() + 60
    while not there():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def has_packets(folder: Path) -> bool:
    """Say whether a capture has more than its head: until then Ctrl-C may find nothing simulated."""
    return any(path.stat().st_size > 1000 for path in folder.glob("packets.pcap*"))


def test_a_run_prints_its_summary_and_leaves_a_results_folder(process: Cli, tmp_path: Path) -> None:
    done = process("run", *QUICK, "--out", "results")
    assert done.returncode == 0, done.stderr
    for word in ("tcp5", "sw1.trunk", "efficiency", "fairness", "overflow", "audit:", "ns per cell"):
        assert word in done.stdout, word
    assert "to repeat: cellwise run --template n-source --set 'duration=200 ms'" in done.stdout
    assert cw.Run.load(tmp_path / "results").simulated_s == pytest.approx(0.2)


def test_json_is_one_object_with_flows_ports_losses_and_cost(cli: Cli, tmp_path: Path) -> None:
    done = cli("run", *QUICK, "--json")
    assert done.returncode == 0, done.stderr
    reported = json.loads(done.stdout)
    assert {"flows", "ports", "losses", "cells", "cpu_s", "wall_s", "audit"} <= set(reported)
    assert len(reported["flows"]) == 5
    assert reported["losses"]["overflow"] > 0
    assert sum(reported["losses"].values()) == reported["audit"]["lost"]
    assert list(tmp_path.iterdir()) == []


def test_the_same_run_gives_the_same_json_but_for_its_cost(cli: Cli) -> None:
    def reported(*arguments: str) -> dict[str, object]:
        done = json.loads(cli("run", *QUICK, "--json", *arguments).stdout)
        return {key: value for key, value in done.items() if key not in ("cpu_s", "wall_s")}

    assert reported() == reported()
    assert reported("--seed", "2") != reported()
    assert reported("--replication", "1") != reported()


def test_the_folder_is_named_after_the_scenario_by_default(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('duration = "10 ms"\ntopology = { template = "n-source" }\n')
    assert cli("run", "mine.toml").returncode == 0
    assert cli("run", "mine.toml", "--seed", "5").returncode == 0
    folders = list((tmp_path / "results").iterdir())
    assert len(folders) == 2
    assert all(folder.name.startswith("mine-") for folder in folders)


def test_a_scenario_comes_from_standard_input_too(process: Cli) -> None:
    done = process(
        "run", "-", "--json", stdin='duration = "10 ms"\ntopology = { template = "n-source", sources = 2 }\n'
    )
    assert len(json.loads(done.stdout)["flows"]) == 2


def test_reference_mode_prints_the_same_flows(cli: Cli) -> None:
    fast, slow = (json.loads(cli("run", *QUICK, "--json", *more).stdout) for more in ((), ("--reference",)))
    assert fast["flows"] == slow["flows"]


def test_what_is_expanded_runs_to_the_same_results(cli: Cli, tmp_path: Path) -> None:
    done = cli("expand", *QUICK)
    assert done.returncode == 0
    (tmp_path / "expanded.toml").write_text(done.stdout)
    assert "template" not in done.stdout
    first = json.loads(cli("run", *QUICK, "--json").stdout)
    second = json.loads(cli("run", "expanded.toml", "--json").stdout)
    assert first["fingerprint"] == second["fingerprint"]


def test_a_good_scenario_checks_as_good(process: Cli) -> None:
    done = process("check", *QUICK)
    assert (done.returncode, done.stdout, done.stderr) == (0, "n-source: good\n", "")


def test_the_schema_is_a_json_schema(cli: Cli) -> None:
    reported = json.loads(cli("schema").stdout)
    assert "$schema" in reported
    assert {"duration", "topology", "switch", "tcp", "probes"} <= set(reported["properties"])


def test_the_studies_are_listed_with_their_documents(cli: Cli) -> None:
    listed = cli("list", "studies").stdout
    reported = {one["name"]: one["document"] for one in json.loads(cli("list", "studies", "--json").stdout)}
    ours = {
        "goyal96",
        "kansas",
        "anansari",
        "bonaventure96",
        "calgary",
        "rfc2415",
        "rfc2416",
        "rfc2884",
        "bufferbloat",
        "coexistence",
    }
    assert set(reported) == ours
    assert all(name in listed for name in reported)
    assert "ATM Forum 96-1269" in reported["goyal96"]


def test_the_catalogue_lists_families_and_their_members_with_status(cli: Cli) -> None:
    families = cli("list")
    assert families.returncode == 0
    assert "drop-policies" in families.stdout
    members = cli("list", "drop-policies").stdout
    for name in ("tail", "ppd", "epd", "selective-drop", "fba"):
        assert name in members
    assert "validated" in members
    assert "tail, ppd*, epd, " in families.stdout
    assert "* experimental: not compared with anything outside this project" in families.stdout
    listed = {entry["family"] for entry in json.loads(cli("list", "--json").stdout)}
    assert {"drop-policies", "rate-rules", "schedulers", "memory-sharing", "cell-sources", "abr"} <= listed


@pytest.mark.parametrize("command", ["", "run", "check", "expand", "study", "list", "schema"])
def test_help_has_examples(cli: Cli, command: str) -> None:
    done = cli(*([command] if command else []), "--help")
    assert done.returncode == 0
    assert "Example" in done.stdout
    assert "cellwise" in done.stdout


def test_the_version_is_the_packages(process: Cli) -> None:
    assert process("--version").stdout.strip() == f"cellwise {cw.__version__}"


def test_a_run_at_its_limit_says_so_keeps_what_it_has_and_exits_with_3(process: Cli, tmp_path: Path) -> None:
    done = process("run", *QUICK, "--set", "limits.events=1000", "--out", "kept")
    assert done.returncode == 3
    assert "limits" in done.stderr
    assert "Traceback" not in done.stderr
    assert "audit:" in done.stdout
    assert cw.Run.load(tmp_path / "kept").stopped is not None


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_ctrl_c_exits_with_130_and_no_traceback(tmp_path: Path) -> None:
    captured = tmp_path / "packets.pcap"
    command = ["run", "--template", "n-source", "--set", "duration=100000 s"]
    command += ["--capture", f"ip@s1={captured}"]
    with started(command, tmp_path) as process:
        wait_for(lambda: has_packets(tmp_path))
        process.send_signal(signal.SIGINT)
        _, reported = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in reported
    # What it says is kept is there.
    said = re.search(
        r"interrupted at ([\d.]+) s of .*; its results until then are in (\S+), .* in (\S+)", reported
    )
    assert said is not None, reported
    stopped = cw.Run.load(tmp_path / said[2]).stopped
    assert stopped is not None
    assert stopped["at_s"] == pytest.approx(float(said[1]), rel=1e-4)
    assert Path(said[3]) == captured
    assert captured.is_file()


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_an_interrupted_run_that_only_prints_says_that_nothing_is_stored(tmp_path: Path) -> None:
    captured = tmp_path / "packets.pcap"
    command = ["run", "--template", "n-source", "--set", "duration=100000 s", "--json"]
    with started([*command, "--capture", f"ip@s1={captured}"], tmp_path) as process:
        wait_for(lambda: has_packets(tmp_path))
        process.send_signal(signal.SIGINT)
        _, reported = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "its results until then were printed, not stored" in reported
    assert [path.name for path in tmp_path.iterdir()] == ["packets.pcap"]


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_an_interrupted_search_for_the_warmup_keeps_nothing_and_says_so(tmp_path: Path) -> None:
    wait = "import cellwise.warmup as warmup, pathlib; run = warmup.run\n"
    wait += (
        "def reported(scenario): pathlib.Path('begun').touch(); return run(scenario)\nwarmup.run = reported\n"
    )
    command = ["run", "--template", "n-source", "--set", "duration=100000 s", "--warmup", "mser5"]
    program = f"{wait}{INTERRUPTIBLE}"
    whole = [sys.executable, "-c", program, *command]
    with subprocess.Popen(whole, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        wait_for((tmp_path / "begun").exists)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, reported = process.communicate(timeout=60)
    assert process.returncode == 130
    assert reported == "interrupted; nothing was simulated yet, so nothing is kept\n"
    assert [path.name for path in tmp_path.iterdir()] == ["begun"]


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_an_interrupted_study_keeps_its_points_and_exits_with_130(tmp_path: Path) -> None:
    command = ["study", "goyal96", "--replications", "20"]
    with started(command, tmp_path) as process:
        wait_for(lambda: len(list(tmp_path.glob("results/goyal96/points/*.json"))) >= 2)
        process.send_signal(signal.SIGINT)
        # Without it the study takes many minutes.
        _, reported = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in reported
    assert "interrupted" in reported
    assert len(list(tmp_path.glob("results/goyal96/points/*.json"))) >= 2


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    command = f"{sys.executable} -m cellwise schema | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stderr == ""


def test_a_study_prints_tables_claims_and_the_path_of_its_report(cli: Cli, tmp_path: Path) -> None:
    done = cli("study", "goyal96", "--only", "table1", "--replications", "1", "--report", "report.html")
    assert done.returncode == 0, done.stderr
    for word in (
        "Table 1",
        "7591",
        "publ.",
        "median",
        "Not decided by these runs: 1, 2",
        "report: report.html",
    ):
        assert word in done.stdout, word
    assert (tmp_path / "report.html").read_text().startswith("<!DOCTYPE html>")


def test_a_study_as_json_is_one_object_and_resumes_for_nothing(process: Cli, tmp_path: Path) -> None:
    arguments = (
        "study",
        "goyal96",
        "--only",
        "table1",
        "--replications",
        "1",
        "--json",
    )
    first = json.loads(process(*arguments).stdout)
    made = {path: path.stat().st_mtime_ns for path in tmp_path.glob("results/goyal96/points/*")}
    second = json.loads(process(*arguments).stdout)
    (table,) = first["tables"]
    judged = table["inside_min_max"] + table["near"] + len(table["outside"]) + table["inconsistent"]
    assert table["predictions"] == judged
    assert table["published"] == len(table["numbers"]) == 12
    assert len(made) == 4
    assert {path: path.stat().st_mtime_ns for path in made} == made, "no point was run again"
    assert {**second, "wall_s": 0} == {**first, "wall_s": 0}


def test_a_transfer_that_its_socket_buffer_holds_whole_has_no_rate_at_the_transmitter(
    cli: Cli, tmp_path: Path
) -> None:
    (tmp_path / "a.toml").write_text(
        """
duration = "1 s"
nodes = { s.kind = "host", d.kind = "host" }
links = { line = { ends = ["s", "d"], kind = "ethernet", rate = "10 Mbit/s", delay = "1 ms" } }
flows = { f = { from = "s", to = "d", size = "10 kB" } }
"""
    )
    done = cli("run", "a.toml", "--out", "results")
    assert (done.returncode, done.stderr) == (0, "")
    (line,) = [line for line in done.stdout.splitlines() if "as ttcp prints it" in line]
    assert re.fullmatch(r"f as ttcp prints it: receiver \d+\.\d{3} Mbit/s", line), line
