"""`cellwise packetdrill`: what it says of scripts, and how it ends."""

import json
from pathlib import Path

import pytest

OPENING = """
0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3
+0 listen(3, 1) = 0
+.1 < S 0:0(0) win 32792 <mss 1000,sackOK,nop,nop,nop,wscale 7>
+0 > S. 0:0(0) ack 1 <mss 1460,nop,nop,sackOK,nop,wscale 8>
+.1 < . 1:1(0) ack 1 win 320
+0 accept(3, ..., ...) = 4
+0 write(4, ..., 20000) = 20000
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    scripts = {
        "good/ten.pkt": OPENING + "+0 > P. 1:10001(10000) ack 1\n",
        "one.pkt": OPENING + "+0 > P. 1:1001(1000) ack 1\n+0 %{ assert tcpi_snd_cwnd == 1 }%\n",
        "other.pkt": "0 socket(..., SOCK_DGRAM, IPPROTO_UDP) = 3\n+0 poll(3) = 0\n",
    }
    for name, text in scripts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_each_script_passes_differs_or_is_skipped(cli, folder: Path) -> None:
    done = cli("packetdrill", folder, "--json")
    assert done.returncode == 1
    reported = {Path(row["script"]).name: row for row in json.loads(done.stdout)}
    assert reported["ten.pkt"]["outcome"] == "passed"
    assert reported["ten.pkt"]["held"] == 2
    assert reported["one.pkt"]["outcome"] == "differs"
    assert reported["one.pkt"]["line"] == 10
    assert reported["one.pkt"]["expected"] == "tcpi_snd_cwnd == 1"
    assert reported["one.pkt"]["got"] == "10"
    assert reported["other.pkt"]["reason"] == "the system call poll"


def test_the_host_can_be_another(cli, folder: Path) -> None:
    done = cli(
        "packetdrill", folder, "--set", "tcp.initial_cwnd=segments", "--set", "tcp.initial_cwnd_segments=1"
    )
    assert done.returncode == 1
    assert "ten.pkt:9: differs" in done.stdout
    assert "one.pkt" not in done.stdout
    assert "1 passed, 1 differs, 1 skipped" in done.stdout


def test_scripts_that_all_pass_end_well(cli, folder: Path) -> None:
    done = cli("packetdrill", folder / "good", "--all")
    assert done.returncode == 0, done.stderr
    assert "passed (2 held)" in done.stdout


@pytest.mark.parametrize(("argument", "rule"), [("nowhere", "is not there"), ("empty", "has no file *.pkt")])
def test_a_folder_without_scripts_is_refused(cli, tmp_path: Path, argument: str, rule: str) -> None:
    (tmp_path / "empty").mkdir()
    done = cli("packetdrill", tmp_path / argument)
    assert done.returncode == 2
    assert rule in done.stderr
    assert "Traceback" not in done.stderr
