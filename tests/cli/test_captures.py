import json
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import cellwise as cw

Cli = Callable[..., "subprocess.CompletedProcess[str]"]

QUICK = (
    *("run", "--template", "n-source", "--set", "duration=1 s", "--set", "topology.link_delay=1 ms"),
    *("--set", "switch.buffer=100 cells"),
)


def test_captures_are_written_beside_the_results_and_named(cli: Cli, tmp_path: Path) -> None:
    files = ("--capture", "ip@s1=packets.pcap", "--capture", "cells@sw1.trunk=cells/trunk.erf")
    done = cli(*QUICK, "--out", "results", *files)
    assert done.returncode == 0, done.stderr
    assert "capture of ip@s1: packets.pcap" in done.stdout
    assert (tmp_path / "packets.pcap").read_bytes()[:4] == bytes.fromhex("4d3cb2a1")
    octets = (tmp_path / "cells" / "trunk.erf").stat().st_size
    assert octets > 0
    assert octets % 68 == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cells", "packets.pcap", "results"]


@pytest.mark.parametrize(
    ("option", "reported"),
    [
        ("ip@s1", "write POINT=FILE"),
        ("=a.pcap", "write POINT=FILE"),
        ("ip@s11=a.pcap", "unknown host"),
        ("ip@s1=a.txt", ".pcap, .pcapng, .erf"),
    ],
)
def test_a_wrong_capture_is_refused_and_leaves_nothing(
    cli: Cli, tmp_path: Path, option: str, reported: str
) -> None:
    done = cli(*QUICK, "--json", "--capture", option)
    assert (done.returncode, done.stdout) == (2, "")
    assert reported in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_capture_that_cannot_be_written_is_named(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.pcap").mkdir()
    done = cli(*QUICK, "--json", "--capture", "ip@s1=a.pcap")
    reported = "error: --capture: a.pcap: is a folder; give the name of a file"
    assert (done.returncode, done.stderr.strip()) == (2, reported)


def test_the_dissector_is_where_the_command_says(cli: Cli) -> None:
    done = cli("capture", "--lua")
    assert done.returncode == 0
    assert "abr_rm" in Path(done.stdout.strip()).read_text()
    assert cli("capture").returncode == 2


def test_why_tells_losses_by_reason_and_one_by_one(cli: Cli) -> None:
    assert cli(*QUICK, "--set", "probes.losses.port='*'", "--out", "results").returncode == 0
    done = cli("why", "results", "--first", "2")
    assert done.returncode == 0, done.stderr
    assert "overflow" in done.stdout
    assert "refused at sw1.trunk, buffer full" in done.stdout
    assert "more; see --first, or the table losses" in done.stdout
    reported = json.loads(cli("why", "results", "--json", "--first", "1000000").stdout)
    assert reported["more"] == 0
    assert len(reported["losses"]) > 2
    assert reported["by_reason"][0]["lost_cells"] > 0


def test_why_names_each_copy_that_was_lost_as_the_packet_that_it_is_of(cli: Cli, tmp_path: Path) -> None:
    # Each packet arrives at the slow link twice, and its queue has one place.
    (tmp_path / "twice.toml").write_text("""
duration = "2 s"
nodes = { a = { kind = "host" }, r = { kind = "router" }, b = { kind = "host" } }
probes.losses.port = "*"
[links]
fast = { ends = ["a", "r"], kind = "ethernet", rate = "100 Mbit/s", delay = "1 ms", duplicate_ratio = 1 }
[links.slow]
ends = ["r", "b"]
kind = "ethernet"
rate = "500 kbit/s"
delay = "1 ms"
queue = { discipline = "tail", limit = "1 packets" }
[flows]
f = { from = "a", to = "b", kind = "udp", udp = { payload = "1000 bytes", rate = "400 kbit/s" } }
""")
    assert cli("run", "twice.toml", "--out", "results").returncode == 0
    reported = json.loads(cli("why", "results", "--json", "--first", "1000").stdout)
    (reason,) = reported["by_reason"]
    audit = json.loads((tmp_path / "results" / "run.json").read_text())["summary"]["packet_audit"]
    assert reason["lost_packets"] == audit["lost"] > 50
    assert len(reported["losses"]) == audit["lost"]
    done = cli("why", "results", "--first", "1")
    assert "f, datagram 2: dropped at r.slow, as many packets wait as may" in done.stdout


def test_why_without_the_probe_says_what_to_add(cli: Cli) -> None:
    assert cli(*QUICK, "--out", "results").returncode == 0
    done = cli("why", "results")
    assert done.returncode == 2
    # What it says to add can be added to a scenario that has probes and to one that has none.
    (table,) = re.findall(r"^\[probes\.losses\]\nport = .*\n", done.stderr, re.MULTILINE)
    for probes in ("", '[probes]\nqueue = { port = "*" }\n\n', '[probes.queue]\nport = "*"\n\n'):
        text = f'duration = "10 ms"\n[topology]\ntemplate = "n-source"\n\n{probes}{table}'
        assert cw.run(cw.Scenario.from_toml(text)).columns("losses")
    (option,) = re.findall(r"or give (--set .*)", done.stderr)
    assert cli(*QUICK, *shlex.split(option), "--out", "with").returncode == 0
    assert cli("why", "with").returncode == 0
