"""`cellwise overhead`: cells and octets of packets, as the standards of the encapsulations have them."""

import json
import subprocess
from collections.abc import Callable

import pytest

import cellwise as cw

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]


def rows(cli: Cli, *arguments: str) -> list[dict[str, object]]:
    done = cli("overhead", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    reported: list[dict[str, object]] = json.loads(done.stdout)
    return reported


def test_a_packet_of_1500_octets_in_pppoe_takes_33_cells(cli: Cli) -> None:
    # 1500 + 2 (PPP) + 6 (PPPoE) + 14 (MAC) + 2 (padding) + 8 (LLC/SNAP) = 1532; with the trailer 1540 octets.
    assert rows(cli, "1500", "--encapsulation", "pppoe-llc") == [
        {
            "packet_bytes": 1500,
            "encapsulation": "pppoe-llc",
            "sdu_bytes": 1532,
            "cells": 33,
            "line_bytes": 1749,
            "efficiency": pytest.approx(1500 / 1749),
        }
    ]


def test_the_table_has_the_numbers_of_the_json(cli: Cli) -> None:
    done = cli("overhead", "1500", "--encapsulation", "pppoe-llc")
    assert done.returncode == 0, done.stderr
    headings, row, *_ = done.stdout.splitlines()
    for heading in ("IP octets", "encapsulation", "SDU octets", "cells", "line octets", "efficiency"):
        assert heading in headings
    assert row.split() == ["1500", "pppoe-llc", "1532", "33", "1749", "0.8576"]


def test_without_a_name_every_size_has_a_row_of_every_encapsulation(cli: Cli) -> None:
    reported = rows(cli, "40", "1492")
    names = [entry.name for entry in cw.catalogue("encapsulations")]
    assert [(row["packet_bytes"], row["encapsulation"]) for row in reported] == [
        (size, name) for size in (40, 1492) for name in names
    ]
    assert {row["encapsulation"] for row in reported if row["cells"] == 1} == {"vc-mux"}
    assert len(cli("overhead", "40", "1492").stdout.splitlines()) == 1 + len(reported)


def test_a_scenario_sends_the_cells_that_the_command_tells(cli: Cli) -> None:
    (reported,) = rows(cli, "552", "--encapsulation", "pppoe-llc-fcs")
    scenario = cw.Scenario.from_template("n-source").with_(
        {
            "atm.encapsulation": "pppoe-llc-fcs",
            "topology.sources": 1,
            "tcp.mss": "512 bytes",
            "tcp.delayed_ack": False,
        },
        duration="100 ms",
    )
    ways = cw.run(scenario).columns("vcs")
    sent = dict(
        zip(ways["direction"], zip(ways["frames_sent"], ways["cells_sent"], strict=True), strict=True)
    )
    frames, cells = sent["forward"]
    assert reported["cells"] == 13
    assert frames > 100
    # The last frame may be cut off by the end of the run.
    assert 0 <= frames * 13 - cells < 13


def refused(done: "subprocess.CompletedProcess[str]", *words: str) -> None:
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr, (word, done.stderr)


@pytest.mark.parametrize("size", ["0", "65536", "99999999999999999999999999", "1.5", "1500 bytes", "x", ""])
def test_a_size_that_no_frame_carries_is_refused_with_the_rule(cli: Cli, size: str) -> None:
    refused(
        cli("overhead", size, "--encapsulation", "vc-mux"), f'BYTES: "{size}"', "from 1 to 65535", "vc-mux"
    )


def test_the_largest_packet_leaves_room_for_the_encapsulation(cli: Cli) -> None:
    (largest,) = rows(cli, "65535", "--encapsulation", "vc-mux")
    assert (largest["sdu_bytes"], largest["cells"]) == (65535, 1366)
    assert rows(cli, "65499", "--encapsulation", "pppoe-llc-fcs")[0]["sdu_bytes"] == 65535
    refused(cli("overhead", "65500", "--encapsulation", "pppoe-llc-fcs"), "65500", "from 1 to 65499")
    refused(cli("overhead", "65500"), "65500", "from 1 to 65499", "pppoe-llc-fcs")


def test_every_mistake_is_reported_at_once(cli: Cli) -> None:
    done = cli("overhead", "0", "40", "70000", "--encapsulation", "pppoe")
    refused(done, "encapsulation:", '"pppoe"', "pppoe-llc", 'BYTES: "0"', 'BYTES: "70000"')
    assert '"40"' not in done.stderr


def test_sizes_are_needed(cli: Cli) -> None:
    refused(cli("overhead"), "BYTES")
    refused(cli("overhead", "-5"), "-5")


@pytest.mark.parametrize(
    ("keyword", "cells", "line_bytes"),
    [
        ("conservative", 33, 1749),
        ("ipoa-vcmux", 32, 1696),
        ("pppoe-llcsnap", 33, 1749),
        ("pppoe-ptm", None, 1554),
        ("bridged-ptm", None, 1546),
        ("ethernet", None, 1538),
        ("raw", None, 1500),
    ],
)
def test_the_keywords_of_tc_are_counted_as_tc_counts_them(
    cli: Cli, keyword: str, cells: int | None, line_bytes: int
) -> None:
    (row,) = rows(cli, "1500", "--encapsulation", keyword)
    assert (row["encapsulation"], row["cells"], row["line_bytes"]) == (keyword, cells, line_bytes)
    assert row["efficiency"] == pytest.approx(1500 / line_bytes)


def test_each_keyword_has_a_row_on_demand(cli: Cli) -> None:
    reported = rows(cli, "40", "1500", "--keywords")
    names = [row["encapsulation"] for row in reported]
    assert len(reported) == 2 * 14
    assert names[:14] == names[14:]
    assert {"pppoa-vcmux", "bridged-ptm", "conservative"} <= set(names)
    refused(cli("overhead", "40", "--keywords", "--encapsulation", "raw"), "--keywords")


@pytest.mark.parametrize(
    ("name", "cake", "size_tables"),
    [
        ("pppoe-llcsnap", "pppoe-llcsnap", ["linklayer atm overhead 40", "linklayer atm overhead 26"]),
        ("pppoe-llc", "pppoe-llcsnap", ["linklayer atm overhead 40", "linklayer atm overhead 26"]),
        ("pppoe-llc-fcs", "overhead 44 mpu 82 atm", ["atm overhead 44 mpu 82", "atm overhead 30 mpu 82"]),
        ("pppoe-ptm", "pppoe-ptm", []),
        ("raw", "raw", []),
    ],
)
def test_the_tc_commands_follow_the_table(cli: Cli, name: str, cake: str, size_tables: list[str]) -> None:
    done = cli(
        "overhead", "1500", "--encapsulation", name, "--bandwidth", "2.5 Mbit/s", "--interface", "eth1"
    )
    assert done.returncode == 0, done.stderr
    first, *others = [line for line in done.stdout.splitlines() if line.startswith("tc ")]
    assert first == f"tc qdisc replace dev eth1 root cake bandwidth 2500kbit {cake}"
    shaped = [others[at : at + 4] for at in range(0, len(others), 4)]
    for (tbf, htb, one_class, queue), words in zip(shaped, size_tables, strict=True):
        assert f"{words} tbf burst" in tbf
        assert "rate 2500kbit" in tbf
        assert f"{words} htb default 1" in htb
        assert one_class == "tc class replace dev eth1 parent 1: classid 1:1 htb rate 2500kbit"
        assert queue == "tc qdisc replace dev eth1 parent 1:1 fq_codel"


@pytest.mark.parametrize(
    ("words", "packet", "line_bytes", "cake"),
    [
        ("pppoe-ptm ether-vlan noatm", 1492, 1526, "overhead 34 noatm"),
        ("pppoe-ptm ether-vlan", 1492, 1550, "overhead 34 ptm"),
        ("pppoe-ptm ether-vlan ether-vlan", 1492, 1554, "overhead 38 ptm"),
        ("overhead 44 mpu 96 atm", 40, 106, "overhead 44 mpu 96 atm"),
        ("44 mpu 96 atm", 1492, 1696, "overhead 44 mpu 96 atm"),
        ("34 noatm", 1492, 1526, "overhead 34 noatm"),
        ("atm overhead 10", 28, 53, "overhead 10 atm"),
        ("atm overhead 10", 1478, 1643, "overhead 10 atm"),
        ("overhead -4", 1500, 1496, "overhead -4 noatm"),
        ("pppoe-llc ether-vlan", 1500, 1749, "overhead 44 atm"),
    ],
)
def test_words_of_tc_are_counted_as_tc_counts_them(
    cli: Cli, words: str, packet: int, line_bytes: int, cake: str
) -> None:
    (row,) = rows(cli, str(packet), "--encapsulation", words)
    assert (row["encapsulation"], row["line_bytes"]) == (words, line_bytes)
    done = cli("overhead", str(packet), "--encapsulation", words, "--bandwidth", "10mbit")
    assert f"tc qdisc replace dev DEV root cake bandwidth 10mbit {cake}" in done.stdout.splitlines()


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("44 atn", '"atn"'),
        ("overhead", '""'),
        ("overhead 300 atm", '"300"'),
        ("mpu -1", '"-1"'),
        ("pppoe", '"pppoe"'),
    ],
)
def test_a_word_that_tc_does_not_know_is_named(cli: Cli, words: str, named: str) -> None:
    refused(
        cli("overhead", "1500", "--encapsulation", words), "encapsulation:", named, "overhead 44 mpu 96 atm"
    )


