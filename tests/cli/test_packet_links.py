"""Scenarios without a single cell on the command line: run, stored, plotted, exported, and refused."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Cli = Callable[..., "subprocess.CompletedProcess[str]"]

SCENARIO = """
duration = "1 s"
tcp.receive_window = "65535 bytes"
nodes.pc.kind = "host"
nodes.modem.kind = "router"
nodes.server.kind = "host"
[links]
lan = { ends = ["pc", "modem"], kind = "ethernet", rate = "100 Mbit/s", delay = "10 us" }
dsl = { ends = ["modem", "server"], kind = "ptm", rate = "2 Mbit/s", delay = "5 ms", queue = QUEUE }
[flows]
up = { from = "pc", to = "server" }
""".replace("QUEUE", '{ discipline = "codel", limit = "40 packets" }')


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    file = tmp_path / "dsl.toml"
    file.write_text(SCENARIO)
    return file


def test_a_run_prints_the_books_of_packets_their_queues_and_the_bottleneck(cli: Cli, scenario: Path) -> None:
    done = cli("run", str(scenario), "--out", "results")
    assert done.returncode == 0, done.stderr
    books_reported = r"audit: (\d+) packets sent by hosts = (\d+) delivered \+ (\d+) lost \+ (\d+) held"
    reported = re.search(books_reported, done.stdout)
    assert reported is not None, done.stdout
    sent, delivered, lost, held = map(int, reported.groups())
    assert sent == delivered + lost + held > 0
    assert "DOES NOT BALANCE" not in done.stdout
    assert "busiest: port modem.dsl" in done.stdout
    assert "ns per packet" in done.stdout
    assert re.search(r"modem\.dsl +codel", done.stdout)
    books = json.loads((scenario.parent / "results" / "run.json").read_text())["summary"]["packet_audit"]
    assert books == {"sent": sent, "duplicated": 0, "delivered": delivered, "lost": lost, "held": held}


@pytest.mark.parametrize(
    "words",
    [("plot", "results", "sojourn", "-o", "waits.svg"), ("export", "results", "--to", "csv", "-o", "tables")],
)
def test_what_is_stored_can_be_used(cli: Cli, scenario: Path, words: tuple[str, ...]) -> None:
    assert cli("run", str(scenario), "--out", "results").returncode == 0
    done = cli(*words)
    assert done.returncode == 0, done.stderr


def test_a_limit_of_nothing_is_refused_with_its_line(cli: Cli, scenario: Path) -> None:
    scenario.write_text(scenario.read_text().replace("40 packets", "0 packets"))
    done = cli("run", str(scenario))
    assert done.returncode == 2
    assert 'links.dsl.queue.limit: "0 packets" is not allowed' in done.stderr
    assert "every packet would be lost" in done.stderr


@pytest.mark.parametrize("name", ["codel", "ethernet", "rate-table"])
def test_models_of_packet_links_are_explained(cli: Cli, name: str) -> None:
    done = cli("explain", name)
    assert done.returncode == 0, done.stderr
    assert "source:" in done.stdout