def test_tc_commands_without_a_rate_leave_its_place(cli: Cli) -> None:
    done = cli("overhead", "1500", "--encapsulation", "bridged-ptm")
    assert done.stdout.splitlines()[-1] == "tc qdisc replace dev DEV root cake bandwidth RATE bridged-ptm"


@pytest.mark.parametrize("rate", ["2", "2 MB/s", "-1 Mbit/s", "0 bit/s"])
def test_a_bandwidth_that_is_no_rate_is_refused(cli: Cli, rate: str) -> None:
    refused(cli("overhead", "1500", "--encapsulation", "raw", "--bandwidth", rate), "--bandwidth", rate)


@pytest.mark.parametrize("options", [["--bandwidth", "2 Mbit/s"], ["--keywords", "--interface", "eth0"]])
def test_options_for_tc_without_an_encapsulation_are_refused(cli: Cli, options: list[str]) -> None:
    refused(cli("overhead", "1500", *options), f"{options[-2]}: is for the commands of tc")
    refused(cli("overhead", "1500", "--encapsulation", " "), "--encapsulation: '' is not allowed")


@pytest.mark.parametrize("size", ["0", "65536", "1.5", "x", ""])
def test_sizes_of_lines_without_cells_are_checked_too(cli: Cli, size: str) -> None:
    refused(cli("overhead", size, "--encapsulation", "ethernet"), f'BYTES: "{size}"', "from 1 to 65535")


def test_an_unknown_name_lists_encapsulations_and_keywords(cli: Cli) -> None:
    refused(cli("overhead", "1500", "--encapsulation", "pppoe"), "pppoe-llc,", "words of tc", "pppoe-ptm")
